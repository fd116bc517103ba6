//! What really became of a transaction's money, derived from its legs alone: what its owner has or gets, what was paid, which
//! fees were taken, what went back. Every screen, every mail and the console read this one derivation.

use chrono::{DateTime, Utc};
use kernel::Amount;
use serde::Serialize;

use super::model::*;
use crate::quote::LineKind;
use crate::requisite::Requisite;

/// What became of the money.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The one amount that it is about.
    pub headline: Headline,
    /// What was paid and is still paid; `None` if nothing was, or all of it has gone again.
    pub paid: Option<Amount>,
    /// The fees that were really taken.
    pub fees: Vec<FeeTaken>,
    /// What went back, or is on its way back.
    pub refund: Option<RefundSummary>,
    /// What was put on the owner's balance.
    pub deposited: Option<Amount>,
    /// What stands with the house, and waits for the owner or an operator, or stays in quarantine.
    pub held: Option<Amount>,
}

/// The one amount that a transaction is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Headline {
    /// What it is.
    pub kind: HeadlineKind,
    /// How much.
    pub amount: Amount,
}

/// What the headline's amount is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum HeadlineKind {
    /// It will be received if all goes on.
    Expected,
    /// It was sent to where the owner wanted it.
    Received,
    /// It is on the owner's balance.
    Deposited,
    /// It went back to the payer, or is on its way.
    Refunded,
    /// It was paid and stands with the house.
    Held,
    /// It was ordered, and nothing came of it.
    NotPaid,
}

/// A fee that was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeeTaken {
    /// Which.
    pub kind: LineKind,
    /// How much.
    pub amount: Amount,
}

/// What goes back to the payer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundSummary {
    /// How much goes back, after its cost.
    pub amount: Amount,
    /// What sending it cost; nothing is taken on most rails.
    pub cost: Option<Amount>,
    /// Where to; `None` for the way that it came.
    pub to: Option<Requisite>,
    /// The rail's names of it: the transaction hash, one for each card payment.
    pub references: Vec<String>,
    /// When all of it was final; `None` while it is on its way.
    pub settled_at: Option<DateTime<Utc>>,
}

impl Transaction {
    /// What became of the money.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let (paid, refund, deposited, held) = (self.paid(), self.refund(), self.deposited(), self.held());
        let headline = self.headline(refund.as_ref(), deposited, held);
        Summary { headline, paid, fees: self.fees_taken(), refund, deposited, held }
    }

    fn headline(&self, refund: Option<&RefundSummary>, deposited: Option<Amount>, held: Option<Amount>) -> Headline {
        let result = self.result_leg().map(|(_, leg)| leg);
        let is_out = |leg: &&PayOut| matches!(leg.state, PayOutState::Sent | PayOutState::Settled);
        let paid_out = result.filter(is_out).map(|leg| leg.amount).or(self.transferred());
        let waits = self.ending.is_some() || ((self.action.is_some() || self.review.is_some()) && !self.is_collected());
        // Money that no result will come of is what it is, whatever asks about it.
        let held = held.filter(|_| waits || result.is_none());
        let known = [
            (HeadlineKind::Received, paid_out),
            (HeadlineKind::Deposited, deposited),
            (HeadlineKind::Refunded, refund.map(|refund| refund.amount)),
            (HeadlineKind::Held, held),
        ];
        if let Some((kind, amount)) = known.into_iter().find_map(|(kind, amount)| Some((kind, amount?))) {
            return Headline { kind, amount };
        }
        let credit =
            self.legs.iter().find_map(|leg| if let Leg::Credit(credit) = leg { Some(credit.amount) } else { None });
        let collected = || self.collect().map(|collect| collect.expected);
        let ordered = result.map(|leg| leg.amount).or(credit).or_else(collected);
        let amount = ordered.unwrap_or(self.quote.to_amount);
        let kind = if self.ending.is_some() { HeadlineKind::NotPaid } else { HeadlineKind::Expected };
        Headline { kind, amount }
    }

    /// The payments that are the house's now, or what was taken from the balance. What was taken back is not paid, though it
    /// had been spent.
    fn paid(&self) -> Option<Amount> {
        if let Some(draw) = self.draw() {
            return Some(draw.amount).filter(|_| draw.state == DrawState::Posted);
        }
        let collect = self.collect()?;
        let credited = collect.payments.iter().filter(|payment| payment.state == PaymentState::Credited);
        let atoms = credited.map(|payment| payment.amount.atoms()).sum();
        Some(Amount::new(atoms, collect.expected.currency())).filter(|paid| paid.is_positive())
    }

    /// The fees that were posted: those of the price once its money went on, and those of their own. What goes back to the
    /// balance that it came from goes back with its fees.
    fn fees_taken(&self) -> Vec<FeeTaken> {
        use LineKind as L;
        let is_given_back = self.draw().is_some() && self.ending == Some(Ending::Refunded);
        let is_charged = self.is_collected() && !is_given_back;
        let is_fee = |kind| matches!(kind, L::OurFee | L::ProcessingFee | L::NetworkFee | L::Spread);
        let price = self.quote.lines.iter().filter(|line| is_charged && is_fee(line.kind));
        let of_price = price.map(|line| FeeTaken { kind: line.kind, amount: line.amount });
        let own = self.legs.iter().filter_map(|leg| match leg {
            Leg::Fee(fee) => Some(FeeTaken { kind: L::NetworkFee, amount: fee.amount }),
            _ => None,
        });
        of_price.chain(own).filter(|fee| fee.amount.is_positive()).collect()
    }

    fn refund(&self) -> Option<RefundSummary> {
        let counts = |leg: &&PayOut| leg.state.in_flight() || leg.state == PayOutState::Settled;
        let legs: Vec<&PayOut> =
            self.payouts().map(|(_, leg)| leg).filter(|leg| leg.to.is_refund()).filter(counts).collect();
        let first = legs.first()?;
        let currency = first.amount.currency();
        let sum = |all: &mut dyn Iterator<Item = Amount>| {
            let atoms = all.filter(|amount| amount.currency() == currency).map(|amount| amount.atoms()).sum();
            Amount::new(atoms, currency)
        };
        let mut costs =
            self.legs.iter().filter_map(|leg| if let Leg::Fee(fee) = leg { Some(fee.amount) } else { None });
        let cost = sum(&mut costs);
        let settled: Option<Vec<_>> = legs.iter().map(|leg| leg.settled_at).collect();
        Some(RefundSummary {
            amount: sum(&mut legs.iter().map(|leg| leg.amount)),
            cost: Some(cost).filter(|cost| cost.is_positive()),
            to: match &first.to {
                Destination::Refund(requisite) | Destination::Requisite(requisite) => Some(requisite.clone()),
                Destination::Payer { .. } => None,
            },
            references: legs.iter().filter_map(|leg| leg.reference.clone().filter(|name| !name.is_empty())).collect(),
            settled_at: settled.and_then(|all| all.into_iter().max()),
        })
    }

    fn deposited(&self) -> Option<Amount> {
        let moved = || {
            self.legs.iter().filter_map(|leg| match leg {
                Leg::Credit(credit) if credit.done_at.is_some() && credit.to.is_none() => Some(credit),
                _ => None,
            })
        };
        let currency = moved().next()?.amount.currency();
        let atoms = moved().map(|leg| leg.amount).filter(|amount| amount.currency() == currency);
        Some(Amount::new(atoms.map(|amount| amount.atoms()).sum(), currency))
    }

    /// What another customer has received.
    fn transferred(&self) -> Option<Amount> {
        self.legs.iter().find_map(|leg| match leg {
            Leg::Credit(credit) if credit.done_at.is_some() && credit.to.is_some() => Some(credit.amount),
            _ => None,
        })
    }

    /// What stands in transit, or in quarantine once it has ended. Nothing is owed for a payment that was taken back.
    fn held(&self) -> Option<Amount> {
        self.left().filter(|left| left.is_positive() && !self.is_taken_back())
    }
}
