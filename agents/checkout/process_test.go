package checkout_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"turnbook/agents/checkout"
	"turnbook/agents/checkout/checkouttest"
)

// run runs a line to its end.
func run(t *testing.T, c *checkout.Checkouts, p checkout.Place, line string) (int, string) {
	t.Helper()
	var out bytes.Buffer
	pr, err := c.Start(t.Context(), p, checkout.Command{Line: line, Out: &out})
	if err != nil {
		t.Fatal(err)
	}
	status, err := pr.Wait(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return status, out.String()
}

func runOnBothHosts(t *testing.T, test func(t *testing.T, c *checkout.Checkouts, p checkout.Place)) {
	for _, kind := range []checkout.Kind{checkout.Local, checkout.SSH} {
		t.Run(string(kind), func(t *testing.T) {
			repo := checkouttest.Repo(t, map[string]string{"sub/it's/a.txt": "one\n"})
			p, o := checkout.Place{Kind: kind, Repo: repo, Path: repo, Sub: "sub/it's"}, checkout.Options{}
			if kind == checkout.SSH {
				sshd := checkouttest.StartSSHD(t)
				p.Host, o.SSH = sshd.Host, sshd.Args
			}
			test(t, open(t, o), p)
		})
	}
}

func TestALineRunsInTheCheckoutWithoutOurSecrets(t *testing.T) {
	t.Setenv("SECRET_KEY", "secret")
	runOnBothHosts(t, func(t *testing.T, c *checkout.Checkouts, p checkout.Place) {
		status, out := run(t, c, p, `cat a.txt; echo "key:$SECRET_KEY" >&2; cat; exit 7`)
		if status != 7 || out != "one\nkey:\n" {
			t.Errorf("%d %q", status, out)
		}
		if status, _ := run(t, c, p, "exit 255"); status != 254 {
			t.Errorf("255 is told as %d", status)
		}
	})
}

// gone waits until a process is no more: it never comes back, so the wait ends.
func gone(t *testing.T, pid string) {
	t.Helper()
	n, err := strconv.Atoi(strings.TrimSpace(pid))
	if err != nil {
		t.Fatal(err)
	}
	for !errors.Is(syscall.Kill(n, 0), syscall.ESRCH) {
		if stat, err := os.ReadFile("/proc/" + strconv.Itoa(n) + "/stat"); err == nil && strings.Contains(string(stat), ") Z ") {
			return // nobody has taken leave of it
		}
		if t.Context().Err() != nil {
			t.Fatal(pid, "still runs")
		}
	}
}

func TestWhatALineLeftRunningEndsWithIt(t *testing.T) {
	runOnBothHosts(t, func(t *testing.T, c *checkout.Checkouts, p checkout.Place) {
		status, out := run(t, c, p, "sleep 1000 & echo $!")
		if status != 0 {
			t.Errorf("status %d", status)
		}
		gone(t, out)
	})
}

func TestTheWholeGroupEndsWithTheContext(t *testing.T) {
	runOnBothHosts(t, func(t *testing.T, c *checkout.Checkouts, p checkout.Place) {
		ctx, cancel := context.WithCancel(t.Context())
		out, in := io.Pipe()
		pr, err := c.Start(ctx, p, checkout.Command{Line: "trap '' TERM; sh -c 'trap \"\" TERM; echo $$; sleep 1000'", Out: in})
		if err != nil {
			t.Fatal(err)
		}
		pid, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		cancel()
		if _, err := pr.Wait(ctx); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		gone(t, pid)
	})
}

// TestMain lets the test program run a line as a process of its own, to be killed.
func TestMain(m *testing.M) {
	dir, asked := os.LookupEnv("RUN_A_LINE_IN")
	if !asked {
		os.Exit(m.Run())
	}
	c := checkout.New(nil, checkout.Options{})
	pr, err := c.Start(context.Background(), checkout.Place{Kind: checkout.Local, Repo: dir, Path: dir}, checkout.Command{Line: "echo $$; exec sleep 1000", Out: os.Stdout})
	if err != nil {
		os.Exit(1)
	}
	pr.Wait(context.Background())
}

func TestALineEndsWithTheProgramThatIsKilled(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "RUN_A_LINE_IN="+t.TempDir())
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	pid, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	cmd.Process.Kill()
	cmd.Wait()
	gone(t, pid)
}

func TestAHostThatDoesNotAnswerIsTold(t *testing.T) {
	sshd := checkouttest.StartSSHD(t)
	sshd.Stop()
	repo := checkouttest.Repo(t, map[string]string{"a.txt": "one\n"})
	p := checkout.Place{Kind: checkout.SSH, Host: sshd.Host, Repo: repo, Path: repo}
	pr, err := open(t, checkout.Options{SSH: sshd.Args}).Start(t.Context(), p, checkout.Command{Line: "true", Out: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	_, err = pr.Wait(t.Context())
	errorOf[*checkout.UnreachableError](t, err)
}
