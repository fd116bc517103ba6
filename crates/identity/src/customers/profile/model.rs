//! The rules for profiles: their number, and when one may be closed. Pure.

use chrono::{DateTime, Utc};
use kernel::{ErrorKind, ProfileId};

use crate::IdentityError;
use crate::ledger_port::ClosureBlockers;

/// The maximum number of open profiles of a person.
pub const OPEN_MAX: usize = 5;
/// The maximum number of profiles including closed ones, whose ledger entries remain.
pub(super) const ALL_MAX: usize = 20;

/// A profile: the owner of balances and transactions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The profile's id.
    pub id: ProfileId,
    /// The name that the owner gave it; `None` for an unnamed main profile.
    pub name: Option<String>,
    /// Whether it is the main profile, which each account has and which cannot be closed.
    pub is_main: bool,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it was closed, if it is closed.
    pub closed_at: Option<DateTime<Utc>>,
}

fn conflict(message: String) -> IdentityError {
    IdentityError::refusal(ErrorKind::Conflict, "CONFLICT_ERROR", message)
}

/// Checks that one more profile may be open beside `all`. `is_new` is false for a closed profile that is part of `all`.
///
/// # Errors
/// A conflict that states the maximum.
pub(super) fn may_open(all: &[Profile], is_new: bool) -> Result<(), IdentityError> {
    if all.iter().filter(|one| one.closed_at.is_none()).count() >= OPEN_MAX {
        return Err(conflict(format!("There may be {OPEN_MAX} open profiles.")));
    }
    if is_new && all.len() >= ALL_MAX {
        return Err(conflict(format!(
            "There may be {ALL_MAX} profiles, closed ones included. Open one of those again."
        )));
    }
    Ok(())
}

/// The answer to a request to close a profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProfileClosure {
    /// It is closed.
    Closed,
    /// Refused because of these blockers.
    Refused(ClosureBlockers),
}

/// The decision about a request to close a profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ProfileClosureDecision {
    /// It is closed already.
    Again,
    /// Refused because of these blockers.
    Refused(ClosureBlockers),
    /// It is closed.
    Closes,
}

/// Decides whether a profile may be closed; `ties` are its balances and open transactions.
///
/// # Errors
/// A conflict for the main profile.
pub(super) fn close(profile: &Profile, ties: ClosureBlockers) -> Result<ProfileClosureDecision, IdentityError> {
    if profile.is_main {
        return Err(conflict("The main profile stays as long as the account does.".to_owned()));
    }
    if profile.closed_at.is_some() {
        return Ok(ProfileClosureDecision::Again);
    }
    let ties = ties.closure_blockers();
    Ok(if ties.is_empty() { ProfileClosureDecision::Closes } else { ProfileClosureDecision::Refused(ties) })
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use kernel::{Amount, Currency};
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;
    use crate::ledger_port::Held;

    fn profile(number: u128) -> Profile {
        let at = DateTime::UNIX_EPOCH;
        let id = ProfileId::from_uuid(Uuid::from_u128(number));
        Profile { id, name: None, is_main: number == 1, created_at: at, closed_at: None }
    }

    proptest! {
        #[test]
        fn profiles_never_exceed_their_maximum_and_the_first_one_stays(
            steps in prop::collection::vec((any::<bool>(), 0_usize..25), 0..200),
        ) {
            let mut all = vec![profile(1)];
            let later = DateTime::UNIX_EPOCH + TimeDelta::seconds(1);
            for (opens, at) in steps {
                match (opens, all.get(at).map(|one| one.closed_at.is_some())) {
                    (true, Some(true)) if may_open(&all, false).is_ok() => all[at].closed_at = None,
                    (true, None) if may_open(&all, true).is_ok() => all.push(profile(all.len() as u128 + 1)),
                    (false, Some(_)) if matches!(close(&all[at], ClosureBlockers::default()), Ok(ProfileClosureDecision::Closes)) => all[at].closed_at = Some(later),
                    _ => {}
                }
                prop_assert!(all.iter().filter(|one| one.closed_at.is_none()).count() <= OPEN_MAX);
                prop_assert!(all.len() <= ALL_MAX && all[0].closed_at.is_none());
            }
        }

        #[test]
        fn a_profile_closes_exactly_if_it_is_empty(atoms in prop::array::uniform3(0_i128..3)) {
            let [posted, held, incoming] = atoms.map(|atoms| Amount::new(atoms, Currency::EUR));
            let second = profile(2);
            let ties = ClosureBlockers { balances: vec![Held { profile: second.id, posted, held, incoming }], transactions: vec![] };
            let closes = matches!(close(&second, ties), Ok(ProfileClosureDecision::Closes));
            prop_assert_eq!(closes, atoms == [0, 0, 0]);
        }
    }
}
