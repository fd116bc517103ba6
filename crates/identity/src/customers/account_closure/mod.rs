//! Account closure. A customer requests it, and closure blockers refuse it. A cool-off period follows, in which the
//! customer can withdraw the request and any incoming money cancels it. Then personal data is erased; the ledger stays.

mod erase;
mod job;
mod model;
pub(crate) mod store;

use ::store::TenantTx;
use chrono::TimeDelta;
use kernel::{TenantId, TenantUser, UserId};
use serde_json::json;

pub(crate) use job::{CloseAccounts, schedule};
use model::ClosureDecision;
pub use model::{Closing, ClosureAnswer};

use crate::audit::{self, Entry};
use crate::auth::session::{self, Principal};
use crate::ledger_port::{ClosureBlockers, ClosurePort};
use crate::notify::mail::{self, Notice};
use crate::{ClientContext, Identity, IdentityError, Tenant, customers::profile, person::user, rules};

const REASON_CHARS_MAX: usize = 500;

/// The account closure status of a customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosureProgress {
    /// The open request, if any.
    pub closing: Option<Closing>,
    /// The closure blockers.
    pub closure_blockers: ClosureBlockers,
}

impl Identity {
    /// Whether a closure is in progress, and what blocks one.
    ///
    /// # Errors
    /// Database errors.
    pub async fn closure_progress(
        &self,
        tenant: TenantId,
        who: &Principal,
        books: &dyn ClosurePort,
    ) -> Result<ClosureProgress, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let closing = store::open(tx.conn(), tenant, who.user).await?.map(|(_, closing)| closing);
        let profiles = profile::store::ids(tx.conn(), tenant, who.user).await?;
        let closure_blockers = books.ties(&mut tx, &profiles).await?.closure_blockers();
        Ok(ClosureProgress { closing, closure_blockers })
    }

    /// Starts the cool-off period and ends the customer's other sessions. A repeated request is a no-op.
    ///
    /// # Errors
    /// A field error of `reason`.
    pub async fn leave(
        &self,
        tenant: &Tenant,
        who: &Principal,
        reason: Option<&str>,
        books: &dyn ClosurePort,
        context: &ClientContext,
    ) -> Result<ClosureAnswer, IdentityError> {
        let reason = checked_reason(reason)?;
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant.id).await?;
        // A concurrent request waits here and then finds this one.
        user::store::lock(tx.conn(), tenant.id, who.user).await?;
        let open = store::open(tx.conn(), tenant.id, who.user).await?.map(|(_, closing)| closing);
        let profiles = profile::store::ids(tx.conn(), tenant.id, who.user).await?;
        let ties = books.ties(&mut tx, &profiles).await?;
        let closing = match model::ask(open, ties, now, TimeDelta::days(i64::from(tenant.closing_days))) {
            ClosureDecision::Again(closing) => return Ok(ClosureAnswer::Accepted(closing)),
            ClosureDecision::Refused(ties) => return Ok(ClosureAnswer::Refused(ties)),
            ClosureDecision::Begins(closing) => closing,
        };
        let id = self.world().uuid();
        store::add(tx.conn(), TenantUser { tenant: tenant.id, user: who.user }, id, closing, reason.as_deref()).await?;
        session::store::revoke_others(tx.conn(), tenant.id, who.user, who.session, now).await?;
        let details = json!({"due_at": closing.due_at});
        let entry = Entry::new("closing.asked").of(who.user, Some(who.session)).with(details);
        audit::store::write(tx.conn(), self.world(), tenant.id, context, &entry).await?;
        let notice = Notice::ClosingAsked { due_at: closing.due_at };
        tx.enqueue(now, &[mail::job::security(tenant.id, who.user, notice, id)]).await?;
        tx.commit().await?;
        Ok(ClosureAnswer::Accepted(closing))
    }

    /// Withdraws the closure request: the account stays.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] if no closure is in progress.
    pub async fn stay(&self, tenant: TenantId, who: &Principal, context: &ClientContext) -> Result<(), IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        user::store::lock(tx.conn(), tenant, who.user).await?;
        let open = store::open(tx.conn(), tenant, who.user).await?;
        let (id, _) = open.ok_or(IdentityError::NotFound("The request"))?;
        let entry = Entry::new("closing.taken_back").of(who.user, Some(who.session));
        audit::store::write(tx.conn(), self.world(), tenant, context, &entry).await?;
        self.keep(tx, who.user, id, "taken_back", Notice::ClosingTakenBack).await
    }

    /// Ends a closure with `state`, notifies the customer, and commits.
    async fn keep(
        &self,
        mut tx: TenantTx,
        user: UserId,
        id: uuid::Uuid,
        state: &str,
        notice: Notice,
    ) -> Result<(), IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        store::end(tx.conn(), tenant, id, state, now).await?;
        tx.enqueue(now, &[mail::job::security(tenant, user, notice, self.world().uuid())]).await?;
        Ok(tx.commit().await?)
    }
}

/// The customer's reason for leaving; `None` if it is blank.
fn checked_reason(reason: Option<&str>) -> Result<Option<String>, IdentityError> {
    rules::note(reason.unwrap_or_default(), REASON_CHARS_MAX).map_err(|broken| match broken.code {
        "max_length" => IdentityError::field("reason", "max_length", "Give a reason of at most 500 characters."),
        "invalid_character" => IdentityError::field("reason", "format", "Give a reason without control characters."),
        _ => ("reason", broken).into(),
    })
}
