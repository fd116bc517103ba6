//! Operators' sessions. They are short, and not valid for customer endpoints.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{OperatorId, TenantId};
use serde_json::{Value, json};
use uuid::Uuid;

use super::account::is_over;
use super::model::{Permission, Role};
use super::operator_log::{self, Note};
use super::roles::may;
use super::store::factors::{self, Factor};
use super::store::sessions::{self, NewOperatorSession};
use crate::auth::mfa::totp;
use crate::envelope::Class;
use crate::token::{self, TokenKind};
use crate::{ClientContext, Identity, IdentityError, Secret};

/// The idle timeout.
const IDLE: TimeDelta = TimeDelta::minutes(15);
/// The absolute timeout: a working day.
const LIFE: TimeDelta = TimeDelta::hours(8);
/// How long a confirmation by a factor allows sensitive actions.
pub(super) const CONFIRMED_FOR: TimeDelta = TimeDelta::minutes(5);
/// The precision of the last-used time.
const SEEN_WITHIN: TimeDelta = TimeDelta::minutes(1);

/// An authenticated operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorPrincipal {
    /// The operator's id.
    pub id: OperatorId,
    /// The email address.
    pub email: String,
    /// The role.
    pub role: Role,
    /// The session's id.
    pub session: Uuid,
    /// The absolute expiry of the session.
    pub expires_at: DateTime<Utc>,
    /// The time until which sensitive actions are allowed without another confirmation.
    pub confirmed_until: DateTime<Utc>,
}

impl OperatorPrincipal {
    /// Checks that the role has the permission.
    ///
    /// # Errors
    /// 403 `ACCESS_DENIED`.
    pub fn may(&self, permission: Permission) -> Result<(), IdentityError> {
        if may(self.role, permission) { Ok(()) } else { Err(super::denied()) }
    }

    /// Checks for a recent confirmation by a factor.
    ///
    /// # Errors
    /// [`IdentityError::FactorRequired`].
    pub(super) fn has_confirmed(&self, now: DateTime<Utc>) -> Result<(), IdentityError> {
        if now < self.confirmed_until { Ok(()) } else { Err(IdentityError::FactorRequired) }
    }
}

/// A new session.
#[derive(Debug, Clone)]
pub struct OperatorSignIn {
    /// The session token, stored in a cookie.
    pub session: Secret,
    /// The absolute expiry of the session.
    pub expires_at: DateTime<Utc>,
}

/// Whether a session is still valid.
const fn is_live(seen_at: DateTime<Utc>, expires_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    let idle = now.timestamp() - seen_at.timestamp() >= IDLE.num_seconds();
    !idle && now.timestamp() < expires_at.timestamp()
}

impl Identity {
    /// The operator of a session token.
    ///
    /// # Errors
    /// [`IdentityError::Unauthenticated`] unless the token belongs to a valid session of this tenant.
    pub async fn authenticate_operator(
        &self,
        tenant: TenantId,
        token: &str,
    ) -> Result<OperatorPrincipal, IdentityError> {
        let hash = token::parse(TokenKind::OperatorSession, token).ok_or(IdentityError::Unauthenticated)?;
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        let found = sessions::find(tx.conn(), tenant, &hash).await?.ok_or(IdentityError::Unauthenticated)?;
        let live = is_live(found.seen_at, found.expires_at, now) && !is_over(found.ends_on, now);
        let role = found.role.filter(|_| live);
        let role = role.ok_or(IdentityError::Unauthenticated)?;
        if now - found.seen_at >= SEEN_WITHIN {
            sessions::seen(tx.conn(), tenant, found.id, now).await?;
            tx.commit().await?;
        }
        Ok(OperatorPrincipal {
            id: found.operator,
            email: found.email,
            role,
            session: found.id,
            expires_at: found.expires_at,
            confirmed_until: found.confirmed_at + CONFIRMED_FOR,
        })
    }

    /// The masked address of the operator to whom this browser belongs.
    ///
    /// # Errors
    /// Database errors.
    pub async fn operator_of_device(&self, tenant: TenantId, device: &str) -> Result<Option<String>, IdentityError> {
        let Some(hash) = token::parse(TokenKind::OperatorDevice, device) else { return Ok(None) };
        let mut tx = self.store().tenant(tenant).await?;
        let found = factors::lock(tx.conn(), tenant, Some(&hash), None).await?;
        let found = found.filter(|factor| !is_over(factor.operator.ends_on, self.world().now()));
        Ok(found.map(|factor| crate::mask::email(&factor.operator.email)))
    }

    /// Signs in with a code of the authenticator app, in the browser that was enrolled with it.
    ///
    /// # Errors
    /// [`IdentityError::Unauthenticated`] in another browser, [`IdentityError::FactorInvalid`], [`IdentityError::FactorLocked`].
    pub async fn sign_operator_in(
        &self,
        tenant: TenantId,
        device: &str,
        code: &str,
        context: &ClientContext,
    ) -> Result<OperatorSignIn, IdentityError> {
        let hash = token::parse(TokenKind::OperatorDevice, device).ok_or(IdentityError::Unauthenticated)?;
        let mut tx = self.store().tenant(tenant).await?;
        let factor = factors::lock(tx.conn(), tenant, Some(&hash), None).await?;
        let factor = factor.filter(|factor| !is_over(factor.operator.ends_on, self.world().now()));
        let factor = factor.ok_or(IdentityError::Unauthenticated)?;
        let mut tx = self.check_operator(tx, &factor, code).await?;
        let signed_in = self.open_operator_session(&mut tx, &factor.operator, json!({}), context).await?;
        tx.commit().await?;
        Ok(signed_in)
    }

    /// Confirms with a code: sensitive actions are allowed for the next five minutes.
    ///
    /// # Errors
    /// [`IdentityError::FactorInvalid`], [`IdentityError::FactorLocked`].
    pub async fn confirm_operator(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        code: &str,
    ) -> Result<DateTime<Utc>, IdentityError> {
        let tx = self.store().tenant(tenant).await?;
        let mut tx = tx;
        let factor = factors::lock(tx.conn(), tenant, None, Some(who.id)).await?;
        let factor = factor.ok_or(IdentityError::Unauthenticated)?;
        let mut tx = self.check_operator(tx, &factor, code).await?;
        let now = self.world().now();
        sessions::confirmed(tx.conn(), tenant, who.session, now).await?;
        tx.commit().await?;
        Ok(now + CONFIRMED_FOR)
    }

    /// Ends the session.
    ///
    /// # Errors
    /// Database errors.
    pub async fn sign_operator_out(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        sessions::end(tx.conn(), tenant, who.session, self.world().now()).await?;
        let subject = who.id.to_string();
        let note = Note { action: "operators.sign_out", subject: &subject, reason: None };
        operator_log::note(tx.conn(), self.world(), tenant, (who, context), note).await?;
        Ok(tx.commit().await?)
    }

    /// Checks a code. A correct code is consumed in the transaction that is returned; a wrong one is counted and
    /// committed.
    async fn check_operator(
        &self,
        mut tx: ::store::TenantTx,
        factor: &Factor,
        code: &str,
    ) -> Result<::store::TenantTx, IdentityError> {
        let (tenant, now, id) = (tx.tenant(), self.world().now(), factor.operator.id);
        if let Some(until) = factor.tries.locked(now) {
            return Err(IdentityError::FactorLocked { until });
        }
        let sealed = factor.seed.as_ref().ok_or(IdentityError::NotFound("The authenticator app"))?;
        let seed = self.envelope().open(&mut tx, Class::Totp, id.uuid(), sealed).await?;
        let typed: String = code.chars().filter(|c| !c.is_whitespace()).take(16).collect();
        if let Some(step) = totp::matching_step(&seed, &typed, now, factor.last_step) {
            factors::tried(tx.conn(), tenant, id, factor.tries.succeeded(), step).await?;
            return Ok(tx);
        }
        let tries = factor.tries.failed(now);
        factors::tried(tx.conn(), tenant, id, tries, factor.last_step).await?;
        tx.commit().await?;
        Err(tries.locked(now).map_or(IdentityError::FactorInvalid, |until| IdentityError::FactorLocked { until }))
    }

    /// Opens a session in the caller's transaction and logs `how` the operator signed in.
    pub(super) async fn open_operator_session(
        &self,
        tx: &mut ::store::TenantTx,
        operator: &super::Account,
        how: Value,
        context: &ClientContext,
    ) -> Result<OperatorSignIn, IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        let (session, hash) = token::generate(self.world(), TokenKind::OperatorSession);
        let (id, expires_at) = (self.world().uuid(), now + LIFE);
        let new = NewOperatorSession { id, operator: operator.id, hash, context, now, expires_at };
        sessions::add(tx.conn(), tenant, &new).await?;
        let who = OperatorPrincipal {
            id: operator.id,
            email: operator.email.clone(),
            role: operator.role,
            session: id,
            expires_at,
            confirmed_until: now + CONFIRMED_FOR,
        };
        let subject = operator.id.to_string();
        let note = Note { action: "operators.sign_in", subject: &subject, reason: None };
        operator_log::note_with(tx.conn(), self.world(), tenant, (&who, context), note, how).await?;
        Ok(OperatorSignIn { session, expires_at })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn an_operator_session_ends_after_inactivity_and_at_its_maximum_age(idle in 0_i64..2_000, age in 0_i64..40_000) {
            let now = DateTime::UNIX_EPOCH + TimeDelta::days(9);
            let began = now - TimeDelta::seconds(age.max(idle));
            let live = is_live(now - TimeDelta::seconds(idle), began + LIFE, now);
            prop_assert_eq!(live, idle < 15 * 60 && age.max(idle) < 8 * 3_600);
        }
    }
}
