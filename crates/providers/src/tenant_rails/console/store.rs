//! All SQL of connections that operators made.

use chrono::{DateTime, Utc};
use exchange::rails::{ConnectionKind, ConnectionState, ConnectionTest, MadeConnection};
use kernel::TenantId;
use store::{PgConnection, StoreError};
use uuid::Uuid;

/// The maximum number of connections of a kind that a tenant uses. What began with an older one needs an operator.
const USED_MAX: i64 = 20;

/// A stored connection, with its encrypted secrets.
pub(super) struct ConnectionRow {
    pub made: MadeConnection,
    pub sealed: Option<Vec<u8>>,
}

/// A row as the database has it.
struct Raw {
    id: Uuid,
    settings: serde_json::Value,
    sealed: Option<Vec<u8>>,
    state: String,
    made_by: String,
    made_at: DateTime<Utc>,
    tested_at: Option<DateTime<Utc>>,
    test_passed: Option<bool>,
    test_answer: Option<String>,
}

/// `None` for a row of a newer version, which this one cannot use.
fn read(raw: Raw) -> Option<ConnectionRow> {
    let state = match raw.state.as_str() {
        "draft" => ConnectionState::Draft,
        "on" => ConnectionState::On,
        "off" => ConnectionState::Off,
        _ => return None,
    };
    let test = match (raw.tested_at, raw.test_passed, raw.test_answer) {
        (Some(at), Some(is_passed), Some(answer)) => Some(ConnectionTest { at, is_passed, answer }),
        _ => None,
    };
    let settings = serde_json::from_value(raw.settings).ok()?;
    let made = MadeConnection { id: raw.id, settings, state, made_by: raw.made_by, made_at: raw.made_at, test };
    Some(ConnectionRow { made, sealed: raw.sealed })
}

/// The draft of each kind, and the connection of each kind that was switched last, with its draft before it.
pub(super) async fn listed(conn: &mut PgConnection, tenant: TenantId) -> Result<Vec<ConnectionRow>, StoreError> {
    let found = sqlx::query_as!(
        Raw,
        "SELECT DISTINCT ON (kind, state = 'draft') id, settings, sealed, state, made_by, made_at, tested_at,
                test_passed, test_answer
         FROM tenant_connections WHERE tenant_id = $1
         ORDER BY kind, state = 'draft' DESC, state = 'on' DESC, switched_at DESC, made_at DESC",
        tenant.uuid(),
    );
    Ok(found.fetch_all(conn).await?.into_iter().filter_map(read).collect())
}

/// The connections that are or were on: of each kind the one that was switched last, then those that it replaced.
pub(super) async fn used(conn: &mut PgConnection, tenant: TenantId) -> Result<Vec<ConnectionRow>, StoreError> {
    let found = sqlx::query_as!(
        Raw,
        "SELECT id, settings, sealed, state, made_by, made_at, tested_at, test_passed, test_answer
         FROM (SELECT *, row_number() OVER (PARTITION BY kind ORDER BY state = 'on' DESC, switched_at DESC, made_at DESC)
                         AS place
               FROM tenant_connections WHERE tenant_id = $1 AND state <> 'draft') AS ranked
         WHERE place <= $2 ORDER BY kind, place",
        tenant.uuid(),
        USED_MAX,
    );
    Ok(found.fetch_all(conn).await?.into_iter().filter_map(read).collect())
}

/// A connection.
pub(super) async fn one(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: Uuid,
) -> Result<Option<ConnectionRow>, StoreError> {
    let found = sqlx::query_as!(
        Raw,
        "SELECT id, settings, sealed, state, made_by, made_at, tested_at, test_passed, test_answer
         FROM tenant_connections WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id,
    );
    Ok(found.fetch_optional(conn).await?.and_then(read))
}

/// Stores a draft in place of the one of its kind before.
pub(super) async fn put_draft(
    conn: &mut PgConnection,
    tenant: TenantId,
    row: &ConnectionRow,
) -> Result<(), StoreError> {
    let kind = row.made.settings.kind().code();
    sqlx::query!(
        "DELETE FROM tenant_connections WHERE tenant_id = $1 AND kind = $2 AND state = 'draft'",
        tenant.uuid(),
        kind,
    )
    .execute(&mut *conn)
    .await?;
    let settings = serde_json::to_value(&row.made.settings).unwrap_or_default();
    sqlx::query!(
        "INSERT INTO tenant_connections (tenant_id, id, kind, settings, sealed, state, made_by, made_at)
         VALUES ($1, $2, $3, $4, $5, 'draft', $6, $7)",
        tenant.uuid(),
        row.made.id,
        kind,
        settings,
        row.sealed.as_deref(),
        row.made.made_by,
        row.made.made_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Stores the answer of a test.
pub(super) async fn put_test(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: Uuid,
    test: &ConnectionTest,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE tenant_connections SET tested_at = $3, test_passed = $4, test_answer = left($5, 500)
         WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id,
        test.at,
        test.is_passed,
        test.answer,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Switches a connection on, and the one of its kind that is on off; or switches it off.
/// Returns false if it does not exist, or is to be switched off and is not on.
pub(super) async fn switch(
    conn: &mut PgConnection,
    tenant: TenantId,
    (id, kind, on): (Uuid, ConnectionKind, bool),
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    if on {
        sqlx::query!(
            "UPDATE tenant_connections SET state = 'off' WHERE tenant_id = $1 AND kind = $2 AND state = 'on' AND id <> $3",
            tenant.uuid(),
            kind.code(),
            id,
        )
        .execute(&mut *conn)
        .await?;
    }
    let switched = sqlx::query!(
        "UPDATE tenant_connections SET state = $3, switched_at = $4 WHERE tenant_id = $1 AND id = $2
           AND ($3 = 'on' OR state = 'on')",
        tenant.uuid(),
        id,
        if on { "on" } else { "off" },
        now,
    )
    .execute(conn)
    .await?;
    Ok(switched.rows_affected() == 1)
}

/// Serialises the switching of connections, of all tenants, until the end of the database transaction: two tenants must
/// not take the same account at once.
pub(super) async fn lock_switching(conn: &mut PgConnection) -> Result<(), StoreError> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended('connections.switch', 0))").execute(conn).await?;
    Ok(())
}

/// Whether another tenant uses or used one of these accounts: a bank that is off still reads statements. Needs a system
/// transaction.
pub(super) async fn is_taken(conn: &mut PgConnection, tenant: TenantId, ibans: &[String]) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (
             SELECT 1 FROM tenant_connections c, jsonb_each_text(c.settings->'ibans') account
             WHERE c.tenant_id <> $1 AND c.kind = 'bank' AND c.state <> 'draft' AND account.value = ANY($2)
           ) AS "found!""#,
        tenant.uuid(),
        ibans,
    );
    Ok(found.fetch_one(conn).await?)
}
