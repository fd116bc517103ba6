//! The rules of invitations: refusals of self-invitations, shared devices and loops. Pure.

use chrono::{DateTime, TimeDelta, Utc};

/// How long after the first sign-in a person is a newcomer, who can be invited.
const NEW_FOR: TimeDelta = TimeDelta::hours(24);

kernel::codes! {
    /// Why an invitation counts for nothing. Only operators see it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Refusal {
        /// Both accounts have the same mailbox or telephone number.
        SamePerson = "same_person",
        /// The referrer has signed in on the newcomer's device.
        SameDevice = "same_device",
        /// The newcomer has invited the referrer, directly or over others.
        Loop = "loop",
    }
}

/// The facts about one side of an invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Side {
    pub user: kernel::UserId,
    /// Normalised.
    pub email: String,
    /// Verified.
    pub phone: Option<String>,
    pub created_at: DateTime<Utc>,
}

/// Whether a person can still be invited.
pub(crate) fn is_new(person: &Side, now: DateTime<Utc>) -> bool {
    now - person.created_at < NEW_FOR
}

/// Why the invitation by another customer is refused. `above` are the referrer's own referrers, the nearest first.
pub(crate) fn refusal(
    newcomer: &Side,
    referrer: &Side,
    above: &[kernel::UserId],
    is_same_device: bool,
) -> Option<Refusal> {
    if above.contains(&newcomer.user) {
        return Some(Refusal::Loop);
    }
    let same_phone = newcomer.phone.is_some() && newcomer.phone == referrer.phone;
    if same_phone || mailbox(&newcomer.email) == mailbox(&referrer.email) {
        return Some(Refusal::SamePerson);
    }
    is_same_device.then_some(Refusal::SameDevice)
}

/// The mailbox of an address: the part after `+` is a label, and Gmail ignores dots.
fn mailbox(email: &str) -> String {
    let (local, domain) = email.rsplit_once('@').unwrap_or((email, ""));
    let (local, domain) = (local.to_lowercase(), domain.to_lowercase());
    let local = local.split('+').next().unwrap_or_default();
    match domain.as_str() {
        "gmail.com" | "googlemail.com" => format!("{}@gmail.com", local.replace('.', "")),
        _ => format!("{local}@{domain}"),
    }
}

#[cfg(test)]
mod tests {
    use kernel::UserId;
    use uuid::Uuid;

    use super::*;

    fn side(number: u128, email: &str, phone: Option<&str>) -> Side {
        Side {
            user: UserId::from_uuid(Uuid::from_u128(number)),
            email: email.to_owned(),
            phone: phone.map(str::to_owned),
            created_at: DateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn a_person_does_not_invite_themselves_under_another_address_or_on_their_own_device() {
        let ada = side(1, "ada.l@gmail.com", Some("+48600100200"));
        let labelled = side(2, "adal+second@googlemail.com", None);
        assert_eq!(refusal(&labelled, &ada, &[], false), Some(Refusal::SamePerson));
        let same_phone = side(3, "other@example.com", Some("+48600100200"));
        assert_eq!(refusal(&same_phone, &ada, &[], false), Some(Refusal::SamePerson));
        let bob = side(4, "bob@example.com", None);
        assert_eq!(refusal(&bob, &ada, &[], true), Some(Refusal::SameDevice));
        assert_eq!(refusal(&bob, &ada, &[], false), None);
        let dotted = side(5, "b.ob@example.com", None);
        assert_eq!(refusal(&dotted, &bob, &[], false), None, "only Gmail ignores dots");
    }

    #[test]
    fn nobody_is_invited_by_a_person_whom_they_have_brought() {
        let (ada, bob) = (side(1, "ada@example.com", None), side(2, "bob@example.com", None));
        assert_eq!(refusal(&ada, &bob, &[UserId::from_uuid(Uuid::from_u128(9)), ada.user], false), Some(Refusal::Loop));
    }

    #[test]
    fn a_person_is_new_for_a_day() {
        let ada = side(1, "ada@example.com", None);
        assert!(is_new(&ada, DateTime::UNIX_EPOCH + TimeDelta::hours(23)));
        assert!(!is_new(&ada, DateTime::UNIX_EPOCH + NEW_FOR));
    }
}
