//! Processes of the binary, and their data folders.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

static MADE: AtomicU32 = AtomicU32::new(0);
const WAIT_MAX: Duration = Duration::from_secs(60);

/// A data folder of one test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("agio-process-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("secrets")).unwrap();
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A running `agio`. Dropping it ends the process.
pub struct Agio {
    pub child: Child,
}

impl Agio {
    /// Starts it, and waits for an output line that starts with `ready`.
    pub fn start(arguments: &[&str], data: &Path, environment: &[(&str, &str)], ready: &str) -> Self {
        Self::heard(arguments, data, environment, ready).0
    }

    /// The same, and returns the output lines so far.
    pub fn heard(arguments: &[&str], data: &Path, environment: &[(&str, &str)], ready: &str) -> (Self, Vec<String>) {
        let mut command = command(arguments, data, environment);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut said: Vec<String> = Vec::new();
        while !said.last().is_some_and(|line| line.starts_with(ready)) {
            let line = lines.next().unwrap_or_else(|| panic!("agio {arguments:?} ended without saying {ready:?}"));
            said.push(line.unwrap());
        }
        // The output must be read, because a full pipe would block the process.
        std::thread::spawn(move || lines.for_each(drop));
        (Self { child }, said)
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Its child processes.
    pub fn children(&self) -> Vec<u32> {
        children(self.id())
    }

    /// Sends SIGTERM, as a process manager does.
    pub fn stop(self) -> ExitStatus {
        self.stop_by("TERM")
    }

    /// Stops it with this signal.
    pub fn stop_by(mut self, name: &str) -> ExitStatus {
        signal(name, self.id());
        self.child.wait().unwrap()
    }

    /// Kills it.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Agio {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn command(arguments: &[&str], data: &Path, environment: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agio"));
    command.args(arguments).arg("--data").arg(data).stdin(Stdio::null());
    command.env_remove("AGIO_DATABASE_URL").envs(environment.iter().copied());
    command
}

/// The output of a command on both streams, and whether it succeeded.
pub fn said(arguments: &[&str], data: &Path, environment: &[(&str, &str)]) -> (bool, String) {
    let (code, words) = ended(arguments, data, environment);
    (code == Some(0), words)
}

/// The same with its exit code.
pub fn ended(arguments: &[&str], data: &Path, environment: &[(&str, &str)]) -> (Option<i32>, String) {
    let output = command(arguments, data, environment).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap().trim().to_owned())
}

pub fn signal(name: &str, process: u32) {
    assert!(Command::new("kill").args([&format!("-{name}"), &process.to_string()]).status().unwrap().success());
}

pub fn children(process: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let numbers: Vec<String> = lists.collect();
    numbers.iter().flat_map(|list| list.split_whitespace()).map(|number| number.parse().unwrap()).collect()
}

/// Whether a process runs; a zombie does not.
pub fn runs(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'))
}

/// Whether a signer already handles SIGINT and SIGTERM itself. Right after its start it does not, and before the exec
/// it is a copy of its parent.
pub fn heeds_its_parent_alone(process: u32) -> bool {
    const BOTH: u64 = 1 << (2 - 1) | 1 << (15 - 1);
    let words = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    let is_signer = words.split(|byte| *byte == 0).any(|word| word == b"sign");
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let handled = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or_default();
    is_signer && u64::from_str_radix(handled.trim(), 16).unwrap_or(0) & BOTH == BOTH
}

/// Polls for an event in another process.
pub fn until<T>(what: &str, look: impl Fn() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < WAIT_MAX, "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
