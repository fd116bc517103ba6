//! Tokens of payments that merchants ask for, and the limits on visitors of their pages.

use chrono::TimeDelta;
use hmac::{Hmac, Mac};
use kernel::{PaymentId, PaymentLinkId, TenantId};
use sha2::Sha256;
use uuid::Uuid;

use crate::counter::{self, Limit, SANDBOX_FACTOR};
use crate::token::{self, TokenHash, TokenKind};
use crate::{ClientContext, Identity, IdentityError, Secret, Tenant};

impl Identity {
    /// The token of the page of a payment, and its hash. It is derived from the payment's id with the pepper, so that
    /// the merchant sees the same link again although only the hash is stored.
    #[must_use]
    pub fn payment_token(&self, tenant: TenantId, payment: PaymentId) -> (Secret, TokenHash) {
        self.page_token(TokenKind::Payment, b"agio payment link 1", tenant, payment.uuid())
    }

    /// The token of the page of a link that many payers use, and its hash. Derived like that of a payment.
    #[must_use]
    pub fn payment_link_token(&self, tenant: TenantId, link: PaymentLinkId) -> (Secret, TokenHash) {
        self.page_token(TokenKind::PaymentLink, b"agio open payment link 1", tenant, link.uuid())
    }

    fn page_token(&self, kind: TokenKind, purpose: &[u8], tenant: TenantId, id: Uuid) -> (Secret, TokenHash) {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.pepper().bytes()).expect("HMAC takes keys of any length");
        mac.update(purpose);
        mac.update(tenant.uuid().as_bytes());
        mac.update(id.as_bytes());
        token::derived(kind, &mac.finalize().into_bytes().into())
    }

    /// The hash of a payment's token; `None` if the text is not one.
    #[must_use]
    pub fn read_payment_token(text: &str) -> Option<TokenHash> {
        token::parse(TokenKind::Payment, text)
    }

    /// The hash of a link's token; `None` if the text is not one.
    #[must_use]
    pub fn read_payment_link_token(text: &str) -> Option<TokenHash> {
        token::parse(TokenKind::PaymentLink, text)
    }

    /// Counts a token that belongs to no payment. Right tokens are not counted, so guesses of others in the same network
    /// lock no other caller out.
    ///
    /// # Errors
    /// [`IdentityError::TooMany`]
    pub async fn count_wrong_payment_token(
        &self,
        tenant: &Tenant,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let message = "Too many links that do not work were opened. Wait a little.";
        self.count_visitor(tenant, context, ("payment.wrong", 30, message)).await
    }

    /// Counts a payer's choice of a currency, which opens a movement.
    ///
    /// # Errors
    /// [`IdentityError::TooMany`]
    pub async fn count_payment_choice(&self, tenant: &Tenant, context: &ClientContext) -> Result<(), IdentityError> {
        let message = "Too many payments were begun from this network. Wait a little.";
        self.count_visitor(tenant, context, ("payment.choice", 40, message)).await
    }

    async fn count_visitor(
        &self,
        tenant: &Tenant,
        context: &ClientContext,
        (name, max, message): (&'static str, i32, &'static str),
    ) -> Result<(), IdentityError> {
        let max = if tenant.sandbox { max * SANDBOX_FACTOR } else { max };
        let limit = Limit { name, subject: context.network(), window: TimeDelta::minutes(10), max, message };
        let mut tx = self.store().tenant(tenant.id).await?;
        counter::store::spend(tx.conn(), tenant.id, self.world().now(), &[limit]).await?;
        tx.commit().await?;
        Ok(())
    }
}
