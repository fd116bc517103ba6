//! Benchmark of sign-ins, and of timing differences between emails with and without an account. The cost of a token per
//! request is measured by `bench orders`.

use std::time::{Duration, Instant};

use anyhow::Context;

use super::agio::{Agio, Role, Server};
use super::client::Client;
use super::load::spread;
use super::machine::Cpu;
use crate::database::Database;

/// Target: sign-ins per minute on two processors.
const AIM: u128 = 2_000;

/// Signs in with `clients` concurrent clients until `sign_ins` sign-ins are done, then requests codes for `pairs` of
/// known and unknown emails.
///
/// # Errors
/// If the server cannot be started, or refuses a request.
pub(crate) async fn sign_in(
    database: &Database,
    agio: &Agio,
    clients: usize,
    sign_ins: usize,
    pairs: usize,
) -> anyhow::Result<()> {
    let clients = clients.max(1);
    let each = sign_ins.div_ceil(clients);
    let server = Server::start(agio, database, Role::All, Some("127.0.0.1")).await?;
    let before = Cpu::now(&server);
    enter(&server, clients, each).await?;
    if let Some((before, after)) = before.zip(Cpu::now(&server)) {
        println!("  CPU of a sign-in: {}", after.each_since(before, clients * each));
    }
    enumerate(&server, pairs.min(clients * each)).await?;
    server.stop().await
}

fn address_of(person: usize) -> String {
    format!("person-{person}@example.test")
}

/// Each client signs in for the first time: this sends a code and creates a customer and a session.
async fn enter(server: &Server, clients: usize, each: usize) -> anyhow::Result<()> {
    let began = Instant::now();
    let address = server.address;
    let tasks: Vec<_> = (0..clients)
        .map(|client| {
            tokio::spawn(async move {
                let mut asked = Client::connect(address, client).await?;
                let mut times = Vec::new();
                for person in client * each..(client + 1) * each {
                    asked.come_from(person);
                    let (challenge, first) = asked.ask_for_code(&address_of(person)).await?;
                    times.push((first, asked.answer_code(&challenge).await?));
                }
                anyhow::Ok(times)
            })
        })
        .collect();
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await.context("a client failed")??);
    }
    let a_minute = times.len() as u128 * 60_000 / began.elapsed().as_millis().max(1);
    let met = if a_minute >= AIM { "met" } else { "missed" };
    println!("sign-ins by {clients} at once: {a_minute} a minute (aim {AIM}: {met})");
    let (codes, answers): (Vec<_>, Vec<_>) = times.into_iter().unzip();
    println!("  POST /login: {}", spread(codes));
    println!("  PUT /login: {}", spread(answers));
    Ok(())
}

/// One client alternately requests codes for known and unknown emails, so that the load of the machine affects both.
async fn enumerate(server: &Server, pairs: usize) -> anyhow::Result<()> {
    let mut asks = Client::connect(server.address, 0).await?;
    let (mut known, mut unknown) = (Vec::new(), Vec::new());
    for pair in 0..pairs {
        asks.come_from(pair + 32_768);
        // In alternating order, because the second request benefits from warm caches.
        for turn in 0..2 {
            let is_known = (pair + turn) % 2 == 0;
            let email = if is_known { address_of(pair) } else { format!("nobody-{pair}@example.test") };
            let (_, took) = asks.ask_for_code(&email).await?;
            if is_known { known.push(took) } else { unknown.push(took) }
        }
    }
    println!("asking for a code, {pairs} addresses of each kind in turn");
    println!("  known: {}", spread(known.clone()));
    println!("  unknown: {}", spread(unknown.clone()));
    let (slower, sigma) = (slower_permille(&known, &unknown), sigma_permille(pairs));
    println!(
        "  a known address is the slower one in {slower} of 1,000 pairs; 500 is none, chance alone gives ± {}",
        2 * sigma
    );
    Ok(())
}

/// The share, per thousand, of pairs in which the first is longer (Mann-Whitney U, normalised).
fn slower_permille(ones: &[Duration], others: &[Duration]) -> u128 {
    let mut sorted = others.to_vec();
    sorted.sort_unstable();
    // Doubled, so that a tie counts as a half.
    let twice: u128 = ones
        .iter()
        .map(|one| (sorted.partition_point(|other| other < one) + sorted.partition_point(|other| other <= one)) as u128)
        .sum();
    twice * 1_000 / (2 * (ones.len() * others.len()).max(1) as u128)
}

/// The standard deviation of that share for equal distributions: the square root of (2n + 1) / 12n².
fn sigma_permille(each: usize) -> u128 {
    let each = each.max(1) as u128;
    ((2 * each + 1) * 1_000_000 / (12 * each * each)).isqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_of_longer_ones_is_a_half_where_both_are_alike() {
        let of = |millis: &[u64]| millis.iter().map(|n| Duration::from_millis(*n)).collect::<Vec<_>>();
        assert_eq!(slower_permille(&of(&[1, 2, 3]), &of(&[1, 2, 3])), 500);
        assert_eq!(slower_permille(&of(&[4, 5]), &of(&[1, 2, 3])), 1_000);
        assert_eq!(slower_permille(&of(&[1, 5]), &of(&[2, 3])), 500);
        assert_eq!(slower_permille(&of(&[0]), &of(&[1])), 0);
        assert_eq!(sigma_permille(1_000), 12);
    }
}
