//! Authorisation matrix: every operation of the OpenAPI documents with every kind of caller. The expected results are
//! computed from the documents, so that a new operation cannot be forgotten.

mod callers;
mod console;
pub(super) mod database_snapshot;
mod document;
mod partner;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};

use self::callers::{Caller, Expected, everybody, wrong};
use self::database_snapshot::Everything;
use self::document::{Authority, Operation, operations};
use super::exports;
use super::kyc_documents::picture;
use super::step_up::enrol;
use super::support::{Answer, LTC_ADDRESS, Person, TestApp};

/// A valid body, so that a refusal concerns the caller and not the body.
fn body_for(path: &str) -> Value {
    match path.rsplit('/').next().unwrap() {
        "card" => json!({ "number": "4242424242424242", "expiry_month": 12, "expiry_year": 2034, "cvv": "123",
            "holder": "Ada Lovelace", "return_url": "/" }),
        "appeal" => json!({ "text": "I do not agree" }),
        "claim-payment" => json!({ "transaction_hash": "0".repeat(64) }),
        "code" => json!({ "code": "777123" }),
        "passkey" => json!({ "request_id": "cer_019a0000000070008000000000000001", "credential": {} }),
        "confirm" | "second-factor" => json!({ "code": "000000" }),
        "deposit-accounts" => json!({ "currency": "EUR", "payway": "iban" }),
        "saved" => json!({ "currency": "EUR", "payway": "iban", "kind": "iban", "value": "DE89370400440532013000",
            "full_name": "Ada Lovelace" }),
        "pay" => json!({ "amount": "5.00" }),
        "devices" => json!({ "endpoint": "https://push.example/send/1", "auth": "AAAAAAAAAAAAAAAAAAAAAA",
            "p256dh": format!("B{}", "A".repeat(86)) }),
        "rotate" => json!({ "overlap_hours": 1 }),
        "refunds" => json!({ "address": LTC_ADDRESS }),
        "replay" => json!({ "from": "2026-01-01T00:00:00Z", "to": "2026-01-02T00:00:00Z" }),
        "prove" => json!({ "signature": "none" }),
        "conversations" => {
            json!({ "kind": "QUESTION", "topic": "OTHER", "text": "Hello", "key": kernel::World::system().uuid().simple().to_string() })
        }
        "messages" => json!({ "text": "Hello", "key": kernel::World::system().uuid().simple().to_string() }),
        "{id}" if path.ends_with("/requisites/saved/{id}") => json!({ "label": "Mine now" }),
        "{id}" | "profiles" => json!({ "name": "Mine now" }),
        _ => json!({}),
    }
}

/// Objects of the owner, with their ids.
struct Things {
    transaction: String,
    session: String,
    challenge: String,
    passkey: String,
    wallet: String,
    export: String,
    document: String,
    profile: String,
    account: String,
    saved: String,
    card: String,
    preset: String,
    plan: String,
    partner_key: String,
    partner_consent: String,
    webhook: String,
    webhook_delivery: String,
    payment: String,
    link: String,
    logo: String,
    notification: String,
    push_device: String,
    conversation: String,
    picture: String,
}

/// A conversation of the owner with support, and a picture in it.
async fn asked(owner: &Person) -> (String, String) {
    let request = Request::post("/api/client/v1/support/pictures").header("host", owner.host);
    let request = request.header("authorization", format!("Bearer {}", owner.token.as_deref().unwrap()));
    let sent = owner.send(request.body(Body::from(picture())).unwrap()).await.expect(StatusCode::CREATED);
    let question = json!({ "kind": "QUESTION", "topic": "OTHER", "text": "Hello", "key": kernel::World::system().uuid().simple().to_string(),
        "picture_ids": [sent["id"]] });
    let thread = owner.post("support/conversations", &question).await.expect(StatusCode::CREATED);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&thread["conversation"]["id"]), text(&sent["id"]))
}

/// The logo of the owner's profile.
async fn logo_of(owner: &Person) -> String {
    let request = Request::put("/api/client/v1/merchant/logo").header("host", owner.host);
    let request = request.header("authorization", format!("Bearer {}", owner.token.as_deref().unwrap()));
    let set = owner.send(request.body(Body::from(picture())).unwrap()).await.expect(StatusCode::OK);
    set["logo"].as_str().unwrap().rsplit('/').next().unwrap().to_owned()
}

/// A webhook endpoint of the stored key, and one of its deliveries. It is stopped, so that nothing is sent.
async fn webhook(app: &TestApp) -> (String, String) {
    let mut sql = app.db.connect().await;
    let endpoint = "INSERT INTO partner_webhooks (tenant_id, id, profile_id, key_id, user_id, url, types, state, from_seq, created_at)
                    SELECT tenant_id, '019a0000-0000-7000-8000-0000000000ac', profile_id, id, user_id,
                           'https://shop.example/', '{}', 'paused', 0, now() FROM partner_keys LIMIT 1 RETURNING id";
    let endpoint: uuid::Uuid = sqlx::query_scalar(endpoint).fetch_one(&mut sql).await.unwrap();
    let delivery = "INSERT INTO partner_webhook_deliveries (tenant_id, id, endpoint_id, profile_id, event_id, type, body, state, due_at, created_at)
                    SELECT tenant_id, '019a0000-0000-7000-8000-0000000000ad', id, profile_id, id, 'webhook.ping', '{}',
                           'failed', now(), now() FROM partner_webhooks LIMIT 1 RETURNING id";
    let delivery: uuid::Uuid = sqlx::query_scalar(delivery).fetch_one(&mut sql).await.unwrap();
    let delivery = kernel::WebhookDeliveryId::from_uuid(delivery);
    (kernel::WebhookEndpointId::from_uuid(endpoint).to_string(), delivery.to_string())
}

/// A notification of the owner, and a browser that receives web push messages.
async fn told(app: &TestApp) -> (String, String) {
    let mut sql = app.db.connect().await;
    let told = "INSERT INTO notifications (tenant_id, id, user_id, key, kind, topic, content, created_at)
                SELECT tenant_id, '019a0000-0000-7000-8000-0000000000ae', id, 'test', 'mail_bounced', 'security',
                       '{\"about\": \"mail_bounced\", \"address\": \"ada@example.test\"}', now()
                FROM users WHERE email = 'ada@example.test' LIMIT 1 RETURNING id";
    let told: uuid::Uuid = sqlx::query_scalar(told).fetch_one(&mut sql).await.unwrap();
    let device =
        "INSERT INTO push_devices (tenant_id, id, user_id, session_id, endpoint, public_key, auth, name, created_at)
                  SELECT u.tenant_id, '019a0000-0000-7000-8000-0000000000af', u.id, s.id, 'https://push.example/send/0',
                         decode(repeat('04', 65), 'hex'), decode(repeat('01', 16), 'hex'), '', now()
                  FROM users u JOIN sessions s ON s.tenant_id = u.tenant_id AND s.user_id = u.id
                  WHERE u.email = 'ada@example.test' LIMIT 1 RETURNING id";
    let device: uuid::Uuid = sqlx::query_scalar(device).fetch_one(&mut sql).await.unwrap();
    (kernel::NotificationId::from_uuid(told).to_string(), kernel::PushDeviceId::from_uuid(device).to_string())
}

/// An API key of the owner.
async fn key_of(app: &TestApp) -> String {
    let partner_key = sqlx::query_scalar::<_, uuid::Uuid>(
        "INSERT INTO partner_keys (tenant_id, id, profile_id, user_id, kind, name, addresses, scopes, created_at)
         SELECT p.tenant_id, '019a0000-0000-7000-8000-0000000000ab', p.id, u.id, 'exchanger', 'Key', '{}', '{}', now()
         FROM users u JOIN profiles p ON p.tenant_id = u.tenant_id AND p.user_id = u.id
         WHERE u.email = 'ada@example.test' LIMIT 1 RETURNING id",
    );
    let partner_key = partner_key.fetch_one(&mut app.db.connect().await).await.unwrap();
    kernel::PartnerKeyId::from_uuid(partner_key).to_string()
}

/// A consent of the owner to the partner with the stored key.
async fn consent_of(app: &TestApp) -> String {
    let consent = sqlx::query_scalar::<_, uuid::Uuid>(
        "INSERT INTO partner_customers (tenant_id, id, key_id, external_id, state, return_url, customer_profile_id,
                                        agreed_at, site, expires_at, created_at, updated_at)
         SELECT tenant_id, '019a0000-0000-7000-8000-0000000000b0', id, 'c-1', 'confirmed', 'https://shop.example/',
                profile_id, now(), 'http://localhost', now(), now(), now()
         FROM partner_keys LIMIT 1 RETURNING id",
    );
    let consent = consent.fetch_one(&mut app.db.connect().await).await.unwrap();
    kernel::PartnerConsentId::from_uuid(consent).to_string()
}

/// A document of the owner.
async fn document_of(app: &TestApp) -> String {
    let document = sqlx::query_scalar::<_, uuid::Uuid>(
        "INSERT INTO documents (tenant_id, id, profile_id, user_id, code, kind, format, language, from_day, to_day, origin,
                                requested_at)
         SELECT p.tenant_id, '019a0000-0000-7000-8000-0000000000ae', p.id, u.id, '0000-0000-0000-0000',
                'WALLET_STATEMENT', 'PDF', 'en', now(), now(), 'http://localhost', now()
         FROM users u JOIN profiles p ON p.tenant_id = u.tenant_id AND p.user_id = u.id
         WHERE u.email = 'ada@example.test' LIMIT 1 RETURNING id",
    );
    let document = document.fetch_one(&mut app.db.connect().await).await.unwrap();
    kernel::DocumentId::from_uuid(document).to_string()
}

impl Things {
    async fn of(app: &TestApp, owner: &Person) -> Self {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let order = owner.order("visamc", "first").await;
        owner.post("user/exports", &json!({})).await.expect(StatusCode::ACCEPTED);
        let export = exports::made(owner).await;
        let profile = owner.post("profiles", &json!({ "name": "Savings" })).await.expect(StatusCode::CREATED);
        enrol(app, owner).await;
        let refused = owner.call("POST", "user/two-factor/recovery-codes", None, &[]).await;
        let sessions = owner.get("user/sessions").await.expect(StatusCode::OK);
        // There is no authenticator in the test; a stored passkey is sufficient.
        let passkey = "INSERT INTO passkeys (tenant_id, id, user_id, credential_id, credential, state, transports, name, created_at, rp_id)
                       SELECT tenant_id, '019a0000-0000-7000-8000-0000000000aa', id, '\\x00112233445566778899aabbccddeeff', '', '',
                              0, 'Key', now(), 'localhost' FROM users WHERE email = 'ada@example.test' LIMIT 1";
        sqlx::query(passkey).execute(&mut app.db.connect().await).await.unwrap();
        let passkeys = owner.get("user/passkeys").await.expect(StatusCode::OK);
        let wallet = json!({ "payway": "ltc", "address": LTC_ADDRESS, "owner": "own", "holding": "self_hosted" });
        let wallet = owner.post("wallets", &wallet).await.expect(StatusCode::CREATED);
        let account = owner.post("deposit-accounts", &json!({ "currency": "EUR", "payway": "iban" })).await;
        let account = account.expect(StatusCode::OK);
        let saved = json!({ "currency": "EUR", "payway": "iban", "kind": "iban", "value": "GB33BUKB20201555555555",
            "full_name": "Ada Lovelace" });
        let saved = owner.post("requisites/saved", &saved).await.expect(StatusCode::CREATED);
        let card = json!({ "number": "4242424242424242", "expiry_month": 12, "expiry_year": 2034, "cvv": "123",
            "holder": "Ada Lovelace" });
        let card = owner.post("requisites/cards", &card).await.expect(StatusCode::CREATED);
        let preset = json!({ "name": "Rent", "from_currency": "EUR", "from_payway": "visamc", "to_currency": "LTC",
            "to_payway": "ltc", "fixed_side": "FROM", "amount": "250.00" });
        let preset = owner.post("presets", &preset).await.expect(StatusCode::CREATED);
        let plan = json!({ "kind": "alert", "from_currency": "EUR", "to_currency": "LTC",
            "until": app.now() + chrono::TimeDelta::days(9),
            "target": { "price_of": "LTC", "bound": "at_most", "price": "1" } });
        let plan = owner.post_once("plans", "plan", &plan).await.expect(StatusCode::CREATED);
        let merchant = json!({ "name": "Bean & Leaf", "settlement_currency": "EUR" });
        owner.call("PUT", "merchant", Some(&merchant), &[]).await.expect(StatusCode::OK);
        let payment = json!({ "amount": "25.00", "currency": "EUR" });
        let payment = owner.post_once("merchant/payments", "payment", &payment).await.expect(StatusCode::CREATED);
        let link = json!({ "amount": "25.00", "currency": "EUR" });
        let link = owner.post_once("merchant/links", "link", &link).await.expect(StatusCode::CREATED);
        let (partner_key, document) = (key_of(app).await, document_of(app).await);
        let (webhook, webhook_delivery) = webhook(app).await;
        let (notification, push_device) = told(app).await;
        let (conversation, picture) = asked(owner).await;
        Self {
            webhook,
            webhook_delivery,
            partner_key,
            partner_consent: consent_of(app).await,
            wallet: text(&wallet["id"]),
            transaction: text(&order["id"]),
            session: text(&sessions["sessions"][0]["id"]),
            challenge: text(&refused.body["meta"]["challenge_id"]),
            passkey: text(&passkeys["passkeys"][0]["id"]),
            export: text(&export["id"]),
            document,
            profile: text(&profile["id"]),
            account: text(&account["id"]),
            saved: text(&saved["id"]),
            card: text(&card["id"]),
            preset: text(&preset["id"]),
            plan: text(&plan["id"]),
            payment: text(&payment["id"]),
            link: text(&link["id"]),
            logo: logo_of(owner).await,
            notification,
            push_device,
            conversation,
            picture,
        }
    }

    /// The id for an operation's path.
    fn named_in(&self, path: &str) -> &str {
        let kinds = [
            ("/transactions/", &self.transaction),
            ("/sessions/", &self.session),
            ("/challenges/", &self.challenge),
            ("/passkeys/", &self.passkey),
            ("/wallets/", &self.wallet),
            ("/exports/", &self.export),
            ("/v1/documents/", &self.document),
            ("/profiles/", &self.profile),
            ("/deposit-accounts/", &self.account),
            ("/requisites/saved/", &self.saved),
            ("/requisites/cards/", &self.card),
            ("/presets/", &self.preset),
            ("/plans/", &self.plan),
            ("/partner-keys/", &self.partner_key),
            ("/partner-consents/", &self.partner_consent),
            ("/webhook-endpoints/", &self.webhook),
            ("/webhook-deliveries/", &self.webhook_delivery),
            ("/payments/", &self.payment),
            ("/links/", &self.link),
            ("/logos/", &self.logo),
            ("/support/conversations/", &self.conversation),
            ("/support/pictures/", &self.picture),
            ("/notifications/devices/", &self.push_device),
            ("/notifications/", &self.notification),
        ];
        let found = kinds.into_iter().find(|(part, _)| path.contains(part));
        found.unwrap_or_else(|| panic!("{path} names something that this test does not have")).1
    }
}

async fn try_it(caller: &Caller, operation: &Operation, id: &str) -> Answer {
    let path = operation.path.replace("{id}", id).replace("{action}", "pay").replace("{method}", "google");
    let path = path.replace("{provider}", "google");
    let body = (operation.method != "GET").then(|| body_for(&operation.path));
    // Passkeys require the origin of their own host.
    let origin = format!("http://{}", caller.person.host);
    let mut headers = vec![("idempotency-key", "authorization"), ("origin", origin.as_str())];
    headers.extend(caller.headers.iter().map(|(name, value)| (*name, value.as_str())));
    caller.person.call(&operation.method, &path, body.as_ref(), &headers).await
}

/// All operations. Those that end sessions come last, because nothing can be called after them.
fn all() -> Vec<Operation> {
    let mut all = operations(&serde_json::to_value(api::openapi()).unwrap());
    let ends = ["DELETE /api/client/v1/user/sessions", "POST /api/client/v1/logout"];
    all.sort_by_key(|operation| ends.iter().position(|end| operation.name == *end).map_or(0, |at| at + 1));
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn callers_without_permission_are_refused_and_change_nothing_and_others_are_admitted() {
    let mut app = TestApp::new().await;
    let ada = app.person("ada").await;
    let things = Things::of(&app, &ada).await;
    let callers = everybody(&app, &ada).await;
    assert!(callers.len() >= 18, "{}", callers.len());
    app.rest().await;
    let all = all();
    assert!(all.len() > 80 && all.iter().filter(|one| one.authority() == Authority::Customer).count() > 50);
    let mut wrongs = Vec::new();
    for caller in &callers {
        // The first use of a token writes to the database, so it happens before the snapshot.
        caller.person.get("user").await;
        let id_of = |operation: &Operation| match operation.names_something() {
            true => things.named_in(&operation.path).to_owned(),
            false => String::new(),
        };
        let before = Everything::of(&app.db).await;
        for operation in &all {
            let expected = caller.expected(operation);
            if expected != Expected::Passes {
                let answer = try_it(caller, operation, &id_of(operation)).await;
                let heard = wrong(expected, &answer);
                wrongs.extend(heard.map(|heard| format!("{}, {}: {heard}", caller.who, operation.name)));
            }
        }
        let changed = Everything::of(&app.db).await;
        for table in changed.changed_since(&before) {
            wrongs.push(format!("{} changed {table}", caller.who));
        }
        for operation in all.iter().filter(|operation| caller.expected(operation) == Expected::Passes) {
            let answer = try_it(caller, operation, &id_of(operation)).await;
            let heard = wrong(Expected::Passes, &answer);
            wrongs.extend(heard.map(|heard| format!("{}, {}: {heard}", caller.who, operation.name)));
        }
    }
    assert!(wrongs.is_empty(), "{}", wrongs.join("\n"));
    // The objects exist, but only for their owner.
    ada.get(&format!("transactions/{}", things.transaction)).await.expect(StatusCode::OK);
    ada.get(&format!("user/two-factor/challenges/{}", things.challenge)).await.expect(StatusCode::OK);
    ada.get(&format!("user/exports/{}/file", things.export)).await.expect(StatusCode::OK);
    let gone = ada.call("DELETE", &format!("user/sessions/{}", things.session), None, &[]).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_acts_for_their_own_profiles_only_and_lists_only_their_own() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    ada.order("iban", "first").await;
    assert_eq!(bob.get("transactions").await.expect(StatusCode::OK)["data"], json!([]));
    assert_eq!(ada.get("transactions").await.expect(StatusCode::OK)["data"].as_array().unwrap().len(), 1);
    let mine = ada.get("user").await.expect(StatusCode::OK)["profiles"][0]["id"].as_str().map(str::to_owned);
    let strange = ["prf_00000000000000000000000000000001", "nonsense"].map(str::to_owned);
    for strange in strange.into_iter().chain(mine) {
        let refused = bob.call("GET", "balances", None, &[("profile-id", &strange)]).await;
        assert_eq!(refused.problem(), (403, "ACCESS_DENIED"), "{strange}");
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn resources_of_one_tenant_do_not_exist_for_another() {
    let app = TestApp::new().await;
    app.neighbour("neighbour.test").await;
    let ada = app.person("ada").await;
    let order = ada.order("iban", "first").await;
    let reference = order["reference"].as_str().unwrap();
    // The same email at another tenant is another customer.
    let carol = app.person_at("ada", "neighbour.test").await;
    let seen = carol.get("transactions").await.expect(StatusCode::OK);
    assert_eq!(seen["data"], json!([]));
    let carried = Person { host: "neighbour.test", ..ada.clone() };
    for path in ["transactions", "user", "balances"] {
        let answer = carried.get(path).await;
        assert_eq!(answer.problem(), (401, "UNAUTHORIZED_REQUEST"), "{path}");
        assert!(!answer.body.to_string().contains(reference));
    }
    app.close().await;
}
