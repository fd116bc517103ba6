use chrono::{DateTime, Utc};
use kernel::TenantId;
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use super::accounts::write_accounts;
use super::holds::write_holds;
use super::records::{Moves, write_records};
use crate::journal::books::Touched;
use crate::journal::decide::TransferRow;
use crate::proof::Hash;
use crate::proof::commit::Commit;
use crate::{Receipt, Record};

/// The hash over a batch, and over each step of a record in it: of the state, and of what the change keeps from its customer.
pub(in crate::journal) struct Sealed {
    pub commit: Commit,
    pub steps: Vec<(Hash, Hash)>,
}

/// What a batch has to write, beside events and jobs; of accepted changes only, in their order.
pub(in crate::journal) struct Writes<'a> {
    /// Accounts and holds as the batch leaves them.
    pub touched: &'a Touched,
    pub transfers: &'a [TransferRow],
    pub receipts: &'a [Receipt],
    /// New states of records, each with the change that made it.
    pub records: &'a [(Uuid, &'a Record)],
    /// The hash over all of it.
    pub sealed: &'a Sealed,
}

/// Writes what stands in one place and moves: over the very versions the batch was decided on, or not at all.
pub(in crate::journal) async fn write_states(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    writes: &Writes<'_>,
) -> Result<(), StoreError> {
    write_accounts(conn, tenant, now, &writes.touched.accounts).await?;
    write_records(conn, tenant, now, &Moves::of(writes.records).moved).await?;
    write_holds(conn, tenant, now, &writes.touched.holds).await
}
