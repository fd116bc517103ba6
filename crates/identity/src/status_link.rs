//! Tokens of links to the status of a transaction, and the limit on guesses of them.

use chrono::TimeDelta;
use hmac::{Hmac, Mac};
use kernel::{StatusLinkId, TenantId};
use sha2::Sha256;

use crate::counter::{self, Limit, SANDBOX_FACTOR};
use crate::token::{self, TokenHash, TokenKind};
use crate::{ClientContext, Identity, IdentityError, Secret, Tenant};

impl Identity {
    /// The token of a link, and its hash. It is derived from the link's id with the pepper, so that the owner sees the
    /// same link again although only the hash is stored.
    #[must_use]
    pub fn status_token(&self, tenant: TenantId, link: StatusLinkId) -> (Secret, TokenHash) {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.pepper().bytes()).expect("HMAC takes keys of any length");
        mac.update(b"agio status link 1");
        mac.update(tenant.uuid().as_bytes());
        mac.update(link.uuid().as_bytes());
        token::derived(TokenKind::Status, &mac.finalize().into_bytes().into())
    }

    /// The hash of a token; `None` if the text is not one.
    #[must_use]
    pub fn read_status_token(text: &str) -> Option<TokenHash> {
        token::parse(TokenKind::Status, text)
    }

    /// Counts a token that belongs to no link. Right tokens are not counted, so guesses of others in the same network
    /// lock nobody out.
    ///
    /// # Errors
    /// [`IdentityError::TooMany`]
    pub async fn count_wrong_status_token(
        &self,
        tenant: &Tenant,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let mut tx = self.store().tenant(tenant.id).await?;
        counter::store::spend(tx.conn(), tenant.id, self.world().now(), &[limit(tenant, context)]).await?;
        tx.commit().await?;
        Ok(())
    }
}

fn limit(tenant: &Tenant, context: &ClientContext) -> Limit {
    let max = if tenant.sandbox { 30 * SANDBOX_FACTOR } else { 30 };
    let message = "Too many links that do not work were opened. Wait a little.";
    Limit { name: "status.network", subject: context.network(), window: TimeDelta::minutes(10), max, message }
}
