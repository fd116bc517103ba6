//! Checks the code of a second factor.

use ::store::TenantTx;
use kernel::UserId;
use serde_json::json;

use super::store::{recovery as codes, settings, totp as apps};
use super::{recovery, totp};
use crate::audit::{self, Entry};
use crate::auth::session::Principal;
use crate::envelope::Class;
use crate::notify::mail::{self, Notice};
use crate::{ClientContext, Identity, IdentityError};

/// The factor that a code belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CodeFactor {
    Totp,
    Recovery,
}

impl Identity {
    /// Checks a TOTP or recovery code and counts the result. A correct code is consumed in the transaction that is
    /// returned. A wrong code is counted and committed, regardless of the caller's transaction.
    pub(super) async fn check_factor(
        &self,
        mut tx: TenantTx,
        who: &Principal,
        code: &str,
        context: &ClientContext,
    ) -> Result<TenantTx, IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        // Locked, so that parallel guesses are checked and counted one after the other.
        let (_, tries) = settings::lock(tx.conn(), tenant, who.user).await?;
        if let Some(until) = tries.locked(now) {
            return Err(IdentityError::FactorLocked { until });
        }
        if !settings::is_enrolled(tx.conn(), tenant, who.user).await? {
            return Err(IdentityError::NotFound("The second factor"));
        }
        let Some(shown) = self.compare(&mut tx, who.user, code).await? else {
            let tries = tries.failed(now);
            settings::set_tries(tx.conn(), tenant, who.user, tries).await?;
            let entry = Entry::new("factor.refused").of(who.user, Some(who.session));
            audit::store::write(tx.conn(), self.world(), tenant, context, &entry).await?;
            let locked = tries.locked(now);
            if locked.is_some() {
                tx.enqueue(now, &[mail::job::security(tenant, who.user, Notice::Locked, self.world().uuid())]).await?;
            }
            tx.commit().await?;
            return Err(locked.map_or(IdentityError::FactorInvalid, |until| IdentityError::FactorLocked { until }));
        };
        settings::set_tries(tx.conn(), tenant, who.user, tries.succeeded()).await?;
        let entry = Entry::new("factor.shown").of(who.user, Some(who.session));
        let entry = entry.with(json!({"recovery": shown == CodeFactor::Recovery}));
        audit::store::write(tx.conn(), self.world(), tenant, context, &entry).await?;
        if shown == CodeFactor::Recovery {
            let notice = Notice::RecoveryCodeUsed;
            tx.enqueue(now, &[mail::job::security(tenant, who.user, notice, self.world().uuid())]).await?;
        }
        Ok(tx)
    }

    async fn compare(&self, tx: &mut TenantTx, user: UserId, code: &str) -> Result<Option<CodeFactor>, IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        if let Some(letters) = recovery::typed(code) {
            let hash = recovery::hash(self.pepper(), tenant, user, &letters);
            return Ok(codes::spend(tx.conn(), tenant, user, &hash, now).await?.then_some(CodeFactor::Recovery));
        }
        let typed: String = code.chars().filter(|c| !c.is_whitespace()).take(16).collect();
        let Some(app) = apps::find(tx.conn(), tenant, user).await? else { return Ok(None) };
        let seed = self.envelope().open(tx, Class::Totp, app.id, &app.seed).await?;
        let Some(step) = totp::matching_step(&seed, &typed, now, app.last_step) else { return Ok(None) };
        Ok(apps::use_step(tx.conn(), tenant, app.id, step).await?.then_some(CodeFactor::Totp))
    }
}
