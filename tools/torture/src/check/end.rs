//! Invariants that hold after all work has ended.

use sqlx::{Connection, Executor, PgConnection};

use super::{Check, Verdict};

/// The security notices that the outbox must contain. Excluded are a customer's former address, erased customers, and
/// everything older than the newest 500 mails, which the outbox keeps.
macro_rules! notices_due {
    () => {
        "FROM jobs j WHERE j.kind = 'mail.send' AND j.state = 'done' AND j.payload ->> 'mail' = 'security'
           AND NOT coalesce((j.payload ->> 'former')::boolean, false)
           AND EXISTS (SELECT FROM users u WHERE u.tenant_id = j.tenant_id AND replace(u.id::text, '-', '') = right(j.payload ->> 'user', 32)
                       AND u.status = 'active')
           AND j.created_at - interval '1 minute' > coalesce((
               SELECT m.created_at FROM mail_outbox m WHERE m.tenant_id = j.tenant_id
               ORDER BY m.created_at DESC OFFSET 499 LIMIT 1), '-infinity')"
    };
}

/// The definition of the end state: no work is in progress.
pub const REST: [Check; 5] = [
    Check {
        id: "I11",
        claim: "no transaction is stuck on its way",
        counted: "SELECT count(*) FROM records WHERE kind = 'transaction'",
        broken: "SELECT format('%s is %s since %s, legs %s, payments %s, jobs %s', body ->> 'id', status, updated_at,
                               jsonb_path_query_array(body, '$.legs[*].state'),
                               jsonb_path_query_array(body, '$.legs[*].payments[*].state'),
                               (SELECT string_agg(format('%s %s attempt %s due %s', kind, state, attempt, due_at), ', ')
                                FROM jobs WHERE payload::text LIKE '%' || (records.body ->> 'id') || '%'
                                             OR payload::text LIKE '%' || records.id || '%')) FROM records
                 WHERE kind = 'transaction'
                   AND (status IN ('WAIT', 'PROCESSING')
                        OR (status = 'ACTION_REQUIRED' AND body @? '$.legs[*] ? (@.leg == \"pay_out\" && @.state == \"sending\")'))",
    },
    Check {
        id: "I11",
        claim: "no job is dead, overdue or left behind, and every outcome was told",
        counted: "SELECT count(*) FROM jobs",
        broken: "SELECT format('%s %s attempt %s: %s', kind, state, attempt, left(last_error, 200)) FROM jobs
                 WHERE state = 'dead'
                    OR kind LIKE 'sandbox.%' AND state IN ('ready', 'running') AND NOT EXISTS (
                        -- Its clock was advanced, and what this would have ended has ended.
                        SELECT FROM sandbox_movements m
                        WHERE m.id::text = jobs.payload ->> 'movement' AND m.state <> 'pending')
                    OR (kind LIKE 'collect.%' OR kind LIKE 'payout.%' OR kind LIKE 'refund.%' OR kind LIKE 'custody.%')
                       AND state IN ('ready', 'running') AND created_at < now() - interval '20 seconds'
                       AND due_at < now() + interval '10 seconds'",
    },
    Check {
        id: "I11",
        claim: "whatever a person is to know of their account was mailed to them",
        counted: concat!("SELECT count(*) ", notices_due!()),
        // The mail key contains the id with a prefix.
        broken: concat!(
            "SELECT format('no mail to %s: %s', j.payload ->> 'user', j.payload -> 'notice') ",
            notices_due!(),
            " AND NOT EXISTS (SELECT FROM mail_outbox m WHERE m.tenant_id = j.tenant_id AND right(m.key, 32) = replace(j.id::text, '-', ''))"
        ),
    },
    Check {
        id: "I11",
        claim: "no hold is open and no connection is left inside a transaction",
        counted: "SELECT count(*) FROM holds",
        broken: "SELECT format('hold %s of %s', id, amount) FROM holds WHERE state = 'open'
                 UNION ALL
                 SELECT format('%s since %s: %s', application_name, state_change, left(query, 80)) FROM pg_stat_activity
                 WHERE state LIKE 'idle in transaction%' AND state_change < now() - interval '6 seconds'",
    },
    Check {
        id: "I5",
        claim: "nothing of a finished transaction is left in transit, and none took out more than it put in",
        counted: "SELECT count(DISTINCT record_id) FROM transfers WHERE record_id IS NOT NULL",
        broken: "SELECT format('%s is %s and has %s %s in transit', r.body ->> 'id', r.status, s.left_over, s.currency) FROM (
                     SELECT t.tenant_id, t.record_id, a.currency,
                            sum(CASE WHEN a.id = t.credit_account THEN t.posted ELSE -t.posted END) AS left_over
                     FROM transfers t JOIN accounts a ON a.tenant_id = t.tenant_id
                          AND a.id IN (t.debit_account, t.credit_account) AND a.book = 'transit'
                     WHERE t.record_id IS NOT NULL GROUP BY 1, 2, 3) s
                 JOIN records r ON r.tenant_id = s.tenant_id AND r.id = s.record_id
                 WHERE s.left_over < 0 OR (s.left_over <> 0 AND r.status IN
                       ('DONE', 'RESOLVED', 'CANCELLED', 'EXPIRED', 'REJECT', 'FAIL'))",
    },
];

/// The index of the conversion check.
#[cfg(test)]
pub const CONVERSIONS: usize = 3;

pub const CHECKS: [Check; 5] = [
    Check {
        id: "I1",
        claim: "what banks and acquirers moved is what their rails hold",
        counted: "SELECT count(*) FROM sandbox_movements WHERE state = 'done'",
        broken: "SELECT format('%s %s: the books say %s, the rail says %s', rail, currency, held, moved) FROM (
                     SELECT tenant_id, sub AS rail, currency, debits_posted - credits_posted AS held FROM accounts
                     WHERE book = 'rail' AND sub IN ('card', 'iban', 'blik', 'mono', 'whitebit', 'bybitpay')) b
                 FULL JOIN (
                     SELECT tenant_id, rail, currency,
                            sum(CASE WHEN flow IN ('charge', 'credit') THEN amount ELSE -amount END) AS moved
                     FROM sandbox_movements WHERE state = 'done' GROUP BY 1, 2, 3) m USING (tenant_id, rail, currency)
                 WHERE coalesce(held, 0) <> coalesce(moved, 0)",
    },
    Check {
        id: "I1",
        claim: "what chains brought and took is what their rails hold",
        counted: "SELECT (SELECT count(*) FROM deposits WHERE state = 'credited')
                       + (SELECT count(*) FROM payouts WHERE state IN ('sent', 'included', 'final'))",
        broken: "SELECT format('%s: the books say %s, the chains say %s', currency, held, moved) FROM (
                     SELECT tenant_id, currency, sum(debits_posted - credits_posted) AS held FROM accounts
                     WHERE book = 'rail' AND sub NOT IN ('card', 'iban', 'blik', 'mono', 'whitebit', 'bybitpay') GROUP BY 1, 2) b
                 FULL JOIN (
                     SELECT tenant_id, currency, sum(amount) AS moved FROM (
                         SELECT tenant_id, currency, amount FROM deposits WHERE state = 'credited'
                         UNION ALL
                         SELECT tenant_id, currency, -amount FROM payouts WHERE state IN ('sent', 'included', 'final')
                         UNION ALL
                         SELECT t.tenant_id, a.currency, -t.posted FROM transfers t
                         JOIN accounts a ON a.tenant_id = t.tenant_id AND a.id = t.credit_account
                         WHERE t.code = 'network_cost') x GROUP BY 1, 2) m USING (tenant_id, currency)
                 WHERE coalesce(held, 0) <> coalesce(moved, 0)",
    },
    Check {
        id: "I8",
        claim: "rounding never costs the platform: its account only receives",
        counted: "SELECT count(*) FROM transfers WHERE code = 'rounding'",
        broken: "SELECT format('%s %s: debits %s', tenant_id, currency, debits_posted) FROM accounts
                 WHERE book = 'rounding' AND debits_posted <> 0",
    },
    Check {
        id: "I8",
        claim: "conversions and fees make nothing: each is its terms to the atom, and less than an atom's worth is left, to rounding",
        counted: "SELECT count(DISTINCT change_id) FROM transfers WHERE code = 'convert'",
        broken: include_str!("conversions.sql"),
    },
    Check {
        id: "I9",
        claim: "every payment that a rail or chain brought stands in the books once",
        counted: "SELECT (SELECT count(*) FROM sandbox_movements WHERE state = 'done' AND flow IN ('charge', 'credit'))
                       + (SELECT count(*) FROM deposits WHERE state = 'credited')",
        broken: "WITH booked AS (
                     SELECT r.tenant_id, p ->> 'reference' AS reference, count(*) AS times
                     FROM records r, jsonb_path_query(r.body, '$.legs[*].payments[*]') AS p
                     WHERE p ->> 'state' IN ('credited', 'taken_back') GROUP BY 1, 2),
                 brought AS (
                     SELECT tenant_id, reference FROM sandbox_movements WHERE state = 'done' AND flow IN ('charge', 'credit')
                     UNION ALL
                     SELECT tenant_id, leg_uid FROM deposits WHERE state = 'credited')
                 SELECT format('%s stands in the books %s times', b.reference, coalesce(k.times, 0)) FROM brought b
                 LEFT JOIN booked k USING (tenant_id, reference) WHERE coalesce(k.times, 0) <> 1
                 UNION ALL
                 SELECT format('%s was booked and never brought', k.reference) FROM booked k
                 LEFT JOIN brought b USING (tenant_id, reference)
                 LEFT JOIN deposits d ON d.tenant_id = k.tenant_id AND d.leg_uid = k.reference
                 WHERE b.reference IS NULL AND d.leg_uid IS NULL AND k.reference NOT LIKE 'return:%'",
    },
];

/// The application's role cannot change append-only tables.
pub async fn append_only(conn: &mut PgConnection) -> anyhow::Result<Verdict> {
    let attempts = [
        "UPDATE transfers SET posted = posted + 1",
        "DELETE FROM transfers",
        "DELETE FROM changes",
        "UPDATE record_history SET status = 'DONE'",
        "DELETE FROM record_history",
        "DELETE FROM accounts",
        "DELETE FROM events",
        "UPDATE events SET body = '{}'",
    ];
    let mut broken = Vec::new();
    for attempt in attempts {
        let mut tx = conn.begin().await?;
        tx.execute("SET LOCAL ROLE agio_tenant").await?;
        if tx.execute(attempt).await.is_ok() {
            broken.push(format!("{attempt} was let through"));
        }
        tx.rollback().await?;
    }
    let claim = "the application's role can change nothing that is written once";
    Ok(Verdict::from_list("I13", claim, attempts.len() as u64, broken))
}
