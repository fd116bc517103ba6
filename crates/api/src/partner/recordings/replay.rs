//! Repeats the requests of a recording, in their order, and compares what comes back.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::http::{HeaderValue, Method, Request};
use chrono::{DateTime, TimeDelta, Utc};
use partners::{RecordedRequest, Recording};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};
use tower::ServiceExt;

use super::super::auth::Partner;
use super::shape::{Mismatch, Names, differences};
use crate::AppState;
use crate::idempotency::IDEMPOTENCY_KEY;
use crate::problem::Problem;

/// The time of a whole replay, below the time limit of a request. Requests that do not fit are not repeated.
const REPLAY_MAX: Duration = Duration::from_secs(8);
/// How long a read is repeated until it is as it was recorded.
const READ_MAX: Duration = Duration::from_secs(3);
const READ_AGAIN: Duration = Duration::from_millis(50);
/// The differences of one response, and of all.
const OF_ONE_MAX: usize = 5;
pub(super) const DIFFERENCES_MAX: usize = 100;
const ANSWER_BYTES_MAX: usize = 256 * 1024;
/// Fields that must be unique for each order of a key, or payment of a merchant.
const UNIQUE_FIELDS: [&str; 2] = ["external_transaction_id", "order_id"];
const UNIQUE_CHARS_MAX: usize = 40;
const CLOCK: &str = "/api/partner/v1/test/clock";
/// What a test key simulates has its effect a moment later, so only the status of the response is compared.
const SIMULATED: &str = "/api/partner/v1/test/transactions/";

/// A request of a replay that behaves as the partner of the recording. Only this module makes one, so a request from
/// outside never has it.
#[derive(Debug, Clone)]
pub(in crate::partner) struct Replayed(pub Partner);

/// A difference, with the request that has it.
#[derive(Debug)]
pub(super) struct Difference {
    /// The number of the request, from 1.
    pub request: usize,
    pub method: String,
    pub target: String,
    pub mismatch: Mismatch,
}

/// What a replay found.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// The requests that were repeated.
    pub requests: usize,
    /// Whether all were.
    pub is_complete: bool,
    pub differences: Vec<Difference>,
    /// The events of each type: as recorded, and now. Only those that differ.
    pub events: BTreeMap<String, (i64, i64)>,
}

/// A replay that runs.
pub(super) struct Replay<'a> {
    pub state: &'a AppState,
    pub partner: &'a Partner,
    /// The host of the tenant.
    pub host: HeaderValue,
    /// The partners' routes.
    pub routes: Router,
    /// Distinguishes this replay from others of the same recording.
    pub run: String,
}

/// Whether the request asks for the same as the one after it: of such reads only the last one counts, because the others
/// waited for something.
fn is_waiting(all: &[RecordedRequest], at: usize) -> bool {
    let next = all.get(at + 1);
    all[at].method == "GET" && next.is_some_and(|next| next.method == "GET" && next.target == all[at].target)
}

/// The new name of a value that must be unique.
fn unique(old: &str, run: &str) -> String {
    format!("{}-{run}", old.chars().take(UNIQUE_CHARS_MAX).collect::<String>())
}

/// Gives the unique fields of all recorded bodies new names.
fn rename(all: &[RecordedRequest], run: &str, names: &mut Names) {
    for body in all.iter().filter_map(|request| request.body.as_ref()) {
        for field in UNIQUE_FIELDS {
            if let Some(old) = body.get(field).and_then(Value::as_str) {
                names.add(old, &unique(old, run));
            }
        }
    }
}

/// Moves the time of a clock step by the distance between the two runs.
fn shifted(body: Value, by: TimeDelta) -> Value {
    let Some(at) = body.get("advance_to").and_then(Value::as_str).and_then(|at| at.parse::<DateTime<Utc>>().ok())
    else {
        return body;
    };
    let mut body = body;
    if let Some(at) = at.checked_add_signed(by) {
        body["advance_to"] = json!(at);
    }
    body
}

impl Replay<'_> {
    /// Repeats the requests, as many as fit into the time.
    ///
    /// # Errors
    /// A request that cannot be built.
    pub async fn run(&self, recording: &Recording, all: &[RecordedRequest]) -> Result<Outcome, Problem> {
        let (ends, mut names) = (Instant::now() + REPLAY_MAX, Names::default());
        rename(all, &self.run, &mut names);
        let by = self.state.world().now_for(self.partner.tenant.id) - recording.clock_at;
        let mut outcome = Outcome { is_complete: true, ..Outcome::default() };
        for (at, request) in all.iter().enumerate() {
            if is_waiting(all, at) {
                continue;
            }
            if Instant::now() >= ends {
                outcome.is_complete = false;
                break;
            }
            let found = match request.is_signed {
                true => vec![mismatch("", "a signed request", "not repeated: a signature serves once")],
                false => self.repeat(request, (&mut names, by), ends).await?,
            };
            outcome.requests += 1;
            outcome.differences.extend(found.into_iter().map(|mismatch| Difference {
                request: at + 1,
                method: request.method.clone(),
                target: request.target.clone(),
                mismatch,
            }));
            outcome.differences.truncate(DIFFERENCES_MAX);
        }
        Ok(outcome)
    }

    /// Repeats one request; a read until it is as it was, or its time is over.
    async fn repeat(
        &self,
        request: &RecordedRequest,
        (names, by): (&mut Names, TimeDelta),
        ends: Instant,
    ) -> Result<Vec<Mismatch>, Problem> {
        let until = ends.min(Instant::now() + READ_MAX);
        loop {
            let (status, answer) = self.send(request, names, by).await?;
            let mut found = match request.target.starts_with(SIMULATED) {
                true => Vec::new(),
                false => differences(&request.answer, &answer, OF_ONE_MAX),
            };
            if status != request.status {
                found.insert(0, mismatch("status", &request.status.to_string(), &status.to_string()));
            }
            if found.is_empty() || request.method != "GET" || Instant::now() >= until {
                names.learn(&request.answer, &answer);
                return Ok(found);
            }
            sleep(READ_AGAIN).await;
        }
    }

    async fn send(&self, recorded: &RecordedRequest, names: &Names, by: TimeDelta) -> Result<(u16, Value), Problem> {
        let broken = |error: axum::http::Error| Problem::internal(error.to_string());
        let method: Method = recorded.method.parse().unwrap_or_default();
        let mut request = Request::builder().method(method).uri(names.apply(&recorded.target));
        request = request.header(HOST, &self.host).extension(Replayed(self.partner.clone()));
        if let Some(key) = &recorded.idempotency_key {
            request = request.header(IDEMPOTENCY_KEY, unique(key, &self.run));
        }
        let body = recorded.body.as_ref().map(|body| names.apply_to(body));
        let body = body.map(|body| if recorded.target == CLOCK { shifted(body, by) } else { body });
        let request = match body {
            Some(body) => request.header(CONTENT_TYPE, "application/json").body(Body::from(body.to_string())),
            None => request.body(Body::empty()),
        };
        let Ok(response) = self.routes.clone().oneshot(request.map_err(broken)?).await;
        let status = response.status().as_u16();
        let bytes = to_bytes(response.into_body(), ANSWER_BYTES_MAX).await.unwrap_or_default();
        Ok((status, serde_json::from_slice(&bytes).unwrap_or_default()))
    }
}

fn mismatch(pointer: &str, recorded: &str, replayed: &str) -> Mismatch {
    Mismatch { pointer: pointer.to_owned(), recorded: recorded.to_owned(), replayed: replayed.to_owned() }
}

/// The types whose numbers differ.
pub(super) fn different_events(
    recorded: &BTreeMap<String, i64>,
    replayed: &BTreeMap<String, i64>,
) -> BTreeMap<String, (i64, i64)> {
    let of = |events: &BTreeMap<String, i64>, kind: &String| events.get(kind).copied().unwrap_or(0);
    let kinds = recorded.keys().chain(replayed.keys());
    let counts = kinds.map(|kind| (kind.clone(), (of(recorded, kind), of(replayed, kind))));
    counts.filter(|(_, (old, new))| old != new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(method: &str, target: &str) -> RecordedRequest {
        RecordedRequest {
            method: method.to_owned(),
            target: target.to_owned(),
            idempotency_key: None,
            body: Some(json!({ "external_transaction_id": "cart-1" })),
            is_signed: false,
            status: 200,
            answer: Value::Null,
        }
    }

    #[test]
    fn of_reads_that_waited_only_the_last_one_is_repeated() {
        let all =
            [asked("POST", "/a"), asked("GET", "/b"), asked("GET", "/b"), asked("GET", "/c"), asked("POST", "/c")];
        let waiting: Vec<bool> = (0..all.len()).map(|at| is_waiting(&all, at)).collect();
        assert_eq!(waiting, [false, true, false, false, false]);
    }

    #[test]
    fn own_ids_are_new_in_each_run_and_clock_steps_keep_their_distance() {
        let mut names = Names::default();
        rename(&[asked("POST", "/orders")], "r1", &mut names);
        assert_eq!(names.apply("?external_transaction_id=cart-1"), "?external_transaction_id=cart-1-r1");
        let step = json!({ "frozen": true, "advance_to": "2026-01-02T00:00:00Z" });
        assert_eq!(shifted(step, TimeDelta::days(3)), json!({ "frozen": true, "advance_to": "2026-01-05T00:00:00Z" }));
        assert_eq!(shifted(json!({ "frozen": true }), TimeDelta::days(3)), json!({ "frozen": true }));
    }

    #[test]
    fn events_differ_by_type_and_number() {
        let (old, new) = ([("a".to_owned(), 2), ("b".to_owned(), 1)].into(), [("a".to_owned(), 2)].into());
        assert_eq!(different_events(&old, &new), [("b".to_owned(), (1, 0))].into());
        assert!(different_events(&old, &old).is_empty());
    }
}
