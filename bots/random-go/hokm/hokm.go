// Package hokm is what a Go program needs to play two-player Hokm in the arena: write a Bot, give
// it to Run.
//
//	func main() {
//		hokm.Run(hokm.Choose(first), "first", "you")
//	}
//
//	func first(seen *hokm.Observation, legal []hokm.Action) (hokm.Action, string) {
//		return legal[0], ""
//	}
//
// It needs nothing but the standard library. A bot takes these files along in a folder of its own.
package hokm

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

const (
	protocol  = 1
	noteLimit = 280 // characters
)

// A Bot chooses. One plays all matches of its process, one after another. A Bot that is also a
// MatchStarter, DealEnder or MatchEnder hears of these.
type Bot interface {
	// Act gives one of act.Legal or Concede, and a note that is kept in the record, or "".
	Act(act *Act) (action Action, note string)
}

// Choose is a Bot that looks at nothing but the observation and what is legal.
type Choose func(seen *Observation, legal []Action) (action Action, note string)

// Act calls the function.
func (choose Choose) Act(act *Act) (action Action, note string) {
	return choose(&act.Observation, act.Legal)
}

// A MatchStarter is told that a match begins.
type MatchStarter interface{ MatchStart(*MatchStart) }

// A DealEnder is told that a deal is over.
type DealEnder interface{ DealEnd(*DealEnd) }

// A MatchEnder is told that a match is over.
type MatchEnder interface{ MatchEnd(*MatchEnd) }

// Log prints to standard error, which the arena keeps.
func Log(words ...any) {
	fmt.Fprintln(os.Stderr, words...)
}

// Run plays until the referee says bye or is gone, or until SIGTERM or SIGINT, which end the process
// at once with exit code 0. Where it cannot play it says why on standard error; then the exit code
// is 1.
//
// The name has at most 40 characters, the author at most 200 or none.
func Run(bot Bot, name, author string) {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-stop
		os.Exit(0)
	}()
	line, err := connect()
	if err == nil {
		err = Play(bot, name, author, line)
	}
	if err != nil {
		Log(name+":", err)
		os.Exit(1)
	}
}

// Play is what Run does once there is a line: it says hello and answers every act until bye, or
// until the line ends. An error is about a message that this kit cannot read.
func Play(bot Bot, name, author string, line Line) error {
	err := send(line, hello{"hello", protocol, name, author})
	for err == nil {
		var data []byte
		if data, err = line.Receive(); err == nil {
			err = hear(bot, data, line)
		}
	}
	if errors.Is(err, errEnd) {
		return nil
	}
	return err
}

// hear lets the bot hear a message and sends what it answers; errEnd is what a bye leaves.
// Messages that a later version may bring are passed over.
func hear(bot Bot, data []byte, line Line) error {
	var message struct{ Type string }
	if err := json.Unmarshal(data, &message); err != nil {
		return fmt.Errorf("a message that is no JSON object: %w", err)
	}
	switch message.Type {
	case "act":
		return tell(data, func(act *Act) error { return answer(bot, act, line) })
	case "match_start":
		if bot, ok := bot.(MatchStarter); ok {
			return tell(data, quietly(bot.MatchStart))
		}
	case "deal_end":
		if bot, ok := bot.(DealEnder); ok {
			return tell(data, quietly(bot.DealEnd))
		}
	case "match_end":
		if bot, ok := bot.(MatchEnder); ok {
			return tell(data, quietly(bot.MatchEnd))
		}
	case "bye":
		return errEnd
	}
	return nil
}

func tell[Message any](data []byte, hearer func(*Message) error) error {
	message := new(Message)
	if err := json.Unmarshal(data, message); err != nil {
		return fmt.Errorf("a message that this kit cannot read: %w", err)
	}
	return hearer(message)
}

func quietly[Message any](hearer func(*Message)) func(*Message) error {
	return func(message *Message) error {
		hearer(message)
		return nil
	}
}

func answer(bot Bot, act *Act, line Line) error {
	action, note := bot.Act(act)
	if text := []rune(note); len(text) > noteLimit {
		note = string(text[:noteLimit])
	}
	return send(line, reply{"action", act.ID, action, note})
}

func send(line Line, message any) error {
	data, err := json.Marshal(message)
	if err != nil {
		return err
	}
	return line.Send(data)
}
