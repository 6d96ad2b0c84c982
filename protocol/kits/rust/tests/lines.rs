//! A bot as a process of its own: the line, and the end.

mod common;

use std::ffi::{c_char, c_int, CStr};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::fd::FromRawFd;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use common::{items, members, vector_file};

const HELLO: &str = r#"{"type":"hello","protocol":1,"name":"talker"}"#;
const BYE: &str = r#"{"type":"bye"}"#;
const SIGINT: c_int = 2;
const SIGTERM: c_int = 15;

extern "C" {
    fn kill(process: c_int, signal: c_int) -> c_int;
    fn posix_openpt(flags: c_int) -> c_int;
    fn grantpt(terminal: c_int) -> c_int;
    fn unlockpt(terminal: c_int) -> c_int;
    fn ptsname(terminal: c_int) -> *const c_char;
}

/// examples/talker.rs, which cargo has built beside this test.
fn talker() -> Command {
    let test = std::env::current_exe().unwrap();
    let program = test.parent().unwrap().with_file_name("examples").join("talker");
    assert!(program.exists(), "{} is built by `cargo test`", program.display());
    let mut command = Command::new(program);
    command.env_remove("ARENA_ENDPOINT");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A bot over lines.
struct Lines {
    process: Child,
    output: BufReader<std::process::ChildStdout>,
}

impl Lines {
    fn start() -> Self {
        let mut process = talker().spawn().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let mut lines = Self { process, output };
        assert_eq!(lines.hear(), HELLO);
        lines
    }

    fn say(&mut self, text: &str) {
        self.process.stdin.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.strip_suffix('\n').unwrap().to_string()
    }
}

/// Its exit code (none after a signal) and what it wrote to standard error.
fn end(process: Child) -> (Option<i32>, String) {
    let output = process.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// A referee's end of a line, in a folder of its own.
struct Referee {
    folder: PathBuf,
    listener: UnixListener,
}

impl Referee {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("hokm-kit-{}-{name}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        let listener = UnixListener::bind(folder.join("a.sock")).unwrap();
        Self { folder, listener }
    }

    fn start(&self) -> Child {
        let endpoint = format!("ipc://{}", self.folder.join("a.sock").display());
        talker().env("ARENA_ENDPOINT", endpoint).spawn().unwrap()
    }

    /// A connection with the handshake done, byte by byte.
    fn accept(&self) -> UnixStream {
        let (mut stream, _) = self.listener.accept().unwrap();
        let mut greeting = b"\xff\0\0\0\0\0\0\0\0\x7f\x03\x01NULL".to_vec();
        greeting.resize(64, 0);
        trickle(&mut stream, &greeting);
        trickle(&mut stream, b"\x04\x1c\x05READY\x0bSocket-Type\0\0\0\x06DEALER");
        let mut got = [0; 64];
        stream.read_exact(&mut got).unwrap();
        assert_eq!(got[9..], greeting[9..]);
        assert_eq!(frame(&mut stream)[1..6], *b"READY");
        stream
    }
}

impl Drop for Referee {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn trickle(stream: &mut UnixStream, bytes: &[u8]) {
    bytes.iter().for_each(|byte| stream.write_all(&[*byte]).unwrap());
}

/// The content of the next frame.
fn frame(stream: &mut UnixStream) -> Vec<u8> {
    let mut head = [0; 2];
    stream.read_exact(&mut head).unwrap();
    let mut size = usize::from(head[1]);
    if head[0] == 2 {
        let mut rest = [0; 7];
        stream.read_exact(&mut rest).unwrap();
        assert_eq!((head[1], &rest[..5]), (0, &[0; 5][..]));
        size = usize::from(rest[5]) << 8 | usize::from(rest[6]);
    } else {
        assert!(head[0] == 0 || head[0] == 4);
    }
    let mut content = vec![0; size];
    stream.read_exact(&mut content).unwrap();
    content
}

/// A request of the vectors, and what the talker answers.
fn act_and_answer() -> (String, String) {
    let file = vector_file("conversation.jsonl");
    let act = members(file.lines().nth(2).unwrap())["message"];
    let (id, last) = (members(act)["id"], *items(members(act)["legal"]).last().unwrap());
    (act.into(), format!(r#"{{"type":"action","id":{id},"action":{last}}}"#))
}

#[test]
fn over_zeromq_it_takes_what_trickles_in_skips_commands_and_ends_on_bye() {
    let referee = Referee::new("trickle");
    let bot = referee.start();
    let mut stream = referee.accept();
    let (act, answer) = act_and_answer();
    assert_eq!(frame(&mut stream), HELLO.as_bytes());
    trickle(&mut stream, b"\x04\x0a\x04PING\0\0abc");
    trickle(&mut stream, &[&[2], &act.len().to_be_bytes()[..], act.as_bytes()].concat());
    assert_eq!(frame(&mut stream), answer.as_bytes());
    trickle(&mut stream, &[b"\0\x0e", BYE.as_bytes()].concat());
    assert_eq!(end(bot), (Some(0), "here\n".into()));
}

#[test]
fn over_zeromq_a_long_answer_is_sent_whole() {
    let referee = Referee::new("long");
    let bot = referee.start();
    let mut stream = referee.accept();
    assert_eq!(frame(&mut stream), HELLO.as_bytes());
    let act = act_and_answer().0.replace("\"deal\":1,", "\"deal\":88,");
    trickle(&mut stream, &[&[2], &act.len().to_be_bytes()[..], act.as_bytes()].concat());
    let answer = String::from_utf8(frame(&mut stream)).unwrap();
    assert_eq!(members(&answer)["note"].len(), 282);
    drop(stream);
    assert_eq!(end(bot), (Some(0), "here\n".into()));
}

#[test]
fn over_zeromq_it_ends_when_the_referee_is_gone_at_any_time() {
    for moment in 0..3 {
        let referee = Referee::new(&format!("gone-{moment}"));
        let bot = referee.start();
        if moment == 0 {
            drop(referee.listener.accept().unwrap());
        } else {
            let mut stream = referee.accept();
            trickle(&mut stream, if moment == 1 { b"" } else { b"\0\x0e{\"type\"" });
        }
        assert_eq!(end(bot), (Some(0), String::new()), "moment {moment}");
    }
}

#[test]
fn over_lines_it_answers_keeps_its_own_words_out_of_them_and_ends_with_its_input() {
    let (act, answer) = act_and_answer();
    let mut bot = Lines::start();
    bot.say(&format!("{act}\n"));
    assert_eq!(bot.hear(), answer);
    bot.say("\n{\"type\":"); // an empty line, and half a message
    let words = "hm\nhere\ntalker: left out a message: a value expected at byte 0\n";
    assert_eq!(end(bot.process), (Some(0), words.into()));
}

#[test]
fn over_lines_it_ends_on_bye() {
    let mut bot = Lines::start();
    bot.say(&format!("{BYE}\n"));
    assert_eq!(bot.process.wait().unwrap().code(), Some(0));
}

#[test]
fn signals_end_it_quietly() {
    for signal in [SIGTERM, SIGINT] {
        let mut bot = Lines::start();
        let input = bot.process.stdin.take();
        // SAFETY: `kill` takes any numbers, and the process has not been waited for.
        assert_eq!(unsafe { kill(bot.process.id() as c_int, signal) }, 0);
        assert_eq!(end(bot.process), (Some(0), String::new()));
        drop(input);
    }
}

#[test]
fn a_panic_of_the_bot_ends_it_with_its_words() {
    let mut bot = Lines::start();
    let (act, _) = act_and_answer();
    bot.say(&format!("{}\n", act.replace("\"deal\":1,", "\"deal\":77,")));
    let (code, words) = end(bot.process);
    assert_eq!(code, Some(101));
    assert!(words.contains("lost my way"), "{words}");
}

#[test]
fn an_endpoint_that_is_no_ipc_is_refused() {
    for endpoint in ["tcp://127.0.0.1:1", "ipc://", "ipc:", "x"] {
        let bot = talker().env("ARENA_ENDPOINT", endpoint).spawn().unwrap();
        let words = format!("talker: ARENA_ENDPOINT is no ipc:// and a path: {endpoint}\n");
        assert_eq!(end(bot), (Some(1), words));
    }
}

#[test]
fn where_nobody_listens_it_says_so() {
    let bot = talker().env("ARENA_ENDPOINT", "ipc:///nowhere/a.sock").spawn().unwrap();
    let (code, words) = end(bot);
    assert_eq!(code, Some(1));
    assert!(words.starts_with("talker: /nowhere/a.sock: No such file or directory"), "{words}");
}

#[test]
fn started_by_hand_it_says_how_to_start_it() {
    const READ_WRITE: c_int = 2;
    // SAFETY: each of these takes what the one before it gave, and `ptsname` a text that is read at once.
    let (_terminal, name) = unsafe {
        let terminal = posix_openpt(READ_WRITE);
        assert!(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
        let name = CStr::from_ptr(ptsname(terminal)).to_str().unwrap().to_string();
        (File::from_raw_fd(terminal), name)
    };
    let input = OpenOptions::new().read(true).write(true).open(name).unwrap();
    let (code, words) = end(talker().stdin(input).spawn().unwrap());
    assert_eq!(code, Some(1));
    assert!(words.contains("arena play FOLDER naive"), "{words}");
}
