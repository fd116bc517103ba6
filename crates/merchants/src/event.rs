//! Events about payments, in the stream of the merchant's profile. Partners receive them as `payment.*`.

use ::store::events::EventSpec;
use kernel::{PaymentId, ProfileId};
use serde_json::json;

use crate::state::PaymentState;

/// The kind of the stream's events. Their subject is the payment.
pub const PAYMENT_CHANGED: &str = "payment.changed";

/// What happened to a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PaymentEvent {
    /// It was made.
    Created,
    /// It has another state.
    Became(PaymentState),
    /// The money is on the merchant's balance.
    Settled,
    /// A refund was sent.
    Refunded,
}

impl PaymentEvent {
    /// The stable code.
    const fn code(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Became(state) => state.code(),
            Self::Settled => "settled",
            Self::Refunded => "refunded",
        }
    }
}

/// The events of a payment that now has this state. A paid payment is settled with the same commit. Pure.
pub(crate) fn of_state(state: PaymentState) -> Vec<PaymentEvent> {
    match state {
        PaymentState::Paid => vec![PaymentEvent::Became(state), PaymentEvent::Settled],
        _ => vec![PaymentEvent::Became(state)],
    }
}

/// The events for the stream. The last one has the number `version`. Pure.
pub(crate) fn specs(profile: ProfileId, payment: PaymentId, events: &[PaymentEvent], version: i64) -> Vec<EventSpec> {
    let first = version - i64::try_from(events.len()).unwrap_or_default() + 1;
    let spec = |(number, event): (i64, &PaymentEvent)| EventSpec {
        stream: profile.uuid(),
        kind: PAYMENT_CHANGED.to_owned(),
        subject: payment.uuid(),
        body: json!({ "change": event.code(), "version": number }),
    };
    (first..).zip(events).map(spec).collect()
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn events_of_one_payment_are_numbered_without_a_gap() {
        let (profile, payment) = (ProfileId::from_uuid(Uuid::from_u128(1)), PaymentId::from_uuid(Uuid::from_u128(2)));
        let bodies = |events: &[PaymentEvent], version| {
            specs(profile, payment, events, version).into_iter().map(|spec| spec.body).collect::<Vec<_>>()
        };
        assert_eq!(bodies(&[PaymentEvent::Created], 1), [json!({ "change": "created", "version": 1 })]);
        let paid = of_state(PaymentState::Paid);
        let written = [json!({ "change": "paid", "version": 4 }), json!({ "change": "settled", "version": 5 })];
        assert_eq!(bodies(&paid, 5), written);
        assert_eq!(of_state(PaymentState::PaidLate), [PaymentEvent::Became(PaymentState::PaidLate)]);
    }
}
