//! Token pairs. The first pair of a session is random. Each later pair is derived by HMAC-SHA-256 under the pepper from
//! the refresh token that it replaces. So a repeated refresh token yields the same pair, although only hashes are
//! stored: the derivation needs the pepper and the previous token.

use chrono::{DateTime, Utc};
use hmac::{Hmac, Mac};
use kernel::{SessionId, TenantId, World};
use sha2::Sha256;

use super::model::Tokens;
use crate::token::{self, TokenHash, TokenKind};
use crate::{Pepper, Secret};

/// Both tokens, each with its hash.
#[derive(Debug)]
pub(super) struct Pair {
    pub access: (Secret, TokenHash),
    pub refresh: (Secret, TokenHash),
}

impl Pair {
    /// The first pair of a session.
    pub fn random(world: &World) -> Self {
        Self { access: token::generate(world, TokenKind::Access), refresh: token::generate(world, TokenKind::Refresh) }
    }

    /// The pair that follows the refresh token `parent`.
    pub fn after(pepper: &Pepper, tenant: TenantId, session: SessionId, parent: &Secret) -> Self {
        let derived = |kind: TokenKind| {
            let mut mac = Hmac::<Sha256>::new_from_slice(pepper.bytes()).expect("HMAC takes keys of any length");
            mac.update(b"agio renewed token 1");
            mac.update(kind.prefix().as_bytes());
            mac.update(tenant.uuid().as_bytes());
            mac.update(session.uuid().as_bytes());
            mac.update(parent.expose().as_bytes());
            token::derived(kind, &mac.finalize().into_bytes().into())
        };
        Self { access: derived(TokenKind::Access), refresh: derived(TokenKind::Refresh) }
    }

    /// The tokens for their owner.
    pub fn tokens(self, access_expires_at: DateTime<Utc>, refresh_expires_at: DateTime<Utc>) -> Tokens {
        Tokens { access: self.access.0, refresh: self.refresh.0, access_expires_at, refresh_expires_at }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    fn after(pepper: u8, tenant: u128, session: u128, parent: &str) -> [String; 2] {
        let (tenant, session) =
            (TenantId::from_uuid(Uuid::from_u128(tenant)), SessionId::from_uuid(Uuid::from_u128(session)));
        let pair = Pair::after(&Pepper::new([pepper; 32]), tenant, session, &Secret::new(parent));
        [pair.access.0.expose().to_owned(), pair.refresh.0.expose().to_owned()]
    }

    proptest! {
        /// The same token gives the same pair; another pepper, tenant, session or token gives another.
        #[test]
        fn a_token_pair_is_derived_from_everything_it_is_bound_to(parent in "agr_[0-9A-Za-z]{49}", other in "agr_[0-9A-Za-z]{49}") {
            prop_assume!(parent != other);
            let pair = after(1, 1, 1, &parent);
            prop_assert_eq!(&pair, &after(1, 1, 1, &parent));
            prop_assert!(token::parse(TokenKind::Access, &pair[0]).is_some());
            prop_assert!(token::parse(TokenKind::Refresh, &pair[1]).is_some());
            for another in [after(2, 1, 1, &parent), after(1, 2, 1, &parent), after(1, 1, 2, &parent), after(1, 1, 1, &other)] {
                prop_assert_ne!(&pair[0], &another[0]);
                prop_assert_ne!(&pair[1], &another[1]);
            }
            // The two tokens of a pair are independent, and neither reveals its parent.
            prop_assert_ne!(&pair[0][4..], &pair[1][4..]);
            prop_assert!(!pair[1].contains(&parent[4..]));
        }
    }
}
