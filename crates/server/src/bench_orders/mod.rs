//! How long an order takes to be made while many make theirs: over HTTP, on a server and a database of their own.
//!
//! Twice: by people who come with an order a second each, and by programs that send the next as soon as they can. The first
//! is what a customer waits; the second is what the machine bears, where the wait is the number of clients over that.
//! Before, on a server whose database logs every statement, how many of them an order takes; afterwards, what it costs to
//! know who asks.

pub(crate) mod client;
mod machine;

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
use crate::commands::{Scratch, unless_interrupted};
use crate::config::Config;
use crate::secrets::Secrets;
use crate::wiring::{House, Workers};

/// How often a person comes with an order.
const PACE: Duration = Duration::from_secs(1);
/// Orders of each client while statements are counted.
const COUNTED: usize = 10;
/// How many times as many orders the programs make.
const UNPACED: usize = 5;
/// Prices asked by each client, to see what a sign-in costs.
const PRICES: usize = 100;

/// Makes `orders` orders by each of `clients` clients at once, and prints how long each took.
///
/// # Errors
/// When the server could not be started, or refused an order.
pub async fn run(data: Option<PathBuf>, clients: usize, orders: usize) -> anyhow::Result<()> {
    let scratch = Scratch::at(data)?;
    let database = EmbeddedPostgres::start(scratch.path()).await?;
    let done = unless_interrupted(measure(&database.url(), scratch.path(), clients, orders)).await;
    database.stop().await?;
    done?
}

async fn measure(url: &str, data: &Path, clients: usize, orders: usize) -> anyhow::Result<()> {
    println!("{clients} clients; every order after a firm quote of its own");
    // Nothing works in the background there: it would be counted too.
    let server = Server::start(&format!("{url}&options[log_statement]=all"), data, false, None).await?;
    let counted = count(&server, clients).await;
    server.stop().await?;
    counted?;
    let server = Server::start(url, data, true, None).await?;
    let timed = time(&server, clients, orders).await;
    server.stop().await?;
    timed
}

/// A server, as it is, in this process.
pub(crate) struct Server {
    store: Store,
    house: House,
    data: PathBuf,
    workers: Option<Workers>,
    pub(crate) address: SocketAddr,
    task: JoinHandle<std::io::Result<()>>,
    stop: watch::Sender<bool>,
}

impl Server {
    /// `proxies` may say for whom they ask; without any, everybody comes from this machine.
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
        let house = House::open(store.clone(), World::system(), &config, Secrets::open(data)?, None).await?;
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

    /// All `people` do the same at once.
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

/// Counts the statements of an order and its quote: by one person alone, and in a crowd.
async fn count(server: &Server, clients: usize) -> anyhow::Result<()> {
    let mut crowd = server.people(clients).await?;
    let log = server.data.join("postgres.log");
    // What is remembered is there then, and each token's first use is noted.
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

/// What one run came to.
struct Done {
    times: Times,
    took: Duration,
    cpu: Option<(Cpu, Cpu)>,
}

impl Done {
    fn report(&self, who: &str) {
        let made = self.times.orders.len();
        let per_second = made as u128 * 1_000 / self.took.as_millis().max(1);
        println!("{who}: {per_second} orders a second, quotes included");
        println!("  POST /orders: {}", spread(self.times.orders.clone()));
        println!("  POST /quotes: {}", spread(self.times.quotes.clone()));
        self.report_cpu("an order and its quote", made);
    }

    fn report_cpu(&self, what: &str, count: usize) {
        if let Some((before, after)) = self.cpu {
            let (own, database) = after.each_since(before, count);
            println!("  CPU of {what}: {own} µs in the server and the load, {database} µs in PostgreSQL");
        }
    }
}

/// Where most of them lie.
pub(crate) fn spread(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let at = |percent: usize| times.get(times.len().saturating_sub(1) * percent / 100).copied().unwrap_or_default();
    let [median, most, nearly, slowest] = [50, 95, 99, 100].map(at);
    format!("median {median:.1?}, 95 % within {most:.1?}, 99 % within {nearly:.1?}, slowest {slowest:.1?}")
}
