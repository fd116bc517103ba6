WITH moves(was, becomes) AS (VALUES
         ('NEW', 'WAIT'), ('NEW', 'EXPIRED'), ('NEW', 'CANCELLED'), ('NEW', 'REJECT'),
         ('WAIT', 'PROCESSING'), ('WAIT', 'ACTION_REQUIRED'), ('WAIT', 'MANUAL'), ('WAIT', 'FAIL'), ('WAIT', 'EXPIRED'),
         ('PROCESSING', 'DONE'), ('PROCESSING', 'ACTION_REQUIRED'), ('PROCESSING', 'MANUAL'), ('PROCESSING', 'FAIL'),
         ('PROCESSING', 'WAIT'),
         -- A charge was declined, or its payer replaced a payment before it was confirmed: the order waits to be paid again.
         ('WAIT', 'NEW'), ('PROCESSING', 'NEW'),
         ('ACTION_REQUIRED', 'PROCESSING'), ('ACTION_REQUIRED', 'RESOLVED'), ('ACTION_REQUIRED', 'MANUAL'),
         ('ACTION_REQUIRED', 'CANCELLED'),
         ('MANUAL', 'PROCESSING'), ('MANUAL', 'RESOLVED'), ('MANUAL', 'REJECT'), ('MANUAL', 'FAIL'),
         ('EXPIRED', 'ACTION_REQUIRED'), ('FAIL', 'RESOLVED'),
         -- Two things told at once.
         ('NEW', 'PROCESSING'), ('NEW', 'ACTION_REQUIRED'), ('NEW', 'MANUAL'), ('NEW', 'FAIL'),
         ('NEW', 'DONE'), ('WAIT', 'DONE'), ('MANUAL', 'DONE'), ('EXPIRED', 'DONE'), ('MANUAL', 'ACTION_REQUIRED'), ('EXPIRED', 'MANUAL')),
     steps AS (
         SELECT tenant_id, record_id, version, status,
                row_number() OVER w AS place, lag(status) OVER w AS before
         FROM record_history WINDOW w AS (PARTITION BY tenant_id, record_id ORDER BY version)),
     told AS (
         -- The owner's events; the receiver of a transfer hears of it in a stream of their own.
         SELECT e.tenant_id, e.subject, (e.body ->> 'version')::bigint AS version, count(*) AS times
         FROM events e LEFT JOIN records r ON r.tenant_id = e.tenant_id AND r.id = e.subject
         WHERE e.kind = 'transaction.changed' AND e.stream IS NOT DISTINCT FROM coalesce(r.owner, e.stream) GROUP BY 1, 2, 3)
SELECT format('record %s has a gap at version %s', record_id, version) FROM steps WHERE version <> place
UNION ALL
SELECT format('record %s went from %s to %s', record_id, before, status) FROM steps
WHERE before IS NOT NULL AND before <> status
  AND NOT EXISTS (SELECT FROM moves m WHERE m.was = before AND m.becomes = status)
UNION ALL
SELECT format('record %s stands at %s %s, its history at %s', r.id, r.version, r.status, max(s.version)) FROM records r
LEFT JOIN steps s ON s.tenant_id = r.tenant_id AND s.record_id = r.id
GROUP BY r.tenant_id, r.id, r.version, r.status
HAVING coalesce(max(s.version), 0) <> r.version
    OR (array_agg(s.status ORDER BY s.version DESC))[1] IS DISTINCT FROM r.status
UNION ALL
SELECT format('step %s of %s has %s events', s.version, s.record_id, coalesce(t.times, 0)) FROM steps s
LEFT JOIN told t ON t.tenant_id = s.tenant_id AND t.subject = s.record_id AND t.version = s.version
WHERE t.times IS DISTINCT FROM 1
UNION ALL
SELECT format('an event tells of step %s of %s, which is not', t.version, t.subject) FROM told t
LEFT JOIN steps s ON s.tenant_id = t.tenant_id AND s.record_id = t.subject AND s.version = t.version
WHERE s.record_id IS NULL
