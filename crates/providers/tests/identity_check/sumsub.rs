//! A fake Sumsub server: it follows the documented API, verifies every signature, and loses answers on demand.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Response, StatusCode};
use chrono::TimeDelta;
use kernel::{Clock, ManualClock};
use ring::hmac;
use serde_json::{Value, json};

pub const TOKEN: &str = "prd:token";
pub const SECRET: &str = "the app's secret";
pub const WEBHOOK_SECRET: &str = "the webhook's secret";
pub const LEVEL: &str = "id and face";

/// An applicant.
#[derive(Clone, Default)]
pub struct Applicant {
    pub id: String,
    pub info: Value,
    /// The declared content of each picture.
    pub pictures: Vec<Value>,
    pub checks_asked: usize,
    pub status: String,
    pub review_date: Option<String>,
    pub result: Value,
}

/// The fault of the next request.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The request is processed, but the answer is lost.
    AnswerLost,
    /// The request fails.
    Down,
    /// The request is refused with a `Retry-After`.
    Busy,
    /// No fault.
    None,
}

#[derive(Default)]
pub struct Books {
    pub applicants: BTreeMap<String, Applicant>,
    pub faults: VecDeque<Fault>,
    pub key_taken_back: bool,
    ends: u32,
}

#[derive(Clone)]
pub struct Server {
    pub books: Arc<Mutex<Books>>,
    pub address: String,
    clock: Arc<ManualClock>,
}

impl Server {
    pub async fn start(clock: Arc<ManualClock>) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let server = Self { books: Arc::default(), address, clock };
        let app = Router::new().fallback(answer).with_state(server.clone());
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        server
    }

    /// The only applicant.
    pub fn only(&self) -> Applicant {
        let books = self.books.lock().unwrap();
        assert_eq!(books.applicants.len(), 1);
        books.applicants.values().next().unwrap().clone()
    }

    pub fn goes_wrong(&self, faults: impl IntoIterator<Item = Fault>) {
        self.books.lock().unwrap().faults.extend(faults);
    }

    /// Sets the review result of the only applicant.
    pub fn comes_to(&self, status: &str, result: Value) {
        let mut books = self.books.lock().unwrap();
        books.ends += 1;
        let ended = self.clock.now() + TimeDelta::seconds(books.ends.into());
        let date = ended.format("%Y-%m-%d %H:%M:%S%z").to_string();
        let applicant = books.applicants.values_mut().next().unwrap();
        applicant.status = status.to_owned();
        if status == "completed" {
            applicant.review_date = Some(date);
        }
        applicant.result = result;
    }

    fn is_signed(&self, method: &str, path: &str, headers: &HeaderMap, body: &[u8]) -> bool {
        let header = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let at = header("x-app-access-ts");
        let late = (self.clock.now().timestamp() - at.parse::<i64>().unwrap_or(0)).abs() > 60;
        let said = [at.as_bytes(), method.as_bytes(), path.as_bytes(), body].concat();
        let signed = hex::encode(hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, SECRET.as_bytes()), &said));
        header("x-app-token") == TOKEN && !late && header("x-app-access-sig") == signed
    }
}

fn told(status: u16, body: &Value) -> Response<Body> {
    let mut answer = Response::new(Body::from(body.to_string()));
    *answer.status_mut() = StatusCode::from_u16(status).unwrap();
    answer
}

async fn answer(State(server): State<Server>, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 20 << 20).await.unwrap();
    let path = parts.uri.path_and_query().unwrap().as_str();
    let mut books = server.books.lock().unwrap();
    if books.key_taken_back || !server.is_signed(parts.method.as_str(), path, &parts.headers, &body) {
        return told(401, &json!({ "code": 401, "description": "Request signature mismatch" }));
    }
    let fault = books.faults.pop_front().unwrap_or(Fault::None);
    match fault {
        Fault::Down => return told(503, &json!({})),
        Fault::Busy => {
            let mut busy = told(429, &json!({ "code": 429 }));
            busy.headers_mut().insert("retry-after", "90".parse().unwrap());
            return busy;
        }
        Fault::AnswerLost | Fault::None => {}
    }
    let done = route(&mut books, parts.method.as_str(), path, &parts.headers, &body);
    if fault == Fault::AnswerLost { told(502, &json!({})) } else { done }
}

fn route(books: &mut Books, method: &str, path: &str, headers: &HeaderMap, body: &Bytes) -> Response<Body> {
    let rest = path.strip_prefix("/resources/applicants").unwrap();
    if let Some(level) = rest.strip_prefix("?levelName=") {
        assert_eq!((method, level), ("POST", "id%20and%20face"));
        return create(books, &serde_json::from_slice(body).unwrap());
    }
    if let Some(name) = rest.strip_prefix("/-;externalUserId=").and_then(|rest| rest.strip_suffix("/one")) {
        return match books.applicants.get(name) {
            Some(known) => told(200, &json!({ "id": known.id, "externalUserId": name })),
            None => told(404, &json!({ "code": 404 })),
        };
    }
    let (id, what) = rest.trim_start_matches('/').split_once('/').unwrap();
    let Some(applicant) = books.applicants.values_mut().find(|one| one.id == id) else {
        return told(404, &json!({ "code": 404 }));
    };
    match (method, what) {
        ("PATCH", "fixedInfo") => applicant.info = serde_json::from_slice(body).unwrap(),
        ("POST", "info/idDoc") => applicant.pictures.push(described(headers, body)),
        ("POST", "status/pending") => {
            if ["pending", "queued", "prechecked"].contains(&applicant.status.as_str()) {
                return told(409, &json!({ "code": 409, "description": "Applicant is being checked" }));
            }
            applicant.status = "pending".into();
            applicant.checks_asked += 1;
        }
        ("GET", "status") => {
            return told(
                200,
                &json!({ "reviewStatus": applicant.status, "reviewDate": applicant.review_date,
                    "reviewResult": applicant.result, "levelName": LEVEL, "attemptCnt": 0 }),
            );
        }
        other => panic!("not in the documentation: {other:?}"),
    }
    told(200, &json!({ "ok": 1 }))
}

fn create(books: &mut Books, asked: &Value) -> Response<Body> {
    let name = asked["externalUserId"].as_str().unwrap().to_owned();
    if let Some(known) = books.applicants.get(&name) {
        let description = format!("Applicant with external user id '{name}' already exists: {}", known.id);
        return told(409, &json!({ "code": 409, "description": description }));
    }
    let id = format!("5cb56e8e0a975a35f333cb{:02}", books.applicants.len());
    let status = "init".to_owned();
    let new = Applicant { id: id.clone(), info: asked["fixedInfo"].clone(), status, ..Applicant::default() };
    books.applicants.insert(name.clone(), new);
    told(201, &json!({ "id": id, "externalUserId": name }))
}

/// The description in an upload form, whose other part must be a JPEG.
fn described(headers: &HeaderMap, body: &Bytes) -> Value {
    let kind = headers["content-type"].to_str().unwrap();
    let boundary = kind.strip_prefix("multipart/form-data; boundary=").unwrap();
    let text = String::from_utf8_lossy(body);
    let parts: Vec<&str> = text.split(&format!("--{boundary}")).collect();
    assert_eq!((parts.len(), parts[0], parts[3]), (4, "", "--\r\n"));
    let (head, metadata) = parts[1].split_once("\r\n\r\n").unwrap();
    assert!(head.contains("name=\"metadata\""));
    let (head, file) = parts[2].split_once("\r\n\r\n").unwrap();
    assert!(head.contains("name=\"content\"") && file.contains("JFIF"), "a JPEG");
    serde_json::from_str(metadata.trim()).unwrap()
}
