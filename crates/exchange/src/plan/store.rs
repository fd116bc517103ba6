//! All SQL of plans.

use ::store::StoreError;
use chrono::{DateTime, NaiveDate, Utc};
use kernel::{PlanId, ProfileId, SavedCardId, TenantId, TransactionId, UserId};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use super::{PLANS_MAX, Plan, PlanCharge, PlanRefusal, PlanState};
use crate::own_list::{self, OwnList};

struct PlanRow {
    id: Uuid,
    profile_id: Uuid,
    user_id: Uuid,
    terms: Value,
    state: String,
    run: i32,
    next_at: Option<DateTime<Utc>>,
    refusal: Option<String>,
    refusals: i16,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

impl PlanRow {
    /// `None` for a row that this version cannot read.
    fn read(self) -> Option<Plan> {
        Some(Plan {
            id: PlanId::from_uuid(self.id),
            profile: ProfileId::from_uuid(self.profile_id),
            user: UserId::from_uuid(self.user_id),
            terms: serde_json::from_value(self.terms).ok()?,
            state: PlanState::from_code(&self.state)?,
            run: u32::try_from(self.run).ok()?,
            next_at: self.next_at,
            refusal: self.refusal.as_deref().and_then(PlanRefusal::from_code),
            refusals: u16::try_from(self.refusals).ok()?,
            created_at: self.created_at,
            updated_at: self.updated_at,
        })
    }
}

/// Inserts a plan under the caller's idempotency key.
pub(crate) async fn insert(
    conn: &mut PgConnection,
    tenant: TenantId,
    plan: &Plan,
    key: &str,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO plans (tenant_id, id, profile_id, user_id, terms, state, run, next_at, created_at, updated_at,
                            client_key, refusal)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11)",
        tenant.uuid(),
        plan.id.uuid(),
        plan.profile.uuid(),
        plan.user.uuid(),
        serde_json::to_value(&plan.terms).unwrap_or_default(),
        plan.state.code(),
        i32::try_from(plan.run).unwrap_or(i32::MAX),
        plan.next_at,
        plan.created_at,
        key,
        plan.refusal.map(PlanRefusal::code),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Stores what a run or the owner changed, if the plan is still as `before`. Returns whether it was.
pub(crate) async fn update(
    conn: &mut PgConnection,
    tenant: TenantId,
    before: &Plan,
    after: &Plan,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE plans SET state = $5, run = $6, next_at = $7, refusal = $8, refusals = $9, updated_at = $10
         WHERE tenant_id = $1 AND id = $2 AND run = $3 AND updated_at = $4",
        tenant.uuid(),
        before.id.uuid(),
        i32::try_from(before.run).unwrap_or(i32::MAX),
        before.updated_at,
        after.state.code(),
        i32::try_from(after.run).unwrap_or(i32::MAX),
        after.next_at,
        after.refusal.map(PlanRefusal::code),
        i16::try_from(after.refusals).unwrap_or(i16::MAX),
        after.updated_at,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes a plan. Returns whether there was one.
pub(crate) async fn delete(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    id: PlanId,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "DELETE FROM plans WHERE tenant_id = $1 AND profile_id = $2 AND id = $3",
        tenant.uuid(),
        profile.uuid(),
        id.uuid(),
    );
    Ok(done.execute(conn).await?.rows_affected() == 1)
}

/// The plans of a profile, newest first; at most [`PLANS_MAX`].
pub(crate) async fn list(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
) -> Result<Vec<Plan>, StoreError> {
    let rows = sqlx::query_as!(
        PlanRow,
        "SELECT id, profile_id, user_id, terms, state, run, next_at, refusal, refusals, created_at, updated_at
         FROM plans WHERE tenant_id = $1 AND profile_id = $2 ORDER BY created_at DESC, id DESC LIMIT $3",
        tenant.uuid(),
        profile.uuid(),
        PLANS_MAX,
    );
    Ok(rows.fetch_all(conn).await?.into_iter().filter_map(PlanRow::read).collect())
}

/// A plan of the profile.
pub(crate) async fn find(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    id: PlanId,
) -> Result<Option<Plan>, StoreError> {
    let row = sqlx::query_as!(
        PlanRow,
        "SELECT id, profile_id, user_id, terms, state, run, next_at, refusal, refusals, created_at, updated_at
         FROM plans WHERE tenant_id = $1 AND profile_id = $2 AND id = $3",
        tenant.uuid(),
        profile.uuid(),
        id.uuid(),
    );
    Ok(row.fetch_optional(conn).await?.and_then(PlanRow::read))
}

/// The plan that the profile made under this idempotency key.
pub(crate) async fn made_under(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    key: &str,
) -> Result<Option<Plan>, StoreError> {
    let row = sqlx::query_as!(
        PlanRow,
        "SELECT id, profile_id, user_id, terms, state, run, next_at, refusal, refusals, created_at, updated_at
         FROM plans WHERE tenant_id = $1 AND profile_id = $2 AND client_key = $3",
        tenant.uuid(),
        profile.uuid(),
        key,
    );
    Ok(row.fetch_optional(conn).await?.and_then(PlanRow::read))
}

/// Active plans of all tenants that may be due at `now`, after the plan `last`, in the order of their ids: those with a
/// time, or those that wait for a price alone. Plans of closed profiles and of blocked customers wait.
pub(crate) async fn candidates(
    conn: &mut PgConnection,
    (now, only): (DateTime<Utc>, Option<TenantId>),
    is_timed: bool,
    last: Option<Uuid>,
    limit: i64,
) -> Result<Vec<(TenantId, Uuid, Option<Plan>)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT p.tenant_id, p.id, profile_id, user_id, terms, state, run, next_at, refusal, refusals, p.created_at,
                p.updated_at
         FROM plans p WHERE state = 'active' AND (next_at IS NULL OR next_at <= $1) AND (next_at IS NOT NULL) = $2
             AND ($3::uuid IS NULL OR id > $3) AND ($5::uuid IS NULL OR p.tenant_id = $5)
             AND EXISTS (SELECT FROM profiles o WHERE o.tenant_id = p.tenant_id AND o.id = p.profile_id
                                                  AND o.closed_at IS NULL)
             AND NOT EXISTS (SELECT FROM users u WHERE u.tenant_id = p.tenant_id AND u.id = p.user_id
                                                   AND u.status = 'blocked')
         ORDER BY id LIMIT $4",
        now,
        is_timed,
        last,
        limit,
        only.map(TenantId::uuid),
    );
    let read = rows.fetch_all(conn).await?.into_iter().map(|row| {
        let (tenant, id) = (TenantId::from_uuid(row.tenant_id), row.id);
        let row = PlanRow {
            id,
            profile_id: row.profile_id,
            user_id: row.user_id,
            terms: row.terms,
            state: row.state,
            run: row.run,
            next_at: row.next_at,
            refusal: row.refusal,
            refusals: row.refusals,
            created_at: row.created_at,
            updated_at: row.updated_at,
        };
        (tenant, id, row.read())
    });
    Ok(read.collect())
}

/// The number of plans of a profile, after taking the lock under which they are added.
pub(crate) async fn count_locked(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
) -> Result<i64, StoreError> {
    own_list::store::lock(conn, OwnList::Plans, profile).await?;
    let counted = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM plans WHERE tenant_id = $1 AND profile_id = $2"#,
        tenant.uuid(),
        profile.uuid(),
    );
    Ok(counted.fetch_one(conn).await?)
}

/// The bodies of the orders that a plan made, newest first, at most `limit`.
pub(crate) async fn orders(
    conn: &mut PgConnection,
    profile: ProfileId,
    id: PlanId,
    limit: i64,
) -> Result<Vec<(Uuid, Value)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT id, body FROM records
         WHERE kind = 'transaction' AND owner = $1 AND body #>> '{plan,plan}' = $2 ORDER BY id DESC LIMIT $3",
        profile.uuid(),
        id.to_string(),
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.body)).collect())
}

/// Deletes the plans of these profiles.
pub(crate) async fn forget(conn: &mut PgConnection, profiles: &[ProfileId]) -> Result<(), StoreError> {
    let profiles: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
    sqlx::query!(
        "DELETE FROM plan_charges c USING plans p
         WHERE p.tenant_id = c.tenant_id AND p.id = c.plan_id AND p.profile_id = ANY($1)",
        &profiles,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!("DELETE FROM plans WHERE profile_id = ANY($1)", &profiles).execute(conn).await?;
    Ok(())
}

/// The plans of a profile as rows of its data export.
pub(crate) async fn export(conn: &mut PgConnection, profile: ProfileId) -> Result<Vec<Value>, StoreError> {
    let rows = sqlx::query_scalar!(
        r#"SELECT jsonb_build_object('terms', terms, 'state', state, 'runs', run - 1, 'next_at', next_at,
                                     'refusal', refusal, 'created_at', created_at) AS "row!"
           FROM plans WHERE profile_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2"#,
        profile.uuid(),
        PLANS_MAX,
    );
    Ok(rows.fetch_all(conn).await?)
}

/// Inserts the charge of a card for a date. A date that has one that is not declined refuses it.
pub(crate) async fn insert_charge(
    conn: &mut PgConnection,
    tenant: TenantId,
    plan: PlanId,
    charge: &PlanCharge,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO plan_charges (tenant_id, transaction_id, plan_id, due_on) VALUES ($1, $2, $3, $4)",
        tenant.uuid(),
        charge.order.uuid(),
        plan.uuid(),
        charge.due_on,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Whether the date of a plan has a charge that is not declined.
pub(crate) async fn is_charged(
    conn: &mut PgConnection,
    tenant: TenantId,
    plan: PlanId,
    due_on: NaiveDate,
) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM plan_charges
                          WHERE tenant_id = $1 AND plan_id = $2 AND due_on = $3 AND NOT is_declined) AS "found!""#,
        tenant.uuid(),
        plan.uuid(),
        due_on,
    );
    Ok(found.fetch_one(conn).await?)
}

/// Marks the charge of an order as declined, so that its date can be tried again. Returns whether it was open.
pub(crate) async fn decline_charge(
    conn: &mut PgConnection,
    tenant: TenantId,
    order: TransactionId,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE plan_charges SET is_declined = true
         WHERE tenant_id = $1 AND transaction_id = $2 AND NOT is_declined",
        tenant.uuid(),
        order.uuid(),
    );
    Ok(done.execute(conn).await?.rows_affected() == 1)
}

/// Pauses the active plans that a saved card pays, because the card is gone.
pub(crate) async fn pause_without(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    card: SavedCardId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE plans SET state = 'paused', refusal = $5, updated_at = $4
         WHERE tenant_id = $1 AND profile_id = $2 AND state = 'active' AND terms #>> '{card,id}' = $3",
        tenant.uuid(),
        profile.uuid(),
        card.to_string(),
        now,
        PlanRefusal::CardGone.code(),
    )
    .execute(conn)
    .await?;
    Ok(())
}
