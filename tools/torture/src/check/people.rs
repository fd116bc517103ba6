//! Compares the users' recorded facts about their accounts with the database, and counts the uses of one-time items.

use std::collections::BTreeMap;

use sqlx::{PgConnection, Row};

use super::{Check, Verdict};
use crate::history::Seen;

/// The facts about users in the database, in the same words as [`Seen::facts`].
const FACTS: &str = "
    WITH person AS (SELECT tenant_id, id, replace(id::text, '-', '') AS who, email, phone, status, mail_phrase FROM users)
    SELECT who, 'email' AS what, email AS value FROM person
    UNION ALL SELECT who, 'phone', coalesce(phone, 'none') FROM person
    UNION ALL SELECT who, 'phrase', CASE WHEN mail_phrase IS NULL THEN 'none' ELSE 'chosen' END FROM person
    UNION ALL SELECT who, 'blocked', CASE status WHEN 'blocked' THEN 'yes' ELSE 'no' END FROM person
    UNION ALL SELECT who, 'closing', CASE WHEN EXISTS (
        SELECT FROM account_closings c WHERE c.tenant_id = p.tenant_id AND c.user_id = p.id AND c.state = 'waiting')
        THEN 'open' ELSE 'none' END FROM person p
    UNION ALL SELECT who, 'app', CASE WHEN EXISTS (
        SELECT FROM totp_factors f WHERE f.tenant_id = p.tenant_id AND f.user_id = p.id AND f.confirmed_at IS NOT NULL)
        THEN 'works' ELSE 'none' END FROM person p
    UNION ALL SELECT who, 'switches', format('%s %s %s', s.signin, s.transfer, s.card_details)
        FROM (SELECT p.who, CASE WHEN f.signin THEN 'true' ELSE 'false' END AS signin,
                     CASE WHEN f.transfer THEN 'true' ELSE 'false' END AS transfer,
                     CASE WHEN f.card_details THEN 'true' ELSE 'false' END AS card_details
              FROM person p JOIN factor_settings f ON f.tenant_id = p.tenant_id AND f.user_id = p.id) s
    UNION ALL SELECT who, 'passkeys', (
        SELECT count(*)::text FROM passkeys k WHERE k.tenant_id = p.tenant_id AND k.user_id = p.id) FROM person p
    UNION ALL SELECT who, 'messenger', coalesce((
        SELECT e.subject FROM external_identities e
        WHERE e.tenant_id = p.tenant_id AND e.user_id = p.id AND e.provider = 'telegram'), 'none') FROM person p
    UNION ALL SELECT who, 'reset', CASE WHEN EXISTS (
        SELECT FROM factor_resets r WHERE r.tenant_id = p.tenant_id AND r.user_id = p.id AND r.approved_at IS NOT NULL)
        THEN 'approved' ELSE 'none' END FROM person p
    UNION ALL SELECT DISTINCT who, 'copy', 'ready' FROM person p
        JOIN data_exports e ON e.tenant_id = p.tenant_id AND e.user_id = p.id AND e.state = 'ready'
    UNION ALL SELECT p.who, 'profiles',
        string_agg(o.name || CASE WHEN o.closed_at IS NULL THEN ' open' ELSE ' closed' END, ', ' ORDER BY o.name COLLATE \"C\")
        FROM person p JOIN profiles o ON o.tenant_id = p.tenant_id AND o.user_id = p.id AND o.position > 1 GROUP BY p.who
    UNION ALL SELECT DISTINCT who, 'wallet', 'proved' FROM person p
        JOIN wallets w ON w.tenant_id = p.tenant_id AND w.user_id = p.id AND w.proved_at IS NOT NULL
    UNION ALL SELECT DISTINCT who, lower(d.kind), 'handed in' FROM person p
        JOIN identity_documents d ON d.tenant_id = p.tenant_id AND d.user_id = p.id AND d.submitted_at IS NOT NULL
    UNION ALL SELECT DISTINCT who, 'funds', 'answered' FROM person p
        JOIN source_of_funds s ON s.tenant_id = p.tenant_id AND s.user_id = p.id";

pub const CHECKS: [Check; 7] = [
    Check {
        id: "I16",
        claim: "whatever took two was agreed to by another than who proposed it, done once, and signed where the log says so",
        counted: "SELECT count(*) FROM operator_proposals WHERE state = 'approved'",
        broken: "SELECT format('%s alone did %s to %s', operator, action, subject) FROM operator_log
                 WHERE action IN ('customers.unblock', 'factors.reset') AND operator_id IS NOT NULL AND proposal_id IS NULL
                 UNION ALL
                 SELECT format('proposal %s: made by %s, agreed to by %s, done %s times', p.id, p.maker, p.checker, count(l.id))
                 FROM operator_proposals p
                 LEFT JOIN operator_log l ON l.tenant_id = p.tenant_id AND l.proposal_id = p.id
                      AND l.action NOT LIKE 'proposals.%'
                 GROUP BY p.tenant_id, p.id
                 HAVING count(l.id) <> CASE p.state WHEN 'approved' THEN 1 ELSE 0 END
                     OR (p.state = 'approved' AND (p.checker IS NULL OR p.checker = p.maker))
                 UNION ALL
                 SELECT format('proposal %s: the log says it was signed with %s, kept is %s', coalesce(l.proposal_id, s.proposal_id),
                               l.after ->> 'signed_with', s.passkey_id)
                 FROM (SELECT * FROM operator_log WHERE action = 'proposals.approve') l
                 FULL JOIN approval_signatures s ON s.tenant_id = l.tenant_id AND s.proposal_id = l.proposal_id
                 WHERE (l.after ->> 'signed_with') IS DISTINCT FROM 'psk_' || replace(s.passkey_id::text, '-', '')",
    },
    Check {
        id: "I6",
        claim: "a phone changed once in a day, an address is one person's, and of their profiles five are open at most",
        counted: "SELECT (SELECT count(*) FROM audit_log WHERE action = 'phone.changed') + (SELECT count(*) FROM users)",
        broken: "SELECT format('%s changed the phone %s times', user_id, count(*)) FROM audit_log
                 WHERE action = 'phone.changed' GROUP BY tenant_id, user_id HAVING count(*) > 1
                 UNION ALL
                 SELECT format('%s has %s profiles, of which %s are open', u.id, count(p.id),
                               count(p.id) FILTER (WHERE p.closed_at IS NULL)) FROM users u
                 LEFT JOIN profiles p ON p.tenant_id = u.tenant_id AND p.user_id = u.id
                 GROUP BY u.tenant_id, u.id
                 HAVING count(p.id) FILTER (WHERE p.closed_at IS NULL) > 5 OR count(p.id) > 20
                     OR count(p.id) FILTER (WHERE p.position = 1 AND p.closed_at IS NULL) <> 1
                     OR max(p.position) <> count(DISTINCT p.position)
                 UNION ALL
                 SELECT format('%s are %s people', email_normalized, count(*)) FROM users
                 GROUP BY tenant_id, email_normalized HAVING count(*) > 1",
    },
    Check {
        id: "I10",
        claim: "a guarded person has a factor, and each person with a factor can recover it",
        counted: "SELECT count(*) FROM factor_settings",
        broken: "SELECT format('%s guards with nothing', s.user_id) FROM factor_settings s
                 WHERE (s.signin OR s.transfer OR s.card_details)
                   AND NOT EXISTS (SELECT FROM totp_factors f WHERE f.tenant_id = s.tenant_id AND f.user_id = s.user_id
                                   AND f.confirmed_at IS NOT NULL)
                   AND NOT EXISTS (SELECT FROM passkeys k WHERE k.tenant_id = s.tenant_id AND k.user_id = s.user_id)
                 UNION ALL
                 SELECT format('%s has %s recovery codes', user_id, count(*)) FROM recovery_codes
                 GROUP BY tenant_id, user_id HAVING count(*) <> 10",
    },
    Check {
        id: "I10",
        claim: "of what was handed in, nothing that was decided waits, and each decision has its pictures, or its answer",
        counted: "SELECT count(*) FROM verifications WHERE kind IN ('IDENTITY', 'ADDRESS', 'SOURCE_OF_FUNDS')",
        broken: "SELECT format('%s %s is %s without a picture', v.user_id, v.kind, v.status) FROM verifications v
                 WHERE v.kind IN ('IDENTITY', 'ADDRESS') AND v.status IN ('PROCESSING', 'ON_HOLD', 'COMPLETED')
                   AND NOT EXISTS (SELECT FROM identity_documents d WHERE d.tenant_id = v.tenant_id
                       AND d.user_id = v.user_id AND d.kind = v.kind AND d.submitted_at IS NOT NULL)
                 UNION ALL
                 SELECT format('%s has %s answers that stand', v.user_id, count(s.id)) FROM verifications v
                 LEFT JOIN source_of_funds s
                     ON s.tenant_id = v.tenant_id AND s.user_id = v.user_id AND s.superseded_at IS NULL
                 JOIN users u ON u.tenant_id = v.tenant_id AND u.id = v.user_id AND u.status <> 'erased'
                 WHERE v.kind = 'SOURCE_OF_FUNDS' AND v.status IN ('PROCESSING', 'ON_HOLD', 'COMPLETED')
                 GROUP BY v.user_id HAVING count(s.id) <> 1",
    },
    Check {
        id: "I6",
        claim: "a copy of one's data was made once a day at most, all of it, and none that was asked for is forgotten",
        counted: "SELECT count(*) FROM data_exports",
        broken: "SELECT format('%s has %s copies of one day', user_id, count(*)) FROM audit_log
                 WHERE action = 'export.made' GROUP BY tenant_id, user_id HAVING count(*) > 1
                 UNION ALL
                 SELECT format('copy %s has %s parts up to %s', e.id, count(p.id), max(p.number)) FROM data_exports e
                 LEFT JOIN data_export_parts p ON p.tenant_id = e.tenant_id AND p.export_id = e.id AND p.run = e.run
                 WHERE e.state = 'ready' GROUP BY e.tenant_id, e.id
                 HAVING count(p.id) = 0 OR max(p.number) <> count(DISTINCT p.number)
                 UNION ALL
                 SELECT format('copy %s waits for nobody', e.id) FROM data_exports e
                 WHERE e.state = 'waiting' AND NOT EXISTS (SELECT FROM jobs j WHERE j.kind = 'identity.export'
                       AND j.unique_key = 'exp_' || replace(e.id::text, '-', '') AND j.finished_at IS NULL)",
    },
    Check {
        id: "I18",
        claim: "nobody who is shut out has a session left",
        counted: "SELECT count(*) FROM sessions",
        broken: "SELECT format('session %s of %s, who is blocked', s.id, s.user_id) FROM sessions s
                 JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id AND u.status = 'blocked'
                 WHERE s.revoked_at IS NULL",
    },
    Check {
        id: "I18",
        claim: "a session that another one handed over ends no later than that one",
        counted: "SELECT count(*) FROM handovers WHERE used_at IS NOT NULL",
        broken: "SELECT format('session %s ends after %s, which handed it over', s.id, m.id) FROM audit_log a
                 JOIN sessions s ON s.tenant_id = a.tenant_id AND s.id = a.session_id
                 JOIN sessions m ON m.tenant_id = a.tenant_id AND 'ses_' || replace(m.id::text, '-', '') = a.details->>'from'
                 WHERE a.action = 'login.succeeded' AND s.expires_at > m.expires_at",
    },
];

/// Checks the facts about users.
pub async fn check(conn: &mut PgConnection, seen: &Seen) -> anyhow::Result<Vec<Verdict>> {
    let mut there = BTreeMap::new();
    for row in sqlx::query(FACTS).fetch_all(&mut *conn).await? {
        let (who, what, value): (String, String, String) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        there.insert((who, what), value);
    }
    let differs = |((who, what), told): (&(String, &'static str), &String)| {
        let found = there.get(&(who.clone(), (*what).to_owned()));
        (found != Some(told)).then(|| format!("{what} of {who}: told {told}, there is {found:?}"))
    };
    let facts: Vec<String> = seen.facts.iter().filter_map(differs).collect();
    let twice = seen.taken.iter().filter(|(_, times)| **times > 1);
    let twice = twice.map(|(thing, times)| format!("{thing} was taken {times} times")).collect();
    let live = sqlx::query_scalar::<_, String>(
        "SELECT replace(id::text, '-', '') FROM sessions WHERE revoked_at IS NULL AND replace(id::text, '-', '') = ANY($1)",
    );
    let live = live.bind(&seen.ended_sessions).fetch_all(&mut *conn).await?;
    let of = |id: &str| -> Vec<String> {
        seen.broken.iter().filter(|(of, _)| *of == id).map(|(_, text)| text.clone()).collect()
    };
    let ended = live.into_iter().map(|id| format!("session {id} was told to have ended")).chain(of("I18")).collect();
    let (who, which): (Vec<String>, Vec<String>) = seen.copied.iter().cloned().unzip();
    let strange = sqlx::query_scalar::<_, String>(
        "SELECT format('the copy of %s has %s', s.who, s.id) FROM (
             SELECT who, id FROM unnest($1::text[], $2::text[]) AS told(who, id)
             EXCEPT
             SELECT replace(p.user_id::text, '-', ''), replace(r.id::text, '-', '') FROM records r
             JOIN profiles p ON p.tenant_id = r.tenant_id AND p.id = r.owner WHERE r.kind = 'transaction') s",
    );
    let strange = strange.bind(who).bind(which).fetch_all(&mut *conn).await?;
    let copies = strange.into_iter().chain(of("COPY")).collect();
    let taken = seen.taken.len() as u64;
    Ok(vec![
        Verdict::from_list("I7", "what people were told of themselves is so", seen.facts.len() as u64, facts),
        Verdict::from_list("I6", "codes, links, tokens and launches that serve once were taken once", taken, twice),
        Verdict::from_list("I16", "nobody agreed to what they proposed", taken, of("I16")),
        Verdict::from_list(
            "I7",
            "a copy that was told to be ready was had whole, with one's own orders only",
            seen.copies,
            copies,
        ),
        Verdict::from_list("I18", "what has ended lets nobody in", seen.ended_sessions.len() as u64, ended),
    ])
}
