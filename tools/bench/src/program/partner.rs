//! Benchmark of the partner API: authenticated reads beside an unauthenticated read of the same server, and the time from
//! the commit of an event to its webhook.

use std::time::{Duration, Instant};

use anyhow::Context;
use serde_json::{Value, json};

use super::agio::{Agio, Role, Server};
use super::client::Client;
use super::load::spread;
use super::machine::Cpu;
use super::receiver::Receiver;
use crate::database::Database;

/// Target: authenticated reads per second on two processors.
const AIM: u128 = 2_000;
/// Target: 99 % of webhooks are sent within this time after the commit.
const WEBHOOK_AIM: Duration = Duration::from_secs(1);
/// The baseline: a read without a key that needs no database.
const BASELINE: &str = "/healthz";
/// The authenticated read: the key, its scopes and its limits are checked.
const READ: &str = "/api/partner/v1/payways";
/// The wait for the last webhooks.
const LAST_WEBHOOKS: Duration = Duration::from_secs(20);

/// Reads for `seconds` with `keys` keys at once, each on a connection of its own, and then makes `orders` orders whose
/// events are webhooks.
///
/// # Errors
/// If the server cannot be started, or refuses a request.
pub(crate) async fn partner(
    database: &Database,
    agio: &Agio,
    keys: usize,
    seconds: u64,
    orders: usize,
) -> anyhow::Result<()> {
    let server = Server::start(agio, database, Role::All, None).await?;
    let mut partners = Vec::new();
    for number in 0..keys.max(1) {
        let mut person = Client::sign_in(server.address, number).await?;
        let scopes = ["exchanger:read", "exchanger:buy", "exchanger:orders_read"];
        let key = json!({ "kind": "exchanger", "name": "Bench", "scopes": scopes });
        let made = person.ask("POST", "/api/client/v1/partner-keys", "", &key).await?;
        let mut partner = Client::connect(server.address, number).await?;
        partner.become_partner(made["secret"].as_str().context("no key")?);
        partners.push((person, partner, made["key"]["id"].clone()));
    }
    let time = Duration::from_secs(seconds.max(1));
    println!("{} keys at once, {} s each", partners.len(), time.as_secs());
    let baseline = reads(&server, &mut partners, BASELINE, time).await?;
    let by_key = reads(&server, &mut partners, READ, time).await?;
    let met = if by_key >= AIM { "met" } else { "missed" };
    println!("  authenticated reads: aim {AIM} a second: {met}; {} % of {BASELINE}", by_key * 100 / baseline.max(1));
    webhooks(partners, orders).await?;
    server.stop().await
}

type Partners = Vec<(Client, Client, Value)>;

/// Reads one path with all keys until the time is over, prints the figures, and returns the reads per second.
async fn reads(server: &Server, partners: &mut Partners, path: &'static str, time: Duration) -> anyhow::Result<u128> {
    let (before, began) = (Cpu::now(server), Instant::now());
    let tasks: Vec<_> = partners
        .drain(..)
        .map(|(person, mut partner, key)| {
            tokio::spawn(async move {
                let mut times = Vec::new();
                while began.elapsed() < time {
                    let asked = Instant::now();
                    partner.read(path).await?;
                    times.push(asked.elapsed());
                }
                anyhow::Ok(((person, partner, key), times))
            })
        })
        .collect();
    let mut times = Vec::new();
    for task in tasks {
        let (partner, took) = task.await.context("a client failed")??;
        partners.push(partner);
        times.extend(took);
    }
    let (count, a_second) = (times.len(), times.len() as u128 * 1_000 / began.elapsed().as_millis().max(1));
    println!("GET {path}: {a_second} a second");
    println!("  {}", spread(times));
    if let Some((before, after)) = before.zip(Cpu::now(server)) {
        println!("  CPU of a read: {}", after.each_since(before, count));
    }
    Ok(a_second)
}

/// Makes orders with the first key, and prints how long after its commit the event of each order was received.
async fn webhooks(partners: Partners, orders: usize) -> anyhow::Result<()> {
    let (mut person, mut partner, key) = partners.into_iter().next().context("no key")?;
    let receiver = Receiver::start().await?;
    let endpoint = json!({ "key_id": key, "url": receiver.url(), "types": [] });
    person.ask("POST", "/api/client/v1/webhook-endpoints", "", &endpoint).await?;
    let asked = json!({ "side": "BUY", "from_currency": "EUR", "from_payway": "visamc", "to_currency": "LTC",
        "to_payway": "balance", "from_amount": "250.00", "firm": true });
    for order in 0..orders {
        let quote = partner.ask("POST", "/api/partner/v1/quotes", "", &asked).await?;
        let body = json!({ "quote_id": quote["id"] });
        partner.ask("POST", "/api/partner/v1/orders/buy", &format!("webhook-{order}"), &body).await?;
        // The write limit of a key is 10 a second.
        tokio::time::sleep(Duration::from_millis(120)).await;
    }
    let mut times = receiver.received(orders, LAST_WEBHOOKS).await?;
    times.sort_unstable();
    let most = times.get(times.len().saturating_sub(1) * 99 / 100).copied().unwrap_or_default();
    let met = if most <= WEBHOOK_AIM { "met" } else { "missed" };
    println!("webhooks of {} orders, from commit to receipt: aim 99 % within {WEBHOOK_AIM:?}: {met}", times.len());
    println!("  {}", spread(times));
    Ok(())
}
