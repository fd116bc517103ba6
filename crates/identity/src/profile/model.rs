//! A person's profiles: how many, what they are called, and when one may be closed. Pure.

use chrono::{DateTime, Utc};
use kernel::{ErrorKind, ProfileId};

use crate::IdentityError;
use crate::closing::Ties;

/// Profiles of one person that are open at a time.
pub const OPEN_MAX: usize = 5;
/// Those that were closed count here: their books stand.
pub(super) const ALL_MAX: usize = 20;

/// One of a person's profiles: the owner of balances and transactions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Which.
    pub id: ProfileId,
    /// As its owner calls it; nothing for a first one that nobody has named.
    pub name: Option<String>,
    /// Whether it is the first one, which everybody has and which stays.
    pub is_main: bool,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it was closed, if it is.
    pub closed_at: Option<DateTime<Utc>>,
}

fn conflict(message: String) -> IdentityError {
    IdentityError::refusal(ErrorKind::Conflict, "CONFLICT_ERROR", message)
}

/// Whether one more may be open beside `all`. `is_new` is false for one that was closed and is among them.
///
/// # Errors
/// A conflict that says how many there may be.
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

/// What asking to close a profile leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// It is closed already.
    Again,
    /// Not with this in it.
    Refused(Ties),
    /// It is closed.
    Closes,
}

/// Decides it; `ties` are what the profile has and has under way.
///
/// # Errors
/// A conflict for the first one.
pub(super) fn close(profile: &Profile, ties: Ties) -> Result<Asked, IdentityError> {
    if profile.is_main {
        return Err(conflict("The main profile stays as long as the account does.".to_owned()));
    }
    if profile.closed_at.is_some() {
        return Ok(Asked::Again);
    }
    let ties = ties.in_the_way();
    Ok(if ties.is_empty() { Asked::Closes } else { Asked::Refused(ties) })
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use kernel::{Amount, Currency};
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;
    use crate::closing::Held;

    fn profile(number: u128) -> Profile {
        let at = DateTime::UNIX_EPOCH;
        let id = ProfileId::from_uuid(Uuid::from_u128(number));
        Profile { id, name: None, is_main: number == 1, created_at: at, closed_at: None }
    }

    proptest! {
        #[test]
        fn whatever_is_opened_and_closed_there_are_never_more_than_may_be_and_the_first_stays(
            steps in prop::collection::vec((any::<bool>(), 0_usize..25), 0..200),
        ) {
            let mut all = vec![profile(1)];
            let later = DateTime::UNIX_EPOCH + TimeDelta::seconds(1);
            for (opens, at) in steps {
                match (opens, all.get(at).map(|one| one.closed_at.is_some())) {
                    (true, Some(true)) if may_open(&all, false).is_ok() => all[at].closed_at = None,
                    (true, None) if may_open(&all, true).is_ok() => all.push(profile(all.len() as u128 + 1)),
                    (false, Some(_)) if matches!(close(&all[at], Ties::default()), Ok(Asked::Closes)) => all[at].closed_at = Some(later),
                    _ => {}
                }
                prop_assert!(all.iter().filter(|one| one.closed_at.is_none()).count() <= OPEN_MAX);
                prop_assert!(all.len() <= ALL_MAX && all[0].closed_at.is_none());
            }
        }

        #[test]
        fn one_closes_exactly_when_nothing_is_in_it(atoms in prop::array::uniform3(0_i128..3)) {
            let [posted, held, incoming] = atoms.map(|atoms| Amount::new(atoms, Currency::EUR));
            let second = profile(2);
            let ties = Ties { balances: vec![Held { profile: second.id, posted, held, incoming }], transactions: vec![] };
            let closes = matches!(close(&second, ties), Ok(Asked::Closes));
            prop_assert_eq!(closes, atoms == [0, 0, 0]);
        }
    }
}
