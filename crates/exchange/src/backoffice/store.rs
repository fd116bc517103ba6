//! SQL over transactions and their jobs for operators. Each statement is restricted to one tenant and has a limit.

use chrono::{DateTime, Utc};
use kernel::{Currency, Payway, PaywayKind, TenantId, TransactionId};
use serde_json::Value;
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use super::declines::{CardPayments, PaymentCounts};
use super::filter::MovementFilter;
use super::jobs::MovementJob;
use crate::listing::first_id;

/// The maximum number of jobs shown for one transaction.
const JOBS_MAX: i64 = 100;

/// The bounds of a page: ids below `cursor`, and a row limit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edges {
    pub cursor: Option<Uuid>,
    pub limit: i64,
}

/// The id `window` rows below the cursor, which bounds the scan of a page. `None` if fewer rows are left.
pub(super) async fn window_end(
    conn: &mut PgConnection,
    tenant: TenantId,
    profiles: Option<&[Uuid]>,
    cursor: Option<Uuid>,
    window: i64,
) -> Result<Option<Uuid>, StoreError> {
    let id = sqlx::query_scalar!(
        "SELECT id FROM records
         WHERE tenant_id = $1 AND kind = 'transaction' AND ($2::uuid[] IS NULL OR owner = ANY($2) OR receiver = ANY($2))
           AND ($3::uuid IS NULL OR id < $3)
         ORDER BY id DESC OFFSET $4::bigint - 1 LIMIT 1",
        tenant.uuid(),
        profiles as Option<&[Uuid]>,
        cursor,
        window,
    );
    Ok(id.fetch_optional(conn).await?)
}

/// The bodies of the movements that match `filter`, newest first, down to `window_end`.
pub(super) async fn page(
    conn: &mut PgConnection,
    tenant: TenantId,
    filter: &MovementFilter,
    window_end: Option<Uuid>,
    Edges { cursor, limit }: Edges,
) -> Result<Vec<(Uuid, Value)>, StoreError> {
    let owners = filter.profiles.as_ref().map(|all| all.iter().map(|one| one.uuid()).collect::<Vec<_>>());
    let statuses: Vec<String> = filter.statuses.iter().map(|status| status.code().to_owned()).collect();
    let (displayed, refunds) = filter.displayed().unzip();
    let sides = filter.sides();
    let fiat: Vec<String> = Currency::all().filter(|one| one.is_fiat()).map(|one| one.code().to_owned()).collect();
    let rows = sqlx::query!(
        r#"SELECT id, body FROM records
         WHERE tenant_id = $1 AND kind = 'transaction' AND ($2::uuid[] IS NULL OR owner = ANY($2) OR receiver = ANY($2))
           AND ($3::uuid IS NULL OR id < $3) AND ($4::uuid IS NULL OR id >= $4)
           AND ($5::uuid IS NULL OR id >= $5) AND ($6::uuid IS NULL OR id < $6)
           AND (cardinality($7::text[]) = 0 OR status = ANY($7))
           AND ($8::text IS NULL OR body ->> 'type' = $8)
           AND ($17::text[] IS NULL OR CASE
                    WHEN body ->> 'parent' IS NOT NULL AND NOT jsonb_path_exists(body, '$.legs[*] ? (@.leg == "collect")')
                    THEN $18 ELSE body ->> 'type' = ANY($17) END)
           AND ($9::bool IS NULL OR (body #>> '{price,from_currency}' = ANY($11::text[])) = $9)
           AND ($10::bool IS NULL OR (body #>> '{price,to_currency}' = ANY($11)) = $10)
           AND ($12::text IS NULL OR $12 IN (body #>> '{price,from_currency}', body #>> '{price,to_currency}'))
           AND ($13::text IS NULL OR $13 IN (body #>> '{price,source}', body #>> '{price,sink}'))
           AND ($14::text IS NULL OR $14::text::numeric <= CASE WHEN body #>> '{price,from_currency}' = $12
                    THEN (body #>> '{price,from_amount,amount}')::numeric
                    ELSE (body #>> '{price,to_amount,amount}')::numeric END)
           AND ($15::text IS NULL OR $15::text::numeric >= CASE WHEN body #>> '{price,from_currency}' = $12
                    THEN (body #>> '{price,from_amount,amount}')::numeric
                    ELSE (body #>> '{price,to_amount,amount}')::numeric END)
         ORDER BY id DESC LIMIT $16"#,
        tenant.uuid(),
        owners.as_deref() as Option<&[Uuid]>,
        cursor,
        window_end,
        filter.from.map(first_id),
        filter.until.map(first_id),
        &statuses,
        filter.kind.map(|kind| kind.code()),
        sides.map(|sides| sides.0),
        sides.map(|sides| sides.1),
        &fiat,
        filter.currency.map(Currency::code),
        filter.endpoint.map(kernel::Endpoint::code),
        filter.min.map(|amount| amount.to_decimal()),
        filter.max.map(|amount| amount.to_decimal()),
        limit,
        displayed.as_deref() as Option<&[String]>,
        refunds,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.body)).collect())
}

/// The bodies of the movements whose ids end in these ten hexadecimal digits, newest first.
pub(super) async fn by_reference(
    conn: &mut PgConnection,
    tenant: TenantId,
    ending: &str,
    limit: i64,
) -> Result<Vec<(Uuid, Value)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT id, body FROM records
         WHERE tenant_id = $1 AND kind = 'transaction' AND right(id::text, 10) = $2 ORDER BY id DESC LIMIT $3",
        tenant.uuid(),
        ending,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.body)).collect())
}

/// The body of one movement.
pub(super) async fn by_id(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: TransactionId,
) -> Result<Option<(Uuid, Value)>, StoreError> {
    let row = sqlx::query!(
        "SELECT id, body FROM records WHERE tenant_id = $1 AND kind = 'transaction' AND id = $2",
        tenant.uuid(),
        id.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| (row.id, row.body)))
}

/// The bodies of the movements that wait for their owner or an operator, oldest first, after `after`. Includes ended
/// movements with an open review.
pub(super) async fn waiting(
    conn: &mut PgConnection,
    tenant: TenantId,
    after: Option<Uuid>,
    limit: i64,
) -> Result<Vec<(Uuid, Value)>, StoreError> {
    // The two conditions match two indexes.
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", body AS "body!" FROM (
               (SELECT id, body FROM records
                WHERE tenant_id = $1 AND kind = 'transaction' AND status IN ('ACTION_REQUIRED', 'MANUAL')
                  AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3)
               UNION ALL
               (SELECT id, body FROM records
                WHERE tenant_id = $1 AND kind = 'transaction' AND jsonb_typeof(body -> 'review') = 'object'
                  AND status NOT IN ('ACTION_REQUIRED', 'MANUAL') AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3)
           ) both_kinds ORDER BY id LIMIT $3"#,
        tenant.uuid(),
        after,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.body)).collect())
}

/// The bodies of the transactions in progress, oldest first.
pub(super) async fn processing(
    conn: &mut PgConnection,
    tenant: TenantId,
    limit: i64,
) -> Result<Vec<(Uuid, Value)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT id, body FROM records WHERE tenant_id = $1 AND kind = 'transaction' AND status = 'PROCESSING'
         ORDER BY id LIMIT $2",
        tenant.uuid(),
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.body)).collect())
}

/// The maximum number of card payments that are counted, the newest first.
const CARD_PAYMENTS_MAX: i64 = 10_000;

/// The card payments since `week`, counted before and after `day`: those that were declined, and those that were decided.
pub(super) async fn card_payments(
    conn: &mut PgConnection,
    tenant: TenantId,
    (week, day): (DateTime<Utc>, DateTime<Utc>),
) -> Result<CardPayments, StoreError> {
    let cards = Payway::all().filter(|payway| payway.kind() == PaywayKind::Card);
    let cards: Vec<String> = cards.map(|payway| payway.code().to_owned()).collect();
    let row = sqlx::query!(
        r#"SELECT count(*) FILTER (WHERE is_new AND is_declined) AS "day_declined!",
            count(*) FILTER (WHERE is_new) AS "day_decided!",
            count(*) FILTER (WHERE NOT is_new AND is_declined) AS "week_declined!",
            count(*) FILTER (WHERE NOT is_new) AS "week_decided!"
         FROM (SELECT created_at > $4 AS is_new,
                NOT jsonb_path_exists(body, '$.legs[*] ? (@.leg == "collect" && @.state == "collected")') AS is_declined
             FROM records
             WHERE tenant_id = $1 AND kind = 'transaction' AND id >= $2 AND created_at > $3
               AND body #>> '{price,source}' = ANY($5)
               AND (body #>> '{failure,code}' IS NOT NULL
                   OR jsonb_path_exists(body, '$.legs[*] ? (@.leg == "collect" && @.state == "collected")'))
             ORDER BY id DESC LIMIT $6) AS payments"#,
        tenant.uuid(),
        first_id(week),
        week,
        day,
        &cards,
        CARD_PAYMENTS_MAX,
    )
    .fetch_one(conn)
    .await?;
    let counts = |declined: i64, decided: i64| PaymentCounts {
        declined: declined.unsigned_abs(),
        decided: decided.unsigned_abs(),
    };
    Ok(CardPayments {
        day: counts(row.day_declined, row.day_decided),
        week: counts(row.week_declined, row.week_decided),
    })
}

/// The jobs with this transaction in their payload, newest first. Finished jobs are kept for a limited time.
pub(super) async fn jobs(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: TransactionId,
) -> Result<Vec<MovementJob>, StoreError> {
    let rows = sqlx::query_as!(
        MovementJob,
        "SELECT id, kind, state, attempt, attempts_max, due_at, created_at, finished_at, last_error AS error FROM jobs
         WHERE tenant_id = $1 AND payload ? 'transaction' AND payload ->> 'transaction' = $2
         ORDER BY seq DESC LIMIT $3",
        tenant.uuid(),
        id.to_string(),
        JOBS_MAX,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}
