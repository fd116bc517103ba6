//! Carrying a session to another host of the same tenant: a code that lives for 30 seconds, serves once, and at one host
//! only.

mod store;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

use crate::external::ExternalError;
use crate::token::{self, TokenKind};
use crate::{ClientContext, Identity, IdentityError, Login, Principal, Secret, Tenant, tenant};

const LIFE: TimeDelta = TimeDelta::seconds(30);

/// A code for another host.
#[derive(Clone, Debug)]
pub struct Handover {
    /// To be given to that host by POST; never in a place that is logged.
    pub code: Secret,
    /// When it stops serving.
    pub expires_at: DateTime<Utc>,
}

impl Identity {
    /// A code that opens a session at `host`, which has to be the same tenant's.
    ///
    /// # Errors
    /// A field error of `host` where it is not.
    pub async fn hand_over(
        &self,
        tenant: &Tenant,
        principal: &Principal,
        host: &str,
    ) -> Result<Handover, IdentityError> {
        let refused = || IdentityError::field("host", "unknown", "This is not a host of this service.");
        let there = self.tenant_by_host(host).await.map_err(|_| refused())?;
        let host = tenant::normalize_host(host).filter(|_| there.id == tenant.id).ok_or_else(refused)?;
        let now = self.world().now();
        let (code, hash) = token::generate(self.world(), TokenKind::Handover);
        let expires_at = now + LIFE;
        let mut tx = self.store().tenant(tenant.id).await?;
        store::add(tx.conn(), tenant.id, &hash, principal, &host, (now, expires_at)).await?;
        tx.commit().await?;
        Ok(Handover { code, expires_at })
    }

    /// Opens a session at `host` by a code that was made for it, while the session that made it lives.
    ///
    /// # Errors
    /// [`ExternalError::Expired`] for any other code; [`IdentityError::Blocked`].
    pub async fn take_over(
        &self,
        tenant: &Tenant,
        host: &str,
        code: &str,
        context: &ClientContext,
    ) -> Result<Login, IdentityError> {
        let hash = token::parse(TokenKind::Handover, code).ok_or(ExternalError::Expired)?;
        let host = tenant::normalize_host(host).ok_or(ExternalError::Expired)?;
        let mut tx = self.store().tenant(tenant.id).await?;
        let taken = store::take(tx.conn(), tenant.id, &hash, &host, self.world().now()).await?;
        let (user, made_by) = taken.ok_or(ExternalError::Expired)?;
        let context = ClientContext { client: made_by.handed_over(context.client), ..context.clone() };
        self.enter(tx, tenant, user, json!({"handover": host}), &context).await
    }
}
