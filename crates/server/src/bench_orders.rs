//! How long an order takes to be made while many make theirs: over HTTP, on a server and a database of their own.
//!
//! Twice: by people who come with an order a second each, and by programs that send the next as soon as they can. The first
//! is what a customer waits; the second is what the machine bears, where the wait is the number of clients over that.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use kernel::World;
use serde_json::{Value, json};
use store::embedded::EmbeddedPostgres;
use store::{Store, StoreOptions};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::commands::Scratch;
use crate::config::Config;
use crate::secrets::Secrets;
use crate::wiring::House;

/// How often a person comes with an order.
const PACE: Duration = Duration::from_secs(1);
const ADDRESS: &str = "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9";

/// Makes `orders` orders by each of `clients` clients at once, and prints how long each took.
///
/// # Errors
/// When the server could not be started, or refused an order.
pub async fn run(data: Option<PathBuf>, clients: usize, orders: usize) -> anyhow::Result<()> {
    let scratch = Scratch::at(data)?;
    let database = EmbeddedPostgres::start(scratch.path()).await?;
    let store = Store::connect(&database.url(), StoreOptions::default()).await?;
    store.migrate().await?;
    let config =
        Config { database_url: None, smtp_url: None, litecoin_rpc: None, bitcoin_rpc: None, ..Config::from_env() };
    let secrets = Secrets::open(scratch.path())?;
    let house = House::open(store.clone(), World::system(), &config, secrets, scratch.path()).await?;
    house.seed().await?;
    let workers = house.start_workers();
    let (stop, stopping) = watch::channel(false);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let app = api::router(house.state(true, stopping), axum::Router::new());
    let server =
        tokio::spawn(
            async move { axum::serve(listener, app.into_make_service_with_connect_info::<SocketAddr>()).await },
        );
    let measured = measure(address, clients, orders).await;
    server.abort();
    drop(stop);
    workers.stop().await;
    house.close().await;
    store.close().await;
    database.stop().await?;
    let [mut people, mut programs] = measured?;
    println!("{clients} clients, {orders} orders each, every one after a firm quote of its own");
    people.report("people, an order a second each");
    programs.report("programs, one after the other");
    Ok(())
}

/// What one run came to.
struct Figures {
    times: Vec<Duration>,
    took: Duration,
}

async fn measure(address: SocketAddr, clients: usize, orders: usize) -> anyhow::Result<[Figures; 2]> {
    let mut people = Vec::new();
    for number in 0..clients {
        people.push(Client::sign_in(address, number).await?);
    }
    let (paced, people) = run_all(people, orders, Some(PACE)).await?;
    let (unpaced, _) = run_all(people, orders, None).await?;
    Ok([paced, unpaced])
}

async fn run_all(people: Vec<Client>, orders: usize, pace: Option<Duration>) -> anyhow::Result<(Figures, Vec<Client>)> {
    let began = Instant::now();
    let clients = people.len();
    let tasks: Vec<_> =
        people.into_iter().map(|client| tokio::spawn(client.make_orders(clients, orders, pace))).collect();
    let (mut times, mut back) = (Vec::new(), Vec::new());
    for task in tasks {
        let (client, took) = task.await.context("a client failed")??;
        times.extend(took);
        back.push(client);
    }
    Ok((Figures { times, took: began.elapsed() }, back))
}

impl Figures {
    fn report(&mut self, who: &str) {
        self.times.sort_unstable();
        let at = |percent: usize| self.times.get(self.times.len().saturating_sub(1) * percent / 100).copied();
        let at = |percent| at(percent).unwrap_or_default();
        let per_second = self.times.len() as u128 * 1_000 / self.took.as_millis().max(1);
        println!("{who}: POST /orders median {:.1?}, 95 % within {:.1?}, slowest {:.1?}", at(50), at(95), at(100));
        println!("  {per_second} orders a second, quotes included");
    }
}

/// A person with one connection that is kept open, as a browser keeps it.
struct Client {
    stream: TcpStream,
    token: String,
    number: usize,
}

impl Client {
    async fn sign_in(address: SocketAddr, number: usize) -> anyhow::Result<Self> {
        let mut client = Self { stream: TcpStream::connect(address).await?, token: String::new(), number };
        client.stream.set_nodelay(true)?;
        let email = format!("client-{number}@example.test");
        let started = client.call("POST", "login?method=email", "", &json!({ "email": email })).await?;
        // The sandbox's own code for addresses under example.test.
        let code = json!({ "challenge_id": started["challenge_id"], "code": "111111" });
        let login = client.call("PUT", "login?method=email", "", &code).await?;
        client.token = login["access_token"].as_str().context("no token")?.to_owned();
        let terms = client.call("GET", "user/terms", "", &Value::Null).await?;
        client.call("POST", "user/accept-terms", "", &json!({ "version": terms["version"] })).await?;
        Ok(client)
    }

    async fn make_orders(
        mut self,
        clients: usize,
        orders: usize,
        pace: Option<Duration>,
    ) -> anyhow::Result<(Self, Vec<Duration>)> {
        let mut times = Vec::with_capacity(orders);
        // People do not come all at the same moment.
        let late =
            |pace: Duration| pace * u32::try_from(self.number).unwrap_or(0) / u32::try_from(clients).unwrap_or(1);
        let mut due = tokio::time::Instant::now() + pace.map(late).unwrap_or_default();
        for order in 0..orders {
            if let Some(pace) = pace {
                tokio::time::sleep_until(due).await;
                due += pace;
            }
            let asked = json!({ "side": "BUY", "from_currency": "EUR", "from_payway": "visamc", "to_currency": "LTC",
                "to_payway": "ltc", "from_amount": "250.00", "firm": true });
            let quote = self.call("POST", "quotes", "", &asked).await?;
            let requisite = json!({ "kind": "address", "value": ADDRESS });
            let body = json!({ "quote_id": quote["id"], "requisite": requisite });
            let key = format!("{}-{order}-{}", self.number, pace.is_some());
            let began = Instant::now();
            self.call("POST", "orders", &key, &body).await?;
            times.push(began.elapsed());
        }
        Ok((self, times))
    }

    /// One request and its answer. The house has one HTTP client, and it is for providers; this much of the protocol
    /// is enough to talk to ourselves.
    async fn call(&mut self, method: &str, path: &str, key: &str, body: &Value) -> anyhow::Result<Value> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut head =
            format!("{method} /api/client/v1/{path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n", body.len());
        if !body.is_empty() {
            head.push_str("content-type: application/json\r\n");
        }
        if !self.token.is_empty() {
            head.push_str(&format!("authorization: Bearer {}\r\n", self.token));
        }
        if !key.is_empty() {
            head.push_str(&format!("idempotency-key: {key}\r\n"));
        }
        self.stream.write_all(format!("{head}\r\n{body}").as_bytes()).await?;
        let (status, answer) = self.answer().await?;
        if !(200..300).contains(&status) {
            bail!("{method} {path}: {status} {}", String::from_utf8_lossy(&answer));
        }
        if answer.is_empty() { Ok(Value::Null) } else { Ok(serde_json::from_slice(&answer)?) }
    }

    async fn answer(&mut self) -> anyhow::Result<(u16, Vec<u8>)> {
        let mut read = Vec::new();
        let head_end = loop {
            if let Some(at) = read.windows(4).position(|end| end == b"\r\n\r\n") {
                break at;
            }
            if self.stream.read_buf(&mut read).await? == 0 {
                bail!("the server hung up");
            }
        };
        let head = String::from_utf8_lossy(&read[..head_end]).to_lowercase();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).context("no status")?;
        let length =
            head.lines().find_map(|line| line.strip_prefix("content-length: ")).and_then(|n| n.trim().parse().ok());
        let end = head_end + 4 + length.unwrap_or(0);
        while read.len() < end {
            if self.stream.read_buf(&mut read).await? == 0 {
                bail!("the server hung up");
            }
        }
        Ok((status, read[head_end + 4..end].to_vec()))
    }
}
