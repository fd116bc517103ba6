//! The carriers of a handover code, its lifetime and its state. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::UserId;

/// The carrier of a handover code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Carrier {
    /// The page that requested it, by an immediate redirect: 30 seconds.
    #[default]
    Page,
    /// A person with a phone: two minutes to scan and read it.
    Phone,
}

impl Carrier {
    pub(super) const fn life(self) -> TimeDelta {
        match self {
            Self::Page => TimeDelta::seconds(30),
            Self::Phone => TimeDelta::minutes(2),
        }
    }

    /// The code in the audit log.
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Phone => "phone",
        }
    }
}

/// The state of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandoverState {
    /// Valid.
    Good,
    /// Used.
    Used,
    /// Expired, or the originating session has ended.
    Expired,
}

/// The information that the holder of a code may see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandoverInfo {
    /// The state of the code.
    pub state: HandoverState,
    /// The owner of the session with the masked address, while the code is valid.
    pub whose: Option<(UserId, String)>,
    /// When it expires.
    pub expires_at: DateTime<Utc>,
}

/// A stored code.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept {
    pub used: bool,
    pub expires_at: DateTime<Utc>,
    /// Whether the originating session is still open.
    pub lives: bool,
}

/// The state of a code at `now`.
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
        // A used code is reported as used even after it has expired, because its owner may not know about the use.
        assert_eq!(state(Kept { used: true, lives: false, ..fresh }, fresh.expires_at), HandoverState::Used);
    }
}
