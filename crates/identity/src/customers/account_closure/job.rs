//! The job `identity.closings`: checks accounts under closure, and erases those whose cool-off has ended.

use std::sync::Arc;

use ::store::{Job, JobError, JobHandler, Outcome, Schedule, TenantTx};
use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{TenantId, TenantUser, UserId};
use uuid::Uuid;

use super::model::{self, Next};
use super::{erase, store};
use crate::audit::{self, Entry};
use crate::ledger_port::ClosurePort;
use crate::notify::mail::{self, Notice};
use crate::{
    ClientContext, EmailAddress, Identity, IdentityError, User, auth::session, customers::export, person::user,
};

const KIND: &str = "identity.closings";
/// Accounts per run; the next run continues with those that were checked longest ago.
const AT_ONCE: i64 = 200;

pub(crate) fn schedule() -> Schedule {
    Schedule::every(KIND, TimeDelta::minutes(1))
}

/// Handles `identity.closings`.
pub(crate) struct CloseAccounts {
    identity: Identity,
    books: Arc<dyn ClosurePort>,
}

impl CloseAccounts {
    pub(crate) fn new(identity: Identity, books: Arc<dyn ClosurePort>) -> Self {
        Self { identity, books }
    }

    /// Processes one person's closure in one transaction. It is idempotent.
    async fn look(&self, tenant: TenantId, user: UserId) -> Result<(), IdentityError> {
        let now = self.identity.world().now();
        let mut tx = self.identity.store().tenant(tenant).await?;
        user::store::lock(tx.conn(), tenant, user).await?;
        // The customer may have withdrawn the request, or another worker may have processed it.
        let Some((id, closing)) = store::open(tx.conn(), tenant, user).await? else { return Ok(()) };
        let person = user::store::find(tx.conn(), tenant, user).await?.ok_or(IdentityError::NotFound("The user"))?;
        let ties = self.books.ties(&mut tx, &person.all_profiles()).await?;
        match model::next(closing, ties, person.blocked, now) {
            Next::Wait => {
                store::checked(tx.conn(), tenant, id, now).await?;
                Ok(tx.commit().await?)
            }
            Next::Stop => {
                self.note(&mut tx, user, "closing.stopped").await?;
                self.identity.keep(tx, user, id, "stopped", Notice::ClosingStopped).await
            }
            Next::Erase => self.erase(tx, id, person, now).await,
        }
    }

    async fn erase(
        &self,
        mut tx: TenantTx,
        closing: Uuid,
        person: User,
        now: DateTime<Utc>,
    ) -> Result<(), IdentityError> {
        let tenant = tx.tenant();
        let email = EmailAddress::parse(&person.email)?;
        let phrase = self.identity.sealed_phrase(&mut tx, person.id).await?;
        // Notifies every process before the rows are deleted.
        session::store::revoke_all(tx.conn(), tenant, person.id, now, "logout").await?;
        erase::erase(
            tx.conn(),
            TenantUser { tenant, user: person.id },
            email.normalized(),
            person.phone.as_deref(),
            now,
        )
        .await?;
        export::store::forget(tx.conn(), tenant, person.id).await?;
        self.books.forget(&mut tx, &person.all_profiles()).await?;
        store::end(tx.conn(), tenant, closing, "done", now).await?;
        self.note(&mut tx, person.id, "closing.erased").await?;
        let last = mail::job::erased(tenant, closing, email.address(), person.settings.language, phrase);
        tx.enqueue(now, &[last]).await?;
        Ok(tx.commit().await?)
    }

    async fn note(&self, tx: &mut TenantTx, user: UserId, action: &'static str) -> Result<(), IdentityError> {
        let tenant = tx.tenant();
        let entry = Entry::new(action).of(user, None);
        audit::store::write(tx.conn(), self.identity.world(), tenant, &ClientContext::default(), &entry).await?;
        Ok(())
    }
}

#[async_trait]
impl JobHandler for CloseAccounts {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, _job: &Job) -> Result<Outcome, JobError> {
        let now = self.identity.world().now();
        let mut tx = self.identity.store().system().await?;
        let waiting = store::unchecked(tx.conn(), now, AT_ONCE).await?;
        drop(tx);
        let mut failed = 0;
        for TenantUser { tenant, user } in waiting {
            // One failing closure does not block the others.
            if let Err(error) = self.look(tenant, user).await {
                tracing::error!(
                    event = "account.closure_failed", %error, %tenant, %user,
                    "The worker cannot close an account. The next run tries again."
                );
                failed += 1;
            }
        }
        if failed > 0 {
            return Err(JobError::new(format!("{failed} accounts could not be looked after")));
        }
        Ok(Outcome::Done)
    }
}
