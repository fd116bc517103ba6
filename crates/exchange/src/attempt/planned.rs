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
    /// The order ended before its card was asked, for example because the customer cancelled it. The date is over, and the
    /// card was not declined.
    Skipped,
    /// The card was asked and certainly not charged.
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
        (Some(Ending::Expired | Ending::Cancelled), _) if collect.charges == 0 => PlannedStep::Skipped,
        (Some(Ending::Expired | Ending::Cancelled | Ending::Failed), _) => {
            PlannedStep::Declined { is_final, is_open: false }
        }
        (Some(_), _) => PlannedStep::Paid,
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, Utc};
    use kernel::{Currency, Payway, PaywayKind, ProfileId, TransactionId};
    use uuid::Uuid;

    use super::*;
    use crate::decline::{Decline, DeclineCode};
    use crate::policy::Policy;
    use crate::quote::arrived;
    use crate::transaction::{Collect, Failure, Instructions, Leg, TransactionType};

    fn order(charges: u16, state: CollectState, ending: Option<Ending>) -> Transaction {
        let now = DateTime::<Utc>::UNIX_EPOCH;
        let expected = Amount::parse("50", Currency::EUR).unwrap();
        let instructions = Instructions::Card { card: None, launch: None, return_url: None };
        let collect = Collect {
            payway: Payway::Visamc,
            expected,
            state,
            instructions,
            charges,
            payments: Vec::new(),
            refund_to: None,
        };
        let price = arrived((Payway::Visamc, expected), &Policy::sandbox(), None, now);
        let ids = (TransactionId::from_uuid(Uuid::nil()), ProfileId::from_uuid(Uuid::nil()));
        let legs = vec![Leg::Collect(Box::new(collect))];
        Transaction { ending, ..Transaction::new(ids, TransactionType::arrival(), price, legs, (now, now)) }
    }

    #[test]
    fn an_order_that_ends_before_its_card_was_asked_is_no_decline() {
        for ending in [Ending::Cancelled, Ending::Expired] {
            let ended = |charges| planned_step(&order(charges, CollectState::Closed, Some(ending)));
            assert_eq!(ended(0), PlannedStep::Skipped);
            assert_eq!(ended(1), PlannedStep::Declined { is_final: false, is_open: false });
        }
        assert_eq!(planned_step(&order(0, CollectState::Waiting, None)), PlannedStep::Charge);
    }

    #[test]
    fn a_final_decline_stays_final_after_the_order_is_cancelled() {
        let failure = Some(Failure::declined(PaywayKind::Card, &Decline::Code(DeclineCode::CardBlocked)));
        let open = Transaction { failure, ..order(1, CollectState::Declined, None) };
        assert_eq!(planned_step(&open), PlannedStep::Declined { is_final: true, is_open: true });
        let cancelled = Transaction { ending: Some(Ending::Cancelled), ..open };
        assert_eq!(planned_step(&cancelled), PlannedStep::Declined { is_final: true, is_open: false });
    }
}
