//! All SQL of payee checks.

use chrono::{DateTime, Utc};
use kernel::{PayeeCheckId, ProfileId, TenantId, UserId};
use serde_json::Value;
use sqlx::PgConnection;
use store::StoreError;

use super::PayeeCheck;
use crate::RowPosition;
use crate::rails::PayeeMatch;

/// A check before the bank is asked.
pub(crate) struct Question<'a> {
    pub id: PayeeCheckId,
    pub asker: UserId,
    pub profile: ProfileId,
    pub iban: &'a str,
    pub name: &'a str,
    pub at: DateTime<Utc>,
}

/// Takes the per-customer advisory lock until the end of the database transaction.
pub(crate) async fn lock(conn: &mut PgConnection, asker: UserId) -> Result<(), StoreError> {
    let (high, low) = asker.uuid().as_u64_pair();
    let key = i64::from_ne_bytes((high ^ low).to_ne_bytes());
    sqlx::query!("SELECT pg_advisory_xact_lock($1) AS locked", key).fetch_one(conn).await?;
    Ok(())
}

/// The times of the person's latest checks after `since`, newest first; at most `limit`.
pub(crate) async fn asked(
    conn: &mut PgConnection,
    tenant: TenantId,
    asker: UserId,
    since: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<DateTime<Utc>>, StoreError> {
    let times = sqlx::query_scalar!(
        "SELECT asked_at FROM payee_checks WHERE tenant_id = $1 AND user_id = $2 AND asked_at > $3
         ORDER BY asked_at DESC LIMIT $4",
        tenant.uuid(),
        asker.uuid(),
        since,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(times)
}

/// Inserts a check.
pub(crate) async fn insert(
    conn: &mut PgConnection,
    tenant: TenantId,
    question: &Question<'_>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO payee_checks (tenant_id, id, profile_id, user_id, iban, name, asked_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        tenant.uuid(),
        question.id.uuid(),
        question.profile.uuid(),
        question.asker.uuid(),
        question.iban,
        question.name,
        question.at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Stores the answer of an unanswered check.
pub(crate) async fn answer(conn: &mut PgConnection, check: &PayeeCheck) -> Result<(), StoreError> {
    let (code, suggested) = written(&check.answer);
    sqlx::query!(
        "UPDATE payee_checks SET answer = $2, suggested = $3, answered_at = $4, expires_at = $5
         WHERE id = $1 AND answer IS NULL",
        check.id.uuid(),
        code,
        suggested,
        check.answered_at,
        check.expires_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The answered check with this id.
pub(crate) async fn find(conn: &mut PgConnection, id: PayeeCheckId) -> Result<Option<PayeeCheck>, StoreError> {
    let row = sqlx::query!(
        r#"SELECT profile_id, iban, name, answer AS "answer!", suggested, answered_at AS "answered_at!",
                  expires_at AS "expires_at!"
           FROM payee_checks WHERE id = $1 AND answer IS NOT NULL"#,
        id.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(|row| {
        Some(PayeeCheck {
            id,
            profile: ProfileId::from_uuid(row.profile_id),
            iban: row.iban,
            name: row.name,
            answer: read(&row.answer, row.suggested)?,
            answered_at: row.answered_at,
            expires_at: row.expires_at,
        })
    }))
}

/// Deletes checks of all tenants older than `before`; at most `limit`.
pub(crate) async fn purge(conn: &mut PgConnection, before: DateTime<Utc>, limit: i64) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM payee_checks WHERE (tenant_id, id) IN
           (SELECT tenant_id, id FROM payee_checks WHERE asked_at < $1 ORDER BY asked_at LIMIT $2)",
        before,
        limit,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The profile's own checks for the data export, newest first, older than the position `before`. Leaves out the bank's
/// answers, which may be another person's data.
pub(crate) async fn export(
    conn: &mut PgConnection,
    profile: ProfileId,
    before: Option<RowPosition>,
    limit: i64,
) -> Result<Vec<(RowPosition, Value)>, StoreError> {
    let (at, id) = before.unzip();
    let rows = sqlx::query!(
        r#"SELECT asked_at, id, jsonb_build_object('iban', iban, 'name', name, 'asked_at', asked_at) AS "row!"
           FROM payee_checks WHERE profile_id = $1 AND ($2::timestamptz IS NULL OR (asked_at, id) < ($2, $3))
           ORDER BY asked_at DESC, id DESC LIMIT $4"#,
        profile.uuid(),
        at,
        id,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| ((row.asked_at, row.id), row.row)).collect())
}

/// Deletes the checks of these profiles.
pub(crate) async fn forget(conn: &mut PgConnection, profiles: &[ProfileId]) -> Result<(), StoreError> {
    let profiles: Vec<uuid::Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
    sqlx::query!("DELETE FROM payee_checks WHERE profile_id = ANY($1)", &profiles).execute(conn).await?;
    Ok(())
}

fn written(answer: &PayeeMatch) -> (&'static str, Option<&str>) {
    match answer {
        PayeeMatch::Match => ("match", None),
        PayeeMatch::CloseMatch { suggested } => ("close_match", Some(suggested)),
        PayeeMatch::NoMatch => ("no_match", None),
        PayeeMatch::NotPossible => ("not_possible", None),
    }
}

/// `None` if another version of the program wrote the answer.
fn read(code: &str, suggested: Option<String>) -> Option<PayeeMatch> {
    Some(match (code, suggested) {
        ("match", None) => PayeeMatch::Match,
        ("close_match", Some(suggested)) => PayeeMatch::CloseMatch { suggested },
        ("no_match", None) => PayeeMatch::NoMatch,
        ("not_possible", None) => PayeeMatch::NotPossible,
        _ => return None,
    })
}
