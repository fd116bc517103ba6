//! Invariants that hold after weeks without users.

use super::Check;

pub const CHECKS: [Check; 3] = [
    Check {
        id: "I11",
        claim: "weeks later every account that was to be closed is, and every factor that was to end has",
        counted: "SELECT (SELECT count(*) FROM account_closings) + (SELECT count(*) FROM factor_resets)",
        broken: "SELECT format('%s still is being closed', c.user_id) FROM account_closings c
                 JOIN users u ON u.tenant_id = c.tenant_id AND u.id = c.user_id
                 WHERE c.state = 'waiting' AND u.status <> 'blocked'
                 UNION ALL
                 SELECT format('%s still has a lost factor', user_id) FROM factor_resets
                 WHERE approved_at IS NOT NULL AND cancelled_at IS NULL AND done_at IS NULL",
    },
    Check {
        id: "I10",
        claim: "an erased person has left nothing, and no other person was erased",
        counted: "SELECT count(*) FROM users WHERE status = 'erased'",
        broken: "SELECT format('%s is %s and was closed %s times', u.id, u.status, count(c.id)) FROM users u
                 LEFT JOIN account_closings c ON c.tenant_id = u.tenant_id AND c.user_id = u.id AND c.state = 'done'
                 GROUP BY u.tenant_id, u.id HAVING count(c.id) <> CASE u.status WHEN 'erased' THEN 1 ELSE 0 END
                 UNION ALL
                 SELECT format('%s was erased and has a %s', u.id, kept.what) FROM users u
                 JOIN (SELECT tenant_id, user_id, 'session' AS what FROM sessions WHERE revoked_at IS NULL
                       UNION ALL SELECT tenant_id, user_id, 'app' FROM totp_factors
                       UNION ALL SELECT tenant_id, user_id, 'passkey' FROM passkeys
                       UNION ALL SELECT tenant_id, user_id, 'recovery code' FROM recovery_codes
                       UNION ALL SELECT tenant_id, user_id, 'messenger' FROM external_identities
                       UNION ALL SELECT tenant_id, user_id, 'code' FROM contact_challenges
                       UNION ALL SELECT tenant_id, user_id, 'copy' FROM data_exports
                       UNION ALL SELECT tenant_id, user_id, 'name of a profile' FROM profiles WHERE name IS NOT NULL) kept
                   ON kept.tenant_id = u.tenant_id AND kept.user_id = u.id
                 WHERE u.status = 'erased'
                 UNION ALL
                 SELECT format('%s was erased and is still known', id) FROM users
                 WHERE status = 'erased' AND (email NOT LIKE '%@erased.invalid' OR phone IS NOT NULL OR first_name IS NOT NULL
                     OR last_name IS NOT NULL OR personal IS NOT NULL)",
    },
    Check {
        id: "I10",
        claim: "a lost factor that ended took all of itself along",
        counted: "SELECT count(*) FROM factor_resets WHERE done_at IS NOT NULL",
        broken: "SELECT format('%s still has a factor', r.user_id) FROM factor_resets r
                 WHERE r.done_at IS NOT NULL AND (
                     EXISTS (SELECT FROM totp_factors f WHERE f.tenant_id = r.tenant_id AND f.user_id = r.user_id)
                     OR EXISTS (SELECT FROM passkeys k WHERE k.tenant_id = r.tenant_id AND k.user_id = r.user_id)
                     OR EXISTS (SELECT FROM recovery_codes k WHERE k.tenant_id = r.tenant_id AND k.user_id = r.user_id))",
    },
];
