//! Processes: found under /proc, and signalled with the system's own `kill`, so that nothing here needs unsafe code.

use std::time::Duration;

use anyhow::{Context, ensure};
use tokio::process::Command;

/// Sends `signal` to every one of `processes` with one call, so that they end as close together as can be.
pub async fn signal(signal: &str, processes: &[u32]) -> anyhow::Result<()> {
    if processes.is_empty() {
        return Ok(());
    }
    let numbers = processes.iter().map(u32::to_string);
    // One that is gone already is no failure; what matters is looked at afterwards.
    Command::new("/bin/kill").arg(format!("-{signal}")).args(numbers).output().await.context("kill cannot be run")?;
    Ok(())
}

/// The processes that `parent` has started and that still run.
pub fn children(parent: u32) -> Vec<u32> {
    let Ok(all) = std::fs::read_dir("/proc") else { return Vec::new() };
    let numbers = all.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    numbers.filter(|number| parent_of(*number) == Some(parent)).collect()
}

/// Whether `process` calls itself so; what follows the name is not looked at.
pub fn is(process: u32, name: &str) -> bool {
    std::fs::read(format!("/proc/{process}/cmdline")).is_ok_and(|line| line.starts_with(name.as_bytes()))
}

/// The fourth field of its stat line; the second is a name in brackets that may hold anything.
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

/// Waits until none of `processes` runs any more.
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

/// A port of this machine that nobody listens on now.
pub fn free_port() -> anyhow::Result<u16> {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).context("no free port")?;
    Ok(listener.local_addr()?.port())
}
