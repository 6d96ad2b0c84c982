package hokm

import (
	"crypto/sha256"
	"fmt"
)

// Deck is the shuffled pack of a deal, top first, from the seed of the match that stands in its
// record; deal 0 is what was turned up for the first hakem. It shows what happened in a match that
// is over: no bot ever learns a seed.
//
// The derivation is that of the protocol's chapter on decks.
func Deck(matchSeed string, deal int) []Card {
	deck := make([]Card, 0, 52)
	for _, suit := range "SHDC" {
		for _, rank := range "AKQJT98765432" {
			deck = append(deck, Card([]rune{rank, suit}))
		}
	}
	next := stream(fmt.Sprintf("hokm-arena deck 1|%s|%d", matchSeed, deal))
	for last := len(deck) - 1; last > 0; last-- {
		count := last + 1
		draw := int(next())
		for draw >= 256-256%count {
			draw = int(next())
		}
		deck[last], deck[draw%count] = deck[draw%count], deck[last]
	}
	return deck
}

// stream gives the bytes of a label, one a call.
func stream(label string) func() byte {
	var digest []byte
	blocks := 0
	return func() byte {
		if len(digest) == 0 {
			sum := sha256.Sum256([]byte(fmt.Sprintf("%s|%d", label, blocks)))
			digest = sum[:]
			blocks++
		}
		next := digest[0]
		digest = digest[1:]
		return next
	}
}
