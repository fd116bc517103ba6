//! Benchmark of transfers between customers through the public API, beside the Journal's own rate in the same run.

use std::time::Duration;

use anyhow::Context;
use kernel::World;
use store::StoreOptions;

use super::agio::{Agio, Role, Server};
use super::client::Work;
use super::load::{people, run};
use crate::database::Database;
use crate::journal::{Accounts, BenchOptions, Case, Work as Bare, bench};

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
pub(crate) async fn transfers(database: &Database, agio: &Agio, clients: usize, each: usize) -> anyhow::Result<()> {
    let server = Server::start(agio, database, Role::All, None).await?;
    let rates = measure(&server, clients, each).await?;
    server.stop().await?;
    let own = journal(database, u32::try_from(clients)?).await?;
    report(clients, rates, own);
    Ok(())
}

/// The Journal's rates of full changes, spread and hot.
async fn journal(database: &Database, callers: u32) -> anyhow::Result<[u64; 2]> {
    let of = |accounts| Case { callers, accounts, work: Bare::Transfer, tenants: 1, full: true };
    let cases = [Accounts::Spread, Accounts::Hot].map(of);
    let options = BenchOptions { cases: cases.to_vec(), time: JOURNAL, alone: vec![8], ..BenchOptions::quick() };
    let store = database.store(StoreOptions::default().connections_max).await?;
    let crowd = database.store(options.connections()).await?;
    let report = bench(&store, crowd, &World::system(), &options, &mut std::io::stderr()).await?;
    store.close().await;
    let [spread, hot] = cases.map(|case| report.rate(case).context("the Journal was not measured"));
    Ok([spread?, hot?])
}

/// Transfers a second, spread and to one customer.
async fn measure(server: &Server, clients: usize, each: usize) -> anyhow::Result<[u128; 2]> {
    let mut people = people(server, clients).await?;
    for person in &mut people {
        person.deposit(DEPOSIT).await?;
    }
    let mut rates = [0; 2];
    for (rate, is_hot) in rates.iter_mut().zip([false, true]) {
        let done = run(server, &mut people, Work::Transfers { clients, each, is_hot }).await?;
        *rate = done.per_second();
        println!("{}:", KINDS[usize::from(is_hot)]);
        done.report_orders("a transfer and its quote");
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
