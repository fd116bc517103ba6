//! A copy of everything that is kept about a person: asked for by them, written by a job a page at a time, sealed, and kept for a
//! week for them to fetch while they are signed in.

mod job;
mod model;
mod rows;
pub(crate) mod store;

use ::store::TenantTx;
use chrono::{DateTime, Utc};
use kernel::{DataExportId, TenantId, UserId};
use serde_json::{Value, json};

pub(crate) use job::WriteExport;
use model::Asked;
pub use model::{DataExport, ExportState};

use crate::audit::{self, Entry};
use crate::counter::seconds_until;
use crate::envelope::Class;
use crate::mail::{self, Notice};
use crate::session::Principal;
use crate::{ClientContext, Identity, IdentityError, user};

/// Copies that are listed.
const LISTED: i64 = 10;

/// A list of a copy that the books keep, for one of the person's profiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chapter {
    /// What they have.
    Balances,
    /// Their transactions, the newest first.
    Transactions,
    /// Every line of the statements of their accounts, the newest first.
    Statements,
    /// What their orders took of their limits.
    Limits,
    /// What they asked of payees.
    Payees,
    /// Where they named that coins shall go; the same for every profile, as limits are.
    Addresses,
    /// What they said of wallets; the same for every profile, as limits are.
    Wallets,
    /// What they said of who sends them coins; the same for every profile.
    Senders,
}

impl Chapter {
    pub(crate) const ALL: [Self; 8] = [
        Self::Balances,
        Self::Transactions,
        Self::Statements,
        Self::Limits,
        Self::Payees,
        Self::Addresses,
        Self::Wallets,
        Self::Senders,
    ];

    /// Its name in the file.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Balances => "balances",
            Self::Transactions => "transactions",
            Self::Statements => "statements",
            Self::Limits => "limit_uses",
            Self::Payees => "payee_checks",
            Self::Addresses => "payout_addresses",
            Self::Wallets => "wallets",
            Self::Senders => "senders",
        }
    }

    /// Whether it is the person's, and the same whichever profile is named.
    pub(crate) const fn is_of_person(self) -> bool {
        matches!(self, Self::Limits | Self::Addresses | Self::Wallets | Self::Senders)
    }
}

/// A page of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// What stands in the file.
    pub rows: Vec<Value>,
    /// Where the next page begins, in the words of who wrote this one; nothing after the last.
    pub next: Option<String>,
}

/// A person's copies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exports {
    /// The newest first; at most ten.
    pub copies: Vec<DataExport>,
    /// From when on another may be asked for; nothing when that is now.
    pub next_at: Option<DateTime<Utc>>,
}

/// The copies of `user` as they stand at `now`.
async fn standing(tx: &mut TenantTx, user: UserId, now: DateTime<Utc>) -> Result<Vec<DataExport>, IdentityError> {
    let tenant = tx.tenant();
    let all = store::of_user(tx.conn(), tenant, user, LISTED).await?;
    Ok(all.into_iter().map(|one| one.at(now)).collect())
}

impl Identity {
    /// Has a copy made. Asking while one is being made changes nothing.
    ///
    /// # Errors
    /// [`IdentityError::TooMany`] after one within a day, or three that could not be made.
    pub async fn ask_export(
        &self,
        tenant: TenantId,
        who: &Principal,
        context: &ClientContext,
    ) -> Result<DataExport, IdentityError> {
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        // Whoever asks at the same moment waits, and finds it asked.
        user::store::lock(tx.conn(), tenant, who.user).await?;
        match model::ask(&standing(&mut tx, who.user, now).await?, now) {
            Asked::Again(waiting) => return Ok(waiting),
            Asked::TooMany(until) => {
                let message = "One copy a day is made.";
                return Err(IdentityError::TooMany { retry_after_s: seconds_until(until, now), message });
            }
            Asked::Begins => {}
        }
        // One that was given up makes room.
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

    /// The person's copies of the last month, the newest first, and from when on they may ask for another, if that is not now.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn exports(&self, tenant: TenantId, who: &Principal) -> Result<Exports, IdentityError> {
        let now = self.world().now();
        let mut tx = self.store().tenant_read(tenant).await?;
        let copies = standing(&mut tx, who.user, now).await?;
        let next_at = model::next_at(&copies, now);
        Ok(Exports { copies, next_at })
    }

    /// A copy that can be fetched.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for another's, one that is not ready and one that is gone.
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

    /// The part `number` of it, from 1; nothing after the last.
    ///
    /// # Errors
    /// Those of the database, and what is sealed with another key.
    pub async fn export_part(
        &self,
        tenant: TenantId,
        who: &Principal,
        id: DataExportId,
        number: i32,
    ) -> Result<Option<Vec<u8>>, IdentityError> {
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        let Some((part, sealed)) = store::part(tx.conn(), (tenant, who.user), id, number, now).await? else {
            return Ok(None);
        };
        let plain = self.envelope().open(&mut tx, Class::Pii, part, &sealed).await?;
        Ok(Some(plain.to_vec()))
    }

    /// Writes down that somebody fetches a copy.
    ///
    /// # Errors
    /// Those of the database.
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
