//! The states that a walk has reached, in compact form, and their exits.

use std::collections::{HashMap, HashSet};

use kernel::Amount;

use super::super::super::{Collect, Ending, PayOut, Status, Transaction};
use super::super::AccountRole;
use super::world::Story;

/// The leg count at which the walk stops, because retries append legs without end. A refund over a chain has one more
/// leg, its fee.
pub fn legs_max(tx: &Transaction) -> usize {
    let own = if tx.price.source.network().is_some() { 5 } else { 4 };
    // Each further balance that pays has a leg of its own, and they share one conversion.
    own + if tx.draws().nth(1).is_some() { tx.draws().count() } else { 0 }
}

/// The relevant part of a state: everything except times, versions and replaced legs.
pub type Key = Vec<u64>;

pub fn key(story: &Story, time: usize) -> Key {
    let tx = &story.tx;
    let atoms = |amount: Amount| amount.atoms() as u64 ^ (u64::from(amount.currency().code().as_bytes()[0]) << 56);
    let flags = |all: &[bool]| all.iter().fold(0, |bits, flag| bits << 1 | u64::from(*flag));
    let mut key = vec![time as u64, atoms(tx.price.from_amount)];
    key.extend(tx.collect().map(|collect| 1 + collect.state as u64));
    key.extend(tx.draw().map(|draw| 1 + draw.state as u64));
    // The number of attempts matters while another card or code is accepted.
    let asks = |collect: &Collect| tx.ending.is_none() && (collect.takes_charge() || collect.is_charging());
    key.extend(tx.collect().map(|collect| if asks(collect) { u64::from(collect.charges) } else { 0 }));
    for payment in tx.collect().iter().flat_map(|collect| &collect.payments) {
        let name = payment.reference.bytes().fold(0, |name, byte| name << 8 | u64::from(byte));
        key.extend([name, atoms(payment.amount), payment.state as u64, u64::from(payment.confirmations)]);
        key.push(u64::from(payment.credited_at.is_some()));
    }
    let late = |leg: &PayOut| [leg.sent_at.is_some(), leg.settled_at.is_some(), leg.contradicted_at.is_some()];
    let counts = |leg: &PayOut| leg.replaced_by.is_none() || leg.contradicted_at.is_some();
    for (_, leg) in tx.payouts().filter(|(_, leg)| counts(leg)) {
        let [sent, settled, contradicted] = late(leg);
        let told = [leg.to.is_refund(), leg.replaced_by.is_some(), sent, settled, contradicted, leg.delay.is_some()];
        key.push(100 + (leg.state as u64) * 64 + flags(&told));
    }
    let closed = [Ending::Closed, Ending::Rejected, Ending::Failed];
    let ending = tx.ending.map(|ending| if closed.contains(&ending) { Ending::Closed } else { ending });
    key.push(ending.map_or(0, |ending| 1 + ending as u64));
    key.push(tx.action.as_ref().map_or(0, |action| 1 + action.reason as u64));
    key.push(tx.action.as_ref().map_or(0, |action| atoms(action.received)));
    key.push(tx.review.as_ref().map_or(0, |review| 1 + review.reason as u64));
    let left = tx.available();
    let stands =
        [tx.parent.is_some(), tx.awaiting_rate.is_some(), left.is_some(), left.is_some_and(|left| left.is_zero())];
    key.extend([flags(&stands), story.books.of(AccountRole::Transit, tx.price.from_currency) as u64]);
    key.push(tx.legs.len().min(legs_max(tx)) as u64);
    key
}

/// The reached states: each with its status and its successors.
#[derive(Default)]
pub struct Graph {
    pub nodes: HashMap<Key, (Status, HashSet<Key>)>,
}

impl Graph {
    /// Asserts that every state has a path to an end, so that no customer or operator is ever stuck.
    pub fn check_exits(&self) {
        let mut from: HashMap<&Key, Vec<&Key>> = HashMap::new();
        let mut ended: HashSet<&Key> = HashSet::new();
        for (key, (status, next)) in &self.nodes {
            // A successor beyond the walk's limit counts as an exit.
            if status.is_closed() || next.iter().any(|to| !self.nodes.contains_key(to)) {
                ended.insert(key);
            }
            for to in next {
                from.entry(to).or_default().push(key);
            }
        }
        let mut queue: Vec<&Key> = ended.iter().copied().collect();
        while let Some(key) = queue.pop() {
            for before in from.get(key).into_iter().flatten() {
                if ended.insert(before) {
                    queue.push(before);
                }
            }
        }
        let stuck = self.nodes.keys().find(|key| !ended.contains(key));
        assert_eq!(stuck, None, "no way out");
    }
}
