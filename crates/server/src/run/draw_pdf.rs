//! `agio draw-pdf`: renders one PDF in a sandboxed process. An exploit of the PDF parser gets a process without files,
//! connections, child processes, settings, keys or database access, and with limited memory and time.

use std::fs;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::process::ExitCode;

use anyhow::Context;
use providers::pdf::ChildDrawer;
use rustix::process::{Resource, Rlimit, setrlimit};
use tokio::process::Command;

use crate::run::confine::confine;

/// Arguments that start the renderer in this program.
#[cfg(not(test))]
const ENTRY: &[&str] = &["draw-pdf"];
/// Arguments that start it in a test binary, which runs a test of this name.
#[cfg(test)]
const ENTRY: &[&str] = &["run::draw_pdf::tests::the_process_that_draws", "--exact", "--ignored", "--test-threads=1"];

/// Memory beyond the amount used at the start: enough for a page of maximum size with a scan.
const MEMORY_BYTES_MAX: u64 = 512 * 1024 * 1024;
/// CPU time in seconds.
const TIME_S_MAX: u64 = 10;
/// Makes the allocator reserve chunks of this size, instead of the whole limit at once.
const PIECES: (&str, &str) = ("MIMALLOC_ARENA_RESERVE", "64MiB");

/// Starts a renderer for each PDF. It runs the current program, even if its file was replaced meanwhile, with an empty
/// environment.
pub fn drawer() -> ChildDrawer {
    ChildDrawer::new(command)
}

fn command() -> Command {
    let mut command = Command::new("/proc/self/exe");
    command.arg0("agio").args(ENTRY).env_clear().env(PIECES.0, PIECES.1).current_dir("/");
    command
}

/// Renders the PDF from standard input, which must be a socket.
///
/// # Errors
/// If there is no peer, or a restriction cannot be applied. Nothing is read then.
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

/// Applies the restrictions of [`confine`], and limits memory, time and files. Irrevocable.
fn give_up() -> anyhow::Result<()> {
    let memory = memory_bytes()?.saturating_add(MEMORY_BYTES_MAX);
    confine()?;
    let limits = [
        (Resource::As, memory),
        (Resource::Cpu, TIME_S_MAX),
        // Open files stay open, but no file can be opened or written.
        (Resource::Nofile, 0),
        (Resource::Fsize, 0),
    ];
    for (resource, most) in limits {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })
            .with_context(|| format!("the limit {resource:?} cannot be set"))?;
    }
    Ok(())
}

/// The address space used so far.
fn memory_bytes() -> anyhow::Result<u64> {
    let status = fs::read_to_string("/proc/self/status").context("how much memory is taken cannot be read")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmSize:")).unwrap_or_default();
    let kib: u64 = line.trim().trim_end_matches(" kB").parse().context("how much memory is taken cannot be read")?;
    Ok(kib.saturating_mul(1024))
}

#[cfg(test)]
mod tests;
