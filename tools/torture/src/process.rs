//! Processes: found in /proc, and signalled with the system's `kill` command, so that no unsafe code is needed.

use std::time::Duration;

use anyhow::{Context, ensure};
use tokio::process::Command;

/// Sends `signal` to all `processes` with one command, so that they end nearly simultaneously.
pub async fn signal(signal: &str, processes: &[u32]) -> anyhow::Result<()> {
    if processes.is_empty() {
        return Ok(());
    }
    let numbers = processes.iter().map(u32::to_string);
    // A process that has already ended is no failure; the caller checks the result.
    Command::new("/bin/kill").arg(format!("-{signal}")).args(numbers).output().await.context("kill cannot be run")?;
    Ok(())
}

/// The running child processes of `parent`.
pub fn children(parent: u32) -> Vec<u32> {
    let Ok(all) = std::fs::read_dir("/proc") else { return Vec::new() };
    let numbers = all.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    numbers.filter(|number| parent_of(*number) == Some(parent)).collect()
}

/// Whether the process has this name; ignores the arguments.
pub fn is(process: u32, name: &str) -> bool {
    std::fs::read(format!("/proc/{process}/cmdline")).is_ok_and(|line| line.starts_with(name.as_bytes()))
}

/// Parses the fourth field of the stat line; the second is a name in brackets and can contain any character.
fn parent_of(process: u32) -> Option<u32> {
    let line = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let mut rest = line.rsplit_once(')')?.1.split_whitespace();
    let state = rest.next()?;
    if state == "Z" { None } else { rest.next()?.parse().ok() }
}

fn runs(process: u32) -> bool {
    let Ok(line) = std::fs::read_to_string(format!("/proc/{process}/stat")) else { return false };
    line.rsplit_once(')').is_none_or(|(_, rest)| !rest.trim_start().starts_with('Z'))
}

/// Waits until all `processes` have ended.
pub async fn gone(processes: &[u32]) -> anyhow::Result<()> {
    for _ in 0..2_000 {
        if !processes.iter().any(|process| runs(*process)) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    ensure!(false, "processes {processes:?} do not end");
    Ok(())
}

/// A free port of this machine.
pub fn free_port() -> anyhow::Result<u16> {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).context("no free port")?;
    Ok(listener.local_addr()?.port())
}
