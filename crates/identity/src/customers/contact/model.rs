//! Codes for a new email or telephone, and the waiting time between telephone changes. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{ChallengeId, UserId};

use crate::Language;
use crate::counter::seconds_until;

/// Minimum time between telephone changes (specification, "Business constants and limits").
const PHONE_CHANGES_EVERY: TimeDelta = TimeDelta::hours(24);

/// The delivery channel of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// Email, to an email address.
    Mail,
    /// SMS, to a telephone number.
    Sms,
    /// A messenger, to a telephone number.
    Messenger,
}

impl Way {
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Mail => "mail",
            Self::Sms => "sms",
            Self::Messenger => "messenger",
        }
    }

    pub(super) fn from_code(code: &str) -> Option<Self> {
        [Self::Mail, Self::Sms, Self::Messenger].into_iter().find(|way| way.code() == code)
    }

    /// The contact that it changes: `email` or `phone`.
    pub(super) const fn kind(self) -> &'static str {
        match self {
            Self::Mail => "email",
            Self::Sms | Self::Messenger => "phone",
        }
    }
}

/// A stored challenge. The code is derived from it and the pepper.
#[derive(Clone, Debug)]
pub(crate) struct ContactChallenge {
    pub id: ChallengeId,
    pub user: UserId,
    pub way: Way,
    pub target: String,
    pub seed: [u8; 16],
    pub language: Language,
    pub send_number: i32,
    pub attempts: i32,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub open: bool,
}

/// When a telephone that changed at `changed_at` may change again; `None` if it may now.
pub(crate) fn phone_changes_from(changed_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    changed_at.map(|at| at + PHONE_CHANGES_EVERY).filter(|free_at| now < *free_at)
}

/// Checks whether a telephone that changed at `changed_at` may change again. The error is the number of seconds to
/// wait.
pub(super) fn may_change_phone(changed_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Result<(), u32> {
    phone_changes_from(changed_at, now).map_or(Ok(()), |free_at| Err(seconds_until(free_at, now)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_telephone_changes_once_in_a_day() {
        let changed = DateTime::UNIX_EPOCH;
        assert_eq!(may_change_phone(None, changed), Ok(()));
        assert_eq!(may_change_phone(Some(changed), changed), Err(86_400));
        assert_eq!(may_change_phone(Some(changed), changed + TimeDelta::hours(23)), Err(3_600));
        assert_eq!(may_change_phone(Some(changed), changed + TimeDelta::hours(24)), Ok(()));
    }
}
