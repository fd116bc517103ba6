//! The source of a movement's money: an external payment, or a draw from the balance. Both answer the same
//! questions, so no other code asks which of them it is. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Amount, PaywayKind};

use super::model::*;
use super::status::SubState;
use crate::policy::Lifetimes;

/// The progress of the money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// No payment has begun.
    Untouched,
    /// A payment was begun.
    Coming,
    /// It is confirmed, or held by the platform.
    Here,
}

/// The leg by which the money comes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Source<'a> {
    /// From outside.
    Payment(&'a Collect),
    /// From the balance.
    Draw(&'a Draw),
}

impl Transaction {
    /// The leg by which the money comes; `None` only for a record without legs.
    pub(super) fn source(&self) -> Option<Source<'_>> {
        self.legs.iter().find_map(|leg| match leg {
            Leg::Collect(collect) => Some(Source::Payment(collect)),
            Leg::Draw(draw) => Some(Source::Draw(draw)),
            _ => None,
        })
    }
}

impl Source<'_> {
    /// Whether the money was passed on: to the conversion, or to the destination.
    pub(super) fn is_passed_on(self) -> bool {
        match self {
            Self::Payment(collect) => collect.state == CollectState::Collected,
            Self::Draw(draw) => draw.state == DrawState::Posted,
        }
    }

    /// The progress of the money. A payment that its payer replaced before confirmation does not count as paid.
    pub(super) fn stage(self) -> Stage {
        if self.is_passed_on() {
            return Stage::Here;
        }
        let Self::Payment(collect) = self else { return Stage::Untouched };
        let of_payment = |payment: &Payment| match payment.state {
            PaymentState::Seen if payment.confirmations > 0 => Stage::Here,
            PaymentState::Credited | PaymentState::TakenBack => Stage::Here,
            PaymentState::Seen => Stage::Coming,
            PaymentState::Reversed => Stage::Untouched,
        };
        let begun = if collect.takes_charge() { Stage::Untouched } else { Stage::Coming };
        collect.payments.iter().map(of_payment).fold(begun, Stage::max)
    }

    /// The event that the movement waits for until the money has arrived.
    pub(super) fn waits_for(self) -> SubState {
        match self {
            Self::Draw(_) => SubState::Scheduled,
            Self::Payment(collect) if collect.is_charging() => SubState::WaitingForApproval,
            Self::Payment(collect) if collect.payments.iter().any(|one| one.state == PaymentState::Seen) => {
                SubState::TransferSeen
            }
            Self::Payment(_) => SubState::WaitingForPayment,
        }
    }

    /// The amount that came, including payments that were reversed after they were spent.
    pub(super) fn received(self) -> Amount {
        match self {
            Self::Draw(draw) if draw.state == DrawState::Posted => draw.amount,
            Self::Draw(draw) => Amount::zero(draw.amount.currency()),
            Self::Payment(collect) => {
                let came = |state| matches!(state, PaymentState::Credited | PaymentState::TakenBack);
                let credited = collect.payments.iter().filter(|payment| came(payment.state));
                Amount::new(credited.map(|payment| payment.amount.atoms()).sum(), collect.expected.currency())
            }
        }
    }

    /// How the customer can pay now.
    pub(super) fn allows(self) -> Option<Allowed> {
        let Self::Payment(collect) = self else { return None };
        let way = match collect.payway.kind() {
            PaywayKind::Card => Some(Allowed::PayCard),
            PaywayKind::Code => Some(Allowed::PayCode),
            PaywayKind::Crypto | PaywayKind::Iban => None,
        };
        way.filter(|_| collect.takes_charge())
    }

    /// When a held draw is posted, or until when a payment is awaited. A seen payment or an unclear charge extends the
    /// wait. A replacement payment does not restart it, so that repeated replacements cannot keep an order open.
    pub(super) fn due_at(self, expires_at: DateTime<Utc>, lifetimes: &Lifetimes) -> DateTime<Utc> {
        let Self::Payment(collect) = self else { return expires_at };
        let stuck = TimeDelta::seconds(i64::from(lifetimes.stuck));
        if collect.state == CollectState::Charging {
            return expires_at + stuck;
        }
        let seen = collect.payments.iter().filter(|payment| payment.state == PaymentState::Seen);
        let first = seen.map(|payment| payment.seen_at).min();
        first.map_or(expires_at, |at| at.min(expires_at) + stuck)
    }
}

impl Collect {
    /// The number of the latest charge, from 1; also 1 for a charge started before charges were counted.
    #[must_use]
    pub fn charge(&self) -> u16 {
        self.charges.max(1)
    }

    /// Whether a new card or code is accepted: none was given, or the last charge was declined.
    #[must_use]
    pub const fn takes_charge(&self) -> bool {
        matches!(self.state, CollectState::Waiting | CollectState::Declined)
    }

    /// Whether a charge is started and not answered.
    #[must_use]
    pub const fn is_charging(&self) -> bool {
        matches!(self.state, CollectState::Charging | CollectState::Approval)
    }
}
