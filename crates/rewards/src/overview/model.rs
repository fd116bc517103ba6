//! The views of the referral programme for customers and operators. Pure.

use chrono::{DateTime, Utc};
use exchange::policy::ReferralRule;
use kernel::{Amount, Currency, TransactionId, UserId};

use crate::{EarningState, HoldReason, Link, Refusal};

/// The maximum number of friends and of earnings in one answer.
pub const PAGE_MAX: i64 = 50;
/// Replaces the hidden letters of a name.
const DOTS: &str = "•••";
/// From how many friends on a share of them is a signal.
const FRIENDS_MIN: i64 = 3;

/// A customer's view of the programme.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overview {
    /// The customer's link.
    pub link: Link,
    /// The rule in force; `None` while no order earns anything.
    pub rule: Option<ReferralRule>,
    /// The sums by currency, that of the rule first.
    pub sums: Vec<Sums>,
    /// The number of all friends.
    pub friends_count: i64,
    /// The newest friends.
    pub friends: Vec<Friend>,
    /// The newest earnings.
    pub earnings: Vec<Earning>,
    /// The leaderboard; `None` if the customer is not on it.
    pub board: Option<Board>,
}

/// The sums of one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sums {
    /// Booked, whether paid out or not.
    pub earned: Amount,
    /// Not booked yet.
    pub waiting: Amount,
    /// On the reward account.
    pub available: Amount,
    /// Moved to balances.
    pub paid: Amount,
}

impl Sums {
    /// Nothing earned.
    #[must_use]
    pub const fn none(currency: Currency) -> Self {
        let zero = Amount::zero(currency);
        Self { earned: zero, waiting: zero, available: zero, paid: zero }
    }
}

/// A friend who came by the customer's link. The referrer never sees a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Friend {
    /// The first letter, and dots.
    pub name: String,
    /// When the friend joined.
    pub joined_at: DateTime<Utc>,
    /// The friend's orders that count.
    pub orders: i64,
    /// Earned for this friend, in the currency of the rule.
    pub earned: Amount,
}

/// The reward of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Earning {
    /// The order. Only operators see it.
    pub order: TransactionId,
    /// The friend, masked.
    pub name: String,
    /// The amount.
    pub amount: Amount,
    /// The state.
    pub state: EarningState,
    /// The reasons that an operator decides or has decided about.
    pub hold: Option<HoldReason>,
    /// When the order was completed.
    pub earned_at: DateTime<Utc>,
    /// When it is booked.
    pub due_at: DateTime<Utc>,
}

/// The leaderboard: customers who chose to be on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// The first places.
    pub places: Vec<LeaderboardPlace>,
}

/// A place of the leaderboard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaderboardPlace {
    /// The rank, from 1. Equal numbers of friends share a rank.
    pub rank: i64,
    /// The chosen name.
    pub nickname: String,
    /// Friends who have made an order that counts.
    pub friends: i64,
    /// Whether it is the customer's own.
    pub is_own: bool,
}

kernel::codes! {
    /// The signs of fraud.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Signal {
        /// Several friends joined from one network with one kind of browser.
        SamePlace = "same_place",
        /// Friends joined from a network where the referrer signs in.
        OwnNetwork = "own_network",
        /// Nearly all friends made a single order and no other.
        SingleOrders = "single_orders",
        /// Invitations were refused: the same person or device, a loop.
        Refused = "refused",
    }
}

/// The counts behind the signals.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Friends whose invitation counts.
    pub joined: i64,
    /// Refused invitations.
    pub refused: i64,
    /// Friends who share network and browser with another friend.
    pub same_place: i64,
    /// Friends from a network of the referrer's sessions.
    pub own_network: i64,
    /// Friends with at least one order that counts.
    pub active: i64,
    /// Friends with exactly one.
    pub single: i64,
}

impl Counts {
    /// The signs of fraud.
    #[must_use]
    pub fn signals(&self) -> Vec<Signal> {
        let mut found = Vec::new();
        let is_many = |part: i64, of: i64| of >= FRIENDS_MIN && part.saturating_mul(5) >= of.saturating_mul(4);
        if self.same_place >= FRIENDS_MIN {
            found.push(Signal::SamePlace);
        }
        if self.own_network > 0 {
            found.push(Signal::OwnNetwork);
        }
        if is_many(self.single, self.active) {
            found.push(Signal::SingleOrders);
        }
        if self.refused > 0 {
            found.push(Signal::Refused);
        }
        found
    }
}

/// A referrer, as operators see them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Referrer {
    /// The customer.
    pub user: UserId,
    /// The email, masked.
    pub email: String,
    /// The code.
    pub code: String,
    /// The block: its time, its operator and its reason.
    pub blocked: Option<(DateTime<Utc>, String, String)>,
    /// The counts behind the signals.
    pub counts: Counts,
    /// Booked, in the currency of the rule.
    pub earned: Amount,
    /// Earnings that an operator must decide about.
    pub undecided: i64,
}

/// A referrer with friends and earnings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferrerDetails {
    /// The referrer.
    pub referrer: Referrer,
    /// The newest invited people.
    pub invited: Vec<Invited>,
    /// The newest earnings; those that wait for an operator first.
    pub earnings: Vec<Earning>,
}

/// An invited person, as operators see them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invited {
    /// The customer.
    pub user: UserId,
    /// The email, masked.
    pub email: String,
    /// When the person joined.
    pub joined_at: DateTime<Utc>,
    /// The network of the first sign-in.
    pub network: String,
    /// Why the invitation does not count.
    pub refused: Option<Refusal>,
    /// The person's orders that count.
    pub orders: i64,
    /// Earned for this person.
    pub earned: Amount,
}

/// The first letter of a name or of an address, and dots. An erased person has neither.
pub(super) fn masked(name: Option<&str>, email: &str, is_erased: bool) -> String {
    let first = name.and_then(|name| name.chars().next()).or_else(|| email.chars().next());
    match first.filter(|_| !is_erased) {
        Some(letter) => format!("{}{DOTS}", letter.to_uppercase()),
        None => DOTS.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn signals_need_several_friends_but_a_refusal_and_the_own_network_are_signals_alone() {
        let of = |counts: Counts| counts.signals();
        assert_eq!(of(Counts::default()), []);
        assert_eq!(of(Counts { joined: 2, active: 2, single: 2, same_place: 2, ..Counts::default() }), []);
        assert_eq!(of(Counts { active: 3, single: 3, ..Counts::default() }), [Signal::SingleOrders]);
        assert_eq!(of(Counts { active: 5, single: 3, ..Counts::default() }), []);
        assert_eq!(of(Counts { same_place: 3, ..Counts::default() }), [Signal::SamePlace]);
        assert_eq!(
            of(Counts { own_network: 1, refused: 1, ..Counts::default() }),
            [Signal::OwnNetwork, Signal::Refused]
        );
    }

    proptest! {
        #[test]
        fn of_a_friend_one_letter_is_shown(name in "\\p{L}{2,20}", email in "[a-z]{2,9}@[a-z]{2,9}\\.com") {
            let shown = masked(Some(&name), &email, false);
            let first = name.chars().next().unwrap().to_uppercase().to_string();
            prop_assert_eq!(shown, format!("{first}{DOTS}"));
            prop_assert_eq!(masked(Some(&name), &email, true), DOTS);
        }
    }
}
