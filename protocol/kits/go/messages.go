package hokm

// A Card is text, rank then suit: "AS", "TH", "2C".
type Card string

// A Suit is "S", "H", "D" or "C".
type Suit string

// A Seat is 0 or 1. Arrays of two go by seat.
type Seat int

// The suits, in the order of a hand.
const (
	Spades   Suit = "S"
	Hearts   Suit = "H"
	Diamonds Suit = "D"
	Clubs    Suit = "C"
)

// Suit is the card's second letter.
func (card Card) Suit() Suit { return Suit(card[1:]) }

// Rank goes from 2 up to 14, the ace.
func (card Card) Rank() int {
	switch rank := card[0]; rank {
	case 'T':
		return 10
	case 'J':
		return 11
	case 'Q':
		return 12
	case 'K':
		return 13
	case 'A':
		return 14
	default:
		return int(rank - '0')
	}
}

// Other is the opponent's seat.
func (seat Seat) Other() Seat { return 1 - seat }

// A Phase says what is to be decided.
type Phase string

// The phases of a deal.
const (
	Opening  Phase = "open"  // trump, and two or three cards thrown
	Throwing Phase = "throw" // the other seat's cards thrown
	Drawing  Phase = "draw"  // the offered card kept or rejected
	Picking  Phase = "pick"  // one of the last two cards
	Playing  Phase = "play"
)

// A Draw says what became of an offered card.
type Draw string

// A pick is told among the draws, and is no action of its own.
const (
	Keep   Draw = "keep"
	Reject Draw = "reject"
	Pick   Draw = "pick"
)

// An Action has one of its fields, but for the opening: there Trump and Throw go together.
type Action struct {
	Trump   Suit   `json:"trump,omitempty"`
	Throw   []Card `json:"throw,omitempty"` // in any order
	Draw    Draw   `json:"draw,omitempty"`
	Pick    Card   `json:"pick,omitempty"`
	Play    Card   `json:"play,omitempty"`
	Concede bool   `json:"concede,omitempty"`
}

// Concede gives up the match. It is never listed and always legal.
var Concede = Action{Concede: true}

// An Act asks for a decision.
type Act struct {
	ID          string      `json:"id"` // says nothing, and never comes twice
	Observation Observation `json:"observation"`
	Legal       []Action    `json:"legal"`   // every legal action but Concede
	MoveMS      int         `json:"move_ms"` // milliseconds for this decision
	BankMS      int         `json:"bank_ms"` // milliseconds left for all that take longer
}

// An Observation is everything that a seat may know.
type Observation struct {
	Deal        int     `json:"deal"` // number of the deal, from 1
	Phase       Phase   `json:"phase"`
	Seat        Seat    `json:"seat"` // yours
	Turn        Seat    `json:"turn"`
	Score       [2]int  `json:"score"`
	Hakem       Seat    `json:"hakem"`
	HakemDraw   []Card  `json:"hakem_draw"`   // turned up for the first hakem
	Trump       Suit    `json:"trump"`        // "" until hakem has opened
	Hand        []Card  `json:"hand"`         // suit by suit (S H D C), each from the ace down
	Thrown      []Card  `json:"thrown"`       // by you
	ThrowCounts [2]int  `json:"throw_counts"` // 0 where a seat has not thrown yet
	Draws       []Drawn `json:"draws"`
	Stock       int     `json:"stock"`   // cards left in it, those offered included
	Offered     []Card  `json:"offered"` // the top card when drawing, both last cards when picking
	Tricks      []Trick `json:"tricks"`  // the finished ones
	Lead        Card    `json:"lead"`    // the card to answer, "" if you lead
	TricksWon   [2]int  `json:"tricks_won"`
}

// Drawn is a turn at the stock. Saw and Took are empty where it was the opponent's.
type Drawn struct {
	Seat Seat   `json:"seat"`
	Draw Draw   `json:"draw"`
	Saw  []Card `json:"saw"`
	Took Card   `json:"took"`
}

// A Trick is a lead and its answer.
type Trick struct {
	Leader Seat    `json:"leader"`
	Cards  [2]Card `json:"cards"`
	Winner Seat    `json:"winner"`
}

// A MatchStart says that a match begins.
type MatchStart struct {
	Match  string         `json:"match"`
	Seat   Seat           `json:"seat"`
	Rules  Rules          `json:"rules"`
	Time   Time           `json:"time"`
	Limits map[string]int `json:"limits"` // what the process may use, such as memory_mib
	Format string         `json:"format"` // "match", or "deals": single deals without a score
}

// Rules are the points that win a match, and what a kot is worth.
type Rules struct {
	Target   int `json:"target"`
	KotHakem int `json:"kot_hakem"`
	KotOther int `json:"kot_other"`
}

// Time is in milliseconds; Ponder says whether a bot may compute while it is not asked.
type Time struct {
	StartupMS   int  `json:"startup_ms"`
	MoveMS      int  `json:"move_ms"`
	BankMS      int  `json:"bank_ms"`
	IncrementMS int  `json:"increment_ms"`
	Ponder      bool `json:"ponder"`
}

// A DealEnd says how a deal ended, and the score in the match.
type DealEnd struct {
	Result Result `json:"result"`
	Score  [2]int `json:"score"`
}

// A Result is that of a deal; the points are the winner's.
type Result struct {
	Deal   int    `json:"deal"`
	Winner Seat   `json:"winner"`
	Tricks [2]int `json:"tricks"`
	Points int    `json:"points"`
	Kot    bool   `json:"kot"`
}

// A MatchEnd says how a match ended.
type MatchEnd struct {
	Score  [2]int `json:"score"`
	Winner *Seat  `json:"winner"` // nil where single deals gave both as many points
	Reason string `json:"reason"` // "normal", "concede" or "forfeit"
}

type hello struct {
	Type     string `json:"type"`
	Protocol int    `json:"protocol"`
	Name     string `json:"name"`
	Author   string `json:"author,omitempty"`
}

type reply struct {
	Type   string `json:"type"`
	ID     string `json:"id"`
	Action Action `json:"action"`
	Note   string `json:"note,omitempty"`
}
