package hokm

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
)

// A Line carries whole messages to the referee and back. Its errors say that it has ended.
type Line interface {
	Send(message []byte) error
	Receive() ([]byte, error)
}

var (
	errEnd    = errors.New("the line has ended")
	errByHand = errors.New("ARENA_ENDPOINT is not set. The arena starts this program and names the " +
		"referee's endpoint there; try the bot with `arena play FOLDER naive`")
)

// connect opens the line that the arena gave this process: ZeroMQ's where ARENA_ENDPOINT names an
// endpoint, else standard input and output.
func connect() (Line, error) {
	if endpoint := os.Getenv("ARENA_ENDPOINT"); endpoint != "" {
		return Dial(endpoint)
	}
	if isTerminal(os.Stdin) {
		return nil, errByHand
	}
	line := Lines(os.Stdin, os.Stdout)
	os.Stdout = os.Stderr // what the bot prints is no message
	return line, nil
}

func isTerminal(file *os.File) bool {
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

const bufferSize = 64 * 1024 // bytes, several times the longest message

// Lines is a line over two streams: one message a line, each written at once.
func Lines(in io.Reader, out io.Writer) Line {
	return &lines{bufio.NewReaderSize(in, bufferSize), out}
}

type lines struct {
	in  *bufio.Reader
	out io.Writer
}

func (line *lines) Send(message []byte) error {
	_, err := line.out.Write(append(message, '\n'))
	return ended(err)
}

func (line *lines) Receive() ([]byte, error) {
	message, err := line.in.ReadBytes('\n')
	return message, ended(err)
}

// Dial connects to an endpoint "ipc://PATH" as a DEALER. It speaks as much of ZeroMQ's wire
// protocol (ZMTP 3.1, RFC 37) as a bot needs.
func Dial(endpoint string) (Line, error) {
	path, found := strings.CutPrefix(endpoint, "ipc://")
	if !found {
		return nil, fmt.Errorf("ARENA_ENDPOINT is %q; this kit knows only ipc://PATH", endpoint)
	}
	socket, err := net.Dial("unix", path)
	if err != nil {
		return nil, fmt.Errorf("no referee at %s: %w", endpoint, err)
	}
	line := &zmtp{bufio.NewReaderSize(socket, bufferSize), socket}
	return line, line.shakeHands()
}

// zmtp is a connection on which every message is one frame.
type zmtp struct {
	in  *bufio.Reader
	out io.Writer
}

const (
	// Signature, version 3.1, mechanism (20 bytes), no server, filler (31 bytes).
	greeting = "\xff\x00\x00\x00\x00\x00\x00\x00\x01\x7f" + "\x03\x01" +
		"NULL\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" + "\x00" +
		"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
		"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	ready = "\x04\x29\x05READY" +
		"\x0bSocket-Type\x00\x00\x00\x06DEALER" + "\x08Identity\x00\x00\x00\x00"

	long    = 2 // flag of a frame: its length has eight bytes
	command = 4 // flag of a frame: it is no message
)

// shakeHands says both sides' first words. ZeroMQ takes no message before it has sent its READY.
func (line *zmtp) shakeHands() error {
	if _, err := io.WriteString(line.out, greeting+ready); err != nil {
		return ended(err)
	}
	if _, err := line.in.Discard(len(greeting)); err != nil {
		return ended(err)
	}
	_, _, err := line.frame()
	return ended(err)
}

func (line *zmtp) Send(message []byte) error {
	frame := make([]byte, 0, 9+len(message))
	if len(message) < 256 {
		frame = append(frame, 0, byte(len(message)))
	} else {
		frame = binary.BigEndian.AppendUint64(append(frame, long), uint64(len(message)))
	}
	_, err := line.out.Write(append(frame, message...))
	return ended(err)
}

func (line *zmtp) Receive() ([]byte, error) {
	for {
		flags, content, err := line.frame()
		if err != nil || flags&command == 0 {
			return content, ended(err)
		}
	}
}

// frame gives the flags and the content of the next frame.
func (line *zmtp) frame() (flags byte, content []byte, err error) {
	if flags, err = line.in.ReadByte(); err != nil {
		return 0, nil, err
	}
	var size [8]byte
	digits := size[7:]
	if flags&long != 0 {
		digits = size[:]
	}
	if _, err = io.ReadFull(line.in, digits); err != nil {
		return 0, nil, err
	}
	content = make([]byte, binary.BigEndian.Uint64(size[:]))
	_, err = io.ReadFull(line.in, content)
	return flags, content, err
}

// ended turns every way in which a line can end into errEnd: to a bot they are all one.
func ended(err error) error {
	if err != nil {
		return errEnd
	}
	return nil
}
