//! Event streams: what happened to one owner (a profile), numbered without a gap, written in the transaction of the
//! change itself. Screens resume by number; the hub only says that there is something new.

use std::borrow::Borrow;
use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use kernel::TenantId;
use serde_json::Value;
use sqlx::PgConnection;
use tokio::sync::broadcast;
use uuid::Uuid;

use crate::StoreError;

/// Events returned by one call of [`after`] at most.
pub const PAGE_MAX: i64 = 500;
/// Notices a slow listener may fall behind before it is told that it missed some.
const HUB_BACKLOG: usize = 4_096;

/// Something that happened, about to be appended.
#[derive(Clone, Debug, PartialEq)]
pub struct EventSpec {
    /// Whose stream it goes to.
    pub stream: Uuid,
    /// What happened, as `thing.verb`: `transaction.changed`.
    pub kind: String,
    /// What it happened to.
    pub subject: Uuid,
    /// Details: a versioned contract with whoever listens.
    pub body: Value,
}

/// An event as it stands in its stream.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Its place: 1, 2, 3 and so on.
    pub seq: i64,
    /// What happened.
    pub kind: String,
    /// What it happened to.
    pub subject: Uuid,
    /// Details.
    pub body: Value,
    /// When.
    pub created_at: DateTime<Utc>,
}

/// Appends `specs` in their order, in the caller's transaction, and returns the number each got.
///
/// The heads are locked in the order of their stream ids, so that two writers never wait for each other in a circle.
/// After the commit somebody has to tell [`EventHub::publish`]; `TenantTx::append_events` and its like do so.
///
/// # Errors
/// [`StoreError::BadValue`] for a NUL character in a body; otherwise those of any statement.
pub async fn append<E: Borrow<EventSpec> + Sync>(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    specs: &[E],
) -> Result<Vec<i64>, StoreError> {
    if specs.is_empty() {
        return Ok(Vec::new());
    }
    let specs: Vec<&EventSpec> = specs.iter().map(Borrow::borrow).collect();
    let mut counts: BTreeMap<Uuid, i64> = BTreeMap::new();
    for spec in &specs {
        *counts.entry(spec.stream).or_default() += 1;
    }
    #[cfg(feature = "planted-bugs")]
    if crate::planted("numbers-skipped") {
        counts.values_mut().for_each(|added| *added += 1);
    }
    let (streams, added): (Vec<Uuid>, Vec<i64>) = counts.into_iter().unzip();
    let heads = sqlx::query!(
        r#"INSERT INTO event_heads AS h (tenant_id, stream, seq)
           SELECT $1, UNNEST($2::uuid[]), UNNEST($3::bigint[])
           ON CONFLICT (tenant_id, stream) DO UPDATE SET seq = h.seq + excluded.seq
           RETURNING stream, seq"#,
        tenant.uuid(),
        &streams,
        &added,
    )
    .fetch_all(&mut *conn)
    .await?;

    let mut next: BTreeMap<Uuid, i64> = heads.into_iter().map(|head| (head.stream, head.seq)).collect();
    for (stream, count) in streams.iter().zip(&added) {
        next.entry(*stream).and_modify(|seq| *seq -= count);
    }
    let mut numbers = Vec::with_capacity(specs.len());
    for spec in &specs {
        let seq = next.entry(spec.stream).or_default();
        *seq += 1;
        numbers.push(*seq);
    }
    insert(conn, tenant, now, &specs, &numbers).await?;
    Ok(numbers)
}

async fn insert(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    specs: &[&EventSpec],
    numbers: &[i64],
) -> Result<(), StoreError> {
    let streams: Vec<Uuid> = specs.iter().map(|e| e.stream).collect();
    let kinds: Vec<&str> = specs.iter().map(|e| e.kind.as_str()).collect();
    let subjects: Vec<Uuid> = specs.iter().map(|e| e.subject).collect();
    let bodies: Vec<&Value> = specs.iter().map(|e| &e.body).collect();
    sqlx::query!(
        "INSERT INTO events (tenant_id, stream, seq, kind, subject, body, created_at)
         SELECT $1, UNNEST($2::uuid[]), UNNEST($3::bigint[]), UNNEST($4::text[]), UNNEST($5::uuid[]), UNNEST($6::jsonb[]), $7",
        tenant.uuid(),
        &streams,
        numbers,
        &kinds as &[&str],
        &subjects,
        &bodies as &[&Value],
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The events of `stream` after number `seq`, oldest first, at most `limit` (and never more than [`PAGE_MAX`]).
///
/// # Errors
/// Those of any statement.
pub async fn after(
    conn: &mut PgConnection,
    tenant: TenantId,
    stream: Uuid,
    seq: i64,
    limit: i64,
) -> Result<Vec<Event>, StoreError> {
    let events = sqlx::query_as!(
        Event,
        "SELECT seq, kind, subject, body, created_at FROM events
         WHERE tenant_id = $1 AND stream = $2 AND seq > $3 ORDER BY seq LIMIT $4",
        tenant.uuid(),
        stream,
        seq,
        limit.clamp(1, PAGE_MAX),
    )
    .fetch_all(conn)
    .await?;
    Ok(events)
}

/// Deletes events older than `before` of all tenants, at most `limit`; returns how many. The heads stay, so that no number
/// comes twice. For a scheduled job, in a system transaction.
///
/// # Errors
/// Those of any statement.
pub async fn purge(conn: &mut PgConnection, before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError> {
    let gone = sqlx::query!(
        "DELETE FROM events WHERE (tenant_id, stream, seq) IN
           (SELECT tenant_id, stream, seq FROM events WHERE created_at < $1 LIMIT $2)",
        before,
        limit,
    )
    .execute(conn)
    .await?;
    Ok(gone.rows_affected())
}

/// The number of the newest event of `stream`; 0 when it has none.
///
/// # Errors
/// Those of any statement.
pub async fn head(conn: &mut PgConnection, tenant: TenantId, stream: Uuid) -> Result<i64, StoreError> {
    let seq =
        sqlx::query_scalar!("SELECT seq FROM event_heads WHERE tenant_id = $1 AND stream = $2", tenant.uuid(), stream)
            .fetch_optional(conn)
            .await?;
    Ok(seq.unwrap_or(0))
}

/// Tells listeners of this process which streams have grown. A hint, not the event: whoever hears it reads the stream,
/// and whoever lags (or runs in another replica) finds everything there anyway.
#[derive(Clone, Debug)]
pub struct EventHub {
    sender: broadcast::Sender<(TenantId, Uuid)>,
}

impl EventHub {
    pub(crate) fn new() -> Self {
        Self { sender: broadcast::Sender::new(HUB_BACKLOG) }
    }

    /// Every stream that grows from now on. `Lagged` means: read your stream again.
    pub fn subscribe(&self) -> broadcast::Receiver<(TenantId, Uuid)> {
        self.sender.subscribe()
    }

    /// Says that `stream` has grown. Only after the commit: who hears it looks at once.
    pub fn publish(&self, tenant: TenantId, stream: Uuid) {
        // An error only means that nobody listens.
        let _ = self.sender.send((tenant, stream));
    }

    /// Says it of several streams, once each.
    pub fn publish_all(&self, mut streams: Vec<(TenantId, Uuid)>) {
        streams.sort_unstable();
        streams.dedup();
        for (tenant, stream) in streams {
            self.publish(tenant, stream);
        }
    }
}
