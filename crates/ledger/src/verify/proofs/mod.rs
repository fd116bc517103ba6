//! Recomputes every hash of the ledger from the rows.
//!
//! All rows of a batch have the same timestamp, so the tables are read in parallel in the order of time, and only one
//! timestamp's rows are in memory. Then the log is rebuilt leaf by leaf, and compared with the stored and signed
//! hashes.

mod instant;
mod liabilities;
mod log;
mod store;

use std::collections::BTreeMap;

use ::store::{PgConnection, StoreError};
use kernel::TenantId;

use self::instant::Instant;
use self::store::{Cursor, ReadPosition};
use super::Difference;
use crate::proof::{Checkpoint, LogKeys, VerifierKey, tenant_of};

/// Independent knowledge of the verifier, which the database cannot change.
#[derive(Clone, Default)]
pub struct Trust {
    /// The platform's secret, from which the key of every log is derived.
    pub secret: Option<LogKeys>,
    /// Public keys of individual logs.
    pub keys: Vec<VerifierKey>,
    /// Signed notes that were stored independently.
    pub checkpoints: Vec<String>,
}

/// The numbers of proved rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ProofCounts {
    /// Changes with correct hashes.
    pub changes: u64,
    /// Changes from before sealing began.
    pub before: u64,
    /// Leaves of all logs.
    pub leaves: u64,
    /// Unsealed commits.
    pub waiting: u64,
    /// Signed roots.
    pub checkpoints: u64,
    /// Signed roots with a verified signature.
    pub signatures: u64,
    /// Publications of liabilities.
    pub publications: u64,
}

/// A difference between the expected and the found state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Finding {
    pub subject: String,
    pub expected: String,
    pub found: String,
}

impl Finding {
    pub(super) fn new(subject: String, expected: impl ToString, found: impl ToString) -> Self {
        Self { subject, expected: expected.to_string(), found: found.to_string() }
    }

    pub(super) fn of(self, check: &'static str, tenant: TenantId) -> Difference {
        let Self { subject, expected, found } = self;
        Difference { check, tenant, subject, expected, found, row: None }
    }
}

type Found = Option<(TenantId, Finding)>;

impl Trust {
    /// The key of the tenant's log.
    fn key(&self, tenant: TenantId) -> Option<VerifierKey> {
        let origin = crate::proof::origin(tenant);
        let given = self.keys.iter().find(|key| key.name() == origin).cloned();
        given.or_else(|| self.secret.as_ref().map(|secret| secret.signer(tenant).verifier()))
    }

    /// The independent checkpoints by log, smallest first.
    ///
    /// # Errors
    /// The first checkpoint that is invalid.
    fn by_tenant(&self) -> Result<BTreeMap<TenantId, Vec<Checkpoint>>, (TenantId, Finding)> {
        let mut all: BTreeMap<TenantId, Vec<Checkpoint>> = BTreeMap::new();
        for note in &self.checkpoints {
            let subject = || "the given checkpoint".to_owned();
            let nobody = TenantId::from_uuid(uuid::Uuid::nil());
            let read = Checkpoint::unverified(note)
                .map_err(|error| (nobody, Finding::new(subject(), "a signed note of a log", error)))?;
            let tenant = tenant_of(&read.origin)
                .ok_or_else(|| (nobody, Finding::new(subject(), "a log of this installation", &read.origin)))?;
            if let Some(key) = self.key(tenant) {
                let signed = key.checkpoint(note);
                signed.map_err(|error| (tenant, Finding::new(subject(), format!("signed by {key}"), error)))?;
            }
            all.entry(tenant).or_default().push(read);
        }
        for checkpoints in all.values_mut() {
            checkpoints.sort_by_key(|checkpoint| checkpoint.size);
        }
        Ok(all)
    }
}

/// Compares every row with the hash of its commit.
pub(super) async fn commits(conn: &mut PgConnection, proved: &mut ProofCounts) -> Result<Found, StoreError> {
    let mut commits = Cursor::<store::CommitRow>::open(conn).await?;
    let mut changes = Cursor::<store::ChangeRow>::open(conn).await?;
    let mut transfers = Cursor::<store::TransferRow>::open(conn).await?;
    let mut steps = Cursor::<store::StepRow>::open(conn).await?;
    let mut began = None;
    loop {
        let places = [
            commits.place(conn).await?,
            changes.place(conn).await?,
            transfers.place(conn).await?,
            steps.place(conn).await?,
        ];
        let Some(place) = places.into_iter().flatten().min() else { return Ok(None) };
        let ReadPosition(tenant, _) = place;
        let instant = Instant {
            commits: commits.at(conn, place).await?,
            changes: changes.at(conn, place).await?,
            transfers: transfers.at(conn, place).await?,
            steps: steps.at(conn, place).await?,
        };
        let hashed = !instant.commits.is_empty();
        let count = instant.changes.len() as u64;
        if hashed {
            began = Some(tenant);
        } else if began != Some(tenant) {
            proved.before += count;
            continue;
        }
        if let Some((mut finding, unlisted)) = instant.check() {
            if let Some(unlisted) = unlisted
                && let Some(commit) = store::lists(conn, tenant, unlisted).await?
            {
                finding.found = format!("{}; commit {commit} lists it", finding.found);
            }
            return Ok(Some((TenantId::from_uuid(tenant), finding)));
        }
        proved.changes += count;
    }
}

/// Rebuilds every log.
pub(super) async fn logs(
    conn: &mut PgConnection,
    trust: &Trust,
    proved: &mut ProofCounts,
) -> Result<Found, StoreError> {
    let known = match trust.by_tenant() {
        Ok(known) => known,
        Err(found) => return Ok(Some(found)),
    };
    proved.waiting = store::waiting(conn).await?;
    match log::check(conn, trust, known, proved).await? {
        None => store::outside(conn).await,
        found => Ok(found),
    }
}

/// Compares every publication of liabilities with its signature, and the newest with the ledger.
pub(super) async fn liabilities(
    conn: &mut PgConnection,
    trust: &Trust,
    proved: &mut ProofCounts,
) -> Result<Found, StoreError> {
    liabilities::check(conn, trust, proved).await
}

/// Compares every account's key with its name.
pub(super) async fn names(conn: &mut PgConnection) -> Result<Found, StoreError> {
    let mut accounts = Cursor::<store::AccountRow>::open(conn).await?;
    while let Some(account) = accounts.next(conn).await? {
        if let Some(finding) = account.check() {
            return Ok(Some((TenantId::from_uuid(account.tenant_id), finding)));
        }
    }
    Ok(None)
}
