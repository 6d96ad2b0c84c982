// Plays any legal action, each as likely as the next.
//
// Chance comes from the id of the decision alone, so that a match which is replayed goes the same
// way.
package main

import (
	"hash/fnv"

	"bot/hokm"
)

type random struct{}

// Act draws one of what is legal.
func (random) Act(act *hokm.Act) (action hokm.Action, note string) {
	return act.Legal[int(chance(act.ID)*float64(len(act.Legal)))], ""
}

// chance is a number from 0 up to 1, excluded, that looks random and depends on the text alone: the
// text's 32-bit FNV-1a hash, then one step of the mulberry32 generator.
func chance(text string) float64 {
	hash := fnv.New32a()
	hash.Write([]byte(text))
	mixed := hash.Sum32() + 0x6d2b79f5
	mixed = (mixed ^ mixed>>15) * (mixed | 1)
	mixed ^= mixed + (mixed^mixed>>7)*(mixed|61)
	return float64(mixed^mixed>>14) / (1 << 32)
}

func main() {
	hokm.Run(random{}, "random-go", "Hokm Arena")
}
