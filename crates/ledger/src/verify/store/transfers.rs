//! Checks of transfers: one currency on both sides, and a proper end of every hold.

use sqlx::PgConnection;
use store::StoreError;

use super::FoundDifference;

pub(in crate::verify) async fn currencies(conn: &mut PgConnection) -> Result<Option<FoundDifference>, StoreError> {
    let found = sqlx::query_as!(
        FoundDifference,
        r#"SELECT t.tenant_id, 'transfer ' || t.id AS "subject!",
                  'a credit of ' || coalesce(d.currency, format('what account %s is of', t.debit_account)) AS "expected!",
                  coalesce(c.currency, format('no account %s', t.credit_account)) AS "found!"
           FROM transfers t
           LEFT JOIN accounts d ON d.tenant_id = t.tenant_id AND d.id = t.debit_account
           LEFT JOIN accounts c ON c.tenant_id = t.tenant_id AND c.id = t.credit_account
           WHERE d.currency IS NULL OR c.currency IS NULL OR d.currency <> c.currency
           ORDER BY t.tenant_id, t.id LIMIT 1"#
    )
    .fetch_optional(conn)
    .await?;
    Ok(found)
}

/// A hold has the transfer that created it and, unless it is open, exactly one that ended it in the way its state says.
pub(in crate::verify) async fn holds(conn: &mut PgConnection) -> Result<Option<FoundDifference>, StoreError> {
    let found = sqlx::query_as!(
        FoundDifference,
        r#"WITH made AS (
               SELECT tenant_id, id, debit_account, credit_account, pending AS amount FROM transfers WHERE kind = 'hold'
           ), ended AS (
               SELECT tenant_id, hold_id AS id, count(*) AS times, -sum(pending) AS released,
                      min(CASE kind WHEN 'post_hold' THEN 'posted' WHEN 'void_hold' THEN 'voided' ELSE 'expired' END) AS state
               FROM transfers WHERE hold_id IS NOT NULL GROUP BY tenant_id, hold_id
           )
           SELECT tenant_id AS "tenant_id!", 'hold ' || id AS "subject!",
                  format('%s of %s, ended %s times', coalesce(e.state, 'open'), m.amount, coalesce(e.times, 0)) AS "expected!",
                  format('%s of %s, %s released', coalesce(h.state, 'none'), h.amount, coalesce(e.released, 0)) AS "found!"
           FROM holds h FULL JOIN made m USING (tenant_id, id) FULL JOIN ended e USING (tenant_id, id)
           WHERE h.state IS NULL OR m.amount IS NULL OR h.state <> coalesce(e.state, 'open') OR e.times > 1
              OR (h.amount, h.debit_account, h.credit_account) <> (m.amount, m.debit_account, m.credit_account)
              OR coalesce(e.released, h.amount) <> h.amount
           ORDER BY tenant_id, id LIMIT 1"#
    )
    .fetch_optional(conn)
    .await?;
    Ok(found)
}
