//! Compares personal data that a partner imports with the data that the person entered. Pure.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use kernel::Country;

use crate::{IdentityError, is_own_name};

/// The oldest verification that is relied on.
const VALID_FOR: TimeDelta = TimeDelta::days(365);
/// How far the partner's clock may be ahead.
const AHEAD_MAX: TimeDelta = TimeDelta::minutes(5);
/// The maximum length of the partner's reference.
pub const REFERENCE_CHARS_MAX: usize = 100;

/// A verification of a person's identity by a partner, from its own records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartnerVerification {
    /// First name, as in the identity document.
    pub first_name: String,
    /// Last name, as in the identity document.
    pub last_name: String,
    /// Date of birth.
    pub birth_date: NaiveDate,
    /// Country of residence.
    pub residence: Country,
    /// When the partner verified the identity.
    pub verified_at: DateTime<Utc>,
    /// The partner's reference of its record, 1 to 100 visible characters.
    pub reference: String,
}

/// The personal data that the person declared to the tenant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Declared {
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) birth_date: NaiveDate,
    pub(super) residence: Country,
}

impl PartnerVerification {
    /// Checks what can be checked without the person.
    ///
    /// # Errors
    /// Field errors of `verified_at` and `reference`.
    pub(super) fn check(&self, now: DateTime<Utc>) -> Result<(), IdentityError> {
        if self.verified_at > now + AHEAD_MAX || now - self.verified_at > VALID_FOR {
            let words = format!("The verification must be of the last {} days.", VALID_FOR.num_days());
            return Err(IdentityError::field("verified_at", "age", words));
        }
        let length = self.reference.chars().count();
        if !(1..=REFERENCE_CHARS_MAX).contains(&length) || self.reference.contains(char::is_control) {
            let words = format!("The reference has 1 to {REFERENCE_CHARS_MAX} visible characters.");
            return Err(IdentityError::field("reference", "invalid", words));
        }
        Ok(())
    }

    /// Whether both are the same person: name, date of birth and residence.
    pub(super) fn is_of(&self, declared: &Declared) -> bool {
        let named = format!("{} {}", self.first_name, self.last_name);
        is_own_name(&declared.first_name, &declared.last_name, &named)
            && self.birth_date == declared.birth_date
            && self.residence == declared.residence
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said() -> Declared {
        Declared {
            first_name: "Анна".into(),
            last_name: "Коваль".into(),
            birth_date: NaiveDate::from_ymd_opt(1990, 2, 3).unwrap(),
            residence: "PL".parse().unwrap(),
        }
    }

    fn verified() -> PartnerVerification {
        PartnerVerification {
            first_name: "Anna".into(),
            last_name: "Koval".into(),
            birth_date: said().birth_date,
            residence: said().residence,
            verified_at: DateTime::UNIX_EPOCH,
            reference: "kyc-1".into(),
        }
    }

    #[test]
    fn a_partners_record_counts_only_for_the_same_person() {
        assert!(verified().is_of(&said()), "a transliteration is the same name");
        let others: [fn(&mut PartnerVerification); 4] = [
            |one| one.last_name = "Kowalska".into(),
            |one| one.first_name = "Olga".into(),
            |one| one.birth_date = one.birth_date.succ_opt().unwrap(),
            |one| one.residence = "DE".parse().unwrap(),
        ];
        for change in others {
            let mut one = verified();
            change(&mut one);
            assert!(!one.is_of(&said()), "{one:?}");
        }
    }

    #[test]
    fn a_partners_record_is_at_most_a_year_old_and_has_a_reference() {
        let at = DateTime::UNIX_EPOCH;
        assert!(verified().check(at + VALID_FOR).is_ok() && verified().check(at - AHEAD_MAX).is_ok());
        let second = TimeDelta::seconds(1);
        assert!(verified().check(at + VALID_FOR + second).is_err());
        assert!(verified().check(at - AHEAD_MAX - second).is_err());
        for reference in [String::new(), "a\nb".into(), "a".repeat(REFERENCE_CHARS_MAX + 1)] {
            assert!(PartnerVerification { reference, ..verified() }.check(at).is_err());
        }
    }
}
