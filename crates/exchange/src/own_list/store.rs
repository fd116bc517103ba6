//! The lock of a customer's list (saved cards, presets and others), so that its maximum length holds.

use ::store::StoreError;
use kernel::ProfileId;
use sqlx::PgConnection;

use super::OwnList;

/// Locks a profile's list to the end of the database transaction.
pub(crate) async fn lock(conn: &mut PgConnection, list: OwnList, profile: ProfileId) -> Result<(), StoreError> {
    let key = format!("{} {}", list.name(), profile.uuid());
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended($1, 0)) AS locked", key).fetch_one(conn).await?;
    Ok(())
}
