//! The rules of linking an identity. Pure.

use chrono::{DateTime, Utc};
use kernel::UserId;

use crate::error::FederatedLoginError;
use crate::provider::Provider;

/// How long a verified identity waits for the code of the address.
pub(super) const LINK_LIFE: chrono::TimeDelta = chrono::TimeDelta::minutes(15);

/// A linked identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedIdentity {
    /// The identity provider.
    pub provider: Provider,
    /// The address or name at the provider, for display.
    pub label: Option<String>,
    /// When it was linked.
    pub linked_at: DateTime<Utc>,
}

/// Whether `person`, who is signed in, may link an identity with the owner `known`. `true` if it is linked already.
pub(super) fn linked(known: Option<UserId>, person: UserId) -> Result<bool, FederatedLoginError> {
    match known {
        Some(owner) if owner != person => Err(FederatedLoginError::Taken),
        owner => Ok(owner.is_some()),
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn person(n: u128) -> UserId {
        UserId::from_uuid(Uuid::from_u128(n))
    }

    #[test]
    fn an_external_identity_belongs_to_one_person() {
        assert!(!linked(None, person(1)).unwrap());
        assert!(linked(Some(person(1)), person(1)).unwrap());
        assert!(matches!(linked(Some(person(2)), person(1)), Err(FederatedLoginError::Taken)));
    }
}
