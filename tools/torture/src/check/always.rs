//! Invariants that hold in every snapshot, also while faults happen.

use super::Check;

/// The first checks are cheap and run repeatedly during the faults; the others read every row and run at the end.
pub const CHEAP: usize = 3;

pub const CHECKS: [Check; 10] = [
    Check {
        id: "I1",
        claim: "debits equal credits in every tenant and currency, posted and pending",
        counted: "SELECT count(*) FROM (SELECT FROM accounts GROUP BY tenant_id, currency) g",
        broken: "SELECT format('%s %s: posted %s, pending %s', tenant_id, currency,
                        sum(credits_posted - debits_posted), sum(credits_pending - debits_pending))
                 FROM accounts GROUP BY tenant_id, currency
                 HAVING sum(credits_posted - debits_posted) <> 0 OR sum(credits_pending - debits_pending) <> 0",
    },
    Check {
        id: "I4",
        claim: "no account that must not is below zero, held money included",
        counted: "SELECT count(*) FROM accounts WHERE limited <> 'none'",
        broken: "SELECT format('%s %s %s %s', tenant_id, book, owner, currency) FROM accounts
                 WHERE (limited <> 'none' AND debits_posted + debits_pending > credits_posted)
                    OR (limited = 'none' AND book IN ('customer', 'product', 'transit', 'quarantine'))
                    OR debits_pending < 0 OR credits_pending < 0",
    },
    Check {
        id: "I6",
        claim: "one effect for each person and key of an order",
        counted: "SELECT count(DISTINCT (owner, body ->> 'client_key')) FROM records WHERE body ->> 'client_key' IS NOT NULL",
        broken: "SELECT format('%s made %s orders under %s', owner, count(*), body ->> 'client_key') FROM records
                 WHERE body ->> 'client_key' IS NOT NULL GROUP BY tenant_id, owner, body ->> 'client_key'
                 HAVING count(*) > 1",
    },
    Check {
        id: "I2",
        claim: "every transfer is between two accounts of one tenant and currency, and belongs to a committed change",
        counted: "SELECT count(*) FROM transfers",
        broken: "SELECT format('transfer %s', t.id) FROM transfers t
                 LEFT JOIN accounts d ON d.tenant_id = t.tenant_id AND d.id = t.debit_account
                 LEFT JOIN accounts c ON c.tenant_id = t.tenant_id AND c.id = t.credit_account
                 LEFT JOIN changes h ON h.tenant_id = t.tenant_id AND h.id = t.change_id
                 WHERE d.id IS NULL OR c.id IS NULL OR d.id = c.id OR d.currency <> c.currency OR h.id IS NULL",
    },
    Check {
        id: "I3",
        claim: "every account's totals are the sums of its transfers, and its version their number",
        counted: "SELECT count(*) FROM accounts",
        broken: "SELECT format('%s %s %s %s: debits %s and %s, credits %s and %s, version %s; by transfers %s and %s, %s and %s, %s',
                        a.tenant_id, a.book, a.sub, a.currency, a.debits_posted, a.debits_pending, a.credits_posted,
                        a.credits_pending, a.version, d.posted, d.pending, c.posted, c.pending,
                        coalesce(d.n, 0) + coalesce(c.n, 0))
                 FROM accounts a
                 LEFT JOIN (SELECT tenant_id, debit_account AS id, sum(posted) AS posted, sum(pending) AS pending, count(*) AS n
                            FROM transfers GROUP BY 1, 2) d ON d.tenant_id = a.tenant_id AND d.id = a.id
                 LEFT JOIN (SELECT tenant_id, credit_account AS id, sum(posted) AS posted, sum(pending) AS pending, count(*) AS n
                            FROM transfers GROUP BY 1, 2) c ON c.tenant_id = a.tenant_id AND c.id = a.id
                 WHERE a.debits_posted <> coalesce(d.posted, 0) OR a.debits_pending <> coalesce(d.pending, 0)
                    OR a.credits_posted <> coalesce(c.posted, 0) OR a.credits_pending <> coalesce(c.pending, 0)
                    OR a.version <> coalesce(d.n, 0) + coalesce(c.n, 0)",
    },
    Check {
        id: "I3",
        claim: "every account's versions have no gap, and each balance is the one before and its transfer",
        counted: "SELECT 2 * count(*) FROM transfers",
        broken: "SELECT format('account %s at version %s: balance %s', account, version, balance) FROM (
                     SELECT account, version, balance,
                            row_number() OVER w AS place, sum(delta) OVER w AS total FROM (
                         SELECT tenant_id, debit_account AS account, debit_version AS version, debit_balance AS balance,
                                -posted AS delta FROM transfers
                         UNION ALL
                         SELECT tenant_id, credit_account, credit_version, credit_balance, posted FROM transfers) sides
                     WINDOW w AS (PARTITION BY tenant_id, account ORDER BY version)) walked
                 WHERE version <> place OR balance <> total",
    },
    Check {
        id: "I5",
        claim: "no transaction pays its result twice or gives back more than it got",
        counted: "SELECT count(DISTINCT record_id) FROM transfers WHERE code IN ('payout', 'refund')",
        broken: "SELECT format('transaction %s paid %s times', record_id, paid - back) FROM (
                     SELECT record_id, count(*) FILTER (WHERE code = 'payout' AND posted > 0) AS paid,
                            count(*) FILTER (WHERE code = 'payout_returned') AS back
                     FROM transfers WHERE record_id IS NOT NULL GROUP BY tenant_id, record_id) t WHERE paid - back > 1
                 UNION ALL
                 SELECT format('transaction %s: its %s was asked for %s payouts', transaction_id, rail, count(*))
                 FROM sandbox_movements WHERE flow = 'payout' AND state <> 'refused'
                 GROUP BY tenant_id, transaction_id, rail HAVING count(*) > 1
                 UNION ALL
                 SELECT format('transaction %s: %s came in by %s, %s went back', transaction_id, came, rail, went) FROM (
                     SELECT transaction_id, rail,
                            coalesce(sum(amount) FILTER (WHERE flow IN ('charge', 'credit')), 0) AS came,
                            coalesce(sum(amount) FILTER (WHERE flow = 'refund'), 0) AS went
                     FROM sandbox_movements WHERE state = 'done' GROUP BY tenant_id, transaction_id, rail) m
                 WHERE went > came AND NOT EXISTS (
                     SELECT FROM records r WHERE r.id = m.transaction_id AND r.body ->> 'type' = 'PAYIN')
                 UNION ALL
                 SELECT format('transaction %s was charged %s times', transaction_id, count(*)) FROM sandbox_movements
                 WHERE flow = 'charge' AND state = 'done' GROUP BY tenant_id, transaction_id HAVING count(*) > 1
                 UNION ALL
                 SELECT format('transaction %s has %s payouts at its bank', transaction_id, count(*)) FROM sandbox_movements
                 WHERE flow = 'payout' AND state = 'done' GROUP BY tenant_id, transaction_id HAVING count(*) > 1",
    },
    Check {
        id: "I5",
        claim: "every payout was sent over its chain once, with the amount that was ordered",
        counted: "SELECT count(*) FROM payouts",
        broken: "SELECT format('payout %s stands %s times on its chain', p.id, count(t.txid)) FROM payouts p
                 JOIN payout_attempts a ON a.tenant_id = p.tenant_id AND a.payout_id = p.id
                 JOIN sandbox_transfers t ON t.network = a.network AND t.txid = a.txid
                 GROUP BY p.tenant_id, p.id, p.amount HAVING count(*) > 1 OR bool_or(t.amount <> p.amount)
                 UNION ALL
                 SELECT format('transaction %s leg %s has %s payouts', transaction_id, leg, count(*)) FROM payouts
                 GROUP BY tenant_id, transaction_id, leg HAVING count(*) > 1",
    },
    Check {
        id: "I10",
        claim: "every record's history has no gap, no illegal step, and one event for each step",
        counted: "SELECT count(*) FROM record_history",
        broken: include_str!("history.sql"),
    },
    Check {
        id: "I10",
        claim: "every stream of events is numbered without a gap up to its head",
        counted: "SELECT count(*) FROM events",
        broken: "SELECT format('stream %s: head %s, %s events up to %s', h.stream, h.seq, count(e.seq), max(e.seq))
                 FROM event_heads h LEFT JOIN events e ON e.tenant_id = h.tenant_id AND e.stream = h.stream
                 GROUP BY h.tenant_id, h.stream, h.seq
                 HAVING count(e.seq) <> h.seq OR coalesce(max(e.seq), 0) <> h.seq",
    },
];
