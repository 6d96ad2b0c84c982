package hokm

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Where this is set the test's own program is a bot, to be run as a process.
const asBot = "HOKM_TEST_BOT"

func TestMain(m *testing.M) {
	if os.Getenv(asBot) == "" {
		os.Exit(m.Run())
	}
	Run(Choose(func(_ *Observation, legal []Action) (Action, string) {
		fmt.Println("thinking")
		return legal[0], ""
	}), "first", "")
}

const (
	helloOfFirst  = `{"type":"hello","protocol":1,"name":"first"}` + "\n"
	actOfNobody   = `{"type":"act","id":"7","observation":{},"legal":[{"play":"AS"}]}` + "\n"
	answerOfFirst = `{"type":"action","id":"7","action":{"play":"AS"}}` + "\n"
)

// start runs the bot over standard input and output, up to its hello.
func start(t *testing.T, endpoint string) (bot *exec.Cmd, in io.WriteCloser, out *bufio.Reader, log *bytes.Buffer) {
	t.Helper()
	bot, log = exec.Command(os.Args[0]), new(bytes.Buffer)
	bot.Env = []string{asBot + "=1", "ARENA_ENDPOINT=" + endpoint}
	bot.Stderr = log
	in, err := bot.StdinPipe()
	must(err)
	stdout, err := bot.StdoutPipe()
	must(err)
	must(bot.Start())
	t.Cleanup(func() { bot.Process.Kill() })
	return bot, in, bufio.NewReader(stdout), log
}

func expect(t *testing.T, out *bufio.Reader, want string) {
	t.Helper()
	if line, err := out.ReadString('\n'); line != want {
		t.Errorf("%q (%v) instead of %q", line, err, want)
	}
}

func TestItPlaysOverStandardInputAndOutputUntilBye(t *testing.T) {
	bot, in, out, log := start(t, "")
	expect(t, out, helloOfFirst)
	io.WriteString(in, actOfNobody)
	expect(t, out, answerOfFirst)
	io.WriteString(in, `{"type":"bye"}`+"\n")
	expect(t, out, "")
	if err := bot.Wait(); err != nil || log.String() != "thinking\n" {
		t.Errorf("%v, %q", err, log)
	}
}

func TestItEndsQuietlyWhateverEndsIt(t *testing.T) {
	ends := map[string]func(*exec.Cmd, io.WriteCloser){
		"closed line":    func(_ *exec.Cmd, in io.WriteCloser) { in.Close() },
		"half a message": func(_ *exec.Cmd, in io.WriteCloser) { io.WriteString(in, `{"ty`); in.Close() },
		"SIGTERM":        func(bot *exec.Cmd, _ io.WriteCloser) { bot.Process.Signal(syscall.SIGTERM) },
		"SIGINT":         func(bot *exec.Cmd, _ io.WriteCloser) { bot.Process.Signal(os.Interrupt) },
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			bot, in, out, log := start(t, "")
			expect(t, out, helloOfFirst)
			end(bot, in)
			expect(t, out, "")
			if err := bot.Wait(); err != nil || log.Len() > 0 {
				t.Errorf("%v, %q", err, log)
			}
		})
	}
}

func TestItSaysWhyItCannotPlay(t *testing.T) {
	reasons := map[string]string{
		"tcp://127.0.0.1:5555": `ARENA_ENDPOINT is "tcp://127.0.0.1:5555"; this kit knows only ipc://PATH`,
		"ipc:///no/referee":    "no referee at ipc:///no/referee: ",
	}
	for endpoint, reason := range reasons {
		bot, _, out, log := start(t, endpoint)
		expect(t, out, "")
		bot.Wait()
		if code := bot.ProcessState.ExitCode(); code != 1 || !strings.HasPrefix(log.String(), "first: "+reason) {
			t.Errorf("%d, %q", code, log)
		}
	}
}

func TestAFileIsNoTerminal(t *testing.T) {
	null, err := os.Open(os.DevNull)
	must(err)
	defer null.Close()
	if isTerminal(null) {
		t.Error(os.DevNull)
	}
	terminal, err := os.Open("/dev/ptmx")
	must(err)
	defer terminal.Close()
	if !isTerminal(terminal) {
		t.Error("/dev/ptmx")
	}
}

// Bytes of a message: around where its length takes more room, and where buffers fill up.
var sizes = []int{0, 1, 255, 256, 65_535, 65_536, 200_000}

func TestFramesOfEverySizeGoBothWaysWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "referee")
	listener, err := net.Listen("unix", path)
	must(err)
	defer listener.Close()
	go func() { // an echo that speaks the wire protocol in bits and pieces
		referee, err := listener.Accept()
		must(err)
		for _, part := range []string{greeting[:7], greeting[7:] + ready[:3], ready[3:] + "\x04\x05\x04PING"} {
			io.WriteString(referee, part)
		}
		io.CopyN(io.Discard, referee, int64(len(greeting+ready)))
		io.Copy(referee, referee)
		referee.Close()
	}()
	line, err := Dial("ipc://" + path)
	must(err)
	for _, size := range sizes {
		message := bytes.Repeat([]byte("x"), size)
		go line.Send(message)
		if got, err := line.Receive(); err != nil || !bytes.Equal(got, message) {
			t.Errorf("%d bytes: %d, %v", size, len(got), err)
		}
	}
	line.(*zmtp).out.(*net.UnixConn).CloseWrite()
	if _, err := line.Receive(); !errors.Is(err, errEnd) {
		t.Error(err)
	}
}

func TestLinesOfEverySizeGoBothWaysWhole(t *testing.T) {
	in, out := io.Pipe()
	line := Lines(in, out)
	for _, size := range sizes {
		message := bytes.Repeat([]byte("x"), size)
		go line.Send(message)
		if got, err := line.Receive(); err != nil || !bytes.Equal(bytes.TrimSpace(got), message) {
			t.Errorf("%d bytes: %d, %v", size, len(got), err)
		}
	}
}
