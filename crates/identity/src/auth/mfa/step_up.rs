//! Step-up confirmation of one request with the second factor.
//!
//! A request that needs it is refused, and the refusal names a step-up with the server's understanding of the request.
//! Confirming it returns a token, valid for two minutes, for this request in this session. The token is bound to the
//! operation's idempotency key: it never authorises a second operation, but the same operation may be retried with it
//! if an answer was lost.

use kernel::{StepUpId, TenantId};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::model::{CONFIRM_WITHIN, ConfirmedRequest, StepUp, StepUpToken, TOKEN_LIFE};
use super::store::step_up as rows;
use crate::auth::session::Principal;
use crate::token::{self, TokenKind};
use crate::{ClientContext, Identity, IdentityError};

impl Identity {
    /// Creates a step-up for a request. `shown` is the description that the person confirms.
    ///
    /// # Errors
    /// Database errors.
    pub async fn ask_step_up(
        &self,
        tenant: TenantId,
        who: &Principal,
        action: &ConfirmedRequest,
        shown: Value,
    ) -> Result<StepUp, IdentityError> {
        let expires_at = self.world().now() + CONFIRM_WITHIN;
        let purpose = action.purpose.code().to_owned();
        let step_up = StepUp { id: self.world().id(), purpose, shown, expires_at };
        let mut tx = self.store().tenant(tenant).await?;
        rows::add(tx.conn(), tenant, who, &step_up, action).await?;
        tx.commit().await?;
        Ok(step_up)
    }

    /// The request to be confirmed, as the server understood it.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for another session's step-up, and for one that has expired or was confirmed.
    pub async fn step_up(&self, tenant: TenantId, who: &Principal, id: StepUpId) -> Result<StepUp, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let found = rows::find(tx.conn(), tenant, id, who.session, self.world().now()).await?;
        found.ok_or(IdentityError::NotFound("The request"))
    }

    /// Confirms a request with a code.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] as above, [`IdentityError::FactorInvalid`], [`IdentityError::FactorLocked`].
    pub async fn confirm_step_up(
        &self,
        tenant: TenantId,
        who: &Principal,
        id: StepUpId,
        code: &str,
        context: &ClientContext,
    ) -> Result<StepUpToken, IdentityError> {
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        let found = rows::find(tx.conn(), tenant, id, who.session, now).await?;
        found.ok_or(IdentityError::NotFound("The request"))?;
        let tx = self.check_factor(tx, who, code, context).await?;
        self.confirmed(tx, id).await
    }

    /// Issues the token of a confirmed step-up.
    pub(crate) async fn confirmed(
        &self,
        mut tx: ::store::TenantTx,
        id: StepUpId,
    ) -> Result<StepUpToken, IdentityError> {
        let (tenant, expires_at) = (tx.tenant(), self.world().now() + TOKEN_LIFE);
        let (token, hash) = token::generate(self.world(), TokenKind::StepUp);
        if !rows::confirm(tx.conn(), tenant, id, &hash, expires_at).await? {
            return Err(IdentityError::NotFound("The request"));
        }
        tx.commit().await?;
        Ok(StepUpToken { token, expires_at })
    }

    /// Claims a token for this operation; whether the operation may proceed. A token authorises one operation only, and
    /// only for the request, the person and the session that it was issued for.
    ///
    /// # Errors
    /// Database errors.
    pub async fn claim_step_up(
        &self,
        tenant: TenantId,
        who: &Principal,
        token: &str,
        action: &ConfirmedRequest,
        operation: &str,
    ) -> Result<bool, IdentityError> {
        let Some(hash) = token::parse(TokenKind::StepUp, token) else { return Ok(false) };
        let operation: [u8; 32] = Sha256::digest(operation.as_bytes()).into();
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        let claimed = rows::claim(tx.conn(), tenant, &hash, who, action, &operation, now).await?;
        tx.commit().await?;
        Ok(claimed)
    }
}
