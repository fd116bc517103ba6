//! Who carries a code to another place, how long it serves, and what has become of it. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::UserId;

/// Who carries a code to where it opens a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Carrier {
    /// The page that asked for it goes there at once: 30 seconds.
    #[default]
    Page,
    /// A person, to their phone: two minutes to scan it and to read what it is.
    Phone,
}

impl Carrier {
    pub(super) const fn life(self) -> TimeDelta {
        match self {
            Self::Page => TimeDelta::seconds(30),
            Self::Phone => TimeDelta::minutes(2),
        }
    }

    /// The word in the audit log.
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Phone => "phone",
        }
    }
}

/// How a code stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandoverState {
    /// It opens a session.
    Good,
    /// It has opened one.
    Used,
    /// Its time is over, or the session that made it is.
    Expired,
}

/// What whoever holds a code may know of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandoverInfo {
    /// How it stands.
    pub state: HandoverState,
    /// Whose session it opens, while it does: who, and their address with most of it left out.
    pub whose: Option<(UserId, String)>,
    /// When it stops serving.
    pub expires_at: DateTime<Utc>,
}

/// A code as it is kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept {
    pub used: bool,
    pub expires_at: DateTime<Utc>,
    /// Whether the session that made it lives.
    pub lives: bool,
}

/// How a code stands at `now`.
pub(super) fn state(kept: Kept, now: DateTime<Utc>) -> HandoverState {
    if kept.used {
        return HandoverState::Used;
    }
    if kept.lives && now < kept.expires_at { HandoverState::Good } else { HandoverState::Expired }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_good_until_it_was_used_or_its_time_or_its_session_is_over() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(1);
        let fresh = Kept { used: false, expires_at: now + TimeDelta::seconds(1), lives: true };
        assert_eq!(state(fresh, now), HandoverState::Good);
        assert_eq!(state(fresh, fresh.expires_at), HandoverState::Expired);
        assert_eq!(state(Kept { lives: false, ..fresh }, now), HandoverState::Expired);
        // Who comes too late after it was used hears of that, which may be news to them.
        assert_eq!(state(Kept { used: true, lives: false, ..fresh }, fresh.expires_at), HandoverState::Used);
    }
}
