//! `agio draw-pdf`: draws one PDF, after it has given up everything that a drawing does not need. Whoever finds a hole in what
//! reads PDFs finds themselves in a process that opens no file and no connection, starts no program, has little memory and time,
//! and knows nothing: it has no settings, no keys and no database.

use std::fs;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::process::ExitCode;

use anyhow::Context;
use providers::pdf::ChildDrawer;
use rustix::process::{Resource, Rlimit, setrlimit};
use tokio::process::Command;

use crate::confine::confine;

/// How this very program is told to draw.
#[cfg(not(test))]
const ENTRY: &[&str] = &["draw-pdf"];
/// A program of tests is told so by the name of one of them.
#[cfg(test)]
const ENTRY: &[&str] = &["draw_pdf::tests::the_process_that_draws", "--exact", "--ignored", "--test-threads=1"];

/// Beyond what it has when it starts: a page of the largest size and a scan that lies on it.
const MEMORY_BYTES_MAX: u64 = 512 * 1024 * 1024;
/// Seconds of a processor.
const TIME_S_MAX: u64 = 10;
/// The allocator takes memory in pieces of this size, instead of all that the limit would allow at once.
const PIECES: (&str, &str) = ("MIMALLOC_ARENA_RESERVE", "64MiB");

/// What starts one for each PDF: this very program, also when its file has been replaced meanwhile, with nothing of our
/// environment.
pub fn drawer() -> ChildDrawer {
    ChildDrawer::new(command)
}

fn command() -> Command {
    let mut command = Command::new("/proc/self/exe");
    command.arg0("agio").args(ENTRY).env_clear().env(PIECES.0, PIECES.1).current_dir("/");
    command
}

/// Draws the PDF that comes on standard input, which is a socket.
///
/// # Errors
/// When nobody is there to answer, or not everything could be given up: then nothing is read.
pub fn run() -> anyhow::Result<ExitCode> {
    let stream = inherited()?;
    give_up()?;
    Ok(providers::pdf::serve(&stream).into())
}

fn inherited() -> anyhow::Result<UnixStream> {
    let stream = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    stream.local_addr().context("standard input is no socket: the server starts this itself, for each PDF")?;
    Ok(stream)
}

/// Gives up, for ever, what [`confine`] says, and more memory, time and files.
fn give_up() -> anyhow::Result<()> {
    let memory = memory_bytes()?.saturating_add(MEMORY_BYTES_MAX);
    confine()?;
    let limits = [
        (Resource::As, memory),
        (Resource::Cpu, TIME_S_MAX),
        // What is open stays open; nothing is opened or written any more.
        (Resource::Nofile, 0),
        (Resource::Fsize, 0),
    ];
    for (resource, most) in limits {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })
            .with_context(|| format!("the limit {resource:?} cannot be set"))?;
    }
    Ok(())
}

/// The addresses that this process has taken so far.
fn memory_bytes() -> anyhow::Result<u64> {
    let status = fs::read_to_string("/proc/self/status").context("how much memory is taken cannot be read")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmSize:")).unwrap_or_default();
    let kib: u64 = line.trim().trim_end_matches(" kB").parse().context("how much memory is taken cannot be read")?;
    Ok(kib.saturating_mul(1024))
}

#[cfg(test)]
mod tests;
