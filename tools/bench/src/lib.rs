//! Benchmarks: the Journal beside two baselines, and the server over HTTP. docs/figures.md has the figures.

mod cli;
mod database;
pub mod journal;
mod program;

use std::process::ExitCode;

use clap::Parser;

/// Runs the benchmark that the command line names.
#[must_use]
pub fn main() -> ExitCode {
    let bench = cli::Bench::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let done = runtime.map_err(anyhow::Error::from).and_then(|runtime| runtime.block_on(cli::run(bench)));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error:#}");
            ExitCode::FAILURE
        }
    }
}
