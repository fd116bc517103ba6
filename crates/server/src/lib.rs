//! The program `agio`: the command line, the composition of all parts, the running processes, and the built web app.

mod cli;
mod run;
mod web;
mod wiring;

#[cfg(test)]
mod tests;

use std::process::ExitCode;

use clap::Parser;

/// Runs the command that the command line names.
#[must_use]
pub fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    cli::init_tracing(&cli);
    // The signer handles one payment at a time and should stay small enough to audit, so one thread is sufficient. The
    // same holds for rendering.
    let mut builder = match cli.command {
        cli::Command::Sign(_) | cli::Command::DrawPdf => tokio::runtime::Builder::new_current_thread(),
        _ => tokio::runtime::Builder::new_multi_thread(),
    };
    let runtime = match builder.enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("agio: the runtime could not be started: {error}");
            return ExitCode::FAILURE;
        }
    };
    match runtime.block_on(cli::commands::run(cli.command)) {
        Ok(code) => code,
        Err(error) => {
            // One sentence: the failure, followed by its causes.
            eprintln!("agio: {error:#}");
            ExitCode::FAILURE
        }
    }
}
