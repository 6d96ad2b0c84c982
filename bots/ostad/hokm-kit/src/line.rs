//! The connection to the referee: whole messages over ZeroMQ, or lines over standard input and output.

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, StdinLock, Write};
use std::os::unix::net::UnixStream;

use crate::process;

/// Whole messages each way. An error means that the referee is gone.
pub trait Line {
    /// Waits for the next message.
    fn receive(&mut self) -> io::Result<Vec<u8>>;
    /// Sends one message.
    fn send(&mut self, message: &[u8]) -> io::Result<()>;
}

/// As much of the ZeroMQ wire protocol (ZMTP 3, RFC 23) as a bot needs, over `ipc://`.
pub struct ZmqLine {
    socket: BufReader<UnixStream>,
}

/// Signature, version 3.1 and mechanism; no server and filler come behind.
const GREETING: &[u8] = b"\xff\0\0\0\0\0\0\0\x01\x7f\x03\x01NULL";
const GREETING_SIZE: usize = 64;
const READY: &[u8] = b"\x04\x29\x05READY\x0bSocket-Type\0\0\0\x06DEALER\x08Identity\0\0\0\0";

const LONG: u8 = 2;
const COMMAND: u8 = 4;
const FRAME_LIMIT: u64 = 64 << 20;

impl ZmqLine {
    /// Connects to `ipc://` and a path. An error of the kind `InvalidInput` means that it is no such
    /// endpoint, any other that nobody is there.
    pub fn connect(endpoint: &str) -> io::Result<Self> {
        let path = endpoint.strip_prefix("ipc://").filter(|path| !path.is_empty());
        let path = path.ok_or_else(|| {
            let problem = format!("ARENA_ENDPOINT is no ipc:// and a path: {endpoint}");
            io::Error::new(ErrorKind::InvalidInput, problem)
        })?;
        let socket = UnixStream::connect(path)
            .map_err(|error| io::Error::new(error.kind(), format!("{path}: {error}")))?;
        let mut line = Self { socket: BufReader::with_capacity(65536, socket) };
        let _ = line.greet(); // if the referee is gone, `send` and `receive` will tell
        Ok(line)
    }

    /// Shakes hands. The referee's READY is awaited, before which libzmq takes no message.
    fn greet(&mut self) -> io::Result<()> {
        let mut greeting = GREETING.to_vec();
        greeting.resize(GREETING_SIZE, 0);
        greeting.extend(READY);
        self.socket.get_mut().write_all(&greeting)?;
        self.socket.read_exact(&mut [0; GREETING_SIZE])?;
        self.frame().map(drop)
    }

    /// The flags of the next frame, and its content.
    fn frame(&mut self) -> io::Result<(u8, Vec<u8>)> {
        let [flags, short] = self.bytes()?;
        let size = if flags & LONG == 0 {
            short.into()
        } else {
            let rest: [u8; 7] = self.bytes()?;
            rest.iter().fold(u64::from(short), |size, byte| size << 8 | u64::from(*byte))
        };
        if size > FRAME_LIMIT {
            return Err(ErrorKind::InvalidData.into());
        }
        let mut content = vec![0; size as usize];
        self.socket.read_exact(&mut content)?;
        Ok((flags, content))
    }

    fn bytes<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.socket.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

impl Line for ZmqLine {
    fn receive(&mut self) -> io::Result<Vec<u8>> {
        loop {
            let (flags, content) = self.frame()?;
            if flags & COMMAND == 0 {
                return Ok(content);
            }
        }
    }

    fn send(&mut self, message: &[u8]) -> io::Result<()> {
        let mut data = match u8::try_from(message.len()) {
            Ok(size) => vec![0, size],
            Err(_) => [&[LONG], &(message.len() as u64).to_be_bytes()[..]].concat(),
        };
        data.extend(message);
        self.socket.get_mut().write_all(&data)
    }
}

/// One message a line. What else the program prints goes to standard error from then on.
pub struct StdioLine {
    input: StdinLock<'static>,
    output: File,
}

impl StdioLine {
    /// Takes standard input and output for itself.
    pub fn take() -> io::Result<Self> {
        let output = process::take_standard_output()?;
        Ok(Self { input: io::stdin().lock(), output })
    }
}

impl Line for StdioLine {
    fn receive(&mut self) -> io::Result<Vec<u8>> {
        let mut line = vec![];
        self.input.read_until(b'\n', &mut line)?;
        match line.pop() {
            Some(b'\n') => Ok(line),
            _ => Err(ErrorKind::UnexpectedEof.into()),
        }
    }

    fn send(&mut self, message: &[u8]) -> io::Result<()> {
        self.output.write_all(&[message, b"\n"].concat())
    }
}
