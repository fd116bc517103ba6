//! The command line options of `torture`.

use std::path::PathBuf;

use clap::Parser;

/// Kills and disturbs the system under test while users act on it, then proves that no money was lost, created or moved
/// twice.
#[derive(Parser, Clone, Debug)]
#[command(name = "torture")]
pub struct Options {
    /// The program under test.
    #[arg(long, env = "AGIO_BIN")]
    pub bin: PathBuf,
    /// The duration of the faults, in seconds; checking takes additional time.
    #[arg(long, default_value_t = 900)]
    pub seconds: u64,
    /// The maximum time from the last fault until all work has ended, in seconds.
    #[arg(long, default_value_t = 60)]
    pub rest: u64,
    /// The seed: the same seed gives the same plan of faults and the same choices of users.
    #[arg(long)]
    pub seed: Option<u64>,
    /// The number of concurrent users.
    #[arg(long, default_value_t = 12)]
    pub people: usize,
    /// Only these kinds of faults; see docs/torture.md.
    #[arg(long, value_delimiter = ',')]
    pub faults: Vec<String>,
    /// Activate this planted bug in the program under test, which must be a build with planted bugs; the run must then
    /// fail.
    #[arg(long)]
    pub bug: Option<String>,
    /// Activate every planted bug, one run after the other, and fail unless each is found.
    #[arg(long)]
    pub planted: bool,
    /// Afterwards, restore the database to this number of moments of the run, from a backup and the archived WAL, and
    /// compare.
    #[arg(long, default_value_t = 0)]
    pub restores: usize,
    /// Fail unless the program is a production build, without a settable clock and without planted bugs.
    #[arg(long)]
    pub product: bool,
    /// Print the report as JSON on standard output; progress goes to standard error.
    #[arg(long)]
    pub json: bool,
    /// The folder for the logs of a failed run.
    #[arg(long, env = "AGIO_TORTURE_LOGS")]
    pub logs: Option<PathBuf>,
}

impl Options {
    /// The folder for the logs of failed runs.
    pub fn logs(&self) -> PathBuf {
        let cache = || std::env::var_os("AGIO_CACHE").map(PathBuf::from);
        let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache/agio"));
        let base = || cache().or_else(home).unwrap_or_else(std::env::temp_dir);
        self.logs.clone().unwrap_or_else(|| base().join("torture"))
    }
}
