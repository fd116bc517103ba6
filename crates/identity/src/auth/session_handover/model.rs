//! The carriers of a handover code, its lifetime and its state. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{TransactionId, UserId};

kernel::codes! {
    /// The carrier of a handover code.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Carrier {
        /// The page that requested it, by an immediate redirect: 30 seconds.
        #[default]
        Page = "page",
        /// A person who lets another device in on this one: five minutes for all of it.
        Device = "device",
    }
}

impl Carrier {
    pub(super) const fn life(self) -> TimeDelta {
        match self {
            Self::Page => TimeDelta::seconds(30),
            Self::Device => TimeDelta::minutes(5),
        }
    }

    /// Whether the first device must let the second one in.
    pub(super) const fn is_confirmed(self) -> bool {
        matches!(self, Self::Device)
    }
}

/// The flow that the second device continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Continued {
    /// The verification of the identity.
    Identity,
    /// The verification of the address.
    Address,
    /// The source of funds.
    SourceOfFunds,
    /// An order.
    Order(TransactionId),
}

impl Continued {
    /// The stored code and the order.
    pub(super) fn stored(self) -> (&'static str, Option<TransactionId>) {
        match self {
            Self::Identity => ("identity", None),
            Self::Address => ("address", None),
            Self::SourceOfFunds => ("source_of_funds", None),
            Self::Order(id) => ("order", Some(id)),
        }
    }

    /// Parses the stored form.
    pub(super) fn read(code: &str, order: Option<TransactionId>) -> Option<Self> {
        match (code, order) {
            ("identity", None) => Some(Self::Identity),
            ("address", None) => Some(Self::Address),
            ("source_of_funds", None) => Some(Self::SourceOfFunds),
            ("order", Some(id)) => Some(Self::Order(id)),
            _ => None,
        }
    }
}

/// The device that requests the session, as both devices show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskingDevice {
    /// Two digits.
    pub number: i16,
    /// Browser and system; empty if unknown.
    pub name: String,
}

kernel::codes! {
    /// The state of a code.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum HandoverState {
        /// Valid.
        Good = "good",
        /// A device asks to be let in.
        Asked = "asked",
        /// The device that asked may open a session.
        Allowed = "allowed",
        /// The device that asked was refused.
        Refused = "refused",
        /// Used.
        Used = "used",
        /// Expired, or the originating session has ended.
        Expired = "expired",
    }
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
    /// Whether the first device must let the second one in.
    pub is_confirmed: bool,
    /// The flow that the second device continues.
    pub continues: Option<Continued>,
    /// The device that asked.
    pub asking: Option<AskingDevice>,
}

/// A stored code.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoredHandover {
    pub used: bool,
    pub expires_at: DateTime<Utc>,
    /// Whether the originating session is still open.
    pub lives: bool,
    /// Whether a device has asked.
    pub asked: bool,
    /// The answer on the first device.
    pub allowed: Option<bool>,
}

/// The state of a code at `now`.
pub(super) fn state(kept: StoredHandover, now: DateTime<Utc>) -> HandoverState {
    if kept.used {
        return HandoverState::Used;
    }
    match (kept.lives && now < kept.expires_at, kept.asked, kept.allowed) {
        (_, _, Some(false)) => HandoverState::Refused,
        (false, ..) => HandoverState::Expired,
        (true, false, _) => HandoverState::Good,
        (true, true, None) => HandoverState::Asked,
        (true, true, Some(true)) => HandoverState::Allowed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handover_code_is_valid_until_use_expiry_or_the_end_of_its_session() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(1);
        let fresh = StoredHandover {
            used: false,
            expires_at: now + TimeDelta::seconds(1),
            lives: true,
            asked: false,
            allowed: None,
        };
        assert_eq!(state(fresh, now), HandoverState::Good);
        assert_eq!(state(fresh, fresh.expires_at), HandoverState::Expired);
        assert_eq!(state(StoredHandover { lives: false, ..fresh }, now), HandoverState::Expired);
        // A used code is reported as used even after it has expired, because its owner may not know about the use.
        assert_eq!(state(StoredHandover { used: true, lives: false, ..fresh }, fresh.expires_at), HandoverState::Used);
    }

    #[test]
    fn a_device_that_asks_waits_for_an_answer_and_a_refusal_is_final() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(1);
        let asked = StoredHandover {
            used: false,
            expires_at: now + TimeDelta::seconds(1),
            lives: true,
            asked: true,
            allowed: None,
        };
        assert_eq!(state(asked, now), HandoverState::Asked);
        assert_eq!(state(StoredHandover { allowed: Some(true), ..asked }, now), HandoverState::Allowed);
        assert_eq!(state(StoredHandover { allowed: Some(true), ..asked }, asked.expires_at), HandoverState::Expired);
        assert_eq!(state(StoredHandover { allowed: Some(false), ..asked }, asked.expires_at), HandoverState::Refused);
        for continued in [Continued::Identity, Continued::Order(TransactionId::from_uuid(uuid::Uuid::nil()))] {
            let (code, order) = continued.stored();
            assert_eq!(Continued::read(code, order), Some(continued));
        }
        assert_eq!(Continued::read("order", None), None);
    }
}
