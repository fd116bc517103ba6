//! Recordings of test requests: started, ended, repeated by a test key. A live tenant has none.

mod layer;
mod replay;
mod shape;

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::header::HOST;
use axum::http::{HeaderMap, StatusCode};
use chrono::{DateTime, Utc};
use kernel::{RecordingId, TenantProfile, kinds};
use partners::{RecordedRequest, Recording, RecordingKey};
use serde::Serialize;
use tokio::time::{Instant, sleep};
use utoipa::ToSchema;

pub(super) use self::layer::run;
pub(super) use self::replay::Replayed;
use self::replay::{DIFFERENCES_MAX, Difference, Outcome, Replay, different_events};
use super::auth::Partner;
use super::describe::TransactionViews;
use crate::AppState;
use crate::dto::page::List;
use crate::extract::IdInPath;
use crate::problem::Problem;

type Id = IdInPath<kinds::Recording>;

/// How long a replay waits for the last events.
const EVENTS_MAX: Duration = Duration::from_millis(1_500);
const LOOK_AGAIN: Duration = Duration::from_millis(50);

/// A recording of test requests.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct TestRecording {
    /// The id, for the header `Test-Recording` of each request that belongs to it.
    #[schema(example = "rec_019a0000000070008000000000000001")]
    id: String,
    /// When it began. It is deleted 7 days later.
    started_at: DateTime<Utc>,
    /// When it ended. Absent while requests are recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_at: Option<DateTime<Utc>>,
    /// The number of its requests, at most 500.
    #[schema(minimum = 0, maximum = 500)]
    requests: i64,
}

impl From<Recording> for TestRecording {
    fn from(found: Recording) -> Self {
        let Recording { id, started_at, stopped_at, requests, .. } = found;
        Self { id: id.to_string(), started_at, stopped_at, requests }
    }
}

/// The result of a replay.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct TestReplay {
    /// Whether every response and all events were as recorded.
    is_same: bool,
    /// Whether all requests were repeated. A replay takes at most 8 seconds.
    is_complete: bool,
    /// The number of repeated requests. Of equal reads in a row only the last one is repeated.
    #[schema(minimum = 0, maximum = 500)]
    requests: usize,
    /// Differences of responses, at most 100.
    #[schema(max_items = 100)]
    differences: Vec<ReplayDifference>,
    /// Types of events whose number differs.
    #[schema(max_items = 100)]
    event_differences: Vec<EventDifference>,
}

/// A difference between a recorded response and the new one.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct ReplayDifference {
    /// The number of the request, from 1.
    #[schema(minimum = 1, maximum = 500)]
    request: usize,
    /// Its method.
    #[schema(example = "GET")]
    method: String,
    /// Its recorded path and query.
    target: String,
    /// Where, as a JSON pointer into the response; `status` for its status.
    #[schema(example = "/transaction/status")]
    pointer: String,
    /// The recorded value, in short.
    recorded: String,
    /// The new value, in short.
    replayed: String,
}

/// A type of events whose number differs.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct EventDifference {
    /// Type.
    #[schema(example = "order.completed")]
    r#type: String,
    /// Its number in the recording.
    #[schema(minimum = 0)]
    recorded: i64,
    /// Its number in the replay.
    #[schema(minimum = 0)]
    replayed: i64,
}

impl From<Difference> for ReplayDifference {
    fn from(found: Difference) -> Self {
        let Difference { request, method, target, mismatch } = found;
        let shape::Mismatch { pointer, recorded, replayed } = mismatch;
        Self { request, method, target, pointer, recorded, replayed }
    }
}

impl From<Outcome> for TestReplay {
    fn from(found: Outcome) -> Self {
        let event = |(kind, (recorded, replayed))| EventDifference { r#type: kind, recorded, replayed };
        Self {
            is_same: found.is_complete && found.differences.is_empty() && found.events.is_empty(),
            is_complete: found.is_complete,
            requests: found.requests,
            differences: found.differences.into_iter().map(Into::into).collect(),
            event_differences: found.events.into_iter().map(event).take(DIFFERENCES_MAX).collect(),
        }
    }
}

/// The profile whose events a recording counts.
const fn profile_of(owner: RecordingKey) -> TenantProfile {
    TenantProfile { tenant: owner.tenant, profile: owner.profile }
}

/// The key of a sandbox, which may have recordings.
fn owner_of(partner: &Partner) -> Result<RecordingKey, Problem> {
    if !partner.tenant.sandbox {
        return Err(Problem::not_found());
    }
    let key = &partner.known.key;
    Ok(RecordingKey { tenant: partner.tenant.id, profile: key.profile, key: key.id })
}

/// Starts a recording. Each request with its id in the header `Test-Recording` belongs to it. Test keys only.
///
/// 409 `CONFLICT_ERROR` with 20 recordings of the key.
#[utoipa::path(post, path = "/api/partner/v1/test/recordings", tag = "test",
    security(("key" = ["exchanger:test"])), responses((status = 201, body = TestRecording)))]
pub(super) async fn start_recording(
    State(state): State<AppState>,
    partner: Partner,
) -> Result<(StatusCode, Json<TestRecording>), Problem> {
    let owner = owner_of(&partner)?;
    let newest = state.partners().feed_head(&TransactionViews::of(&state), owner.tenant, owner.profile).await?;
    let started = state.partners().start_recording(owner, newest).await?;
    Ok((StatusCode::CREATED, Json(started.into())))
}

/// Lists the recordings of the key, newest first. Test keys only.
#[utoipa::path(get, path = "/api/partner/v1/test/recordings", tag = "test",
    security(("key" = ["exchanger:test"])), responses((status = 200, body = List<TestRecording>)))]
pub(super) async fn list_recordings(
    State(state): State<AppState>,
    partner: Partner,
) -> Result<Json<List<TestRecording>>, Problem> {
    let found = state.partners().recordings(owner_of(&partner)?).await?;
    Ok(Json(List { data: found.into_iter().map(Into::into).collect() }))
}

/// Ends a recording. Test keys only.
#[utoipa::path(post, path = "/api/partner/v1/test/recordings/{id}/stop", tag = "test",
    params(("id" = String, Path, description = "The recording.")),
    security(("key" = ["exchanger:test"])), responses((status = 200, body = TestRecording)))]
pub(super) async fn stop_recording(
    State(state): State<AppState>,
    partner: Partner,
    IdInPath(id): Id,
) -> Result<Json<TestRecording>, Problem> {
    Ok(Json(stopped(&state, owner_of(&partner)?, id).await?.into()))
}

/// Ends a recording that runs, and returns it.
async fn stopped(state: &AppState, owner: RecordingKey, id: RecordingId) -> Result<Recording, Problem> {
    let found = state.partners().recording(owner, id).await?;
    if found.stopped_at.is_some() {
        return Ok(found);
    }
    let views = TransactionViews::of(state);
    let events = state.partners().events_since(&views, profile_of(owner), found.events_seq).await?;
    Ok(state.partners().stop_recording(owner, id, &events).await?)
}

/// Deletes a recording. Test keys only.
#[utoipa::path(delete, path = "/api/partner/v1/test/recordings/{id}", tag = "test",
    params(("id" = String, Path, description = "The recording.")),
    security(("key" = ["exchanger:test"])), responses((status = 204)))]
pub(super) async fn delete_recording(
    State(state): State<AppState>,
    partner: Partner,
    IdInPath(id): Id,
) -> Result<StatusCode, Problem> {
    state.partners().delete_recording(owner_of(&partner)?, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Repeats the requests of a recording with this key, and compares responses and events by shape. A recording that runs
/// is ended first. Test keys only.
///
/// Ids, times and amounts may differ; words such as a status may not. Own ids and idempotency keys get an ending, clock
/// steps keep their distance. Signed requests are not repeated.
#[utoipa::path(post, path = "/api/partner/v1/test/recordings/{id}/replay", tag = "test",
    params(("id" = String, Path, description = "The recording.")),
    security(("key" = ["exchanger:test"])), responses((status = 200, body = TestReplay)))]
pub(super) async fn replay_recording(
    State(state): State<AppState>,
    partner: Partner,
    IdInPath(id): Id,
    headers: HeaderMap,
) -> Result<Json<TestReplay>, Problem> {
    let (owner, views) = (owner_of(&partner)?, TransactionViews::of(&state));
    let recording = stopped(&state, owner, id).await?;
    let all: Vec<RecordedRequest> = state.partners().recorded_requests(owner, id).await?;
    let since = state.partners().feed_head(&views, owner.tenant, owner.profile).await?;
    let host = headers.get(HOST).cloned().ok_or_else(|| Problem::bad_request("The request names no host."))?;
    let run = state.world().uuid().simple().to_string().split_off(24);
    let replay = Replay { state: &state, partner: &partner, host, routes: crate::partner_router(&state), run };
    let mut outcome = replay.run(&recording, &all).await?;
    let until = Instant::now() + EVENTS_MAX;
    loop {
        let events = state.partners().events_since(&views, profile_of(owner), since).await?;
        outcome.events = different_events(&recording.events, &events);
        if outcome.events.is_empty() || Instant::now() >= until {
            return Ok(Json(outcome.into()));
        }
        sleep(LOOK_AGAIN).await;
    }
}
