//! Cards and BLIK: charges that are paid, approved, declined, and reversed.

use std::collections::BTreeMap;

use exchange::attempt::Charge;
use exchange::rails::{Decline, RailEvent, RailEventKind, charge_of_key};
use kernel::{Amount, TransactionId};

use super::{RailPayment, RailReport};
use crate::dice::Dice;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Approving,
    Paid,
    Declined,
    TakenBack,
}

#[derive(Debug, Clone)]
struct AtAcquirer {
    slot: u8,
    transaction: TransactionId,
    rail: &'static str,
    amount: Amount,
    state: State,
}

/// The acquirers' charges, by idempotency key.
#[derive(Debug, Clone, Default)]
pub struct Charges(BTreeMap<String, AtAcquirer>);

impl Charges {
    /// Charges once per key. Some acquirers answer a repetition with a refusal.
    pub fn charge(&mut self, key: &str, payment: RailPayment, dice: &mut Dice, refusals: bool) -> Charge {
        if self.0.contains_key(key) {
            let duplicate = Charge::Declined(Decline::of_code("duplicate"));
            return if dice.chance(30) { duplicate } else { self.lookup(key).unwrap_or(Charge::Unknown) };
        }
        let (state, silent) = match dice.below(10) {
            0..=4 => (State::Paid, false),
            5 if refusals => (State::Declined, false),
            6 => (State::Paid, true),
            7 => (State::Approving, true),
            _ => (State::Approving, false),
        };
        let RailPayment { slot, transaction, rail, amount } = payment;
        self.0.insert(key.to_owned(), AtAcquirer { slot, transaction, rail, amount, state });
        if silent { Charge::Unknown } else { self.lookup(key).unwrap_or(Charge::Unknown) }
    }

    /// The state of a charge; `None` if the request never arrived.
    #[must_use]
    pub fn lookup(&self, key: &str) -> Option<Charge> {
        self.0.get(key).map(|charge| match charge.state {
            State::Approving => Charge::Approval(None),
            State::Paid => Charge::Paid(reference(key)),
            State::Declined | State::TakenBack => Charge::Declined(Decline::of_code("do_not_honour")),
        })
    }

    /// Advances the first charge of `slot` that can change, and returns its report. `heard` says whether the platform
    /// has booked the payment: only then it can be reversed.
    pub fn advance(
        &mut self,
        slot: u8,
        dice: &mut Dice,
        refusals: bool,
        heard: impl Fn(&str) -> bool,
    ) -> Option<(RailReport, u8)> {
        for (key, charge) in self.0.iter_mut().filter(|(_, charge)| charge.slot == slot) {
            let kind = match charge.state {
                State::Approving if refusals && dice.chance(30) => {
                    charge.state = State::Declined;
                    RailEventKind::Declined { reason: Decline::of_code("do_not_honour") }
                }
                State::Approving => {
                    charge.state = State::Paid;
                    RailEventKind::Credited { amount: charge.amount, reference: reference(key), payer: None }
                }
                // An acquirer's error: it captures a charge that it reported as declined.
                State::Declined if refusals && dice.chance(5) => {
                    charge.state = State::Paid;
                    RailEventKind::Credited { amount: charge.amount, reference: reference(key), payer: None }
                }
                State::Paid if refusals && dice.chance(10) && heard(&reference(key)) => {
                    charge.state = State::TakenBack;
                    RailEventKind::Reversed { reference: reference(key) }
                }
                _ => continue,
            };
            let event_id = format!("hook:{key}:{:?}", charge.state);
            let (transaction, rail) = (charge.transaction, charge.rail.to_owned());
            let event = RailEvent {
                target: transaction.into(),
                rail,
                event_id,
                leg: None,
                charge: charge_of_key(key),
                reorg_epoch: None,
                kind,
            };
            return Some((RailReport::of(event, key.clone()), slot));
        }
        None
    }

    /// A report for every paid charge, so that the end state does not depend on earlier look-ups.
    #[must_use]
    pub fn reminders(&self) -> Vec<(RailReport, u8)> {
        let paid = self.0.iter().filter(|(_, charge)| charge.state == State::Paid);
        paid.map(|(key, charge)| {
            let kind = RailEventKind::Credited { amount: charge.amount, reference: reference(key), payer: None };
            let event_id = format!("hook:{key}:reminder");
            let (transaction, rail) = (charge.transaction, charge.rail.to_owned());
            let event = RailEvent {
                target: transaction.into(),
                rail,
                event_id,
                leg: None,
                charge: charge_of_key(key),
                reorg_epoch: None,
                kind,
            };
            (RailReport::of(event, key.clone()), charge.slot)
        })
        .collect()
    }

    /// All charges that are paid and not reversed.
    pub fn paid(&self) -> impl Iterator<Item = (&'static str, Amount)> {
        self.0.values().filter(|charge| charge.state == State::Paid).map(|charge| (charge.rail, charge.amount))
    }
}

fn reference(key: &str) -> String {
    format!("charge-{key}")
}
