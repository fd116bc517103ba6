use kernel::TenantId;
use sqlx::PgConnection;
use store::StoreError;

use crate::proof::Hash;
use crate::proof::commit::Commit;

/// The hash over a batch, and over each step of a record in it: of the state, and of what the change keeps from its customer.
pub(in crate::journal) struct Sealed {
    pub commit: Commit,
    pub steps: Vec<(Hash, Hash)>,
}

/// Writes the hash over the batch, and leaves word for the sealer.
pub(super) async fn insert_commit(
    conn: &mut PgConnection,
    tenant: TenantId,
    commit: &Commit,
) -> Result<(), StoreError> {
    sqlx::query!(
        "WITH written AS (
             INSERT INTO commits (tenant_id, id, salt, root, changes, committed_at, manifest)
             VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING tenant_id, id)
         INSERT INTO commits_unsealed (tenant_id, commit_id) SELECT tenant_id, id FROM written",
        tenant.uuid(),
        commit.id,
        commit.salt.as_slice(),
        commit.root.0.as_slice(),
        commit.changes,
        commit.committed_at,
        &commit.manifest,
    )
    .execute(conn)
    .await?;
    Ok(())
}
