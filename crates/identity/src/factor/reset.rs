//! A second factor that was lost, and no recovery code left: the person asks, support approves once it knows who asks, and three
//! days later the factors are gone. Until then whoever still has the factor, or is signed in, says no.

use ::store::{Job, JobError, JobHandler, JobSpec, Outcome, PgConnection, Schedule, Store};
use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{TenantId, UserId, World};
use serde_json::json;
use uuid::Uuid;

use super::model::{RESET_DELAY, Switches, Tries};
use super::store::{recovery as codes, reset as rows, settings, totp as apps};
use crate::audit::{self, Entry};
use crate::mail::{self, Notice};
use crate::session::{Principal, Stage};
use crate::{ClientContext, Identity, IdentityError};

const KIND: &str = "identity.factor_resets";
/// Resets done in one run at most.
const AT_ONCE: i64 = 100;

/// How far the end of a lost factor has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactorReset {
    /// When it was asked for.
    pub requested_at: DateTime<Utc>,
    /// When the factors end; `None` until support approves.
    pub due_at: Option<DateTime<Utc>>,
}

impl Identity {
    /// Asks support to end the person's second factors. Asking again changes nothing.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for a session that has no need of it: one that waits for no factor.
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

    /// The end of the person's factors that is under way, if one is.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn factor_reset(&self, tenant: TenantId, who: &Principal) -> Result<Option<FactorReset>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(rows::open(tx.conn(), tenant, who.user).await?)
    }

    /// Says no to it.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] when nothing is under way.
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

/// Approves what a person asked for: the factors end three days from now. It is in the person's log; the caller writes down who
/// did it, and sends what tells the person.
///
/// # Errors
/// [`IdentityError::NotFound`] when this person has asked for nothing that waits for it.
pub(crate) async fn approve_reset(
    conn: &mut PgConnection,
    world: &World,
    (tenant, user): (TenantId, UserId),
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

/// Refuses where this person has asked for nothing that waits to be approved.
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

/// Does `identity.factor_resets`: ends the factors whose time has come.
pub(crate) struct EndLostFactors {
    store: Store,
    world: World,
}

impl EndLostFactors {
    pub(crate) fn new(store: Store, world: World) -> Self {
        Self { store, world }
    }

    /// One person's, in one transaction. Somebody may have said no in the meantime.
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
