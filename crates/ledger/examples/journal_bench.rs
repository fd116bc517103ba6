//! `cargo run --release -p ledger --example journal_bench -- [--quick] [postgres://…]`
//!
//! Runs the Journal's benchmark on the given database, or on a fresh one of the test cluster, and proves the books afterwards.

use std::process::ExitCode;

use kernel::World;
use ledger::bench::{BenchOptions, bench};
use ledger::verify::verify;
use store::testing::TestDb;
use store::{Store, StoreOptions};

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let quick = arguments.iter().any(|argument| argument == "--quick");
    let url = arguments.iter().find(|argument| argument.starts_with("postgres"));
    match run(quick, url).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(quick: bool, url: Option<&String>) -> Result<(), Box<dyn std::error::Error>> {
    let options = StoreOptions { connections_max: 20, ..StoreOptions::default() };
    let scratch = if url.is_none() { Some(TestDb::with(options.clone()).await) } else { None };
    let store = match (url, &scratch) {
        (Some(url), _) => Store::connect(url, options).await?,
        (None, Some(db)) => db.store.clone(),
        (None, None) => return Err("no database".into()),
    };
    let options = if quick { BenchOptions::quick() } else { BenchOptions::full() };
    bench(&store, &World::system(), options, &mut std::io::stdout()).await?;
    verify(&store, &mut std::io::stdout()).await?;
    Ok(())
}
