//! What can be typed after `torture`.

use std::path::PathBuf;

use clap::Parser;

/// Kills, cuts and fills what Agio stands on while people use it, then proves that no money was lost, made or moved twice.
#[derive(Parser, Clone, Debug)]
#[command(name = "torture")]
pub struct Options {
    /// The program under torture.
    #[arg(long, env = "AGIO_BIN")]
    pub bin: PathBuf,
    /// How long faults happen, in seconds; checking comes on top.
    #[arg(long, default_value_t = 900)]
    pub seconds: u64,
    /// How long after the last fault everything may take to come to rest, in seconds (reference I11).
    #[arg(long, default_value_t = 60)]
    pub rest: u64,
    /// Where chance begins: the same seed gives the same plan of faults and the same choices of people.
    #[arg(long)]
    pub seed: Option<u64>,
    /// People at once.
    #[arg(long, default_value_t = 12)]
    pub people: usize,
    /// Only these kinds of faults; see docs/torture.md.
    #[arg(long, value_delimiter = ',')]
    pub faults: Vec<String>,
    /// Plant this bug in the program under torture, which must have been built to be able to; the run then must fail.
    #[arg(long)]
    pub bug: Option<String>,
    /// Plant every bug, one run after the other, and fail unless each is caught.
    #[arg(long)]
    pub planted: bool,
    /// Afterwards, restore the database to so many moments of the run, from a backup and the archived log, and compare.
    #[arg(long, default_value_t = 0)]
    pub restores: usize,
    /// Fail unless the program is as it ships: with a clock that nobody sets and no bugs to plant.
    #[arg(long)]
    pub product: bool,
    /// The report as JSON on standard output; progress goes to standard error.
    #[arg(long)]
    pub json: bool,
    /// Where logs stay when a run fails.
    #[arg(long, env = "AGIO_TORTURE_LOGS")]
    pub logs: Option<PathBuf>,
}

impl Options {
    /// The folder for logs of failed runs.
    pub fn logs(&self) -> PathBuf {
        let cache = || std::env::var_os("AGIO_CACHE").map(PathBuf::from);
        let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache/agio"));
        let base = || cache().or_else(home).unwrap_or_else(std::env::temp_dir);
        self.logs.clone().unwrap_or_else(|| base().join("torture"))
    }
}
