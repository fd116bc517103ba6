//! Bad input: every field of every request of the customers', the partners' and the operators' documents, spoilt in each
//! way that the document forbids. Each is refused with a code and a pointer to the field.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use chrono::TimeDelta;
use futures_util::stream::{self, StreamExt};
use identity::operator::Role;
use serde_json::{Value, json};

use super::operators::{Colleague, colleague};
use super::partner_customers::KYC;
use super::partners::{EXCHANGER, Server, key};
use super::support::{Answer, Person, TestApp};

/// Requests that are sent at the same time.
const AT_ONCE: usize = 16;
/// How often a request is sent again that is refused by a rate limit.
const TRIES_MAX: usize = 50;
/// The longest text that is sent; the limit of bodies is 64 KiB.
const TEXT_MAX: u64 = 20_000;

/// Operations whose credentials are not those of a signed-in customer or of a key, with the reason.
const EXCUSED: [(&str, &str); 7] = [
    ("PUT /api/client/v1/auth", "it needs a refresh cookie before it reads a body"),
    ("POST /api/partner/v1/withdrawals", "it needs a signature of the body before it reads it"),
    ("POST /api/partner/v1/payments/{id}/refunds", "it needs a signature of the body before it reads it"),
    ("POST /api/operator/v1/proposals/{id}/approve/begin", "the proposal decides who may answer it"),
    ("POST /api/operator/v1/proposals/{id}/approve", "the proposal decides who may answer it"),
    ("POST /api/operator/v1/proposals/{id}/refuse", "the proposal decides who may answer it"),
    ("POST /api/operator/v1/proposals/{id}/withdraw", "the proposal decides who may answer it"),
];

/// Texts that match the patterns of the documents that have no example.
const PATTERNS: [(&str, &str); 10] = [
    ("^[0-9.]+$", "1"),
    ("^[A-Za-z0-9_-]+$", "abc"),
    ("^/", "/"),
    ("^[0-9a-f]{32}$", "019a0000000070008000000000000001"),
    ("^[0-9]+(\\.[0-9]+)?$", "1"),
    ("^[0-9]{6}$", "123456"),
    ("^[0-9]{1,18}$", "1"),
    ("^[1-9][0-9]{0,17}$", "1"),
    ("^[A-Z]{2}$", "UA"),
    ("^[A-Za-z0-9+/]", "QUJD"),
];

/// The kinds of the ids in paths, the first that fits.
const KINDS: [(&str, &str); 29] = [
    ("/two-factor/challenges/", "stp"),
    ("/support/saved-answers/", "ans"),
    ("/conversations/", "sup"),
    ("/farm/seasons/", "ssn"),
    ("/campaigns/", "cmp"),
    ("/content/", "cnt"),
    ("/customers/", "usr"),
    ("/partners/", "usr"),
    ("/referrals/", "usr"),
    ("/referral-earnings/", "ord"),
    ("/movements/", "ord"),
    ("/operators/", "opr"),
    ("/proposals/", "prp"),
    ("/transactions/", "ord"),
    ("/orders/", "ord"),
    ("/payments/", "pay"),
    ("/notifications/devices/", "psd"),
    ("/notifications/", "ntf"),
    ("/partner-keys/", "key"),
    ("/plans/", "pln"),
    ("/presets/", "pst"),
    ("/profiles/", "prf"),
    ("/requisites/saved/", "req"),
    ("/requisites/cards/", "crd"),
    ("/deposit-accounts/", "dep"),
    ("/passkeys/", "psk"),
    ("/wallets/", "wlt"),
    ("/webhook-endpoints/", "whe"),
    ("/webhook-deliveries/", "whd"),
];

/// A document, with its schemas.
struct Document(Value);

/// A field of a body that was spoilt, and the body.
struct Spoilt {
    pointer: String,
    how: &'static str,
    body: Value,
}

impl Document {
    /// The schema behind a reference.
    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str().and_then(|target| target.rsplit('/').next()) {
            Some(name) => self.resolved(&self.0["components"]["schemas"][name]),
            None => schema,
        }
    }

    /// A body that the schema allows, with every field.
    fn sample(&self, schema: &Value) -> Value {
        let schema = self.resolved(schema);
        if let Some(example) = schema.get("example") {
            return example.clone();
        }
        match schema["type"].as_str() {
            Some("string") => json!(text(schema)),
            Some("integer") => schema["minimum"].as_i64().map_or(json!(1), |least| json!(least)),
            Some("boolean") => json!(true),
            Some("array") => {
                let one = self.sample(&schema["items"]);
                let count = schema["minItems"].as_u64().unwrap_or(1).max(1);
                (0..count).map(|_| one.clone()).collect()
            }
            Some("object") => {
                let fields = schema["properties"].as_object().into_iter().flatten();
                fields.map(|(name, field)| (name.clone(), self.sample(field))).collect()
            }
            _ => json!({}),
        }
    }

    /// The sample with one thing spoilt: every field of it, in every way that its schema forbids.
    fn spoilt(&self, schema: &Value, pointer: &str) -> Vec<(String, &'static str, Value)> {
        let schema = self.resolved(schema);
        let mut found = Vec::new();
        let mut spoil = |how, value| found.push((pointer.to_owned(), how, value));
        match schema["type"].as_str() {
            Some("string") => {
                spoil("a number", json!(5));
                if schema.get("enum").is_some() {
                    spoil("unknown", json!("no such value"));
                }
                if let Some(max) = schema["maxLength"].as_u64().filter(|max| *max < TEXT_MAX) {
                    spoil("too long", json!("a".repeat(usize::try_from(max).unwrap() + 1)));
                }
            }
            Some("integer") => {
                spoil("a text", json!("x"));
                if let Some(max) = schema["maximum"].as_i64() {
                    spoil("too much", json!(max + 1));
                }
            }
            Some("boolean") => spoil("a text", json!("x")),
            Some("array") => {
                spoil("a text", json!("x"));
                if let Some(max) = schema["maxItems"].as_u64().filter(|max| *max <= 100) {
                    let one = self.sample(&schema["items"]);
                    spoil("too many", (0..=max).map(|_| one.clone()).collect());
                }
            }
            Some("object") => {
                spoil("a text", json!("x"));
                found.extend(self.spoilt_fields(schema, pointer));
            }
            // Anything is allowed.
            _ => {}
        }
        found
    }

    fn spoilt_fields(&self, schema: &Value, pointer: &str) -> Vec<(String, &'static str, Value)> {
        let whole = self.sample(schema);
        let mut found = Vec::new();
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            let at = format!("{pointer}/{name}");
            let with = |value: Value| {
                let mut body = whole.clone();
                body[name] = value;
                body
            };
            found.push((at.clone(), "null", with(Value::Null)));
            if schema["required"].as_array().is_some_and(|all| all.contains(&json!(name))) {
                let mut body = whole.clone();
                body.as_object_mut().unwrap().remove(name);
                found.push((at.clone(), "missing", body));
            }
            let inner = self.spoilt(field, &at);
            found.extend(inner.into_iter().map(|(pointer, how, value)| (pointer, how, with(value))));
        }
        found
    }

    /// Every operation with a JSON body, as method and path, with its spoilt bodies.
    fn requests(&self) -> Vec<(String, String, Vec<Spoilt>)> {
        let mut found = Vec::new();
        for (path, item) in self.0["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let method = method.to_uppercase();
                let is_excused = EXCUSED.iter().any(|(name, _)| *name == format!("{method} {path}"));
                let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
                if is_excused || schema.is_null() {
                    continue;
                }
                // An optional body is null or the schema.
                let schema = schema["oneOf"].as_array().and_then(|ways| ways.last()).unwrap_or(schema);
                let all = self.spoilt(schema, "").into_iter().filter(|(pointer, ..)| !pointer.is_empty());
                let spoilt = all.map(|(pointer, how, body)| Spoilt { pointer, how, body }).collect();
                found.push((method, path.clone(), spoilt));
            }
        }
        found
    }
}

/// A text that a schema allows.
fn text(schema: &Value) -> String {
    if let Some(first) = schema["enum"].as_array().and_then(|values| values.first()) {
        return first.as_str().unwrap().to_owned();
    }
    if let Some(pattern) = schema["pattern"].as_str() {
        if let Some(first) = pattern.strip_prefix("^(").and_then(|rest| rest.split(['|', ')']).next()) {
            return first.to_owned();
        }
        let known = PATTERNS.iter().find(|(start, _)| pattern.starts_with(start));
        let known = known.unwrap_or_else(|| panic!("no text is known for {pattern}")).1;
        let least = usize::try_from(schema["minLength"].as_u64().unwrap_or(1)).unwrap();
        return known.repeat(least.div_ceil(known.len()).max(1));
    }
    match schema["format"].as_str() {
        Some("date") => "2026-01-01".to_owned(),
        Some("date-time") => "2030-01-01T00:00:00Z".to_owned(),
        Some("uuid") => "019a0000-0000-7000-8000-000000000001".to_owned(),
        _ => "a".repeat(usize::try_from(schema["minLength"].as_u64().unwrap_or(1).max(1)).unwrap()),
    }
}

/// The path with ids of the right kind, of things that do not exist, and with the way to sign in.
fn named(path: &str) -> String {
    let kind = KINDS.iter().find(|(part, _)| path.contains(part)).map(|(_, kind)| *kind);
    let digits = "019a0000000070008000000000000001";
    // Files of banks have plain UUIDs.
    let id = kind.map_or("019a0000-0000-7000-8000-000000000001".to_owned(), |kind| format!("{kind}_{digits}"));
    let path = path.replace("{id}", &id).replace("{version}", "1").replace("{action}", "pay");
    let path = path.replace("{provider}", "google");
    let path = path.replace("{external_customer_id}", "nobody").replace("{method}", "google");
    let path = path.replace("{currency}", "EUR");
    if path == "/api/client/v1/login" { format!("{path}?method=email") } else { path }
}

/// What is wrong with the answer to a spoilt body; `None` if it is as it must be.
fn fault(spoilt: &Spoilt, answer: &Answer) -> Option<String> {
    let pointer = answer.body["errors"][0]["pointer"].as_str().unwrap_or_default();
    let names = pointer == spoilt.pointer || pointer.starts_with(&format!("{}/", spoilt.pointer));
    let is_refused = answer.status == 400 && answer.body["code"] == "VALIDATION_ERROR";
    (!names || !is_refused).then(|| format!("{} {}: {} {}", spoilt.pointer, spoilt.how, answer.status, answer.body))
}

/// Who sends the requests.
struct Callers {
    customer: Person,
    partner: Server,
    /// One of them has each permission.
    operators: Vec<Colleague>,
}

impl Callers {
    async fn of(app: &TestApp) -> Self {
        let customer = app.person("ada").await;
        let scopes = [EXCHANGER.as_slice(), &KYC, &["wallet:full", "webhooks:write", "exchanger:test"]].concat();
        let (_, secret) = key(&customer, "white_label", &scopes).await;
        let mut operators = Vec::new();
        let treasury = [Role::TreasuryOperator, Role::TreasuryApprover];
        for role in [Role::TenantAdmin, Role::ComplianceOfficer, Role::SupportL2].into_iter().chain(treasury) {
            operators.push(colleague(app, role).await);
        }
        let partner = Server::new(&app.router, &secret);
        Self { customer, partner, operators }
    }

    /// The answer. Waits on the system's clock while the caller has sent too many requests.
    async fn ask(&self, app: &TestApp, (method, path): (&str, &str), body: &Value, number: usize) -> Answer {
        for _ in 0..TRIES_MAX {
            let answer = self.ask_once((method, path), body, number).await;
            if answer.status != StatusCode::TOO_MANY_REQUESTS {
                return answer;
            }
            app.skip(TimeDelta::seconds(2));
        }
        panic!("{method} {path} is refused for ever: 429");
    }

    async fn ask_once(&self, (method, path): (&str, &str), body: &Value, number: usize) -> Answer {
        let key = format!("bad-{number}");
        let headers = [("idempotency-key", key.as_str()), ("origin", "http://localhost")];
        if path.starts_with("/api/partner/") {
            return self.partner.call(method, path, Some(body), &headers).await;
        }
        match path.strip_prefix("/api/operator/v1/") {
            Some(path) => self.ask_as_operator(method, path, body).await,
            None => self.customer.call(method, path, Some(body), &headers).await,
        }
    }

    /// The answer to the first operator who has the permission.
    async fn ask_as_operator(&self, method: &str, path: &str, body: &Value) -> Answer {
        let mut last = None;
        for operator in &self.operators {
            let answer = operator.clone().call(method, path, Some(body)).await;
            if answer.status != StatusCode::FORBIDDEN {
                return answer;
            }
            last = Some(answer);
        }
        last.unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_field_of_every_request_is_refused_with_its_pointer() {
    let mut app = TestApp::new().await;
    let callers = Callers::of(&app).await;
    app.rest().await;
    let documents = [api::openapi(), api::partner_openapi(), api::operator_openapi()];
    let documents = documents.map(|one| Document(serde_json::to_value(one).unwrap()));
    let requests: Vec<_> = documents.iter().flat_map(Document::requests).collect();
    let fields: BTreeSet<_> = requests
        .iter()
        .flat_map(|(method, path, all)| all.iter().map(move |one| (method, path, &one.pointer)))
        .collect();
    assert!(requests.len() > 180 && fields.len() > 500, "{} {}", requests.len(), fields.len());
    let sent = requests.iter().flat_map(|(method, path, all)| all.iter().map(move |one| (method, path, one)));
    let answered = stream::iter(sent.enumerate()).map(|(number, (method, path, spoilt))| {
        let (app, callers) = (&app, &callers);
        async move {
            let answer = callers.ask(app, (method, &named(path)), &spoilt.body, number).await;
            fault(spoilt, &answer).map(|fault| format!("{method} {path} {fault}"))
        }
    });
    let faults: Vec<String> = answered.buffer_unordered(AT_ONCE).filter_map(std::future::ready).collect().await;
    assert!(faults.is_empty(), "{} of them:\n{}", faults.len(), faults.join("\n"));
    app.close().await;
}
