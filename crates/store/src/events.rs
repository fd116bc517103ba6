//! Event streams: the events of one owner (a profile), numbered without a gap, written in the transaction of the change
//! itself. Screens resume by number; the hub only signals that a stream has new events.

use std::borrow::Borrow;
use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use kernel::TenantId;
use serde_json::Value;
use sqlx::PgConnection;
use tokio::sync::broadcast;
use uuid::Uuid;

use crate::StoreError;

/// The maximum number of events that one call of [`after`] returns.
pub const PAGE_MAX: i64 = 500;
/// The number of signals that a slow listener may fall behind before it is informed that it missed some.
const HUB_BACKLOG: usize = 4_096;

/// A new event, before it is appended.
#[derive(Clone, Debug, PartialEq)]
pub struct EventSpec {
    /// The stream: the owner's id.
    pub stream: Uuid,
    /// The type of the event, as `thing.verb`: `transaction.changed`.
    pub kind: String,
    /// The id of the subject.
    pub subject: Uuid,
    /// Details: a versioned contract with the consumers.
    pub body: Value,
}

/// An event of a stream.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Its number in the stream: 1, 2, 3 and so on.
    pub seq: i64,
    /// The type of the event.
    pub kind: String,
    /// The id of the subject.
    pub subject: Uuid,
    /// Details.
    pub body: Value,
    /// The time of the event.
    pub created_at: DateTime<Utc>,
}

/// Appends `specs` in their order, in the caller's transaction, and returns the number of each event.
///
/// Locks the heads in the order of their stream ids, so that two writers never deadlock. The caller must call
/// [`EventHub::publish`] after the commit; `TenantTx::append_events` and similar methods do so.
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
/// Database errors.
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

/// Deletes at most `limit` events of all tenants that are older than `before`; returns their number. The heads stay, so
/// that no number repeats. For a scheduled job, in a system transaction.
///
/// # Errors
/// Database errors.
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

/// The number of the newest event of `stream`; 0 if it has none.
///
/// # Errors
/// Database errors.
pub async fn head(conn: &mut PgConnection, tenant: TenantId, stream: Uuid) -> Result<i64, StoreError> {
    let seq =
        sqlx::query_scalar!("SELECT seq FROM event_heads WHERE tenant_id = $1 AND stream = $2", tenant.uuid(), stream)
            .fetch_optional(conn)
            .await?;
    Ok(seq.unwrap_or(0))
}

/// The address of a stream of events: the events of one tenant with one stream id, in the order of their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EventStream {
    /// The tenant.
    pub tenant: TenantId,
    /// What the events belong to, for example a profile.
    pub stream: Uuid,
}

/// Signals to listeners of this process which streams have grown. A signal is a hint without the event: the listener
/// reads the stream. A listener that lags, or runs in another replica, loses no event.
#[derive(Clone, Debug)]
pub struct EventHub {
    sender: broadcast::Sender<EventStream>,
}

impl EventHub {
    pub(crate) fn new() -> Self {
        Self { sender: broadcast::Sender::new(HUB_BACKLOG) }
    }

    /// A receiver of every stream that grows from now on. `Lagged` means: read your stream again.
    pub fn subscribe(&self) -> broadcast::Receiver<EventStream> {
        self.sender.subscribe()
    }

    /// Signals that `stream` has grown. Call it only after the commit, because a listener reads at once.
    pub fn publish(&self, tenant: TenantId, stream: Uuid) {
        // An error only means that there are no listeners.
        let _ = self.sender.send(EventStream { tenant, stream });
    }

    /// Signals several streams, each once.
    pub fn publish_all(&self, mut streams: Vec<EventStream>) {
        streams.sort_unstable();
        streams.dedup();
        for EventStream { tenant, stream } in streams {
            self.publish(tenant, stream);
        }
    }
}
