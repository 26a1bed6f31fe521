package client_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"turnbook/schemas"
	"turnbook/web/client"
)

func answering(t *testing.T, status int, body string) *client.Client {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		w.Write([]byte(body))
	}))
	t.Cleanup(s.Close)
	c, err := client.New(s.URL+"/", nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAProblemIsAnErrorWithItsCode(t *testing.T) {
	const body = `{"status":409,"title":"Conflict","detail":"turn t1 is running","code":"TURN_RUNNING","turn":"t1"}`
	err := answering(t, 409, body).Call(t.Context(), "POST", "/v1/x", map[string]string{}, nil)
	var got *client.Problem
	if !errors.As(err, &got) || !client.IsCode(err, schemas.CodeTurnRunning) {
		t.Fatalf("the error is %v", err)
	}
	want := &client.Problem{Status: 409, Title: "Conflict", Detail: "turn t1 is running", Code: schemas.CodeTurnRunning, Turn: "t1"}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(client.Problem{}, "Raw")); diff != "" || string(got.Raw) != body {
		t.Errorf("the problem (-want +got):\n%s\n%s", diff, got.Raw)
	}
}

func TestAnAnswerFromSomethingBetweenIsToldAsItCame(t *testing.T) {
	err := answering(t, 502, "Bad Gateway\n").Call(t.Context(), "GET", "/v1/x", nil, nil)
	var got *client.Problem
	if !errors.As(err, &got) {
		t.Fatalf("the error is %v", err)
	}
	if got.Status != 502 || got.Detail != "Bad Gateway" || got.Code != "" {
		t.Errorf("the problem is %+v", got)
	}
}

func TestAnAddressThatIsNoneIsRefused(t *testing.T) {
	for _, address := range []string{"", "localhost:7777", "ftp://x", "http://", "http://a b"} {
		if _, err := client.New(address, nil); err == nil {
			t.Errorf("%q is taken", address)
		}
	}
}
