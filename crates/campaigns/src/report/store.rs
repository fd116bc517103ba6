//! All SQL of the report.

use ::store::{PgConnection, StoreError};
use chrono::{DateTime, Utc};
use kernel::{Amount, Currency, TenantId};
use uuid::Uuid;

use super::{SourceRow, Totals};

type Range = (DateTime<Utc>, DateTime<Utc>);

/// The sources of people with what those did who signed up in the period.
pub(super) async fn people(
    conn: &mut PgConnection,
    tenant: TenantId,
    (from, until): Range,
    limit: i64,
) -> Result<Vec<SourceRow>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT s.utm_source AS "source?", s.utm_medium AS "medium?", s.utm_campaign AS "campaign?",
                  s.utm_term AS "term?",
                  count(*) AS "sign_ups!",
                  count(*) FILTER (WHERE EXISTS (
                      SELECT FROM verifications v WHERE v.tenant_id = $1 AND v.user_id = u.id
                        AND v.kind = 'IDENTITY' AND v.status = 'COMPLETED')) AS "verified!",
                  count(*) FILTER (WHERE EXISTS (
                      SELECT FROM profiles p JOIN records r ON r.tenant_id = p.tenant_id AND r.owner = p.id
                      WHERE p.tenant_id = $1 AND p.user_id = u.id AND r.kind = 'transaction' AND r.status = 'DONE'
                        AND r.body #>> '{price,from_currency}' <> r.body #>> '{price,to_currency}')) AS "with_order!"
           FROM users u LEFT JOIN user_sources s ON s.tenant_id = u.tenant_id AND s.user_id = u.id
           WHERE u.tenant_id = $1 AND u.created_at >= $2 AND u.created_at < $3
           GROUP BY 1, 2, 3, 4 ORDER BY 5 DESC LIMIT $4"#,
        tenant.uuid(),
        from,
        until,
        limit,
    )
    .fetch_all(conn)
    .await?;
    let read = rows.into_iter().map(|row| SourceRow {
        source: row.source,
        medium: row.medium,
        campaign: row.campaign,
        term: row.term,
        sign_ups: row.sign_ups,
        verified: row.verified,
        with_order: row.with_order,
        orders: 0,
        totals: Vec::new(),
    });
    Ok(read.collect())
}

/// Adds the exchanges that were ordered in the period and completed to the rows of their sources.
pub(super) async fn add_orders(
    conn: &mut PgConnection,
    tenant: TenantId,
    (from, until): Range,
    first: Uuid,
    rows: &mut Vec<SourceRow>,
) -> Result<(), StoreError> {
    let found = sqlx::query!(
        r#"SELECT s.utm_source AS "source?", s.utm_medium AS "medium?", s.utm_campaign AS "campaign?",
                  s.utm_term AS "term?",
                  r.body #>> '{price,from_amount,currency}' AS "currency!", f.currency AS "fee_currency?",
                  count(*) AS "orders!", sum((r.body #>> '{price,from_amount,amount}')::numeric)::text AS "volume!",
                  sum(f.amount)::text AS "fee?"
           FROM records r
           JOIN profiles p ON p.tenant_id = r.tenant_id AND p.id = r.owner
           LEFT JOIN user_sources s ON s.tenant_id = p.tenant_id AND s.user_id = p.user_id
           LEFT JOIN LATERAL (
               SELECT line #>> '{amount,currency}' AS currency, (line #>> '{amount,amount}')::numeric AS amount
               FROM jsonb_array_elements(r.body #> '{price,lines}') AS line
               WHERE line ->> 'kind' = 'our_fee' LIMIT 1) f ON true
           WHERE r.tenant_id = $1 AND r.id >= $4 AND r.kind = 'transaction' AND r.status = 'DONE'
             AND r.created_at >= $2 AND r.created_at < $3
             AND r.body #>> '{price,from_currency}' <> r.body #>> '{price,to_currency}'
           GROUP BY 1, 2, 3, 4, 5, 6"#,
        tenant.uuid(),
        from,
        until,
        first,
    )
    .fetch_all(conn)
    .await?;
    for row in found {
        let Some(volume) = amount(&row.volume, &row.currency) else { continue };
        let fee = row.fee.zip(row.fee_currency).and_then(|(fee, currency)| amount(&fee, &currency));
        let is_same = |one: &SourceRow| {
            (&one.source, &one.medium, &one.campaign, &one.term) == (&row.source, &row.medium, &row.campaign, &row.term)
        };
        let at = rows.iter().position(is_same).unwrap_or_else(|| {
            rows.push(SourceRow {
                source: row.source.clone(),
                medium: row.medium.clone(),
                campaign: row.campaign.clone(),
                term: row.term.clone(),
                sign_ups: 0,
                verified: 0,
                with_order: 0,
                orders: 0,
                totals: Vec::new(),
            });
            rows.len() - 1
        });
        rows[at].orders += row.orders;
        rows[at].totals.push(Totals { volume, fees: fee.into_iter().collect() });
    }
    Ok(())
}

/// An amount that the database has added up. `None` for a currency that is no longer known.
fn amount(text: &str, currency: &str) -> Option<Amount> {
    let currency: Currency = currency.parse().ok()?;
    Amount::parse(text, currency).ok()
}
