//! The protected actions of a person, and their failed attempts.

use chrono::{DateTime, Utc};
use kernel::{TenantId, UserId};
use store::{PgConnection, StoreError};

use crate::auth::mfa::model::Tries;
use crate::auth::session::Switches;

struct Row {
    signin: bool,
    transfer: bool,
    card_details: bool,
    failures: i32,
    failed_at: Option<DateTime<Utc>>,
    locked_until: Option<DateTime<Utc>>,
}

impl From<Row> for (Switches, Tries) {
    fn from(row: Row) -> Self {
        let Row { signin, transfer, card_details, failures, failed_at, locked_until } = row;
        (Switches { signin, transfer, card_details }, Tries { failures, failed_at, locked_until })
    }
}

/// The settings, locked until the transaction ends, so that parallel guesses are serialised.
pub(crate) async fn lock(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<(Switches, Tries), StoreError> {
    sqlx::query!(
        "INSERT INTO factor_settings (tenant_id, user_id) VALUES ($1, $2) ON CONFLICT (tenant_id, user_id) DO NOTHING",
        tenant.uuid(),
        user.uuid(),
    )
    .execute(&mut *conn)
    .await?;
    let row = sqlx::query_as!(
        Row,
        "SELECT signin, transfer, card_details, failures, failed_at, locked_until FROM factor_settings
         WHERE tenant_id = $1 AND user_id = $2 FOR UPDATE",
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_one(conn)
    .await?;
    Ok(row.into())
}

/// The settings; without a row, nothing is protected.
pub(in crate::auth::mfa) async fn read(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<(Switches, Tries), StoreError> {
    let row = sqlx::query_as!(
        Row,
        "SELECT signin, transfer, card_details, failures, failed_at, locked_until FROM factor_settings
         WHERE tenant_id = $1 AND user_id = $2",
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(Into::into).unwrap_or_default())
}

pub(in crate::auth::mfa) async fn set_tries(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    tries: Tries,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE factor_settings SET failures = $3, failed_at = $4, locked_until = $5
         WHERE tenant_id = $1 AND user_id = $2",
        tenant.uuid(),
        user.uuid(),
        tries.failures,
        tries.failed_at,
        tries.locked_until,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("factor settings", done.rows_affected())
}

pub(in crate::auth::mfa) async fn set_switches(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    switches: Switches,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE factor_settings SET signin = $3, transfer = $4, card_details = $5
         WHERE tenant_id = $1 AND user_id = $2",
        tenant.uuid(),
        user.uuid(),
        switches.signin,
        switches.transfer,
        switches.card_details,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("factor settings", done.rows_affected())
}

/// Whether the person has an enrolled second factor.
pub(crate) async fn is_enrolled(conn: &mut PgConnection, tenant: TenantId, user: UserId) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM totp_factors
                          WHERE tenant_id = $1 AND user_id = $2 AND confirmed_at IS NOT NULL)
                  OR EXISTS (SELECT FROM passkeys WHERE tenant_id = $1 AND user_id = $2) AS "found!""#,
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_one(conn)
    .await?;
    Ok(found)
}

/// The person's number of passkeys.
pub(in crate::auth::mfa) async fn passkeys(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<i64, StoreError> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM passkeys WHERE tenant_id = $1 AND user_id = $2"#,
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_one(conn)
    .await?;
    Ok(count)
}
