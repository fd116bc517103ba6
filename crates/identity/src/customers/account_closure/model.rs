//! The rules of account closure. Pure.

use chrono::{DateTime, TimeDelta, Utc};

use crate::ledger_port::ClosureBlockers;

/// An account closure in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closing {
    /// When the customer requested it.
    pub requested_at: DateTime<Utc>,
    /// When the customer is erased, unless they withdraw or money arrives.
    pub due_at: DateTime<Utc>,
}

/// The answer to a closure request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClosureAnswer {
    /// The cool-off period runs.
    Accepted(Closing),
    /// Refused because of these blockers.
    Refused(ClosureBlockers),
}

/// The decision about a closure request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ClosureDecision {
    /// A request exists already; nothing changes.
    Again(Closing),
    /// Refused because of these blockers.
    Refused(ClosureBlockers),
    /// The cool-off period starts.
    Begins(Closing),
}

/// Decides whether a closure may start. `cool_off` must be positive.
pub(super) fn ask(
    open: Option<Closing>,
    ties: ClosureBlockers,
    now: DateTime<Utc>,
    cool_off: TimeDelta,
) -> ClosureDecision {
    let ties = ties.closure_blockers();
    match open {
        Some(closing) => ClosureDecision::Again(closing),
        None if ties.is_empty() => ClosureDecision::Begins(Closing { requested_at: now, due_at: now + cool_off }),
        None => ClosureDecision::Refused(ties),
    }
}

/// The next step of a closure in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Wait.
    Wait,
    /// A blocker has appeared: the account stays open.
    Stop,
    /// The cool-off period is over: erase.
    Erase,
}

/// Decides the next step. For a blocked account it is always [`Next::Wait`]: the investigation behind the block needs
/// to know the customer's identity.
pub(super) fn next(closing: Closing, ties: ClosureBlockers, is_blocked: bool, now: DateTime<Utc>) -> Next {
    if is_blocked {
        Next::Wait
    } else if !ties.closure_blockers().is_empty() {
        Next::Stop
    } else if now < closing.due_at {
        Next::Wait
    } else {
        Next::Erase
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Amount, Currency, ProfileId, TransactionId};
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;
    use crate::ledger_port::{Held, Unfinished};

    fn ties() -> impl Strategy<Value = ClosureBlockers> {
        // Zero amounts are frequent, so that empty accounts are generated too.
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
            .prop_map(|(balances, transactions)| ClosureBlockers { balances, transactions })
    }

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    proptest! {
        #[test]
        fn an_account_with_closure_blockers_stays_open_and_every_blocker_is_named(ties in ties(), now in 0_i64..1_000_000) {
            let cool_off = TimeDelta::days(14);
            let sum: i128 = ties.balances.iter().map(|b| b.posted.atoms() + b.held.atoms() + b.incoming.atoms()).sum();
            let has_nothing = sum == 0 && ties.transactions.is_empty();
            match ask(None, ties.clone(), at(now), cool_off) {
                ClosureDecision::Begins(closing) => {
                    prop_assert!(has_nothing);
                    prop_assert_eq!(closing, Closing { requested_at: at(now), due_at: at(now) + cool_off });
                }
                ClosureDecision::Refused(told) => {
                    prop_assert!(!has_nothing);
                    prop_assert_eq!(&told.transactions, &ties.transactions);
                    // Nothing is left out, and no zero balance is listed.
                    let named: i128 =
                        told.balances.iter().map(|b| b.posted.atoms() + b.held.atoms() + b.incoming.atoms()).sum();
                    prop_assert_eq!(named, sum);
                    prop_assert!(told.balances.iter().all(|b| !b.is_nothing()));
                }
                ClosureDecision::Again(_) => prop_assert!(false, "nobody asked before"),
            }
        }

        #[test]
        fn no_account_is_erased_early_with_a_blocker_or_while_blocked(
            ties in ties(), asked in 0_i64..1_000_000, waits in 1_i64..1_000_000, passed in 0_i64..2_000_000,
            is_blocked in any::<bool>(),
        ) {
            let closing = Closing { requested_at: at(asked), due_at: at(asked + waits) };
            let has_nothing = ties.clone().closure_blockers().is_empty();
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
            prop_assert_eq!(ask(Some(open), ties, at(now), TimeDelta::days(1)), ClosureDecision::Again(open));
        }
    }
}
