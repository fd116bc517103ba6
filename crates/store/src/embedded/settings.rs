//! The settings of the private PostgreSQL.

use std::path::Path;

use super::cluster::Durability;

/// The size of `shared_buffers` in megabytes: a sixteenth of the machine's memory within bounds, because other programs
/// share the machine. Below 64 the upper pages of a large ledger's indexes do not fit, and each transfer reads and
/// writes pages from the disk.
fn buffers_mb(memory_kb: Option<u64>) -> u64 {
    memory_kb.map_or(64, |kb| (kb / 1_024 / 16).clamp(64, 512))
}

/// The machine's memory in kilobytes; `None` if the system does not report it as Linux does.
fn memory_kb() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let total = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    total.split_whitespace().next()?.parse().ok()
}

/// No TCP; durable by default; modest memory, because the server shares a small machine.
pub(super) fn settings(socket: &Path, durability: Durability) -> Vec<String> {
    let mut settings: Vec<String> = [
        "listen_addresses=",
        "port=5432",
        "unix_socket_permissions=0700",
        // After a checkpoint PostgreSQL logs each changed page in full once: fewer checkpoints mean less log for a
        // transfer. Recovery replays about half of this size, which takes 3 s at most; with 2 GB it would be 7 s
        // (docs/figures.md).
        "max_wal_size=1GB",
        "log_line_prefix=%m [%p] ",
        "log_checkpoints=off",
        // A new tenant's tables grow by thousands of rows within the default minute between analyses, and until then
        // statements are planned for tables of a few rows.
        "autovacuum_naptime=5s",
    ]
    .map(String::from)
    .into();
    settings.push(format!("unix_socket_directories={}", socket.display()));
    settings.push(format!("shared_buffers={}MB", buffers_mb(memory_kb())));
    // Many test programs may share one cluster.
    settings.push(format!("max_connections={}", if durability == Durability::Full { 100 } else { 300 }));
    let durable = if durability == Durability::Full { "on" } else { "off" };
    settings.extend(["fsync", "synchronous_commit", "full_page_writes"].map(|name| format!("{name}={durable}")));
    settings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_machine_and_an_unknown_one_give_little_memory_and_a_large_one_not_all() {
        let of_gigabytes = |gigabytes: u64| buffers_mb(Some(gigabytes * 1_024 * 1_024));
        assert_eq!([0, 1, 2, 4, 24].map(of_gigabytes), [64, 64, 128, 256, 512]);
        assert_eq!(buffers_mb(None), 64);
    }
}
