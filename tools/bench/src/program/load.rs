//! The load on a server: concurrent customers with the same work, and its figures.

use std::time::{Duration, Instant};

use anyhow::Context;

use super::agio::Server;
use super::client::{Client, Times, Work};
use super::machine::Cpu;

/// Customers, signed in one after the other.
///
/// # Errors
/// If the server refuses a request.
pub(super) async fn people(server: &Server, clients: usize) -> anyhow::Result<Vec<Client>> {
    let mut people = Vec::new();
    for number in 0..clients {
        people.push(Client::sign_in(server.address, number).await?);
    }
    Ok(people)
}

/// Runs the same work for all `people` concurrently.
///
/// # Errors
/// If the server refuses a request.
pub(super) async fn run(server: &Server, people: &mut Vec<Client>, work: Work) -> anyhow::Result<Done> {
    let (before, began) = (Cpu::now(server), Instant::now());
    let tasks: Vec<_> = people.drain(..).map(|client| tokio::spawn(client.work(work))).collect();
    let mut times = Times::default();
    for task in tasks {
        let (client, took) = task.await.context("a client failed")??;
        times.quotes.extend(took.quotes);
        times.orders.extend(took.orders);
        times.whole.extend(took.whole);
        people.push(client);
    }
    let took = began.elapsed();
    Ok(Done { times, took, cpu: before.zip(Cpu::now(server)) })
}

/// Result of one run.
pub(super) struct Done {
    pub times: Times,
    took: Duration,
    cpu: Option<(Cpu, Cpu)>,
}

impl Done {
    /// Prints the response times of orders and quotes, and the CPU time of `what`: an order and its quote.
    pub fn report_orders(&self, what: &str) {
        println!("  POST /orders: {}", spread(self.times.orders.clone()));
        println!("  POST /quotes: {}", spread(self.times.quotes.clone()));
        self.report_cpu(what, self.times.orders.len());
    }

    /// Whole orders per second, with one decimal.
    pub fn whole_per_second(&self) -> String {
        let tenths = self.times.whole.len() as u128 * 10_000 / self.took.as_millis().max(1);
        format!("{}.{}", tenths / 10, tenths % 10)
    }

    /// Orders per second.
    pub fn per_second(&self) -> u128 {
        self.times.orders.len() as u128 * 1_000 / self.took.as_millis().max(1)
    }

    /// Prints the CPU time of each of `count` items.
    pub fn report_cpu(&self, what: &str, count: usize) {
        if let Some((before, after)) = self.cpu {
            println!("  CPU of {what}: {}", after.each_since(before, count));
        }
    }
}

/// Percentiles.
pub(super) fn spread(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let at = |percent: usize| times.get(times.len().saturating_sub(1) * percent / 100).copied().unwrap_or_default();
    let [median, most, nearly, slowest] = [50, 95, 99, 100].map(at);
    format!("median {median:.1?}, 95 % within {most:.1?}, 99 % within {nearly:.1?}, slowest {slowest:.1?}")
}
