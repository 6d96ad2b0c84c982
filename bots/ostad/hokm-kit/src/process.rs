//! What the standard library has no words for: three functions of the C library that it is linked to.
#![allow(unsafe_code)]

use std::ffi::c_int;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, AsRawFd};

const SIGINT: c_int = 2;
const SIGTERM: c_int = 15;

extern "C" {
    fn signal(number: c_int, handler: extern "C" fn(c_int)) -> usize;
    fn _exit(code: c_int) -> !;
    fn dup2(from: c_int, to: c_int) -> c_int;
}

extern "C" fn end(_: c_int) {
    // SAFETY: `_exit` takes any code, and may be called in a signal handler.
    unsafe { _exit(0) }
}

/// SIGTERM and SIGINT end the process at once, with exit code 0.
pub fn end_quietly_on_signals() {
    for number in [SIGINT, SIGTERM] {
        // SAFETY: the handler lives for ever and calls nothing that a signal handler may not.
        unsafe { signal(number, end) };
    }
}

/// Standard output, for whoever calls this alone; what others print goes to standard error instead.
pub fn take_standard_output() -> io::Result<File> {
    let mut stdout = io::stdout();
    stdout.flush()?;
    let output = stdout.as_fd().try_clone_to_owned()?;
    // SAFETY: both descriptors stay open as long as the process, and nobody else owns them.
    if unsafe { dup2(io::stderr().as_raw_fd(), stdout.as_raw_fd()) } < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(output.into())
}
