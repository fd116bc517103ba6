//! The device mark: a token that a browser stores after a sign-in. It grants no access. It ties the device to the
//! address, so that the owner has an allowance of codes that other callers cannot use up. Pure.
//!
//! It is not stored on the server: it is signed under the pepper, for one tenant and one address.

use chrono::{DateTime, TimeDelta, Utc};
use hmac::{Hmac, Mac};
use kernel::TenantId;
use sha2::Sha256;

use crate::{EmailAddress, Pepper, Secret};

/// The lifetime of a mark after the last sign-in.
pub(crate) const MARK_LIFE: TimeDelta = TimeDelta::days(180);

/// Creates a mark for a device with the name `id`.
pub(super) fn make(
    pepper: &Pepper,
    tenant: TenantId,
    email: &EmailAddress,
    id: [u8; 16],
    now: DateTime<Utc>,
) -> Secret {
    let said = format!("{}.{}", hex::encode(id), now.timestamp());
    let tag = hex::encode(signed(pepper, tenant, email, &said).finalize().into_bytes());
    Secret::new(format!("{said}.{tag}"))
}

/// The name of the device; `None` if the mark is forged, for another address, or expired.
pub(super) fn read(
    pepper: &Pepper,
    tenant: TenantId,
    email: &EmailAddress,
    mark: &str,
    now: DateTime<Utc>,
) -> Option<String> {
    let (said, tag) = mark.rsplit_once('.')?;
    signed(pepper, tenant, email, said).verify_slice(&hex::decode(tag).ok()?).ok()?;
    let (id, at) = said.split_once('.')?;
    let at = DateTime::from_timestamp(at.parse().ok()?, 0)?;
    (now - at < MARK_LIFE).then(|| id.to_owned())
}

fn signed(pepper: &Pepper, tenant: TenantId, email: &EmailAddress, said: &str) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(pepper.bytes()).expect("HMAC takes keys of any length");
    mac.update(b"agio device mark 1");
    mac.update(tenant.uuid().as_bytes());
    mac.update(said.as_bytes());
    mac.update(b" ");
    mac.update(email.normalized().as_bytes());
    mac
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    const PEPPER: Pepper = Pepper::new([7; 32]);

    fn tenant(number: u128) -> TenantId {
        TenantId::from_uuid(Uuid::from_u128(number))
    }

    fn email(text: &str) -> EmailAddress {
        EmailAddress::parse(text).unwrap()
    }

    #[test]
    fn a_mark_is_of_one_address_at_one_tenant_for_half_a_year() {
        let (anna, now) = (email("anna@example.com"), DateTime::UNIX_EPOCH);
        let mark = make(&PEPPER, tenant(1), &anna, [9; 16], now);
        let read = |pepper: &Pepper, number, whose: &str, after| {
            read(pepper, tenant(number), &email(whose), mark.expose(), now + after).is_some()
        };
        let (here, soon) = (&PEPPER, TimeDelta::days(179));
        assert!(read(here, 1, "Anna@Example.com", soon));
        assert!(!read(here, 1, "bob@example.com", soon));
        assert!(!read(here, 2, "anna@example.com", soon));
        assert!(!read(&Pepper::new([8; 32]), 1, "anna@example.com", soon));
        assert!(!read(here, 1, "anna@example.com", MARK_LIFE));
        assert!(mark.expose().len() < 200, "a cookie of ours has at most 200 letters");
    }

    proptest! {
        /// A mark cannot be forged or modified, and arbitrary input is refused without a panic.
        #[test]
        fn a_changed_mark_is_none(at: prop::sample::Index, letter in "[ -~]", any in ".{0,200}") {
            let anna = email("anna@example.com");
            let mark = make(&PEPPER, tenant(1), &anna, [9; 16], DateTime::UNIX_EPOCH);
            let at = at.index(mark.expose().len());
            let changed = format!("{}{letter}{}", &mark.expose()[..at], &mark.expose()[at + 1..]);
            let known = |text: &str| read(&PEPPER, tenant(1), &anna, text, DateTime::UNIX_EPOCH).is_some();
            prop_assert!(known(mark.expose()));
            prop_assert!(changed.eq_ignore_ascii_case(mark.expose()) || !known(&changed));
            prop_assert!(!known(&any));
        }
    }
}
