//! The issuer of payment cards: it clears an authorised purchase or reverses it, sometimes after the authorisation has
//! lapsed, and a shop may return a cleared price.

use std::collections::BTreeMap;

use exchange::rails::{RailEvent, RailEventKind};
use exchange::transaction::Transaction;
use kernel::{Amount, TransactionId};
use uuid::Uuid;

use super::RailReport;
use crate::dice::Dice;

/// The percentage of the moments at which an issuer acts on an authorisation.
const ACTS_PERCENT: u64 = 40;

/// The state of a purchase at the issuer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Authorized,
    Reversed,
    Cleared,
    Settled,
    Returned,
}

#[derive(Debug, Clone)]
struct Purchase {
    slot: u8,
    leg: u16,
    price: Amount,
    state: State,
}

/// The issuer's purchases, by the platform's transaction.
#[derive(Debug, Clone, Default)]
pub struct Issuer(BTreeMap<Uuid, Purchase>);

impl Issuer {
    /// The platform has authorised a purchase.
    pub fn authorized(&mut self, slot: u8, tx: &Transaction) {
        let found = tx.payouts().find(|(_, leg)| leg.to.is_issuer());
        if let Some((leg, payout)) = found {
            let purchase = Purchase { slot, leg, price: payout.amount, state: State::Authorized };
            self.0.entry(tx.id.uuid()).or_insert(purchase);
        }
    }

    /// Advances a purchase of `slot`, and returns its report. `heard` says whether the platform has processed that it was
    /// cleared: only then it can be returned.
    pub fn advance(
        &mut self,
        slot: u8,
        dice: &mut Dice,
        refusals: bool,
        heard: impl Fn(TransactionId, u16) -> bool,
    ) -> Option<(RailReport, u8)> {
        for (id, purchase) in self.0.iter_mut().filter(|(_, purchase)| purchase.slot == slot) {
            let transaction = TransactionId::from_uuid(*id);
            let leg = purchase.leg;
            let failed = || RailEventKind::PayoutFailed { reason: "the shop has reversed it".to_owned() };
            let (state, kind) = match purchase.state {
                State::Authorized if !dice.chance(ACTS_PERCENT) => continue,
                State::Authorized if refusals && dice.chance(25) => (State::Reversed, failed()),
                State::Authorized => {
                    (State::Cleared, RailEventKind::PayoutSent { reference: format!("clearing-{id}") })
                }
                State::Cleared if refusals && heard(transaction, leg) && dice.chance(15) => (State::Returned, failed()),
                State::Cleared => (State::Settled, RailEventKind::PayoutSettled { network_cost: None }),
                State::Reversed | State::Settled | State::Returned => continue,
            };
            purchase.state = state;
            let (subject, leg) = (format!("issuer:{id}"), Some(leg));
            let (rail, event_id) = ("issuer".to_owned(), format!("issuer:{id}:{state:?}"));
            let target = transaction.into();
            let event = RailEvent { target, rail, event_id, leg, charge: None, reorg_epoch: None, kind };
            return Some((RailReport::of(event, subject), slot));
        }
        None
    }

    /// The prices that the issuer has paid to shops.
    pub fn paid(&self) -> impl Iterator<Item = Amount> {
        let is_paid = |purchase: &&Purchase| matches!(purchase.state, State::Cleared | State::Settled);
        self.0.values().filter(is_paid).map(|purchase| purchase.price)
    }
}
