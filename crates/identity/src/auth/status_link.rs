//! Tokens of links to the status of a transaction, and the limit on guesses of them.

use ::store::{StoreError, TenantTx};
use chrono::TimeDelta;
use hmac::{Hmac, Mac};
use kernel::{SessionId, StatusLinkId, TenantId, TransactionId, UserId, World};
use serde_json::json;
use sha2::Sha256;

use crate::audit::{self, Entry};
use crate::counter::{self, Limit, SANDBOX_FACTOR};
use crate::token::{self, TokenHash, TokenKind};
use crate::{ClientContext, Identity, IdentityError, Secret, Tenant};

/// The customer who makes or withdraws a link, and where from.
#[derive(Debug, Clone, Copy)]
pub struct StatusLinkBy<'a> {
    /// The person.
    pub user: UserId,
    /// The session.
    pub session: SessionId,
    /// The origin of the request.
    pub context: &'a ClientContext,
}

/// Records in the person's audit log that a link to a transaction was made or withdrawn, in the caller's transaction.
///
/// # Errors
/// Database errors.
pub async fn note_status_link(
    tx: &mut TenantTx,
    world: &World,
    by: StatusLinkBy<'_>,
    (is_made, transaction): (bool, TransactionId),
) -> Result<(), StoreError> {
    let action = if is_made { "status_link.made" } else { "status_link.withdrawn" };
    let details = json!({ "transaction": transaction.to_string() });
    let entry = Entry::new(action).of(by.user, Some(by.session)).with(details);
    let tenant = tx.tenant();
    audit::store::write(tx.conn(), world, tenant, by.context, &entry).await
}

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
    /// lock no other caller out.
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
