//! Everything that a batch writes, and the order of its writes.

use chrono::{DateTime, Utc};
use kernel::TenantId;
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use super::accounts::write_accounts;
use super::counters::write_counters;
use super::holds::write_holds;
use super::records::{Moves, write_records};
use crate::journal::books::Touched;
use crate::journal::decide::TransferRow;
use crate::proof::Hash;
use crate::proof::commit::Commit;
use crate::{CounterStep, Receipt, Record};

/// The hash of a batch, and of each record step in it: of the state, and of the private part of the change.
pub(in crate::journal) struct Sealed {
    pub commit: Commit,
    pub steps: Vec<(Hash, Hash)>,
}

/// The rows of a batch's accepted changes, in order, without events and jobs.
pub(in crate::journal) struct Writes<'a> {
    /// The accounts and holds in their final state.
    pub touched: &'a Touched,
    pub transfers: &'a [TransferRow],
    pub receipts: &'a [Receipt],
    /// The new states of records, each with its change.
    pub records: &'a [(Uuid, &'a Record)],
    /// The counters that changes moved on.
    pub counters: &'a [CounterStep],
    /// The hash over everything.
    pub sealed: &'a Sealed,
}

/// Writes mutable rows, conditional on the versions that the batch was decided on.
pub(in crate::journal) async fn write_states(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    writes: &Writes<'_>,
) -> Result<(), StoreError> {
    write_accounts(conn, tenant, now, &writes.touched.accounts).await?;
    write_records(conn, tenant, now, &Moves::of(writes.records).moved).await?;
    write_counters(conn, tenant, writes.counters).await?;
    write_holds(conn, tenant, now, &writes.touched.holds).await
}
