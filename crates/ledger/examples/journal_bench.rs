//! `cargo run --release -p ledger --example journal_bench -- [--quick] [--batch=N] [--lanes=N] [postgres://…]`
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
    let number = |name: &str| arguments.iter().find_map(|argument| argument.strip_prefix(name)?.parse().ok());
    let mut options = if quick { BenchOptions::quick() } else { BenchOptions::full() };
    options.journal.batch_max = number("--batch=").unwrap_or(options.journal.batch_max);
    options.journal.lanes = number("--lanes=").unwrap_or(options.journal.lanes);
    match run(options, url).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(options: BenchOptions, url: Option<&String>) -> Result<(), Box<dyn std::error::Error>> {
    let pool = StoreOptions { connections_max: 20, ..StoreOptions::default() };
    let scratch = if url.is_none() { Some(TestDb::with(pool.clone()).await) } else { None };
    let store = match (url, &scratch) {
        (Some(url), _) => Store::connect(url, pool).await?,
        (None, Some(db)) => db.store.clone(),
        (None, None) => return Err("no database".into()),
    };
    bench(&store, &World::system(), options, &mut std::io::stdout()).await?;
    verify(&store, &mut std::io::stdout()).await?;
    Ok(())
}
