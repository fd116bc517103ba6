//! The financial outcome of a transaction, derived from its legs alone: what was paid, credited, charged and refunded.
//! Every screen, every mail and the console use this one derivation.

use chrono::{DateTime, Utc};
use kernel::Amount;
use serde::Serialize;

use super::model::*;
use crate::quote::LineKind;
use crate::requisite::Requisite;

/// The financial outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The main amount.
    pub headline: Headline,
    /// The amount that is paid and not reversed; `None` if there is none.
    pub paid: Option<Amount>,
    /// The fees that were charged.
    pub fees: Vec<FeeTaken>,
    /// The refund, completed or in flight.
    pub refund: Option<RefundSummary>,
    /// The amount credited to the owner's balance.
    pub deposited: Option<Amount>,
    /// The amount that the platform holds: it waits for the owner or an operator, or stays in quarantine.
    pub held: Option<Amount>,
}

/// The main amount of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Headline {
    /// Its meaning.
    pub kind: HeadlineKind,
    /// The amount.
    pub amount: Amount,
}

kernel::codes! {
    /// The meaning of the headline's amount.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum HeadlineKind {
        /// The expected result.
        Expected = "expected",
        /// Sent to the owner's destination.
        Received = "received",
        /// Credited to the owner's balance.
        Deposited = "deposited",
        /// Refunded to the payer, or in flight.
        Refunded = "refunded",
        /// Paid and held by the platform.
        Held = "held",
        /// Ordered, and never paid.
        NotPaid = "not_paid",
    }
}

/// A fee that was charged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeeTaken {
    /// The kind of fee.
    pub kind: LineKind,
    /// The amount.
    pub amount: Amount,
}

/// A refund to the payer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundSummary {
    /// The refunded amount, after its cost.
    pub amount: Amount,
    /// The cost of the refund; most rails charge none.
    pub cost: Option<Amount>,
    /// The destination; `None` if it returns the way it came.
    pub to: Option<Requisite>,
    /// The rail's references: the transaction hash, or one for each card payment.
    pub references: Vec<String>,
    /// When all of it was final; `None` while in flight.
    pub settled_at: Option<DateTime<Utc>>,
}

impl Transaction {
    /// The financial outcome.
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
        // Held money that can no longer become a result is the headline, whatever the reason for the hold.
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
        let credit = self.credits().next().map(|credit| credit.amount);
        let collected = || self.collect().map(|collect| collect.expected);
        let ordered = result.map(|leg| leg.amount).or(credit).or_else(collected);
        let amount = ordered.unwrap_or(self.price.to_amount);
        let kind = if self.ending.is_some() { HeadlineKind::NotPaid } else { HeadlineKind::Expected };
        Headline { kind, amount }
    }

    /// The credited payments, or the amount debited from the balance, after the conversions of several draws. Excludes reversed payments, even if they were
    /// spent.
    fn paid(&self) -> Option<Amount> {
        if let Some(draw) = self.draw() {
            return Some(self.price.from_amount).filter(|_| draw.state == DrawState::Posted);
        }
        let collect = self.collect()?;
        let credited = collect.payments.iter().filter(|payment| payment.state == PaymentState::Credited);
        let atoms = credited.map(|payment| payment.amount.atoms()).sum();
        Some(Amount::new(atoms, collect.expected.currency())).filter(|paid| paid.is_positive())
    }

    /// The fees that were posted: those of the quote once its money was passed on, and separate ones. A refund to the
    /// balance that was debited includes the fees, but not those of the conversion of one draw among several.
    fn fees_taken(&self) -> Vec<FeeTaken> {
        use LineKind as L;
        let is_given_back = self.draw().is_some() && self.ending == Some(Ending::Refunded);
        let is_charged = self.is_collected() && !is_given_back;
        let is_fee = |kind| matches!(kind, L::OurFee | L::ProcessingFee | L::NetworkFee | L::Spread);
        let price = self.price.lines.iter().filter(|line| is_charged && is_fee(line.kind));
        let of_price = price.map(|line| FeeTaken { kind: line.kind, amount: line.amount });
        let own = self.fees_outside().map(|amount| FeeTaken { kind: L::NetworkFee, amount });
        let posted = self.draws().filter(|draw| draw.state == DrawState::Posted);
        let lines = posted.filter_map(|draw| draw.conversion.as_ref()).flat_map(|quote| &quote.lines);
        let of_draws = lines.filter(|line| is_fee(line.kind));
        let of_draws = of_draws.map(|line| FeeTaken { kind: line.kind, amount: line.amount });
        of_price.chain(of_draws).chain(own).filter(|fee| fee.amount.is_positive()).collect()
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
        let cost = sum(&mut self.fees_outside());
        let settled: Option<Vec<_>> = legs.iter().map(|leg| leg.settled_at).collect();
        Some(RefundSummary {
            amount: sum(&mut legs.iter().map(|leg| leg.amount)),
            cost: Some(cost).filter(|cost| cost.is_positive()),
            to: match &first.to {
                Destination::Refund(requisite) | Destination::Requisite(requisite) => Some(requisite.clone()),
                Destination::Payer { .. } | Destination::Issuer { .. } => None,
            },
            references: legs.iter().filter_map(|leg| leg.reference.clone().filter(|name| !name.is_empty())).collect(),
            settled_at: settled.and_then(|all| all.into_iter().max()),
        })
    }

    /// The fees outside the price.
    fn fees_outside(&self) -> impl Iterator<Item = Amount> {
        self.legs.iter().filter_map(|leg| if let Leg::Fee(fee) = leg { Some(fee.amount) } else { None })
    }

    fn deposited(&self) -> Option<Amount> {
        let moved = || self.credits().filter(|credit| credit.done_at.is_some() && credit.is_own_balance());
        let currency = moved().next()?.amount.currency();
        let atoms = moved().map(|leg| leg.amount).filter(|amount| amount.currency() == currency);
        Some(Amount::new(atoms.map(|amount| amount.atoms()).sum(), currency))
    }

    /// The amount credited to another customer or to a product.
    fn transferred(&self) -> Option<Amount> {
        let other = self.credits().find(|credit| credit.done_at.is_some() && !credit.is_own_balance());
        other.map(|credit| credit.amount)
    }

    /// The amount left in transit, or in quarantine after the end. A reversed payment leaves nothing owed.
    fn held(&self) -> Option<Amount> {
        self.left().filter(|left| left.is_positive() && !self.is_taken_back())
    }
}
