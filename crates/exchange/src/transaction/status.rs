//! The specification's statuses and sub-states of a transaction, and the legal transitions between them.

use serde::{Deserialize, Serialize};

kernel::codes! {
    /// The specification's transaction statuses ("States and transitions").
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
    pub enum Status {
        /// Waiting for payment.
        New = "NEW",
        /// A payment was seen, or awaits an external approval.
        Wait = "WAIT",
        /// Confirming, paid, sending or sent.
        Processing = "PROCESSING",
        /// The customer must decide.
        ActionRequired = "ACTION_REQUIRED",
        /// An operator must decide.
        Manual = "MANUAL",
        /// Unpaid within its time.
        Expired = "EXPIRED",
        /// Failed; no money is owed, or a refund follows.
        Fail = "FAIL",
        /// Success.
        Done = "DONE",
        /// Closed by a refund, a deposit or an operator.
        Resolved = "RESOLVED",
        /// Rejected by an operator.
        Reject = "REJECT",
        /// Cancelled by the customer before payment.
        Cancelled = "CANCELLED",
    }
}

use Status as S;

/// The specification's transitions, and two more. A reorganised block moves an order with a payment in confirmation
/// back to WAIT. A declined charge, or a payment that its payer replaced, moves an order back to NEW, where it waits
/// for payment again.
const MOVES: [(Status, &[Status]); 11] = [
    (S::New, &[S::Wait, S::Expired, S::Cancelled, S::Reject]),
    (S::Wait, &[S::New, S::Processing, S::ActionRequired, S::Manual, S::Fail, S::Expired]),
    (S::Processing, &[S::Done, S::ActionRequired, S::Manual, S::Fail, S::Wait]),
    (S::ActionRequired, &[S::Processing, S::Resolved, S::Manual, S::Cancelled]),
    (S::Manual, &[S::Processing, S::Resolved, S::Reject, S::Fail]),
    // Only when money arrives late: a late payment is never lost.
    (S::Expired, &[S::ActionRequired]),
    (S::Fail, &[S::Resolved]),
    (S::Done, &[]),
    (S::Resolved, &[]),
    (S::Reject, &[]),
    (S::Cancelled, &[]),
];

impl Status {
    /// Whether a single transition leads from `self` to `to`.
    #[must_use]
    pub fn may_become(self, to: Self) -> bool {
        MOVES.iter().any(|(from, targets)| *from == self && targets.contains(&to))
    }

    /// The transitions from `self` to `to`; empty if they are equal, `None` if illegal. Normally it is one. It is two
    /// if a rail reports two events at once: a payment seen and credited (through WAIT), an unclear payout sent and
    /// settled, a late credit that raises a question (through PROCESSING) or needs an operator (through
    /// ACTION_REQUIRED), or a payment in confirmation that disappears (through WAIT). A movement that ends on a balance
    /// needs no pause between arrival and end, so it reaches DONE through all statuses in between.
    #[must_use]
    pub fn path(self, to: Self) -> Option<Vec<Self>> {
        if self == to {
            return Some(Vec::new());
        }
        if self.may_become(to) {
            return Some(vec![to]);
        }
        if to == S::Done {
            let before: &[Self] = match self {
                S::New => &[S::Wait, S::Processing],
                S::Wait | S::ActionRequired | S::Manual => &[S::Processing],
                S::Expired => &[S::ActionRequired, S::Processing],
                _ => return None,
            };
            return Some(before.iter().copied().chain([to]).collect());
        }
        let through = match self {
            S::New | S::Processing => S::Wait,
            S::Manual => S::Processing,
            S::Expired => S::ActionRequired,
            _ => return None,
        };
        let allowed = match self {
            S::Manual => to == S::ActionRequired,
            S::Expired => to == S::Manual,
            S::Processing => to == S::New,
            _ => true,
        };
        (allowed && through.may_become(to)).then(|| vec![through, to])
    }

    /// Whether no transition leads out of the status.
    #[must_use]
    pub fn is_final(self) -> bool {
        MOVES.iter().any(|(from, targets)| *from == self && targets.is_empty())
    }

    /// Whether no work is open: final, or ended with only a late payment or a refund left that could follow.
    #[must_use]
    pub fn is_closed(self) -> bool {
        self.is_final() || matches!(self, S::Expired | S::Fail)
    }
}

impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.code())
    }
}

kernel::codes! {
    /// The sub-states that the specification labels, and those of the remaining statuses.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum SubState {
        /// Confirmed and held on the balance; it can be cancelled until it is sent.
        Scheduled = "scheduled",
        /// Held on the balance until the receiver has an account.
        WaitingForReceiver = "waiting_for_receiver",
        /// No payment yet.
        WaitingForPayment = "waiting_for_payment",
        /// The payer must approve at the bank or in another service's app.
        WaitingForApproval = "waiting_for_approval",
        /// Seen, without a confirmation.
        TransferSeen = "transfer_seen",
        /// Confirmation n of m.
        NetworkConfirmation = "network_confirmation",
        /// The money is credited.
        Paid = "paid",
        /// The payout is being handed to the rail.
        Sending = "sending",
        /// The payout is sent.
        Sent = "sent",
        /// The customer must decide what happens to the money.
        ActionNeeded = "action_needed",
        /// A refund is in flight.
        Refunding = "refunding",
        /// Under review by an operator.
        UnderReview = "under_review",
        /// Success.
        Completed = "completed",
        /// The money was refunded.
        Refunded = "refunded",
        /// The money was credited to the customer's balance.
        Deposited = "deposited",
        /// Closed by an operator.
        Closed = "closed",
        /// Unpaid within its time.
        Expired = "expired",
        /// Cancelled by the customer.
        Cancelled = "cancelled",
        /// Failed.
        Failed = "failed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_back_and_each_status_has_its_row() {
        assert_eq!(Status::ALL.len(), MOVES.len());
        for status in Status::ALL {
            assert_eq!(Status::from_code(status.code()), Some(status));
            assert_eq!(serde_json::to_value(status).unwrap(), status.code());
        }
    }

    #[test]
    fn a_finished_order_stays_finished_and_an_expired_one_only_takes_late_money() {
        for status in Status::ALL {
            assert!(!Status::Done.may_become(status));
            assert_eq!(Status::Expired.may_become(status), status == Status::ActionRequired);
        }
        assert_eq!(Status::New.path(Status::Processing), Some(vec![Status::Wait, Status::Processing]));
        assert_eq!(Status::Processing.path(Status::New), Some(vec![Status::Wait, Status::New]));
        assert_eq!(Status::Expired.path(Status::Processing), None);
        let all = vec![Status::ActionRequired, Status::Processing, Status::Done];
        assert_eq!(Status::Expired.path(Status::Done), Some(all));
    }
}
