//! When somebody may leave for good. Pure.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Amount, ProfileId, TransactionId, UserId};
use store::{StoreError, TenantTx};

use crate::export::{Chapter, Page};

/// What somebody still has in one currency; amounts in atoms of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// On which profile.
    pub profile: ProfileId,
    /// What has arrived and not left.
    pub posted: Amount,
    /// Part of it that holds have promised away.
    pub held: Amount,
    /// What is on its way in.
    pub incoming: Amount,
}

impl Held {
    const fn is_nothing(&self) -> bool {
        self.posted.atoms() == 0 && self.held.atoms() == 0 && self.incoming.atoms() == 0
    }
}

/// A transaction that has not ended, or that somebody still has to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// Which.
    pub id: TransactionId,
    /// Its status, in the specification's word.
    pub status: &'static str,
}

/// What ties somebody to the house, as the books have it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ties {
    /// Their balances; those at zero may be among them.
    pub balances: Vec<Held>,
    /// Their unfinished transactions, the newest first; at most [`Ties::TRANSACTIONS_MAX`].
    pub transactions: Vec<Unfinished>,
}

impl Ties {
    /// Unfinished transactions that are named at most: one is enough to stay.
    pub const TRANSACTIONS_MAX: i64 = 20;

    /// What is in the way of leaving: nothing, or every balance that is not zero and every unfinished transaction.
    #[must_use]
    pub fn in_the_way(self) -> Self {
        let balances = self.balances.into_iter().filter(|one| !one.is_nothing()).collect();
        Self { balances, transactions: self.transactions }
    }

    /// Whether nothing is there.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.balances.is_empty() && self.transactions.is_empty()
    }
}

/// Who keeps what ties somebody to the house: the exchanger, which identity does not know.
#[async_trait]
pub trait Books: Send + Sync {
    /// What these profiles have and have under way, as `tx` sees it.
    async fn ties(&self, tx: &mut TenantTx, profiles: &[ProfileId]) -> Result<Ties, StoreError>;

    /// A page of `chapter` for the copy of a person's data; `after` is the `next` of the page before it.
    async fn page(
        &self,
        tx: &mut TenantTx,
        user: UserId,
        profile: ProfileId,
        chapter: Chapter,
        after: Option<&str>,
    ) -> Result<Page, StoreError>;

    /// Forgets what is kept of these profiles and no law asks for, in `tx`.
    async fn forget(&self, tx: &mut TenantTx, profiles: &[ProfileId]) -> Result<(), StoreError>;
}

/// An account that is being closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closing {
    /// When it was asked for.
    pub requested_at: DateTime<Utc>,
    /// When the person is erased, unless they take it back or something comes in.
    pub due_at: DateTime<Utc>,
}

/// What asking to leave leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// It was asked for before; nothing changes.
    Again(Closing),
    /// Not with this in the way.
    Refused(Ties),
    /// The cool-off begins.
    Begins(Closing),
}

/// Decides whether somebody may leave. `cool_off` is longer than nothing.
pub(super) fn ask(open: Option<Closing>, ties: Ties, now: DateTime<Utc>, cool_off: TimeDelta) -> Asked {
    let ties = ties.in_the_way();
    match open {
        Some(closing) => Asked::Again(closing),
        None if ties.is_empty() => Asked::Begins(Closing { requested_at: now, due_at: now + cool_off }),
        None => Asked::Refused(ties),
    }
}

/// What becomes of a closing that is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// It goes on.
    Wait,
    /// Something has come in: the account stays open.
    Stop,
    /// The time has come.
    Erase,
}

/// Decides it. A blocked account neither stays nor goes before somebody has looked: whatever it was blocked for needs to know
/// who it is.
pub(super) fn next(closing: Closing, ties: Ties, is_blocked: bool, now: DateTime<Utc>) -> Next {
    if is_blocked {
        Next::Wait
    } else if !ties.in_the_way().is_empty() {
        Next::Stop
    } else if now < closing.due_at {
        Next::Wait
    } else {
        Next::Erase
    }
}

#[cfg(test)]
mod tests {
    use kernel::Currency;
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    fn ties() -> impl Strategy<Value = Ties> {
        // Zero as often as not, so that accounts with nothing in them are tried too.
        let atoms = || prop_oneof![3 => Just(0_i128), 1 => 1..=i128::from(u64::MAX)];
        let balance = (atoms(), atoms(), atoms()).prop_map(|(posted, held, incoming)| {
            let euro = |atoms| Amount::new(atoms, Currency::EUR);
            let profile = ProfileId::from_uuid(Uuid::from_u128(1));
            Held { profile, posted: euro(posted), held: euro(held), incoming: euro(incoming) }
        });
        let transaction = (0_u128..9, prop_oneof![Just("NEW"), Just("MANUAL")])
            .prop_map(|(id, status)| Unfinished { id: TransactionId::from_uuid(Uuid::from_u128(id)), status });
        let transactions = prop_oneof![2 => Just(Vec::new()), 1 => prop::collection::vec(transaction, 1..4)];
        (prop::collection::vec(balance, 0..4), transactions)
            .prop_map(|(balances, transactions)| Ties { balances, transactions })
    }

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    proptest! {
        #[test]
        fn whoever_has_anything_stays_and_is_told_all_of_it(ties in ties(), now in 0_i64..1_000_000) {
            let cool_off = TimeDelta::days(14);
            let sum: i128 = ties.balances.iter().map(|b| b.posted.atoms() + b.held.atoms() + b.incoming.atoms()).sum();
            let has_nothing = sum == 0 && ties.transactions.is_empty();
            match ask(None, ties.clone(), at(now), cool_off) {
                Asked::Begins(closing) => {
                    prop_assert!(has_nothing);
                    prop_assert_eq!(closing, Closing { requested_at: at(now), due_at: at(now) + cool_off });
                }
                Asked::Refused(told) => {
                    prop_assert!(!has_nothing);
                    prop_assert_eq!(&told.transactions, &ties.transactions);
                    // Nothing is left out, and nothing that is at zero is named.
                    let named: i128 =
                        told.balances.iter().map(|b| b.posted.atoms() + b.held.atoms() + b.incoming.atoms()).sum();
                    prop_assert_eq!(named, sum);
                    prop_assert!(told.balances.iter().all(|b| !b.is_nothing()));
                }
                Asked::Again(_) => prop_assert!(false, "nobody asked before"),
            }
        }

        #[test]
        fn nobody_is_erased_early_or_with_anything_left_or_blocked(
            ties in ties(), asked in 0_i64..1_000_000, waits in 1_i64..1_000_000, passed in 0_i64..2_000_000,
            is_blocked in any::<bool>(),
        ) {
            let closing = Closing { requested_at: at(asked), due_at: at(asked + waits) };
            let has_nothing = ties.clone().in_the_way().is_empty();
            let expected = match (is_blocked, has_nothing, passed >= waits) {
                (true, _, _) | (false, true, false) => Next::Wait,
                (false, false, _) => Next::Stop,
                (false, true, true) => Next::Erase,
            };
            prop_assert_eq!(next(closing, ties, is_blocked, at(asked + passed)), expected);
        }

        #[test]
        fn asking_again_changes_nothing(ties in ties(), now in 0_i64..1_000_000) {
            let open = Closing { requested_at: at(0), due_at: at(500) };
            prop_assert_eq!(ask(Some(open), ties, at(now), TimeDelta::days(1)), Asked::Again(open));
        }
    }
}
