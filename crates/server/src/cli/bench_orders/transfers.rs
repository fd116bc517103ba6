//! Benchmark of transfers between customers through the public API, beside the Journal's own rate in the same run.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use kernel::World;
use ledger::bench::{Accounts, BenchOptions, Case, Work as Bare, bench};
use store::embedded::EmbeddedPostgres;
use store::{Store, StoreOptions};

use super::client::Work;
use super::{Server, spread};
use crate::cli::commands::{Scratch, unless_interrupted};

/// The initial balance of each customer, in euro.
const DEPOSIT: &str = "9000.00";
/// The kinds of runs.
const KINDS: [&str; 2] = ["between all", "to one customer"];
/// The duration of each measurement of the Journal.
const JOURNAL: Duration = Duration::from_secs(3);

/// Makes `each` transfers with each of `clients` concurrent customers, between all and to one of them, and prints the
/// rates beside those of the Journal with as many callers.
///
/// # Errors
/// If the server cannot be started, or refuses a transfer.
pub async fn run(data: Option<PathBuf>, clients: usize, each: usize) -> anyhow::Result<()> {
    let scratch = Scratch::at(data)?;
    let database = EmbeddedPostgres::start(scratch.path()).await?;
    let url = database.url();
    let measured = unless_interrupted(async {
        let server = Server::start(&url, scratch.path(), true, None).await?;
        let rates = transfers(&server, clients, each).await;
        server.stop().await?;
        let rates = rates?;
        let own = journal(&url, u32::try_from(clients)?).await?;
        report(clients, rates, own);
        anyhow::Ok(())
    })
    .await;
    database.stop().await?;
    measured?
}

/// The Journal's rates of full changes, spread and hot.
async fn journal(url: &str, callers: u32) -> anyhow::Result<[u64; 2]> {
    let of = |accounts| Case { callers, accounts, work: Bare::Transfer, tenants: 1, full: true };
    let cases = [Accounts::Spread, Accounts::Hot].map(of);
    let options = BenchOptions { cases: cases.to_vec(), time: JOURNAL, alone: vec![8], ..BenchOptions::quick() };
    let store = Store::connect(url, StoreOptions::default()).await?;
    store.migrate().await?;
    let many = StoreOptions { connections_max: options.connections(), ..StoreOptions::default() };
    let crowd = Store::connect(url, many).await?;
    let report = bench(&store, crowd, &World::system(), &options, &mut std::io::stderr()).await?;
    store.close().await;
    let [spread, hot] = cases.map(|case| report.rate(case).context("the Journal was not measured"));
    Ok([spread?, hot?])
}

/// Transfers a second, spread and to one customer.
async fn transfers(server: &Server, clients: usize, each: usize) -> anyhow::Result<[u128; 2]> {
    let mut people = server.people(clients).await?;
    for person in &mut people {
        person.deposit(DEPOSIT).await?;
    }
    let mut rates = [0; 2];
    for (rate, is_hot) in rates.iter_mut().zip([false, true]) {
        let done = server.run(&mut people, Work::Transfers { clients, each, is_hot }).await?;
        *rate = done.per_second();
        println!("{}:", KINDS[usize::from(is_hot)]);
        println!("  POST /orders: {}", spread(done.times.orders.clone()));
        println!("  POST /quotes: {}", spread(done.times.quotes.clone()));
        done.report_cpu("a transfer and its quote", done.times.orders.len());
    }
    Ok(rates)
}

fn report(clients: usize, rates: [u128; 2], journal: [u64; 2]) {
    println!("\n| {clients} callers | Transfers a second | Full changes of the Journal a second | Ratio |");
    println!("| --- | --- | --- | --- |");
    for ((name, rate), own) in KINDS.iter().zip(rates).zip(journal) {
        let thousandths = rate * 1_000 / u128::from(own.max(1));
        println!("| {name} | {rate} | {own} | 0.{thousandths:03} |");
    }
}
