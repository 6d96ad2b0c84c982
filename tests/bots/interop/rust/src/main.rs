//! A bot's end of a line through the crate zeromq: it says hello and echoes until it hears bye.
//!
//!     peer ENDPOINT

use zeromq::{DealerSocket, Socket, SocketRecv, SocketSend, ZmqError, ZmqMessage};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), ZmqError> {
    let endpoint = std::env::args().nth(1).expect("an endpoint");
    let mut socket = DealerSocket::new();
    socket.connect(&endpoint).await?;
    let mut message = ZmqMessage::from("hello");
    while message.get(0).expect("a frame") != &b"bye"[..] {
        socket.send(message).await?;
        message = socket.recv().await?;
    }
    Ok(())
}
