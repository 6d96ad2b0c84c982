package main

import (
	"bytes"
	"fmt"
	"sync"
	"sync/atomic"
)

const (
	threads = 4
	below   = 40_000
	mib     = 100
)

func isPrime(number int) bool {
	for d := 2; d*d <= number; d++ {
		if number%d == 0 {
			return false
		}
	}
	return number > 1
}

func main() {
	var found atomic.Int64
	var group sync.WaitGroup
	for part := 0; part < threads; part++ {
		group.Add(1)
		go func(first int) {
			defer group.Done()
			for number := first; number < below; number += threads {
				if isPrime(number) {
					found.Add(1)
				}
			}
		}(part)
	}
	var kept [][]byte
	for n := 0; n < mib; n++ {
		kept = append(kept, bytes.Repeat([]byte{1}, 1<<20))
	}
	group.Wait()
	held := 0
	for _, block := range kept {
		held += bytes.Count(block, []byte{1})
	}
	fmt.Println("hello", found.Load(), held>>20)
}
