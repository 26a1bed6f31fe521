package checkouttest

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// An SSHD is an ssh server on loopback with keys and a configuration of its own, which
// lets the current user in.
type SSHD struct {
	Host string   // as a place names it
	Args []string // for the ssh client: they name a configuration that trusts this server only

	t    testing.TB
	dir  string
	cmd  *exec.Cmd
	path string
}

// StartSSHD starts a server, which ends with the test. Without one installed the test
// fails: on Debian, apt-get install openssh-server.
func StartSSHD(t testing.TB) *SSHD {
	t.Helper()
	s := &SSHD{t: t, dir: t.TempDir(), path: find(t)}
	if os.Getuid() == 0 { // the server's own folder, which its service would make
		s.must(os.MkdirAll("/run/sshd", 0o755))
	}
	for _, name := range []string{"host_key", "user_key"} {
		out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", s.file(name)).CombinedOutput()
		if err != nil {
			t.Fatalf("ssh-keygen: %v: %s", err, out)
		}
	}
	port := freePort(t)
	s.configure(port)
	s.Start()
	t.Cleanup(s.Stop)
	return s
}

func find(t testing.TB) string {
	t.Helper()
	for _, path := range []string{"/usr/sbin/sshd", "sshd"} {
		if found, err := exec.LookPath(path); err == nil {
			return found
		}
	}
	t.Fatal("no sshd on this machine: install openssh-server (Debian: apt-get install openssh-server)")
	return ""
}

// freePort is a port that nobody listens on, below those that the kernel gives out: while
// the server is down, no connection and no other test takes it.
func freePort(t testing.TB) int {
	t.Helper()
	var err error
	for range 100 {
		port := 20000 + rand.IntN(12000)
		l, no := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if no == nil {
			l.Close()
			return port
		}
		err = no
	}
	t.Fatal(err)
	return 0
}

func (s *SSHD) file(name string) string { return filepath.Join(s.dir, name) }

func (s *SSHD) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *SSHD) configure(port int) {
	me, err := user.Current()
	s.must(err)
	s.Host = me.Username + "@127.0.0.1:" + strconv.Itoa(port)
	s.Args = []string{"-F", s.file("ssh_config")}
	key, err := os.ReadFile(s.file("host_key.pub"))
	s.must(err)
	Write(s.t, s.dir, "known_hosts", fmt.Sprintf("[127.0.0.1]:%d %s", port, key))
	Write(s.t, s.dir, "ssh_config", fmt.Sprintf("IdentityFile %s\nIdentitiesOnly yes\nUserKnownHostsFile %s\nGlobalKnownHostsFile /dev/null\nStrictHostKeyChecking yes\nLogLevel ERROR\n",
		s.file("user_key"), s.file("known_hosts")))
	Write(s.t, s.dir, "sshd_config", fmt.Sprintf("ListenAddress 127.0.0.1\nPort %d\nHostKey %s\nAuthorizedKeysFile %s\nPidFile none\nStrictModes no\nUsePAM no\nPasswordAuthentication no\nPermitRootLogin yes\nPrintMotd no\nSubsystem sftp internal-sftp\nMaxStartups 100\nSetEnv SHLVL=2\n", // a shell that is not the first one reads nobody's .bashrc
		port, s.file("host_key"), s.file("user_key.pub")))
}

// Start starts the server again, and returns when it listens.
func (s *SSHD) Start() {
	s.t.Helper()
	s.cmd = exec.Command(s.path, "-D", "-e", "-f", s.file("sshd_config"))
	stderr, err := s.cmd.StderrPipe()
	s.must(err)
	s.must(s.cmd.Start())
	said := new(strings.Builder)
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		said.WriteString(lines.Text() + "\n")
		if strings.HasPrefix(lines.Text(), "Server listening") {
			go func() {
				for lines.Scan() { // nobody reads on; a full pipe would hold the server
				}
			}()
			return
		}
	}
	s.t.Fatalf("sshd did not start: %s", said)
}

// Stop ends the server. Connections that are open go on, as they do with a real one.
func (s *SSHD) Stop() {
	if s.cmd == nil {
		return
	}
	s.cmd.Process.Kill()
	s.cmd.Wait()
	s.cmd = nil
}
