//! Benchmark of order creation under load, over HTTP, on its own server and database.
//!
//! It runs twice: with customers who send one order per second, and with programs that send the next order at once. The
//! first run measures the wait of a customer, the second the capacity of the machine. Before them, it counts statements
//! per order on a server whose database logs them. After them, it measures the cost of authentication.

pub(crate) mod client;
mod machine;
pub(crate) mod transfers;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use kernel::World;
use store::embedded::EmbeddedPostgres;
use store::{Store, StoreOptions};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use self::client::{Client, Times, Work};
pub(crate) use self::machine::Cpu;
use self::machine::statements;
use crate::cli::commands::{Scratch, unless_interrupted};
use crate::wiring::config::Config;
use crate::wiring::secrets::Secrets;
use crate::wiring::{Installation, Workers};

/// Interval between the orders of a customer.
const PACE: Duration = Duration::from_secs(1);
/// Orders of each client while statements are counted.
const COUNTED: usize = 10;
/// Factor for the number of orders in the run without a pace.
const UNPACED: usize = 5;
/// Quotes of each client in the measurement of authentication.
const PRICES: usize = 100;

/// Creates `orders` orders with each of `clients` concurrent clients, and prints the response times.
///
/// # Errors
/// If the server cannot be started, or refuses an order.
pub async fn run(data: Option<PathBuf>, clients: usize, orders: usize) -> anyhow::Result<()> {
    let scratch = Scratch::at(data)?;
    let database = EmbeddedPostgres::start(scratch.path()).await?;
    let done = unless_interrupted(measure(&database.url(), scratch.path(), clients, orders)).await;
    database.stop().await?;
    done?
}

async fn measure(url: &str, data: &Path, clients: usize, orders: usize) -> anyhow::Result<()> {
    println!("{clients} clients; every order after a firm quote of its own");
    // Without workers, because their statements would be counted too.
    let server = Server::start(&format!("{url}&options[log_statement]=all"), data, false, None).await?;
    let counted = count(&server, clients).await;
    server.stop().await?;
    counted?;
    let server = Server::start(url, data, true, None).await?;
    let timed = time(&server, clients, orders).await;
    server.stop().await?;
    timed
}

/// A complete server in this process.
pub(crate) struct Server {
    store: Store,
    house: Installation,
    data: PathBuf,
    workers: Option<Workers>,
    pub(crate) address: SocketAddr,
    task: JoinHandle<std::io::Result<()>>,
    stop: watch::Sender<bool>,
}

impl Server {
    /// `proxies` are trusted to report client addresses. Without them, all clients have the address of this machine.
    pub(crate) async fn start(url: &str, data: &Path, workers: bool, proxies: Option<&str>) -> anyhow::Result<Self> {
        let store = Store::connect(url, StoreOptions::default()).await?;
        store.migrate().await?;
        let config = Config {
            database_url: None,
            smtp_url: None,
            litecoin_rpc: None,
            bitcoin_rpc: None,
            trusted_proxies: proxies.map(str::to_owned),
            ..Config::from_env()
        };
        let house = Installation::open(store.clone(), World::system(), &config, Secrets::open(data)?, None).await?;
        house.seed().await?;
        let workers = workers.then(|| house.start_workers());
        let (stop, stopping) = watch::channel(false);
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let app = api::router(house.state(true, stopping), axum::Router::new());
        let app = app.into_make_service_with_connect_info::<SocketAddr>();
        let task = tokio::spawn(async move { axum::serve(listener, app).await });
        Ok(Self { store, house, data: data.to_owned(), workers, address, task, stop })
    }

    pub(crate) async fn stop(self) -> anyhow::Result<()> {
        self.task.abort();
        drop(self.stop);
        if let Some(workers) = self.workers {
            workers.stop().await;
        }
        self.house.close().await;
        self.store.close().await;
        Ok(())
    }

    /// Runs the same work for all `people` concurrently.
    async fn run(&self, people: &mut Vec<Client>, work: Work) -> anyhow::Result<Done> {
        let (before, began) = (Cpu::now(&self.data), Instant::now());
        let tasks: Vec<_> = people.drain(..).map(|client| tokio::spawn(client.work(work))).collect();
        let mut times = Times::default();
        for task in tasks {
            let (client, took) = task.await.context("a client failed")??;
            times.quotes.extend(took.quotes);
            times.orders.extend(took.orders);
            people.push(client);
        }
        let took = began.elapsed();
        Ok(Done { times, took, cpu: before.zip(Cpu::now(&self.data)) })
    }

    async fn people(&self, clients: usize) -> anyhow::Result<Vec<Client>> {
        let mut people = Vec::new();
        for number in 0..clients {
            people.push(Client::sign_in(self.address, number).await?);
        }
        Ok(people)
    }
}

/// Counts the statements of an order and its quote, for a single customer and under load.
async fn count(server: &Server, clients: usize) -> anyhow::Result<()> {
    let mut crowd = server.people(clients).await?;
    let log = server.data.join("postgres.log");
    // Warms the caches, and records the first use of each token.
    server.run(&mut crowd, Work::Orders { run: "first", clients, each: 1, pace: None }).await?;
    let mut alone = crowd.split_off(crowd.len().saturating_sub(1));
    for (run, people) in [("alone", &mut alone), ("together", &mut crowd)] {
        let before = statements(&log)?;
        let done = server.run(people, Work::Orders { run, clients, each: COUNTED, pace: None }).await?;
        let tenths = (statements(&log)? - before) * 10 / done.times.orders.len().max(1);
        println!("statements an order and its quote, {run}: {}.{}; each is a round trip", tenths / 10, tenths % 10);
    }
    Ok(())
}

async fn time(server: &Server, clients: usize, orders: usize) -> anyhow::Result<()> {
    let mut people = server.people(clients).await?;
    let paced = Work::Orders { run: "paced", clients, each: orders, pace: Some(PACE) };
    server.run(&mut people, paced).await?.report("people, an order a second each");
    let each = orders.saturating_mul(UNPACED);
    let unpaced = Work::Orders { run: "unpaced", clients, each, pace: None };
    server.run(&mut people, unpaced).await?.report("programs, one after the other");
    for (who, signed_in) in [("as nobody", false), ("signed in", true)] {
        let done = server.run(&mut people, Work::Prices { each: PRICES, signed_in }).await?;
        println!("indicative quotes {who}: {}", spread(done.times.quotes.clone()));
        done.report_cpu("a quote", done.times.quotes.len());
    }
    Ok(())
}

/// Result of one run.
struct Done {
    times: Times,
    took: Duration,
    cpu: Option<(Cpu, Cpu)>,
}

impl Done {
    fn report(&self, who: &str) {
        let made = self.times.orders.len();
        let per_second = self.per_second();
        println!("{who}: {per_second} orders a second, quotes included");
        println!("  POST /orders: {}", spread(self.times.orders.clone()));
        println!("  POST /quotes: {}", spread(self.times.quotes.clone()));
        self.report_cpu("an order and its quote", made);
    }

    /// Orders per second.
    fn per_second(&self) -> u128 {
        self.times.orders.len() as u128 * 1_000 / self.took.as_millis().max(1)
    }

    fn report_cpu(&self, what: &str, count: usize) {
        if let Some((before, after)) = self.cpu {
            let (own, database) = after.each_since(before, count);
            println!("  CPU of {what}: {own} µs in the server and the load, {database} µs in PostgreSQL");
        }
    }
}

/// Percentiles.
pub(crate) fn spread(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let at = |percent: usize| times.get(times.len().saturating_sub(1) * percent / 100).copied().unwrap_or_default();
    let [median, most, nearly, slowest] = [50, 95, 99, 100].map(at);
    format!("median {median:.1?}, 95 % within {most:.1?}, 99 % within {nearly:.1?}, slowest {slowest:.1?}")
}
