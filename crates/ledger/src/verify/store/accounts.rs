//! Checks of accounts: the sum of all is zero, totals and versions match the transfers, limits hold.

use sqlx::PgConnection;
use store::StoreError;

use super::FoundDifference;

pub(in crate::verify) async fn sums(conn: &mut PgConnection) -> Result<Option<FoundDifference>, StoreError> {
    let found = sqlx::query_as!(
        FoundDifference,
        r#"SELECT tenant_id, 'currency ' || currency AS "subject!",
                  format('credits of %s posted, %s pending', sum(debits_posted), sum(debits_pending)) AS "expected!",
                  format('%s posted, %s pending', sum(credits_posted), sum(credits_pending)) AS "found!"
           FROM accounts GROUP BY tenant_id, currency
           HAVING sum(debits_posted) <> sum(credits_posted) OR sum(debits_pending) <> sum(credits_pending)
           ORDER BY tenant_id, currency LIMIT 1"#
    )
    .fetch_optional(conn)
    .await?;
    Ok(found)
}

pub(in crate::verify) async fn totals(conn: &mut PgConnection) -> Result<Option<FoundDifference>, StoreError> {
    let found = sqlx::query_as!(
        FoundDifference,
        r#"WITH sides AS (
               SELECT tenant_id, debit_account AS id, count(*) AS n, sum(posted) AS debits_posted,
                      sum(pending) AS debits_pending, 0 AS credits_posted, 0 AS credits_pending
               FROM transfers GROUP BY tenant_id, debit_account
               UNION ALL
               SELECT tenant_id, credit_account, count(*), 0, 0, sum(posted), sum(pending)
               FROM transfers GROUP BY tenant_id, credit_account
           ), sums AS (
               SELECT tenant_id, id, sum(n) AS n, sum(debits_posted) AS debits_posted, sum(debits_pending) AS debits_pending,
                      sum(credits_posted) AS credits_posted, sum(credits_pending) AS credits_pending
               FROM sides GROUP BY tenant_id, id
           )
           SELECT tenant_id AS "tenant_id!",
                  'account ' || CASE WHEN a.book IS NULL THEN format('with key %s', id)
                                     ELSE concat_ws('/', a.book, a.owner::text, a.sub, a.currency) END AS "subject!",
                  format('version %s, debits %s posted %s pending, credits %s posted %s pending', coalesce(s.n, 0),
                         coalesce(s.debits_posted, 0), coalesce(s.debits_pending, 0),
                         coalesce(s.credits_posted, 0), coalesce(s.credits_pending, 0)) AS "expected!",
                  CASE WHEN a.book IS NULL THEN 'no such account'
                       ELSE format('version %s, debits %s posted %s pending, credits %s posted %s pending', a.version,
                                   a.debits_posted, a.debits_pending, a.credits_posted, a.credits_pending) END AS "found!"
           FROM accounts a FULL JOIN sums s USING (tenant_id, id)
           WHERE a.book IS NULL
              OR (a.version, a.debits_posted, a.debits_pending, a.credits_posted, a.credits_pending)
                 <> (coalesce(s.n, 0), coalesce(s.debits_posted, 0), coalesce(s.debits_pending, 0),
                     coalesce(s.credits_posted, 0), coalesce(s.credits_pending, 0))
           ORDER BY tenant_id, id LIMIT 1"#
    )
    .fetch_optional(conn)
    .await?;
    Ok(found)
}

pub(in crate::verify) async fn versions(conn: &mut PgConnection) -> Result<Option<FoundDifference>, StoreError> {
    let found = sqlx::query_as!(
        FoundDifference,
        r#"WITH sides AS (
               SELECT tenant_id, debit_account AS account, debit_version AS version, debit_balance AS balance,
                      -posted AS change FROM transfers
               UNION ALL
               SELECT tenant_id, credit_account, credit_version, credit_balance, posted FROM transfers
           ), steps AS (
               SELECT *, row_number() OVER w AS place, sum(change) OVER w AS running FROM sides
               WINDOW w AS (PARTITION BY tenant_id, account ORDER BY version ROWS UNBOUNDED PRECEDING)
           )
           SELECT s.tenant_id AS "tenant_id!",
                  'account ' || concat_ws('/', a.book, a.owner::text, a.sub, a.currency) AS "subject!",
                  format('version %s with balance %s', s.place, s.running) AS "expected!",
                  format('version %s with balance %s', s.version, s.balance) AS "found!"
           FROM steps s JOIN accounts a ON a.tenant_id = s.tenant_id AND a.id = s.account
           WHERE s.version <> s.place OR s.balance <> s.running
           ORDER BY s.tenant_id, s.account, s.place LIMIT 1"#
    )
    .fetch_optional(conn)
    .await?;
    Ok(found)
}

pub(in crate::verify) async fn limits(conn: &mut PgConnection) -> Result<Option<FoundDifference>, StoreError> {
    let found = sqlx::query_as!(
        FoundDifference,
        r#"SELECT tenant_id, 'account ' || concat_ws('/', book, owner::text, sub, currency) AS "subject!",
                  format('limit debits_within_credits, debits of at most %s', credits_posted) AS "expected!",
                  format('limit %s, debits of %s with %s pending', limited, debits_posted + debits_pending,
                         debits_pending) AS "found!"
           FROM accounts
           WHERE (book IN ('customer', 'product', 'transit', 'quarantine') OR limited = 'debits_within_credits')
             AND (limited <> 'debits_within_credits' OR debits_posted + debits_pending > credits_posted)
           ORDER BY tenant_id, id LIMIT 1"#
    )
    .fetch_optional(conn)
    .await?;
    Ok(found)
}
