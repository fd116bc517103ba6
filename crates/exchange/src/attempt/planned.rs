//! The next step of an order that a plan has made for its saved card. Pure.

use kernel::Amount;

use crate::plan::is_hard;
use crate::transaction::{CollectState, Ending, Transaction};

/// The next step of an order of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlannedStep {
    /// Charge the card.
    Charge,
    /// The charge has no outcome yet.
    Wait,
    /// The card has paid, or an operator decides: the plan goes on.
    Paid,
    /// The card was certainly not charged.
    Declined {
        /// Whether the issuer will decline it again.
        is_final: bool,
        /// Whether the order is still open, and has to be cancelled first.
        is_open: bool,
    },
}

/// The next step of an order of a plan. A charge of which anything is unclear is never a decline.
#[must_use]
pub fn planned_step(order: &Transaction) -> PlannedStep {
    let Some(collect) = order.collect() else { return PlannedStep::Paid };
    if order.received().is_some_and(Amount::is_positive) || order.review.is_some() {
        return PlannedStep::Paid;
    }
    let is_final = is_hard(order.failure.as_ref().and_then(|failure| failure.reason));
    match (order.ending, collect.state) {
        (None, CollectState::Waiting) if collect.charges == 0 => PlannedStep::Charge,
        (None, CollectState::Declined) => PlannedStep::Declined { is_final, is_open: true },
        (None, _) => PlannedStep::Wait,
        (Some(Ending::Expired | Ending::Cancelled | Ending::Failed), _) => {
            PlannedStep::Declined { is_final, is_open: false }
        }
        (Some(_), _) => PlannedStep::Paid,
    }
}
