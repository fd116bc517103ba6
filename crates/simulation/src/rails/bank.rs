//! Money that leaves by card, bank and BLIK, payouts and refunds: paid once per key, settled later, refused or returned.

use std::collections::BTreeMap;

use exchange::rails::{PayoutOutcome, RailEvent, RailEventKind, leg_of_key};
use kernel::{Amount, TransactionId};

use super::News;
use crate::dice::Dice;

/// How a payout stands at its rail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// On its way.
    Accepted,
    /// Arrived.
    Settled,
    /// Refused; nothing was sent.
    Rejected,
    /// Sent, and back again.
    Returned,
}

/// A payout at its rail.
#[derive(Debug, Clone)]
pub struct AtRail {
    /// Whose order it belongs to.
    pub slot: u8,
    /// For what.
    pub transaction: TransactionId,
    /// The ledger's name of the rail.
    pub rail: &'static str,
    /// How much.
    pub amount: Amount,
    /// How it stands.
    pub state: State,
    told: bool,
}

/// What the rails have on their books, by idempotency key.
#[derive(Debug, Clone, Default)]
pub struct Payouts(BTreeMap<String, AtRail>);

impl Payouts {
    /// Pays once per key. Some rails call a repetition a refusal.
    pub fn pay(
        &mut self,
        key: &str,
        (slot, transaction, rail, amount): (u8, TransactionId, &'static str, Amount),
        dice: &mut Dice,
        refusals: bool,
    ) -> PayoutOutcome {
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
        self.0.insert(key.to_owned(), AtRail { slot, transaction, rail, amount, state, told: false });
        if silent { PayoutOutcome::Unknown } else { self.lookup(key).unwrap_or(PayoutOutcome::Unknown) }
    }

    /// How a payout stands; nothing if it never arrived.
    #[must_use]
    pub fn lookup(&self, key: &str) -> Option<PayoutOutcome> {
        let reference = format!("out-{key}");
        self.0.get(key).map(|payout| match payout.state {
            State::Accepted => PayoutOutcome::Accepted { reference },
            State::Settled => PayoutOutcome::Settled { reference },
            State::Rejected | State::Returned => PayoutOutcome::Rejected { reason: "account closed".to_owned() },
        })
    }

    /// Moves the first payout of `slot` that can move, and what is told of it. `heard` says whether the house has heard that
    /// the payout left, or that it arrived: only then it comes back.
    pub fn advance(
        &mut self,
        slot: u8,
        dice: &mut Dice,
        refusals: bool,
        heard: impl Fn(TransactionId, u16, State) -> bool,
    ) -> Option<(News, u8)> {
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
                // The house may have died between the answer and noting it; its rail's statement has the payment.
                State::Settled if !payout.told => RailEventKind::PayoutSettled { network_cost: None },
                _ => continue,
            };
            payout.told = true;
            let event_id = format!("hook:{key}:{:?}", payout.state);
            let (transaction, rail) = (payout.transaction, payout.rail.to_owned());
            let event =
                RailEvent { target: transaction.into(), rail, event_id, leg, charge: None, sighting: None, kind };
            return Some((News::of(event, key.clone()), slot));
        }
        None
    }

    /// Everything that left and stayed away, with its key.
    pub fn gone(&self) -> impl Iterator<Item = (&str, &AtRail)> {
        let away = |payout: &AtRail| matches!(payout.state, State::Accepted | State::Settled);
        self.0.iter().filter(move |(_, payout)| away(payout)).map(|(key, payout)| (key.as_str(), payout))
    }
}
