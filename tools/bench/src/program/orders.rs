//! Benchmark of order creation under load.
//!
//! It runs twice: with customers who send one order per second, and with programs that send the next order at once. The
//! first run measures the wait of a customer, the second the capacity of the machine. A third run pays its orders by card
//! and waits until they are done. After them, it measures the cost of authentication, and counts statements per order on a server whose database logs them.

use std::time::Duration;

use super::agio::{Agio, Role, Server};
use super::client::Work;
use super::load::{people, run, spread};
use super::machine::statements;
use crate::database::Database;

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
pub(crate) async fn orders(database: &Database, agio: &Agio, clients: usize, orders: usize) -> anyhow::Result<()> {
    println!("{clients} clients; every order after a firm quote of its own");
    let server = Server::start(agio, database, Role::All, None).await?;
    time(&server, clients, orders).await?;
    server.stop().await?;
    let server = Server::start(agio, database, Role::Logged, None).await?;
    count(&server, clients).await?;
    server.stop().await
}

async fn time(server: &Server, clients: usize, orders: usize) -> anyhow::Result<()> {
    let mut people = people(server, clients).await?;
    let each = orders.saturating_mul(UNPACED);
    for (who, name, each, pace) in [
        ("people, an order a second each", "paced", orders, Some(PACE)),
        ("programs, one after the other", "unpaced", each, None),
    ] {
        let done = run(server, &mut people, Work::Orders { run: name, clients, each, pace }).await?;
        println!("{who}: {} orders a second, quotes included", done.per_second());
        done.report_orders("an order and its quote");
    }
    let done = run(server, &mut people, Work::Whole { each: orders }).await?;
    println!("whole orders, paid by card until they are done: {} a second", done.whole_per_second());
    println!("  from quote to done: {}", spread(done.times.whole.clone()));
    done.report_cpu("a whole order", done.times.whole.len());
    for (who, signed_in) in [("as nobody", false), ("signed in", true)] {
        let done = run(server, &mut people, Work::Prices { each: PRICES, signed_in }).await?;
        println!("indicative quotes {who}: {}", spread(done.times.quotes.clone()));
        done.report_cpu("a quote", done.times.quotes.len());
    }
    Ok(())
}

/// Counts the statements of an order and its quote, for a single customer and under load.
async fn count(server: &Server, clients: usize) -> anyhow::Result<()> {
    let mut crowd = people(server, clients).await?;
    let log = server.log();
    // Warms the caches, and records the first use of each token.
    run(server, &mut crowd, Work::Orders { run: "first", clients, each: 1, pace: None }).await?;
    let mut alone = crowd.split_off(crowd.len().saturating_sub(1));
    for (name, people) in [("alone", &mut alone), ("together", &mut crowd)] {
        let before = statements(&log)?;
        let done = run(server, people, Work::Orders { run: name, clients, each: COUNTED, pace: None }).await?;
        let tenths = (statements(&log)? - before) * 10 / done.times.orders.len().max(1);
        println!("statements an order and its quote, {name}: {}.{}; each is a round trip", tenths / 10, tenths % 10);
    }
    Ok(())
}
