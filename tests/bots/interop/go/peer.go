// A bot's end of a line through zmq4: it says hello and echoes until it hears bye.
//
//	peer ENDPOINT
package main

import (
	"context"
	"log"
	"os"

	"github.com/go-zeromq/zmq4"
)

func main() {
	socket := zmq4.NewDealer(context.Background())
	defer socket.Close()
	if err := socket.Dial(os.Args[1]); err != nil {
		log.Fatal(err)
	}
	message := zmq4.NewMsgString("hello")
	for string(message.Bytes()) != "bye" {
		if err := socket.Send(message); err != nil {
			log.Fatal(err)
		}
		var err error
		if message, err = socket.Recv(); err != nil {
			log.Fatal(err)
		}
	}
}
