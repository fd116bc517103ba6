//! A complete test system per test, with customers.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Clock, World};
use providers::signer::Vault;
use serde_json::{Value, json};
use store::testing::TestDb;
use store::{Store, StoreOptions};
use tokio::sync::watch;
use tower::ServiceExt;

use crate::tests::scratch::Scratch;
use crate::wiring::config::Config;
use crate::wiring::secrets::Secrets;
use crate::wiring::{Installation, Workers};

/// Time runs three times as fast. Prices, which are fetched every eight real seconds, stay fresh enough for quotes.
const SPEED: i32 = 3;
pub const WORDS: &str = "legal winner thank year wave sausage worth useful legal winner thank yellow";
pub const LTC_ADDRESS: &str = "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9";

struct Fast {
    began: Instant,
    from: DateTime<Utc>,
    /// By how much a test has set it forward, in seconds.
    ahead: AtomicI64,
}

impl Clock for Fast {
    fn now(&self) -> DateTime<Utc> {
        let passed = TimeDelta::from_std(self.began.elapsed()).expect("a test is short");
        let micros = passed.num_microseconds().expect("a test is short");
        let ahead = TimeDelta::seconds(self.ahead.load(Ordering::Relaxed));
        self.from + TimeDelta::microseconds(micros * i64::from(SPEED)) + ahead
    }
}

/// All rails simulated.
pub fn config() -> Config {
    Config {
        database_url: None,
        smtp_url: None,
        mail_from: "no-reply@example.test".into(),
        text_url: None,
        text_from: None,
        messenger_from: None,
        litecoin_rpc: None,
        bitcoin_rpc: None,
        trusted_proxies: None,
        liabilities_hours: None,
        metrics_token: None,
        security_contact: None,
        sign_in: Vec::new(),
        mobile: Vec::new(),
        identity_checks: Vec::new(),
        mail_events: Vec::new(),
        banks: Vec::new(),
        chains: Vec::new(),
        cards: Vec::new(),
        rates: Vec::new(),
    }
}

/// A running system with its own database.
pub struct TestApp {
    pub installation: Installation,
    /// The system's clock. Use it for all operations: by another clock, the initial data may not be valid yet.
    pub world: World,
    clock: Arc<Fast>,
    pub router: Router,
    /// `None` after the workers have stopped.
    workers: Option<Workers>,
    pub stop: watch::Sender<bool>,
    pub db: TestDb,
    scratch: Scratch,
}

impl TestApp {
    /// The data folder, with the secrets.
    pub fn data(&self) -> &std::path::Path {
        self.scratch.path()
    }

    pub async fn new() -> Self {
        Self::with(config()).await
    }

    /// A system that also writes the histories of prices, with their past. It takes a second of a processor.
    pub async fn recording() -> Self {
        let mut app = Self::new().await;
        app.installation.start_recording();
        app
    }

    /// A system with this configuration.
    pub async fn with(config: Config) -> Self {
        let db = TestDb::new().await;
        let scratch = Scratch::new().unwrap();
        let from = World::system().now();
        let clock = Arc::new(Fast { began: Instant::now(), from, ahead: AtomicI64::new(0) });
        let world = World::with_clock(clock.clone());
        let secrets = Secrets::open(scratch.path()).unwrap();
        // In this process; the separate signer process is tested in tests/signer.
        let vault = Arc::new(Vault::from_phrase(WORDS).unwrap());
        let installation =
            Installation::open(db.store.clone(), world.clone(), &config, secrets, Some(vault)).await.unwrap();
        installation.seed().await.unwrap();
        let (stop, stopping) = watch::channel(false);
        let router = api::router(installation.state(true, stopping), Router::new());
        let workers = Some(installation.start_workers());
        Self { installation, world, clock, router, workers, stop, db, scratch }
    }

    /// The current time of the system.
    pub fn now(&self) -> DateTime<Utc> {
        self.world.now()
    }

    /// Sets the clock forward. Prices are old until the next ones are fetched.
    pub fn skip(&self, time: TimeDelta) {
        self.clock.ahead.fetch_add(time.num_seconds(), Ordering::Relaxed);
    }

    /// Stops the workers and the recorder of prices. After that, only requests have effects.
    pub async fn rest(&mut self) {
        self.installation.stop_recording().await;
        if let Some(workers) = self.workers.take() {
            workers.stop().await;
        }
    }

    /// Stops everything and verifies the ledger. Every test ends with it.
    pub async fn close(mut self) {
        self.rest().await;
        self.installation.close().await;
        let mut report = Vec::new();
        let proved = ledger::verify::verify(&self.db.store, &mut report).await;
        assert!(proved.is_ok(), "{}", String::from_utf8_lossy(&report));
        let rewarded = rewards::verify(&self.db.store, &mut report).await.unwrap();
        assert!(rewarded, "{}", String::from_utf8_lossy(&report));
    }

    /// Adds a second tenant at `host`.
    pub async fn neighbour(&self, host: &'static str) {
        let new = identity::NewTenant::sandbox("neighbour", "Neighbour", &[host]);
        identity::add_tenant(&self.db.store, &self.world, new).await.unwrap();
    }

    /// A customer who has signed in but not accepted the terms.
    pub async fn newcomer(&self, name: &str) -> Person {
        self.newcomer_at(name, "localhost").await
    }

    async fn newcomer_at(&self, name: &str, host: &'static str) -> Person {
        let mut person = Person { router: self.router.clone(), token: None, host };
        let email = format!("{name}@example.test");
        let started = person.post("login?method=email", &json!({ "email": email })).await.expect(StatusCode::ACCEPTED);
        // The sandbox's fixed code for addresses under example.test.
        let code = json!({ "challenge_id": started["challenge_id"], "code": "111111" });
        let login = person.call("PUT", "login?method=email", Some(&code), &[]).await.expect(StatusCode::OK);
        person.token = Some(login["access_token"].as_str().unwrap().to_owned());
        person
    }

    /// A customer with full access.
    pub async fn person(&self, name: &str) -> Person {
        self.person_at(name, "localhost").await
    }

    /// The same at another tenant.
    pub async fn person_at(&self, name: &str, host: &'static str) -> Person {
        let person = self.newcomer_at(name, host).await;
        let terms = person.get("user/terms").await.expect(StatusCode::OK);
        let accepted = person.post("user/accept-terms", &json!({ "version": terms["version"] })).await;
        assert_eq!(accepted.status, StatusCode::NO_CONTENT);
        person
    }
}

/// Another API process on the same database.
pub struct Replica {
    pub router: Router,
    installation: Installation,
    stop: watch::Sender<bool>,
    _scratch: Scratch,
}

impl Replica {
    pub async fn beside(first: &TestApp) -> Self {
        let scratch = Scratch::new().unwrap();
        let store = Store::connect(&first.db.url(), StoreOptions::default()).await.unwrap();
        let secrets = Secrets::open(scratch.path()).unwrap();
        let installation = Installation::open(store, first.world.clone(), &config(), secrets, None).await.unwrap();
        let (stop, stopping) = watch::channel(false);
        let router = api::router(installation.state(true, stopping), Router::new());
        Self { router, installation, stop, _scratch: scratch }
    }

    pub async fn close(self) {
        let _ = self.stop.send(true);
        self.installation.close().await;
    }
}

/// A customer with a browser.
#[derive(Clone)]
pub struct Person {
    pub router: Router,
    pub token: Option<String>,
    /// The host in the requests, which selects the tenant.
    pub host: &'static str,
}

/// A response.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Value,
    pub bytes: Vec<u8>,
}

impl Answer {
    pub fn expect(self, status: StatusCode) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        self.body
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The status and code of a problem.
    pub fn problem(&self) -> (u16, &str) {
        assert_eq!(self.header("content-type"), "application/problem+json", "{} {}", self.status, self.body);
        assert_eq!(self.body["request_id"], self.header("x-request-id"));
        assert_eq!(self.body["status"], self.status.as_u16());
        (self.status.as_u16(), self.body["code"].as_str().unwrap())
    }
}

impl Person {
    /// The notification of a kind, once it is there.
    pub async fn notified(&self, kind: &str) -> Value {
        let waiting = async {
            loop {
                let found = self.get("notifications").await.expect(StatusCode::OK);
                if let Some(found) = found["data"].as_array().unwrap().iter().find(|one| one["kind"] == kind) {
                    return found.clone();
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        let told = tokio::time::timeout(Duration::from_secs(40), waiting).await;
        told.unwrap_or_else(|_| panic!("no notification {kind} came"))
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, 1 << 20).await.unwrap().to_vec();
        let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        Answer { status: parts.status, headers: parts.headers, body, bytes }
    }

    pub async fn call(&self, method: &str, path: &str, body: Option<&Value>, headers: &[(&str, &str)]) -> Answer {
        let path = if path.starts_with('/') { path.to_owned() } else { format!("/api/client/v1/{path}") };
        let mut request = Request::builder().method(method).uri(path).header("host", self.host);
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = match body {
            Some(body) => {
                request = request.header("content-type", "application/json");
                Body::from(body.to_string())
            }
            None => Body::empty(),
        };
        self.send(request.body(body).unwrap()).await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.call("GET", path, None, &[]).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.call("POST", path, Some(body), &[]).await
    }

    /// A POST with an idempotency key.
    pub async fn post_once(&self, path: &str, key: &str, body: &Value) -> Answer {
        self.call("POST", path, Some(body), &[("idempotency-key", key)]).await
    }

    pub async fn firm_quote(&self, from: (&str, &str), to: (&str, &str), amount: &str) -> Value {
        let mut asked = json!({ "from_currency": from.0, "from_payway": from.1, "to_currency": to.0,
            "to_payway": to.1, "from_amount": amount, "firm": true });
        if from.0 != to.0 {
            let is_purchase = matches!(from.0, "EUR" | "PLN" | "UAH");
            asked["side"] = json!(if is_purchase { "BUY" } else { "SELL" });
        }
        self.post("quotes", &asked).await.expect(StatusCode::CREATED)
    }

    /// Creates an order for Litecoin, to be paid in euro by `payway`.
    pub async fn order(&self, payway: &str, key: &str) -> Value {
        let quote = self.firm_quote(("EUR", payway), ("LTC", "ltc"), "250.00").await;
        let requisite = json!({ "kind": "address", "value": LTC_ADDRESS });
        let body = json!({ "quote_id": quote["id"], "requisite": requisite });
        self.post_once("orders", key, &body).await.expect(StatusCode::CREATED)
    }

    /// A verified bank account in Ada's name, as a requisite.
    pub async fn account(&self, iban: &str) -> Value {
        let name = "Ada Lovelace";
        let asked = json!({ "currency": "EUR", "payway": "iban", "value": iban, "full_name": name });
        let verdict = self.post("requisites/payee", &asked).await.expect(StatusCode::OK);
        json!({ "kind": "iban", "value": iban, "full_name": name, "payee_check_id": verdict["id"] })
    }

    /// Waits until the transaction satisfies `there`. Every change is an event, so polling misses nothing.
    pub async fn until(&self, app: &TestApp, id: &str, there: impl Fn(&Value) -> bool) -> Value {
        let mut hub = app.db.store.event_hub().subscribe();
        let found = async {
            loop {
                let transaction = self.get(&format!("transactions/{id}")).await.expect(StatusCode::OK);
                if there(&transaction) {
                    return transaction;
                }
                let _ = hub.recv().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), found).await.expect("it comes to that within a minute")
    }
}
