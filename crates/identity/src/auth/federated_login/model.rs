//! What follows from an identity that Google or Apple verified: sign in, link or create an account. Pure.

use kernel::UserId;

use super::claims::Named;
use crate::EmailAddress;
use crate::error::FederatedLoginError;

/// How long a person may take at the provider.
pub(super) const ATTEMPT_LIFE: chrono::TimeDelta = chrono::TimeDelta::minutes(10);
/// The next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NextStep {
    /// Sign this person in.
    Enter(UserId),
    /// Create an account for the address and sign its owner in.
    Register(EmailAddress),
    /// An account with this address exists: its owner must confirm a code first.
    ProveAddress(EmailAddress),
}

/// Decides the next step. A known identity signs its person in, whatever its current address. An unknown one never
/// opens an existing account: a provider's statement does not prove who owns the account.
pub(super) fn step(
    named: &Named,
    known: Option<UserId>,
    has_address: Option<UserId>,
) -> Result<NextStep, FederatedLoginError> {
    if let Some(person) = known {
        return Ok(NextStep::Enter(person));
    }
    let address = named.email.clone().filter(|_| named.email_verified).ok_or(FederatedLoginError::EmailNotVerified)?;
    Ok(if has_address.is_some() { NextStep::ProveAddress(address) } else { NextStep::Register(address) })
}

#[cfg(test)]
mod tests {
    use kernel::UserId;
    use uuid::Uuid;

    use super::*;

    fn person(n: u128) -> UserId {
        UserId::from_uuid(Uuid::from_u128(n))
    }

    fn named(email: Option<&str>, email_verified: bool) -> Named {
        let email = email.and_then(|text| EmailAddress::parse(text).ok());
        let nobody = (String::new(), String::new());
        Named { issuer: nobody.0, subject: nobody.1, email, email_verified, given_name: None, family_name: None }
    }

    #[test]
    fn a_linked_identity_signs_in_its_person_whatever_its_email() {
        for named in [named(None, false), named(Some("a@example.com"), false), named(Some("a@example.com"), true)] {
            assert_eq!(step(&named, Some(person(1)), Some(person(2))).unwrap(), NextStep::Enter(person(1)));
        }
    }

    #[test]
    fn an_unlinked_identity_never_opens_an_existing_account() {
        let proven = named(Some("a@example.com"), true);
        let address = EmailAddress::parse("a@example.com").unwrap();
        assert_eq!(step(&proven, None, Some(person(2))).unwrap(), NextStep::ProveAddress(address.clone()));
        assert_eq!(step(&proven, None, None).unwrap(), NextStep::Register(address));
        for unproven in [named(Some("a@example.com"), false), named(None, true)] {
            for has_address in [None, Some(person(2))] {
                assert!(matches!(step(&unproven, None, has_address), Err(FederatedLoginError::EmailNotVerified)));
            }
        }
    }
}
