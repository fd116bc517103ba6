//! All SQL of the simulated rails.

use chrono::{DateTime, Utc};
use exchange::rails::Target;
use kernel::{Amount, Currency, DepositAccountId, TenantId, TransactionId};
use store::{Atoms, PgConnection, StoreError};
use uuid::Uuid;

use super::card::{Behaviour, KnownCard};
use super::movement::{Flow, Movement, Rail, State, Way};

struct Row {
    id: Uuid,
    rail: String,
    flow: String,
    key: String,
    transaction_id: Option<Uuid>,
    account_id: Option<Uuid>,
    purpose: Option<String>,
    currency: String,
    amount: Atoms,
    state: String,
    reference: String,
    reason: Option<String>,
    return_url: Option<String>,
    payer: Option<String>,
    launch: Option<String>,
}

impl Row {
    /// `None` if another version of the program wrote the row.
    fn read(self) -> Option<Movement> {
        Some(Movement {
            id: self.id,
            rail: Rail::from_code(&self.rail)?,
            flow: Flow::from_code(&self.flow)?,
            key: self.key,
            target: match (self.transaction_id, self.account_id, self.purpose) {
                (Some(id), ..) => Target::Order(TransactionId::from_uuid(id)),
                (None, Some(id), _) => Target::Account(DepositAccountId::from_uuid(id)),
                (None, None, Some(purpose)) => Target::Reference(purpose),
                (None, None, None) => return None,
            },
            amount: Amount::new(self.amount.0, self.currency.parse::<Currency>().ok()?),
            state: State::from_code(&self.state)?,
            reference: self.reference,
            reason: self.reason,
            return_url: self.return_url,
            payer: self.payer,
            way: self.launch.as_deref().and_then(Way::from_code).unwrap_or_default(),
        })
    }
}

/// Inserts a movement unless its key exists; returns whether it is new. `due_at` is on the sandbox's clock.
pub(super) async fn insert(
    conn: &mut PgConnection,
    tenant: TenantId,
    movement: &Movement,
    due_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let (account, purpose) = match &movement.target {
        Target::Order(_) | Target::Address { .. } | Target::Nobody(_) => (None, None),
        Target::Account(id) => (Some(id.uuid()), None),
        Target::Reference(text) | Target::Transfer { text, .. } => (None, Some(text.as_str())),
    };
    let done = sqlx::query!(
        "INSERT INTO sandbox_movements (tenant_id, id, rail, flow, key, transaction_id, account_id, purpose, currency, amount,
                                        state, reference, reason, return_url, payer, due_at, created_at, updated_at,
                                        launch)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17, $18)
         ON CONFLICT (tenant_id, rail, key) DO NOTHING",
        tenant.uuid(),
        movement.id,
        movement.rail.code(),
        movement.flow.code(),
        movement.key,
        movement.target.order().map(|id| id.uuid()),
        account,
        purpose,
        movement.amount.currency().code(),
        Atoms(movement.amount.atoms()) as _,
        movement.state.code(),
        movement.reference,
        movement.reason,
        movement.return_url,
        movement.payer,
        due_at,
        now,
        movement.way.code(),
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The movement with this key.
pub(super) async fn by_key(
    conn: &mut PgConnection,
    tenant: TenantId,
    rail: Rail,
    key: &str,
) -> Result<Option<Movement>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, rail, flow, key, transaction_id, account_id, purpose, currency, amount AS "amount: Atoms", state, reference, reason,
                  return_url, payer, launch
           FROM sandbox_movements WHERE tenant_id = $1 AND rail = $2 AND key = $3"#,
        tenant.uuid(),
        rail.code(),
        key,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(Row::read))
}

/// The movement with this reference.
pub(super) async fn by_reference(
    conn: &mut PgConnection,
    tenant: TenantId,
    reference: &str,
) -> Result<Option<Movement>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, rail, flow, key, transaction_id, account_id, purpose, currency, amount AS "amount: Atoms", state, reference, reason,
                  return_url, payer, launch
           FROM sandbox_movements WHERE tenant_id = $1 AND reference = $2"#,
        tenant.uuid(),
        reference,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(Row::read))
}

/// The movements of a transaction, oldest first.
pub(super) async fn of_transaction(
    conn: &mut PgConnection,
    tenant: TenantId,
    transaction: TransactionId,
) -> Result<Vec<Movement>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, rail, flow, key, transaction_id, account_id, purpose, currency, amount AS "amount: Atoms", state, reference, reason,
                  return_url, payer, launch
           FROM sandbox_movements WHERE tenant_id = $1 AND transaction_id = $2 ORDER BY created_at, id LIMIT 200"#,
        tenant.uuid(),
        transaction.uuid(),
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().filter_map(Row::read).collect())
}

/// Settles a pending movement. Returns whether it was still pending, so the second of two decisions has no effect.
pub(super) async fn decide(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: Uuid,
    state: State,
    reason: Option<&str>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE sandbox_movements SET state = $3, reason = coalesce($4, reason), updated_at = $5
         WHERE tenant_id = $1 AND id = $2 AND state = 'pending'",
        tenant.uuid(),
        id,
        state.code(),
        reason,
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The movement with this id.
pub(super) async fn by_id(conn: &mut PgConnection, tenant: TenantId, id: Uuid) -> Result<Option<Movement>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, rail, flow, key, transaction_id, account_id, purpose, currency, amount AS "amount: Atoms", state, reference, reason,
                  return_url, payer, launch
           FROM sandbox_movements WHERE tenant_id = $1 AND id = $2"#,
        tenant.uuid(),
        id,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(Row::read))
}

/// Stores a card's token and the card's behaviour.
pub(super) async fn insert_card(
    conn: &mut PgConnection,
    tenant: TenantId,
    card: &KnownCard,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO sandbox_cards (tenant_id, token, last4, brand, behaviour, created_at) VALUES ($1, $2, $3, $4, $5, $6)",
        tenant.uuid(),
        card.token,
        card.last4,
        card.brand,
        card.behaviour.code(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The behaviour of the card with this token.
pub(super) async fn behaviour(
    conn: &mut PgConnection,
    tenant: TenantId,
    token: &str,
) -> Result<Option<Behaviour>, StoreError> {
    let code = sqlx::query_scalar!(
        "SELECT behaviour FROM sandbox_cards WHERE tenant_id = $1 AND token = $2",
        tenant.uuid(),
        token,
    )
    .fetch_optional(conn)
    .await?;
    Ok(code.and_then(|code| Behaviour::from_code(&code)))
}

/// When a pending movement is due on the sandbox's clock; `None` if it is not pending, or not on the clock.
pub(super) async fn due_at(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: Uuid,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    let due_at = sqlx::query_scalar!(
        r#"SELECT due_at AS "due_at!" FROM sandbox_movements
           WHERE tenant_id = $1 AND id = $2 AND state = 'pending' AND due_at IS NOT NULL"#,
        tenant.uuid(),
        id,
    );
    Ok(due_at.fetch_optional(conn).await?)
}

/// The lead of the clock of the tenant's simulated bank over the tenant's time, in seconds.
pub(super) async fn ahead(conn: &mut PgConnection, tenant: TenantId) -> Result<i64, StoreError> {
    let ahead = sqlx::query_scalar!("SELECT ahead_seconds FROM sandbox_clocks WHERE tenant_id = $1", tenant.uuid());
    Ok(ahead.fetch_optional(conn).await?.unwrap_or(0))
}

/// Like [`ahead`], and locks the clock until the end of the transaction.
pub(super) async fn hold_clock(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let ahead = sqlx::query_scalar!(
        "INSERT INTO sandbox_clocks AS clock (tenant_id, ahead_seconds, updated_at) VALUES ($1, 0, $2)
         ON CONFLICT (tenant_id) DO UPDATE SET ahead_seconds = clock.ahead_seconds RETURNING ahead_seconds",
        tenant.uuid(),
        now,
    );
    Ok(ahead.fetch_one(conn).await?)
}

/// Advances the clock; returns the new lead, or `None` if it would exceed `max`.
pub(super) async fn advance_clock(
    conn: &mut PgConnection,
    tenant: TenantId,
    seconds: i64,
    max: i64,
    now: DateTime<Utc>,
) -> Result<Option<i64>, StoreError> {
    let ahead = sqlx::query_scalar!(
        "INSERT INTO sandbox_clocks AS clock (tenant_id, ahead_seconds, updated_at) VALUES ($1, $2, $4)
         ON CONFLICT (tenant_id) DO UPDATE SET ahead_seconds = clock.ahead_seconds + $2, updated_at = $4
         WHERE clock.ahead_seconds + $2 <= $3 RETURNING ahead_seconds",
        tenant.uuid(),
        seconds,
        max,
        now,
    );
    Ok(ahead.fetch_optional(conn).await?)
}

/// The pending movements that are due on the sandbox's clock, the earliest first.
pub(super) async fn due(
    conn: &mut PgConnection,
    tenant: TenantId,
    at: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<Movement>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, rail, flow, key, transaction_id, account_id, purpose, currency, amount AS "amount: Atoms", state, reference, reason,
                  return_url, payer, launch
           FROM sandbox_movements WHERE tenant_id = $1 AND state = 'pending' AND due_at <= $2 ORDER BY due_at, id LIMIT $3"#,
        tenant.uuid(),
        at,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().filter_map(Row::read).collect())
}
