//! The specification's statuses and sub-states of a transaction, and the legal transitions between them.

use serde::{Deserialize, Serialize};

/// The specification's transaction statuses ("States and transitions").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// Waiting for payment.
    New,
    /// A payment was seen, or awaits an external approval.
    Wait,
    /// Confirming, paid, sending or sent.
    Processing,
    /// Success.
    Done,
    /// Unpaid within its time.
    Expired,
    /// Cancelled by the customer before payment.
    Cancelled,
    /// Rejected by an operator.
    Reject,
    /// The customer must decide.
    ActionRequired,
    /// Closed by a refund, a deposit or an operator.
    Resolved,
    /// Failed; no money is owed, or a refund follows.
    Fail,
    /// An operator must decide.
    Manual,
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
    /// All statuses.
    pub fn all() -> impl Iterator<Item = Self> {
        MOVES.iter().map(|row| row.0)
    }

    /// The specification's code, such as `ACTION_REQUIRED`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            S::New => "NEW",
            S::Wait => "WAIT",
            S::Processing => "PROCESSING",
            S::Done => "DONE",
            S::Expired => "EXPIRED",
            S::Cancelled => "CANCELLED",
            S::Reject => "REJECT",
            S::ActionRequired => "ACTION_REQUIRED",
            S::Resolved => "RESOLVED",
            S::Fail => "FAIL",
            S::Manual => "MANUAL",
        }
    }

    /// The status with this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::all().find(|status| status.code() == code)
    }

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

/// The sub-states that the specification labels, and those of the remaining statuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SubState {
    /// Confirmed and held on the balance; it can be cancelled until it is sent.
    Scheduled,
    /// Held on the balance until the receiver has an account.
    WaitingForReceiver,
    /// No payment yet.
    WaitingForPayment,
    /// The payer must approve at the bank or in another service's app.
    WaitingForApproval,
    /// Seen, without a confirmation.
    TransferSeen,
    /// Confirmation n of m.
    NetworkConfirmation,
    /// The money is credited.
    Paid,
    /// The payout is being handed to the rail.
    Sending,
    /// The payout is sent.
    Sent,
    /// The customer must decide what happens to the money.
    ActionNeeded,
    /// A refund is in flight.
    Refunding,
    /// Under review by an operator.
    UnderReview,
    /// Success.
    Completed,
    /// The money was refunded.
    Refunded,
    /// The money was credited to the customer's balance.
    Deposited,
    /// Closed by an operator.
    Closed,
    /// Unpaid within its time.
    Expired,
    /// Cancelled by the customer.
    Cancelled,
    /// Failed.
    Failed,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_back_and_each_status_has_its_row() {
        assert_eq!(Status::all().count(), 11);
        for status in Status::all() {
            assert_eq!(Status::from_code(status.code()), Some(status));
            assert_eq!(serde_json::to_value(status).unwrap(), status.code());
        }
    }

    #[test]
    fn a_finished_order_stays_finished_and_an_expired_one_only_takes_late_money() {
        for status in Status::all() {
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
