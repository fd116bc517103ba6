//! All SQL of deposit accounts and of the payments to them.

use chrono::{DateTime, Utc};
use kernel::{Currency, DepositAccountId, Payway, ProfileId, TenantId, TransactionId, UserId};
use serde_json::Value;
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use super::DepositAccount;

struct Row {
    id: Uuid,
    profile_id: Uuid,
    user_id: Option<Uuid>,
    currency: String,
    payway: String,
    instructions: Value,
    created_at: DateTime<Utc>,
}

impl Row {
    /// `None` if this version of the program cannot read the row.
    fn read(self) -> Option<DepositAccount> {
        Some(DepositAccount {
            id: DepositAccountId::from_uuid(self.id),
            profile: ProfileId::from_uuid(self.profile_id),
            user: self.user_id.map(UserId::from_uuid),
            currency: self.currency.parse().ok()?,
            payway: self.payway.parse().ok()?,
            instructions: serde_json::from_value(self.instructions).ok()?,
            created_at: self.created_at,
        })
    }
}

/// Inserts a new account; false if the profile already has one, or the reference is taken.
pub(crate) async fn insert(
    conn: &mut PgConnection,
    tenant: TenantId,
    account: &DepositAccount,
    reference: Option<&str>,
) -> Result<bool, StoreError> {
    let instructions = serde_json::to_value(&account.instructions).unwrap_or_default();
    let done = sqlx::query!(
        "INSERT INTO deposit_accounts (tenant_id, id, profile_id, user_id, currency, payway, reference, instructions, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
        tenant.uuid(),
        account.id.uuid(),
        account.profile.uuid(),
        account.user.map(UserId::uuid),
        account.currency.code(),
        account.payway.code(),
        reference,
        instructions,
        account.created_at,
    );
    Ok(done.execute(conn).await?.rows_affected() == 1)
}

/// The account of a profile for one currency and payway.
pub(crate) async fn find(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    (currency, payway): (Currency, Payway),
) -> Result<Option<DepositAccount>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "SELECT id, profile_id, user_id, currency, payway, instructions, created_at FROM deposit_accounts
         WHERE tenant_id = $1 AND profile_id = $2 AND currency = $3 AND payway = $4",
        tenant.uuid(),
        profile.uuid(),
        currency.code(),
        payway.code(),
    );
    Ok(row.fetch_optional(conn).await?.and_then(Row::read))
}

/// The account with this id.
pub(crate) async fn by_id(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: DepositAccountId,
) -> Result<Option<DepositAccount>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "SELECT id, profile_id, user_id, currency, payway, instructions, created_at FROM deposit_accounts
         WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id.uuid(),
    );
    Ok(row.fetch_optional(conn).await?.and_then(Row::read))
}

/// The account in this currency with one of these references; `None` if none or several match.
pub(crate) async fn by_references(
    conn: &mut PgConnection,
    tenant: TenantId,
    currency: Currency,
    references: &[String],
) -> Result<Option<DepositAccount>, StoreError> {
    let mut rows = sqlx::query_as!(
        Row,
        "SELECT id, profile_id, user_id, currency, payway, instructions, created_at FROM deposit_accounts
         WHERE tenant_id = $1 AND reference = ANY($2) AND currency = $3 LIMIT 2",
        tenant.uuid(),
        references,
        currency.code(),
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.pop().filter(|_| rows.is_empty()).and_then(Row::read))
}

/// The movement of this rail payment. Registers `id` if the payment is new.
pub(crate) async fn movement_of(
    conn: &mut PgConnection,
    tenant: TenantId,
    (rail, payment): (&str, &str),
    id: TransactionId,
    now: DateTime<Utc>,
) -> Result<TransactionId, StoreError> {
    sqlx::query!(
        "INSERT INTO arrivals (tenant_id, rail, payment, transaction_id, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING",
        tenant.uuid(),
        rail,
        payment,
        id.uuid(),
        now,
    )
    .execute(&mut *conn)
    .await?;
    // A separate statement, so that it sees a row that a concurrent transaction has just committed.
    let found = sqlx::query_scalar!(
        "SELECT transaction_id FROM arrivals WHERE tenant_id = $1 AND rail = $2 AND payment = $3",
        tenant.uuid(),
        rail,
        payment,
    );
    Ok(TransactionId::from_uuid(found.fetch_one(conn).await?))
}

/// The person who opened the profile's deposit accounts; `None` without such an account.
pub(crate) async fn user_of(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
) -> Result<Option<UserId>, StoreError> {
    let user = sqlx::query_scalar!(
        r#"SELECT user_id AS "user_id!" FROM deposit_accounts
           WHERE tenant_id = $1 AND profile_id = $2 AND user_id IS NOT NULL LIMIT 1"#,
        tenant.uuid(),
        profile.uuid(),
    );
    Ok(user.fetch_optional(conn).await?.map(UserId::from_uuid))
}

/// Whether the account's owner still exists: the person is not erased and the profile is not closed.
pub(crate) async fn is_open(
    conn: &mut PgConnection,
    tenant: TenantId,
    account: &DepositAccount,
) -> Result<bool, StoreError> {
    let Some(user) = account.user else { return Ok(true) };
    let open = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM users u JOIN profiles p ON p.tenant_id = u.tenant_id AND p.user_id = u.id
               WHERE u.tenant_id = $1 AND u.id = $2 AND u.status <> 'erased' AND p.id = $3 AND p.closed_at IS NULL)
               AS "open!""#,
        tenant.uuid(),
        user.uuid(),
        account.profile.uuid(),
    );
    Ok(open.fetch_one(conn).await?)
}

/// The person of a profile.
pub(crate) async fn person_of(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
) -> Result<Option<UserId>, StoreError> {
    let user = sqlx::query_scalar!(
        "SELECT user_id FROM profiles WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        profile.uuid(),
    );
    Ok(user.fetch_optional(conn).await?.map(UserId::from_uuid))
}

/// Whether the profile can be credited: the profile and its person's account are open.
pub(crate) async fn takes_money(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
) -> Result<bool, StoreError> {
    let open = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM profiles p JOIN users u ON u.tenant_id = p.tenant_id AND u.id = p.user_id
               WHERE p.tenant_id = $1 AND p.id = $2 AND p.closed_at IS NULL AND u.status = 'active') AS "open!""#,
        tenant.uuid(),
        profile.uuid(),
    );
    Ok(open.fetch_one(conn).await?)
}

/// The maximum number of deposit accounts of one profile: one for each currency and payway.
const ACCOUNTS_MAX: i64 = 1_000;

/// The deposit accounts of a profile as rows of its data export.
pub(crate) async fn export(conn: &mut PgConnection, profile: ProfileId) -> Result<Vec<Value>, StoreError> {
    let rows = sqlx::query_scalar!(
        r#"SELECT jsonb_build_object('currency', currency, 'payway', payway, 'instructions', instructions,
                                     'created_at', created_at) AS "row!"
           FROM deposit_accounts WHERE profile_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2"#,
        profile.uuid(),
        ACCOUNTS_MAX,
    );
    Ok(rows.fetch_all(conn).await?)
}
