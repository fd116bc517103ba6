//! Payouts and refunds by card, bank and BLIK: paid once per key, settled later, refused or returned.

use std::collections::BTreeMap;

use exchange::rails::{PayoutOutcome, RailEvent, RailEventKind, leg_of_key};
use kernel::{Amount, TransactionId};

use super::{RailPayment, RailReport};
use crate::dice::Dice;

/// The state of a payout at its rail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// In progress.
    Accepted,
    /// Settled.
    Settled,
    /// Refused; no money was sent.
    Rejected,
    /// Sent, and later returned.
    Returned,
}

/// A payout at its rail.
#[derive(Debug, Clone)]
pub struct AtRail {
    /// The slot of its order.
    pub slot: u8,
    /// The transaction.
    pub transaction: TransactionId,
    /// The ledger's code of the rail.
    pub rail: &'static str,
    /// The amount.
    pub amount: Amount,
    /// The state.
    pub state: State,
    told: bool,
}

/// The rails' payouts, by idempotency key.
#[derive(Debug, Clone, Default)]
pub struct Payouts(BTreeMap<String, AtRail>);

impl Payouts {
    /// Pays once per key. Some rails answer a repetition with a refusal.
    pub fn pay(&mut self, key: &str, payment: RailPayment, dice: &mut Dice, refusals: bool) -> PayoutOutcome {
        if self.0.contains_key(key) {
            let duplicate = PayoutOutcome::Rejected { reason: "duplicate".to_owned() };
            return if dice.chance(30) { duplicate } else { self.lookup(key).unwrap_or(PayoutOutcome::Unknown) };
        }
        let (state, silent) = match dice.below(10) {
            0..=5 => (State::Accepted, false),
            6 if refusals => (State::Rejected, false),
            7 => (State::Accepted, true),
            _ => (State::Settled, false),
        };
        let RailPayment { slot, transaction, rail, amount } = payment;
        self.0.insert(key.to_owned(), AtRail { slot, transaction, rail, amount, state, told: false });
        if silent { PayoutOutcome::Unknown } else { self.lookup(key).unwrap_or(PayoutOutcome::Unknown) }
    }

    /// The state of a payout; `None` if the request never arrived.
    #[must_use]
    pub fn lookup(&self, key: &str) -> Option<PayoutOutcome> {
        let reference = format!("out-{key}");
        self.0.get(key).map(|payout| match payout.state {
            State::Accepted => PayoutOutcome::Accepted { reference },
            State::Settled => PayoutOutcome::Settled { reference },
            State::Rejected | State::Returned => PayoutOutcome::Rejected { reason: "account closed".to_owned() },
        })
    }

    /// Advances the first payout of `slot` that can change, and returns its report. `heard` says whether the platform
    /// has processed this state of the payout: only then it can be returned.
    pub fn advance(
        &mut self,
        slot: u8,
        dice: &mut Dice,
        refusals: bool,
        heard: impl Fn(TransactionId, u16, State) -> bool,
    ) -> Option<(RailReport, u8)> {
        for (key, payout) in self.0.iter_mut().filter(|(_, payout)| payout.slot == slot) {
            let leg = leg_of_key(key);
            let heard = leg.is_some_and(|leg| heard(payout.transaction, leg, payout.state));
            let failed = || RailEventKind::PayoutFailed { reason: "account closed".to_owned() };
            let kind = match payout.state {
                State::Accepted if refusals && heard && dice.chance(25) => {
                    payout.state = State::Returned;
                    failed()
                }
                State::Accepted => {
                    payout.state = State::Settled;
                    RailEventKind::PayoutSettled { network_cost: None }
                }
                State::Settled if refusals && heard && dice.chance(10) => {
                    payout.state = State::Returned;
                    failed()
                }
                State::Rejected if !payout.told => failed(),
                // The platform may have crashed before it recorded the answer; the rail's statement contains the
                // payment.
                State::Settled if !payout.told => RailEventKind::PayoutSettled { network_cost: None },
                _ => continue,
            };
            payout.told = true;
            let event_id = format!("hook:{key}:{:?}", payout.state);
            let (transaction, rail) = (payout.transaction, payout.rail.to_owned());
            let event =
                RailEvent { target: transaction.into(), rail, event_id, leg, charge: None, reorg_epoch: None, kind };
            return Some((RailReport::of(event, key.clone()), slot));
        }
        None
    }

    /// All payouts that left and were not returned, with their keys.
    pub fn gone(&self) -> impl Iterator<Item = (&str, &AtRail)> {
        let away = |payout: &AtRail| matches!(payout.state, State::Accepted | State::Settled);
        self.0.iter().filter(move |(_, payout)| away(payout)).map(|(key, payout)| (key.as_str(), payout))
    }
}
