//! The binary `agio`: configuration, wiring, the built web app.

mod bench_orders;
mod bench_sign_in;
mod by_hand;
mod by_tenant;
mod chains;
mod cli;
mod clock;
mod commands;
mod config;
mod confine;
mod difference;
mod draw_pdf;
mod holds;
mod identity_check;
mod liabilities;
mod lost_factors;
mod operators;
mod ops;
mod panel;
mod policies;
mod remedies;
mod sealing;
mod secrets;
mod security_txt;
mod seed;
mod serve;
mod sign_in;
mod signer;
mod stop;
mod tenants;
#[cfg(test)]
mod tests;
mod up;
mod verification;
mod verify;
mod wallets;
mod web;
mod wiring;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
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
    match runtime.block_on(commands::run(cli.command)) {
        Ok(code) => code,
        Err(error) => {
            // One sentence: the failure, followed by its causes.
            eprintln!("agio: {error:#}");
            ExitCode::FAILURE
        }
    }
}
