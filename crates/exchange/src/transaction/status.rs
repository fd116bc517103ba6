use serde::{Deserialize, Serialize};

/// The specification's transaction statuses (section 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// Waiting for payment.
    New,
    /// A payment was seen, or somebody outside is deciding.
    Wait,
    /// Confirming, paid, sending, sent.
    Processing,
    /// Success.
    Done,
    /// Nobody paid in time.
    Expired,
    /// Closed by the customer before paying.
    Cancelled,
    /// Refused by the house.
    Reject,
    /// The customer must choose.
    ActionRequired,
    /// Closed by refund, deposit or an operator.
    Resolved,
    /// It did not work; nothing is owed, or a refund follows.
    Fail,
    /// An operator must look.
    Manual,
}

use Status as S;

/// The legal moves of the specification, and two more. A payment in confirmation that a reorganised block takes away moves
/// the order back to WAIT. A declined charge, or a payment that its payer replaced, moves it back to NEW: it waits for
/// payment again.
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
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        MOVES.iter().map(|row| row.0)
    }

    /// As the specification writes it: `ACTION_REQUIRED`.
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

    /// Whether one step leads from `self` to `to`.
    #[must_use]
    pub fn may_become(self, to: Self) -> bool {
        MOVES.iter().any(|(from, targets)| *from == self && targets.contains(&to))
    }

    /// The steps from `self` to `to`: none if it stays, one, or two where a rail tells of two things at once: a payment
    /// seen and credited (through WAIT), an unclear payout sent and settled, or a payment that nobody expected any more
    /// credited and asked about (through PROCESSING), late money that an operator must look at (through
    /// ACTION_REQUIRED), a payment in confirmation that is gone (through WAIT). Money that ends on a balance needs no step
    /// between its arrival and the end, so it may come to DONE through all that are before it. Nothing if illegal.
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

    /// Whether nothing can follow.
    #[must_use]
    pub fn is_final(self) -> bool {
        MOVES.iter().any(|(from, targets)| *from == self && targets.is_empty())
    }

    /// Whether nothing is under way: final, or ended with only a late payment or a refund left that could follow.
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

/// The specification's sub-states by label (section 1), and the few that the other statuses need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SubState {
    /// Confirmed and reserved on the balance; sent in a moment, and until then it can be cancelled.
    Scheduled,
    /// Reserved on the balance until the person whom it goes to has an account.
    WaitingForReceiver,
    /// Nothing has been paid yet.
    WaitingForPayment,
    /// The payer must confirm at the bank: 3-D Secure, BLIK.
    WaitingForApproval,
    /// Seen, without a confirmation.
    TransferSeen,
    /// Confirmation n of m.
    NetworkConfirmation,
    /// The money is ours.
    Paid,
    /// The payout is on its way to the rail.
    Sending,
    /// The payout has left.
    Sent,
    /// The customer must choose what happens to the money.
    ActionNeeded,
    /// A refund is on its way.
    Refunding,
    /// An operator is looking at it.
    UnderReview,
    /// Success.
    Completed,
    /// The money went back.
    Refunded,
    /// The money went to the customer's balance.
    Deposited,
    /// Closed by an operator.
    Closed,
    /// Nobody paid in time.
    Expired,
    /// Closed by the customer.
    Cancelled,
    /// It did not work.
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
