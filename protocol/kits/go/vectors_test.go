package hokm

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// The files in protocol/vectors, replayed as the README there says.
const vectors = "../../vectors"

// said is a line of a conversation.
type said struct {
	From    string
	Message json.RawMessage
}

func (s said) kind() string {
	var message struct{ Type string }
	must(json.Unmarshal(s.Message, &message))
	return message.Type
}

// script is a Line on which a conversation must be repeated.
type script struct {
	t    *testing.T
	left []said
}

func (s *script) take(from string) said {
	s.t.Helper()
	next := s.left[0]
	if next.From != from {
		s.t.Fatalf("%s speaks instead of %s, who says %s", from, next.From, next.Message)
	}
	s.left = s.left[1:]
	return next
}

func (s *script) Receive() ([]byte, error) {
	if len(s.left) == 0 {
		return nil, errEnd
	}
	return s.take("referee").Message, nil
}

func (s *script) Send(message []byte) error {
	if len(s.left) == 0 {
		s.t.Fatalf("said too much: %s", message)
	}
	same(s.t, message, s.take("bot").Message)
	return nil
}

// replayer answers what stands next in its script, and remembers what it hears.
type replayer struct {
	*script
	heard     []string
	unchecked bool // whether its answers may be illegal
}

func (r *replayer) MatchStart(*MatchStart) { r.heard = append(r.heard, "match_start") }
func (r *replayer) DealEnd(*DealEnd)       { r.heard = append(r.heard, "deal_end") }
func (r *replayer) MatchEnd(*MatchEnd)     { r.heard = append(r.heard, "match_end") }

func (r *replayer) choose(_ *Observation, legal []Action) (Action, string) {
	var next reply
	must(json.Unmarshal(r.left[0].Message, &next))
	listed := slices.ContainsFunc(legal, func(action Action) bool {
		return reflect.DeepEqual(sorted(action), sorted(next.Action))
	})
	if !listed && !next.Action.Concede && !r.unchecked {
		r.t.Errorf("%+v is not in %+v", next.Action, legal)
	}
	return next.Action, next.Note
}

func (r *replayer) Act(act *Act) (Action, string) { return Choose(r.choose).Act(act) }

// replay lets the kit play a conversation to its end.
func replay(t *testing.T, lines []said, unchecked bool) {
	t.Helper()
	var hello hello
	must(json.Unmarshal(lines[0].Message, &hello))
	var told []string
	for _, line := range lines {
		if kind := line.kind(); slices.Contains([]string{"match_start", "deal_end", "match_end"}, kind) {
			told = append(told, kind)
		}
	}
	line := &script{t, lines}
	bot := &replayer{script: line, unchecked: unchecked}
	if err := Play(bot, hello.Name, hello.Author, line); err != nil {
		t.Error(err)
	}
	if len(line.left) > 0 {
		t.Errorf("it ended before %s", line.left[0].Message)
	}
	if !slices.Equal(bot.heard, told) {
		t.Errorf("heard %v instead of %v", bot.heard, told)
	}
}

func TestConversations(t *testing.T) {
	paths, err := filepath.Glob(vectors + "/conversations/*.jsonl")
	must(err)
	if len(paths) == 0 {
		t.Fatal("no conversations")
	}
	for _, path := range append(paths, vectors+"/conversation.jsonl") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			replay(t, readLines[said](path), false)
		})
	}
}

func TestIllegalActionsAreSentAsTheyAre(t *testing.T) {
	var file struct {
		Acts []struct {
			Name    string
			Message json.RawMessage
		}
		Refused []struct {
			Name, Act, Fault string
			Sent             []any
			Then             json.RawMessage
		}
	}
	read("refusals.json", &file)
	acts := map[string]json.RawMessage{}
	for _, act := range file.Acts {
		acts[act.Name] = act.Message
	}
	for _, refused := range file.Refused {
		if refused.Fault != "illegal" {
			continue
		}
		t.Run(refused.Name, func(t *testing.T) {
			replay(t, []said{
				{"bot", encode(hello{"hello", 1, "first", ""})},
				{"referee", acts[refused.Act]},
				{"bot", []byte(refused.Sent[0].(string))},
				{"referee", refused.Then},
			}, true)
		})
	}
}

func TestMessagesAreReadAndWrittenWhole(t *testing.T) {
	var file struct {
		Messages []struct {
			Name    string
			Message json.RawMessage
		}
	}
	read("messages.json", &file)
	for _, each := range file.Messages {
		t.Run(each.Name, func(t *testing.T) {
			switch kind := (said{"", each.Message}).kind(); kind {
			case "hello":
				same(t, encode(decode[hello](each.Message)), each.Message)
			case "action":
				same(t, encode(decode[reply](each.Message)), each.Message)
			case "match_start":
				sameButType(t, decode[MatchStart](each.Message), each.Message)
			case "act":
				sameButType(t, decode[Act](each.Message), each.Message)
			case "deal_end":
				sameButType(t, decode[DealEnd](each.Message), each.Message)
			case "match_end":
				sameButType(t, decode[MatchEnd](each.Message), each.Message)
			case "bye":
			default:
				t.Errorf("nobody reads %s", kind)
			}
		})
	}
}

func TestObservationsAreReadWhole(t *testing.T) {
	type decision struct{ Observations []json.RawMessage }
	for _, decision := range readLines[decision](vectors + "/observations.jsonl") {
		for _, seen := range decision.Observations {
			same(t, encode(decode[Observation](seen)), seen)
		}
	}
}

func TestNotesAreCutAndEmptyOnesLeftOut(t *testing.T) {
	var file struct {
		Notes []struct {
			Note string
			Sent *string
		}
	}
	read("notes.json", &file)
	for _, each := range file.Notes {
		want := map[string]any{"type": "action", "id": "1", "action": Concede}
		if each.Sent != nil {
			want["note"] = *each.Sent
		}
		line := &script{t, []said{{"bot", encode(want)}}}
		bot := Choose(func(*Observation, []Action) (Action, string) { return Concede, each.Note })
		must(hear(bot, []byte(`{"type":"act","id":"1"}`), line))
	}
}

func TestDecks(t *testing.T) {
	var file struct {
		Decks []struct {
			MatchSeed string `json:"match_seed"`
			Deal      int
			Deck      []Card
		}
	}
	read("decks.json", &file)
	for _, each := range file.Decks {
		if deck := Deck(each.MatchSeed, each.Deal); !slices.Equal(deck, each.Deck) {
			t.Errorf("deal %d of %q: %v", each.Deal, each.MatchSeed, deck)
		}
	}
}

// same fails where two JSON texts differ. What is null may be the empty value of its type.
func same(t *testing.T, got, want []byte) {
	t.Helper()
	if got, want := plain(decode[any](got)), plain(decode[any](want)); !reflect.DeepEqual(got, want) {
		t.Errorf("%v\ninstead of %v", got, want)
	}
}

func sameButType(t *testing.T, got any, want []byte) {
	t.Helper()
	fields := decode[map[string]any](want)
	delete(fields, "type")
	same(t, encode(got), encode(fields))
}

// plain puts the empty text for null where text is due, 0 where a number is.
func plain(value any) any {
	switch value := value.(type) {
	case []any:
		for i := range value {
			value[i] = plain(value[i])
		}
	case map[string]any:
		for name := range value {
			switch {
			case value[name] == nil && slices.Contains([]string{"trump", "lead", "took"}, name):
				value[name] = ""
			case name == "throw_counts":
				for seat, count := range value[name].([]any) {
					if count == nil {
						value[name].([]any)[seat] = 0.0
					}
				}
			default:
				value[name] = plain(value[name])
			}
		}
	}
	return value
}

func sorted(action Action) Action {
	action.Throw = slices.Clone(action.Throw)
	slices.Sort(action.Throw)
	return action
}

func encode(value any) []byte {
	data, err := json.Marshal(value)
	must(err)
	return data
}

func decode[T any](data []byte) (value T) {
	must(json.Unmarshal(data, &value))
	return value
}

func read(name string, into any) {
	data, err := os.ReadFile(filepath.Join(vectors, name))
	must(err)
	must(json.Unmarshal(data, into))
}

func readLines[T any](path string) (lines []T) {
	data, err := os.ReadFile(path)
	must(err)
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		lines = append(lines, decode[T]([]byte(line)))
	}
	return lines
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
