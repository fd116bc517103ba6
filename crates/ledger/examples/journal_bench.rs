//! `cargo run --release -p ledger --example journal_bench -- [--quick] [--only=TEXT] [--seconds=N] [--connections=N] [--batch=N] [--lanes=N] [--flights=N] [postgres://…]`
//!
//! Runs the Journal's benchmark on the given database, or on a new one of the test cluster.

use std::process::ExitCode;
use std::time::Duration;

use kernel::World;
use ledger::bench::{BenchOptions, bench};
use store::testing::TestDb;
use store::{Store, StoreOptions};

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let quick = arguments.iter().any(|argument| argument == "--quick");
    let url = arguments.iter().find(|argument| argument.starts_with("postgres"));
    let text = |name: &str| arguments.iter().find_map(|argument| argument.strip_prefix(name));
    let number = |name: &str| text(name)?.parse::<usize>().ok();
    let mut options = if quick { BenchOptions::quick() } else { BenchOptions::full() };
    options.journal.batch_max = number("--batch=").unwrap_or(options.journal.batch_max);
    options.journal.in_flight_per_tenant = number("--lanes=").unwrap_or(options.journal.in_flight_per_tenant);
    options.journal.in_flight_per_shard = number("--flights=").unwrap_or(options.journal.in_flight_per_shard);
    if let Some(seconds) = number("--seconds=") {
        options.time = Duration::from_secs(seconds as u64);
    }
    if let Some(only) = text("--only=") {
        options.cases.retain(|case| case.to_string().contains(only));
    }
    let own = StoreOptions::default();
    let connections = number("--connections=").map_or(own.connections_max, |n| n as u32);
    match run(options, url, StoreOptions { connections_max: connections, ..own }).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(options: BenchOptions, url: Option<&String>, own: StoreOptions) -> Result<(), Box<dyn std::error::Error>> {
    let many = StoreOptions { connections_max: options.connections(), ..StoreOptions::default() };
    let scratch = if url.is_none() { Some(TestDb::with(StoreOptions::default()).await) } else { None };
    let (store, crowd) = match (url, &scratch) {
        (Some(url), _) => (Store::connect(url, own).await?, Store::connect(url, many).await?),
        (None, Some(db)) => (db.store.clone(), Store::connect(&db.url(), many).await?),
        (None, None) => return Err("no database".into()),
    };
    print!("{}", bench(&store, crowd, &World::system(), &options, &mut std::io::stderr()).await?);
    Ok(())
}
