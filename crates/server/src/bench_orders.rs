//! How long an order takes to be made while many make theirs: over HTTP, on a server and a database of their own.

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
    let (mut times, took) = measured?;
    report(&mut times, clients, took);
    Ok(())
}

async fn measure(address: SocketAddr, clients: usize, orders: usize) -> anyhow::Result<(Vec<Duration>, Duration)> {
    let mut people = Vec::new();
    for number in 0..clients {
        people.push(Client::sign_in(address, number).await?);
    }
    let began = Instant::now();
    let tasks: Vec<_> = people.into_iter().map(|client| tokio::spawn(client.make_orders(orders))).collect();
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await.context("a client failed")??);
    }
    Ok((times, began.elapsed()))
}

fn report(times: &mut [Duration], clients: usize, took: Duration) {
    times.sort_unstable();
    let at = |percent: usize| times.get(times.len().saturating_sub(1) * percent / 100).copied().unwrap_or_default();
    let per_second = times.len() as u128 * 1_000 / took.as_millis().max(1);
    println!("{} orders by {clients} clients at once, each order after a firm quote of its own", times.len());
    println!("POST /orders: median {:?}, 95 % within {:?}, slowest {:?}", at(50), at(95), at(100));
    println!("{per_second} orders a second, quotes included");
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

    async fn make_orders(mut self, orders: usize) -> anyhow::Result<Vec<Duration>> {
        let mut times = Vec::with_capacity(orders);
        for order in 0..orders {
            let asked = json!({ "side": "BUY", "from_currency": "EUR", "from_payway": "visamc", "to_currency": "LTC",
                "to_payway": "ltc", "from_amount": "250.00", "firm": true });
            let quote = self.call("POST", "quotes", "", &asked).await?;
            let requisite = json!({ "kind": "address", "value": ADDRESS });
            let body = json!({ "quote_id": quote["id"], "requisite": requisite });
            let key = format!("{}-{order}", self.number);
            let began = Instant::now();
            self.call("POST", "orders", &key, &body).await?;
            times.push(began.elapsed());
        }
        Ok(times)
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
