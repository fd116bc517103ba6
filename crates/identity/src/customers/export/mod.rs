//! Data export: a copy of everything stored about a customer. The customer requests it; a job writes it page by page.
//! It is stored encrypted for a week, and the signed-in customer can download it.

mod job;
mod model;
mod rows;
pub(crate) mod store;

use ::store::TenantTx;
use chrono::{DateTime, Utc};
use kernel::{DataExportId, TenantId, TenantUser, UserId};
use serde_json::json;

pub(crate) use job::WriteExport;
use model::ExportDecision;
pub use model::{DataExport, ExportState};

use crate::audit::{self, Entry};
use crate::auth::session::Principal;
use crate::counter::seconds_until;
use crate::envelope::Class;
use crate::notify::mail::{self, Notice};
use crate::{ClientContext, Identity, IdentityError, person::user};

/// The maximum number of exports in a list.
const LISTED: i64 = 10;

/// A customer's data exports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exports {
    /// The exports, the newest first; at most ten.
    pub copies: Vec<DataExport>,
    /// When another export can be requested; `None` if it can be now.
    pub next_at: Option<DateTime<Utc>>,
}

/// The exports of `user` with their state at `now`.
async fn customer_status(
    tx: &mut TenantTx,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<Vec<DataExport>, IdentityError> {
    let tenant = tx.tenant();
    let all = store::of_user(tx.conn(), tenant, user, LISTED).await?;
    Ok(all.into_iter().map(|one| one.at(now)).collect())
}

impl Identity {
    /// Requests an export. A request while one is in preparation is a no-op.
    ///
    /// # Errors
    /// [`IdentityError::TooMany`] after one export within a day, or three failed ones.
    pub async fn ask_export(
        &self,
        tenant: TenantId,
        who: &Principal,
        context: &ClientContext,
    ) -> Result<DataExport, IdentityError> {
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        // A concurrent request waits here and then finds this one.
        user::store::lock(tx.conn(), tenant, who.user).await?;
        match model::ask(&customer_status(&mut tx, who.user, now).await?, now) {
            ExportDecision::Again(waiting) => return Ok(waiting),
            ExportDecision::TooMany(until) => {
                let message = "One copy a day is made.";
                return Err(IdentityError::TooMany { retry_after_s: seconds_until(until, now), message });
            }
            ExportDecision::Begins => {}
        }
        // An abandoned export makes room for a new one.
        store::fail_waiting(tx.conn(), tenant, who.user).await?;
        let id: DataExportId = self.world().id();
        store::add(tx.conn(), tenant, who.user, id, now).await?;
        let entry = Entry::new("export.asked").of(who.user, Some(who.session)).with(json!({"export": id}));
        audit::store::write(tx.conn(), self.world(), tenant, context, &entry).await?;
        let notice = mail::job::security(tenant, who.user, Notice::ExportAsked, id.uuid());
        tx.enqueue(now, &[job::spec(tenant, id), notice]).await?;
        tx.commit().await?;
        Ok(DataExport { id, state: ExportState::Waiting, requested_at: now, expires_at: None, bytes: None })
    }

    /// The customer's exports of the last month, the newest first, and when another can be requested.
    ///
    /// # Errors
    /// Database errors.
    pub async fn exports(&self, tenant: TenantId, who: &Principal) -> Result<Exports, IdentityError> {
        let now = self.world().now();
        let mut tx = self.store().tenant_read(tenant).await?;
        let copies = customer_status(&mut tx, who.user, now).await?;
        let next_at = model::next_at(&copies, now);
        Ok(Exports { copies, next_at })
    }

    /// An export that can be downloaded.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for another customer's export, and for one that is not ready or has expired.
    pub async fn ready_export(
        &self,
        tenant: TenantId,
        who: &Principal,
        id: DataExportId,
    ) -> Result<DataExport, IdentityError> {
        let all = self.exports(tenant, who).await?;
        let found = all.copies.into_iter().find(|one| one.id == id && one.state == ExportState::Ready);
        found.ok_or(IdentityError::NotFound("The copy"))
    }

    /// The part `number` of an export, from 1; `None` after the last.
    ///
    /// # Errors
    /// Database errors; data encrypted under another key-encryption key.
    pub async fn export_part(
        &self,
        tenant: TenantId,
        who: &Principal,
        id: DataExportId,
        number: i32,
    ) -> Result<Option<Vec<u8>>, IdentityError> {
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        let Some((part, sealed)) =
            store::part(tx.conn(), TenantUser { tenant, user: who.user }, id, number, now).await?
        else {
            return Ok(None);
        };
        let plain = self.envelope().open(&mut tx, Class::Pii, part, &sealed).await?;
        Ok(Some(plain.to_vec()))
    }

    /// Records a download in the audit log.
    ///
    /// # Errors
    /// Database errors.
    pub async fn note_fetched(
        &self,
        tenant: TenantId,
        who: &Principal,
        id: DataExportId,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        let entry = Entry::new("export.fetched").of(who.user, Some(who.session)).with(json!({"export": id}));
        audit::store::write(tx.conn(), self.world(), tenant, context, &entry).await?;
        Ok(tx.commit().await?)
    }
}
