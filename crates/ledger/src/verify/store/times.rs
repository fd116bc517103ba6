//! Checks of redundant columns that no hash covers, against the hashed rows.

use sqlx::PgConnection;
use store::StoreError;

use super::FoundDifference;

/// Checks redundant columns that no hash covers against the hashed rows they derive from: the limit and opening time of
/// an account, the accounts and times of a hold, the times of a record.
pub(in crate::verify) async fn times(conn: &mut PgConnection) -> Result<Option<FoundDifference>, StoreError> {
    let found = sqlx::query_as!(
        FoundDifference,
        r#"SELECT tenant_id AS "tenant_id!", subject AS "subject!", expected AS "expected!", found AS "found!" FROM (
               SELECT a.tenant_id, 'account ' || concat_ws('/', a.book, a.owner::text, a.sub, a.currency) AS subject,
                      format('opened at %s', t.created_at) AS expected, format('opened at %s', a.opened_at) AS found
               FROM accounts a JOIN transfers t ON t.tenant_id = a.tenant_id
                AND ((t.debit_account = a.id AND t.debit_version = 1) OR (t.credit_account = a.id AND t.credit_version = 1))
               WHERE a.opened_at <> t.created_at
               UNION ALL
               SELECT tenant_id, 'account ' || concat_ws('/', book, owner::text, sub, currency),
                      CASE WHEN book IN ('customer', 'product', 'transit', 'quarantine') THEN 'limit debits_within_credits'
                           ELSE 'limit none' END, 'limit ' || limited
               FROM accounts
               WHERE (book IN ('customer', 'product', 'transit', 'quarantine')) <> (limited = 'debits_within_credits')
               UNION ALL
               SELECT h.tenant_id, 'hold ' || h.id,
                      format('from %s to %s, %s to %s', t.debit_account, t.credit_account, t.created_at, e.created_at),
                      format('from %s to %s, %s to %s', h.debit_account, h.credit_account, h.created_at, h.ended_at)
               FROM holds h LEFT JOIN transfers t ON t.tenant_id = h.tenant_id AND t.id = h.id
               LEFT JOIN transfers e ON e.tenant_id = h.tenant_id AND e.hold_id = h.id
               WHERE (h.debit_account, h.credit_account, h.created_at, h.ended_at)
                     IS DISTINCT FROM (t.debit_account, t.credit_account, t.created_at, e.created_at)
               UNION ALL
               SELECT r.tenant_id, 'record ' || r.id, format('from %s, last at %s', s.first, s.last),
                      format('from %s, last at %s', r.created_at, r.updated_at)
               FROM records r
               JOIN (SELECT tenant_id, record_id, min(at) FILTER (WHERE version = 1) AS first,
                            (array_agg(at ORDER BY version DESC))[1] AS last
                     FROM record_history GROUP BY tenant_id, record_id) s
                 ON s.tenant_id = r.tenant_id AND s.record_id = r.id
               WHERE (r.created_at, r.updated_at) IS DISTINCT FROM (s.first, s.last)
               UNION ALL
               SELECT tenant_id, 'account ' || concat_ws('/', book, owner::text, sub, currency), 'no version expected',
                      'version ' || expected_version FROM accounts WHERE expected_version <> 0
               UNION ALL
               SELECT tenant_id, 'record ' || id, 'no version expected', 'version ' || expected_version
               FROM records WHERE expected_version <> 0
           ) differences ORDER BY tenant_id, subject LIMIT 1"#
    )
    .fetch_optional(conn)
    .await?;
    Ok(found)
}
