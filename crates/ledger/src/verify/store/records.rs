//! Checks of records: history and receipts are complete, and an ended record has nothing in transit.

use sqlx::PgConnection;
use store::StoreError;

use super::FoundDifference;
use crate::TERMINAL_STATUSES;

pub(in crate::verify) async fn changes(conn: &mut PgConnection) -> Result<Option<FoundDifference>, StoreError> {
    let found = sqlx::query_as!(
        FoundDifference,
        r#"SELECT tenant_id AS "tenant_id!", subject AS "subject!", expected AS "expected!", found AS "found!" FROM (
               SELECT t.tenant_id, 'transfer ' || t.id AS subject,
                      format('change %s with record %s', t.change_id, coalesce(t.record_id::text, 'none')) AS expected,
                      CASE WHEN c.id IS NULL THEN 'no such change'
                           ELSE format('record %s', coalesce(c.record_id::text, 'none')) END AS found
               FROM transfers t LEFT JOIN changes c ON c.tenant_id = t.tenant_id AND c.id = t.change_id
               WHERE c.id IS NULL OR c.record_id IS DISTINCT FROM t.record_id
               UNION ALL
               SELECT coalesce(h.tenant_id, c.tenant_id), 'record ' || coalesce(h.record_id, c.record_id),
                      format('version %s by a change', coalesce(c.record_version::text, 'none')),
                      format('version %s', coalesce(h.version::text, 'none'))
               FROM record_history h
               FULL JOIN (SELECT * FROM changes WHERE record_id IS NOT NULL) c
                    ON c.tenant_id = h.tenant_id AND c.id = h.change_id
                   AND c.record_id = h.record_id AND c.record_version = h.version
               WHERE h.record_id IS NULL OR c.id IS NULL
           ) differences ORDER BY tenant_id, subject, expected LIMIT 1"#
    )
    .fetch_optional(conn)
    .await?;
    Ok(found)
}

pub(in crate::verify) async fn records(conn: &mut PgConnection) -> Result<Option<FoundDifference>, StoreError> {
    let found = sqlx::query_as!(
        FoundDifference,
        r#"WITH steps AS (
               SELECT tenant_id, record_id AS id, count(*) AS n, max(version) AS last,
                      (array_agg(status ORDER BY version DESC))[1] AS status
               FROM record_history GROUP BY tenant_id, record_id
           )
           SELECT tenant_id AS "tenant_id!", 'record ' || id AS "subject!",
                  format('%s at version %s after %s steps', coalesce(s.status, 'nothing'), coalesce(s.last, 0),
                         coalesce(s.n, 0)) AS "expected!",
                  format('%s at version %s', coalesce(r.status, 'nothing'), coalesce(r.version, 0)) AS "found!"
           FROM records r FULL JOIN steps s USING (tenant_id, id)
           WHERE (r.version, r.status) IS DISTINCT FROM (s.last, s.status) OR s.n <> s.last
           ORDER BY tenant_id, id LIMIT 1"#
    )
    .fetch_optional(conn)
    .await?;
    Ok(found)
}

pub(in crate::verify) async fn transit(conn: &mut PgConnection) -> Result<Option<FoundDifference>, StoreError> {
    let terminal = TERMINAL_STATUSES.map(str::to_owned);
    let found = sqlx::query_as!(
        FoundDifference,
        r#"WITH through AS (
               SELECT t.tenant_id, t.record_id, a.currency, t.id,
                      CASE WHEN a.id = t.credit_account THEN t.posted ELSE -t.posted END AS posted, t.pending
               FROM accounts a
               JOIN transfers t ON t.tenant_id = a.tenant_id AND a.id IN (t.debit_account, t.credit_account)
               WHERE a.book = 'transit'
           ), sums AS (
               SELECT tenant_id, record_id, currency, sum(posted) AS posted, sum(pending) AS pending, min(id::text) AS id
               FROM through GROUP BY tenant_id, record_id, currency
           )
           SELECT s.tenant_id AS "tenant_id!",
                  CASE WHEN s.record_id IS NULL THEN 'transfer ' || s.id ELSE 'record ' || s.record_id END AS "subject!",
                  CASE WHEN r.id IS NULL THEN 'a record'
                       WHEN r.status = ANY($1) THEN format('0 %s in transit, as it is %s', s.currency, r.status)
                       ELSE format('at least 0 %s in transit, as it is %s', s.currency, r.status) END AS "expected!",
                  CASE WHEN r.id IS NULL THEN 'none'
                       ELSE format('%s %s, %s pending', s.posted, s.currency, s.pending) END AS "found!"
           FROM sums s LEFT JOIN records r ON r.tenant_id = s.tenant_id AND r.id = s.record_id
           WHERE r.id IS NULL OR s.posted < 0 OR (r.status = ANY($1) AND (s.posted <> 0 OR s.pending <> 0))
           ORDER BY s.tenant_id, s.record_id NULLS FIRST, s.currency LIMIT 1"#,
        &terminal,
    )
    .fetch_optional(conn)
    .await?;
    Ok(found)
}

/// The chargeback account per record: positive exactly while one of the record's disputes holds money.
pub(in crate::verify) async fn disputes(conn: &mut PgConnection) -> Result<Option<FoundDifference>, StoreError> {
    let found = sqlx::query_as!(
        FoundDifference,
        r#"WITH sums AS (
               SELECT t.tenant_id, t.record_id, a.currency, min(t.id::text) AS id,
                      sum(CASE WHEN a.id = t.debit_account THEN t.posted ELSE -t.posted END) AS held
               FROM accounts a
               JOIN transfers t ON t.tenant_id = a.tenant_id AND a.id IN (t.debit_account, t.credit_account)
               WHERE a.book = 'chargeback'
               GROUP BY t.tenant_id, t.record_id, a.currency
           ), said AS (
               SELECT tenant_id, id, jsonb_path_exists(body, '$.disputes[*] ? (@.money == "held")') AS holds
               FROM records WHERE body ? 'disputes'
           ), both_sides AS (
               SELECT coalesce(s.tenant_id, d.tenant_id) AS tenant_id, coalesce(s.record_id, d.id) AS record_id, s.id,
                      coalesce(s.held, 0) AS held, coalesce(d.holds, false) AS holds
               FROM sums s FULL JOIN said d ON d.tenant_id = s.tenant_id AND d.id = s.record_id
           )
           SELECT tenant_id AS "tenant_id!",
                  CASE WHEN record_id IS NULL THEN 'transfer ' || id ELSE 'record ' || record_id END AS "subject!",
                  CASE WHEN holds THEN 'money held for its dispute' ELSE 'no money held for a dispute' END AS "expected!",
                  format('%s held', held) AS "found!"
           FROM both_sides WHERE (held > 0) <> holds OR held < 0
           ORDER BY tenant_id, record_id NULLS FIRST LIMIT 1"#
    )
    .fetch_optional(conn)
    .await?;
    Ok(found)
}

/// The guarantee account per record: one posting, of exactly the cost that the record names.
pub(in crate::verify) async fn make_goods(conn: &mut PgConnection) -> Result<Option<FoundDifference>, StoreError> {
    let found = sqlx::query_as!(
        FoundDifference,
        r#"WITH paid AS (
               SELECT t.tenant_id, t.record_id, a.currency, min(t.id::text) AS id, count(*) AS n,
                      sum(CASE WHEN a.id = t.debit_account THEN t.posted ELSE -t.posted END) AS cost
               FROM accounts a
               JOIN transfers t ON t.tenant_id = a.tenant_id AND a.id IN (t.debit_account, t.credit_account)
               WHERE a.book = 'guarantee'
               GROUP BY t.tenant_id, t.record_id, a.currency
           ), said AS (
               SELECT tenant_id, id, body #>> '{make_good,cost,currency}' AS currency,
                      replace(body #>> '{make_good,cost,amount}', '.', '')::numeric AS cost
               FROM records WHERE body ? 'make_good'
           ), both_sides AS (
               SELECT coalesce(p.tenant_id, s.tenant_id) AS tenant_id, coalesce(p.record_id, s.id) AS record_id, p.id,
                      coalesce(p.currency, s.currency) AS currency, coalesce(p.n, 0) AS n,
                      coalesce(p.cost, 0) AS paid, coalesce(s.cost, 0) AS said
               FROM paid p FULL JOIN said s
                    ON s.tenant_id = p.tenant_id AND s.id = p.record_id AND s.currency = p.currency
           )
           SELECT tenant_id AS "tenant_id!",
                  CASE WHEN record_id IS NULL THEN 'transfer ' || id ELSE 'record ' || record_id END AS "subject!",
                  format('%s %s paid to keep its price', said, currency) AS "expected!",
                  format('%s %s in %s postings', paid, currency, n) AS "found!"
           FROM both_sides WHERE paid <> said OR n <> 1
           ORDER BY tenant_id, record_id NULLS FIRST, currency LIMIT 1"#
    )
    .fetch_optional(conn)
    .await?;
    Ok(found)
}
