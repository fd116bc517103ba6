//! Reset of lost second factors, for a person without recovery codes. The person requests it, support approves it after
//! identification, and the factors are removed three days later. Until then, a signed-in session or a proven factor
//! cancels it.

use ::store::{Job, JobError, JobHandler, JobSpec, Outcome, PgConnection, Schedule, Store};
use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{TenantId, TenantUser, UserId, World};
use serde_json::json;
use uuid::Uuid;

use super::model::{RESET_DELAY, Tries};
use super::store::{recovery as codes, reset as rows, settings, totp as apps};
use crate::audit::{self, Entry};
use crate::auth::session::{Principal, Stage, Switches};
use crate::notify::mail::{self, Notice};
use crate::{ClientContext, Identity, IdentityError};

const KIND: &str = "identity.factor_resets";
/// The maximum number of resets in one run.
const AT_ONCE: i64 = 100;

/// The state of a factor reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactorReset {
    /// When it was requested.
    pub requested_at: DateTime<Utc>,
    /// When the factors are removed; `None` until support approves.
    pub due_at: Option<DateTime<Utc>>,
}

impl Identity {
    /// Requests a reset of the person's second factors. A repeated request is a no-op.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for a session that does not wait for a factor.
    pub async fn ask_factor_reset(
        &self,
        tenant: TenantId,
        who: &Principal,
        context: &ClientContext,
    ) -> Result<FactorReset, IdentityError> {
        if who.stage != Stage::AwaitsFactor {
            return Err(IdentityError::NotFound("The request for a second factor"));
        }
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        settings::lock(tx.conn(), tenant, who.user).await?;
        if let Some(open) = rows::open(tx.conn(), tenant, who.user).await? {
            return Ok(open);
        }
        rows::add(tx.conn(), tenant, self.world().uuid(), who.user, now).await?;
        self.told(&mut tx, who, "factor.reset_asked", Notice::ResetAsked, context).await?;
        tx.commit().await?;
        Ok(FactorReset { requested_at: now, due_at: None })
    }

    /// The open reset, if any.
    ///
    /// # Errors
    /// Database errors.
    pub async fn factor_reset(&self, tenant: TenantId, who: &Principal) -> Result<Option<FactorReset>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(rows::open(tx.conn(), tenant, who.user).await?)
    }

    /// Cancels the open reset.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] if there is none.
    pub async fn cancel_factor_reset(
        &self,
        tenant: TenantId,
        who: &Principal,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        if !rows::cancel(tx.conn(), tenant, who.user, self.world().now()).await? {
            return Err(IdentityError::NotFound("The request"));
        }
        let entry = Entry::new("factor.reset_cancelled").of(who.user, Some(who.session));
        audit::store::write(tx.conn(), self.world(), tenant, context, &entry).await?;
        Ok(tx.commit().await?)
    }
}

/// Approves the open reset: the factors are removed three days from now. Adds an audit entry for the person. The caller
/// logs the operator and notifies the person.
///
/// # Errors
/// [`IdentityError::NotFound`] if no request waits for approval.
pub(crate) async fn approve_reset(
    conn: &mut PgConnection,
    world: &World,
    TenantUser { tenant, user }: TenantUser,
    reason: &str,
) -> Result<(DateTime<Utc>, [JobSpec; 2]), IdentityError> {
    let now = world.now();
    let due_at = now + RESET_DELAY;
    if !rows::approve(conn, tenant, user, reason, now, due_at).await? {
        return Err(nothing_asked());
    }
    let entry = Entry::new("factor.reset_approved").of(user, None).with(json!({ "reason": reason, "due_at": due_at }));
    audit::store::write(conn, world, tenant, &ClientContext::default(), &entry).await?;
    Ok((due_at, mail::job::security_to_all(tenant, user, Notice::ResetApproved { due_at }, world.uuid())))
}

/// Refuses if no request of this person waits for approval.
pub(crate) async fn reset_waits(conn: &mut PgConnection, tenant: TenantId, user: UserId) -> Result<(), IdentityError> {
    let open = rows::open(conn, tenant, user).await?;
    open.filter(|open| open.due_at.is_none()).map(drop).ok_or_else(nothing_asked)
}

fn nothing_asked() -> IdentityError {
    IdentityError::NotFound("An open request of this person")
}

pub(crate) fn schedule() -> Schedule {
    Schedule::every(KIND, TimeDelta::minutes(1))
}

/// Handles `identity.factor_resets`: removes the factors of approved resets that are due.
pub(crate) struct EndLostFactors {
    store: Store,
    world: World,
}

impl EndLostFactors {
    pub(crate) fn new(store: Store, world: World) -> Self {
        Self { store, world }
    }

    /// Executes one person's reset in one transaction. The person may have cancelled it in the meantime.
    async fn end(&self, tenant: TenantId, id: Uuid, user: UserId) -> Result<(), ::store::StoreError> {
        let now = self.world.now();
        let mut tx = self.store.tenant(tenant).await?;
        settings::lock(tx.conn(), tenant, user).await?;
        if !rows::finish(tx.conn(), tenant, id, now).await? {
            return Ok(());
        }
        apps::remove(tx.conn(), tenant, user).await?;
        rows::remove_passkeys(tx.conn(), tenant, user).await?;
        codes::remove(tx.conn(), tenant, user).await?;
        rows::note_end(tx.conn(), tenant, user, now).await?;
        settings::set_switches(tx.conn(), tenant, user, Switches::default()).await?;
        settings::set_tries(tx.conn(), tenant, user, Tries::default()).await?;
        let entry = Entry::new("factor.reset_done").of(user, None);
        audit::store::write(tx.conn(), &self.world, tenant, &ClientContext::default(), &entry).await?;
        tx.enqueue(now, &mail::job::security_to_all(tenant, user, Notice::ResetDone, id)).await?;
        tx.commit().await
    }
}

#[async_trait]
impl JobHandler for EndLostFactors {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, _job: &Job) -> Result<Outcome, JobError> {
        let mut tx = self.store.system().await?;
        let due = rows::due(tx.conn(), self.world.now(), AT_ONCE).await?;
        drop(tx);
        for (tenant, id, user) in due {
            self.end(tenant, id, user).await?;
        }
        Ok(Outcome::Done)
    }
}
