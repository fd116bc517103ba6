//! The widget: who may contain it, what its key opens, and what its launch parameters may say.

use async_trait::async_trait;
use axum::http::StatusCode;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use partners::DomainState;
use partners::outside::{Outside, ProofFailure, proof_line};
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::sync::watch;

use super::partners::{EXCHANGER, Server, key};
use super::policies::{on, our_fee, said, shown, written};
use super::support::{Answer, LTC_ADDRESS, Person, Replica, TestApp};
use crate::tests::scratch::Scratch;

pub(super) const SHOP: &str = "https://shop.example";

/// The site of a partner with this file.
struct Site(String);

#[async_trait]
impl Outside for Site {
    async fn proof(&self, domain: &str) -> Result<String, ProofFailure> {
        if domain == "shop.example" { Ok(self.0.clone()) } else { Err(ProofFailure::NotFound) }
    }
}

/// A widget key.
pub(super) struct Widget {
    pub id: String,
    pub public: String,
    pub secret: String,
    pub owner: Person,
}

impl Widget {
    pub async fn of(owner: &Person, domains: &[&str]) -> Self {
        let asked = json!({ "kind": "widget", "name": "Page", "domains": domains, "scopes": ["exchanger:read"] });
        let made = owner.post("partner-keys", &asked).await.expect(StatusCode::CREATED);
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let owner = owner.clone();
        Self {
            id: text(&made["key"]["id"]),
            public: text(&made["secret"]),
            secret: text(&made["signing_secret"]),
            owner,
        }
    }

    /// Makes the site of `shop.example` name this key.
    pub async fn prove(&self, app: &TestApp) {
        let state = app.installation.state(true, watch::channel(false).1);
        let tenant = state.identity().tenant_by_host(self.owner.host).await.unwrap();
        let id: kernel::PartnerKeyId = self.id.parse().unwrap();
        let profile =
            self.owner.get("user").await.expect(StatusCode::OK)["profiles_id"][0].as_str().unwrap().to_owned();
        let site = Site(proof_line(id));
        let whose = (profile.parse().unwrap(), id);
        let key = state.partners().verify_domains(tenant.id, whose, &site).await.unwrap();
        assert!(key.domains.iter().all(|domain| domain.state == DomainState::Saved), "{:?}", key.domains);
    }

    /// A request of the frame for a visitor, from a page around it.
    pub async fn send(
        &self,
        page: &str,
        method: &str,
        path: &str,
        body: Option<&Value>,
        more: &[(&str, &str)],
    ) -> Answer {
        let visitor = Person { token: None, ..self.owner.clone() };
        let own = [("api-key", self.public.as_str()), ("widget-original-url", page)];
        visitor.call(method, &format!("/api/widget/v1/{path}"), body, &[&own, more].concat()).await
    }

    pub async fn get(&self, page: &str, path: &str) -> Answer {
        self.send(page, "GET", path, None, &[]).await
    }

    pub async fn launch(&self, query: &str) -> Answer {
        self.send(SHOP, "POST", "launch", Some(&json!({ "query": query })), &[]).await
    }

    pub fn sign(&self, query: &str) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.secret.as_bytes()).unwrap();
        mac.update(query.as_bytes());
        let mark = STANDARD.encode(mac.finalize().into_bytes());
        format!("{query}&signature={}", mark.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D"))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_pages_of_proven_domains_may_contain_the_widget() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let widget = Widget::of(&ada, &["shop.example", "localhost:4455"]).await;
    let (_stop, stopping) = watch::channel(false);
    let state = app.installation.state(true, stopping);
    let query = format!("fromAmount=5&apiKey={}", widget.public);
    let ancestors = async |host: &str, query: &str| api::frame_ancestors(&state, host, Some(query)).await;
    let before = ancestors("localhost", &query).await;
    assert_eq!(before, "'self' http://localhost:4455", "a developer's machine needs no proof in a sandbox");
    widget.prove(&app).await;
    assert_eq!(ancestors("localhost", &query).await, "'self' http://localhost:4455 https://shop.example");
    let twice = format!("{query}&apiKey={}", widget.public);
    for (host, odd) in
        [("localhost", ""), ("localhost", "apiKey=pk_test_1"), ("localhost", &*twice), ("nova.localhost", &*query)]
    {
        assert_eq!(ancestors(host, odd).await, "'none'", "{host} {odd}");
    }
    let router = api::router(state.clone(), crate::web::router(state.clone()));
    let visitor = Person { router, token: None, host: "localhost" };
    for (path, contained) in [("/frame/exchange", true), ("/frame", true), ("/exchange", false), ("/frames", false)] {
        let answer = visitor.get(&format!("{path}?{query}")).await;
        assert_eq!(answer.header("x-frame-options").is_empty(), contained, "{path}");
        // Without a build of the web app, a placeholder is served.
        if answer.status == StatusCode::OK {
            let policy = answer.header("content-security-policy");
            assert_eq!(
                policy.contains("frame-ancestors 'self' http://localhost:4455 https://shop.example;"),
                contained
            );
            assert_eq!(policy.contains("frame-ancestors 'none'"), !contained, "{path}: {policy}");
        }
    }
    ada.call("DELETE", &format!("partner-keys/{}", widget.id), None, &[]).await;
    // The key was revoked in another process.
    let ends = async { while ancestors("localhost", &query).await != "'none'" {} };
    tokio::time::timeout(std::time::Duration::from_secs(10), ends).await.expect("this process hears of it");
    app.close().await;
}

/// A partner has agreed on its own fee. Visitors of its widget and orders by its key pay it, and nobody else does.
#[tokio::test(flavor = "multi_thread")]
async fn a_fee_rule_of_a_partner_is_for_its_widget_and_its_key() {
    let (app, folder) = (TestApp::new().await, Scratch::new().unwrap());
    let ada = app.person("ada").await;
    let profile = ada.get("user").await.expect(StatusCode::OK)["profiles_id"][0].clone();
    let (_, secret) = key(&ada, "exchanger", &EXCHANGER).await;
    let mut policy = shown(&app).await;
    let fee = json!({ "add": { "amount": "1.00", "currency": "EUR" }, "mult_ppm": 0, "min": null, "max": null });
    policy["fee_rules"] =
        json!({ "Shop": { "line": "our_fee", "when": { "partner": profile, "given": "EUR" }, "fee": fee } });
    said(&app, on(written(&folder, &policy), false)).await.unwrap();

    let elsewhere = Replica::beside(&app).await;
    let ada = Person { router: elsewhere.router.clone(), ..ada };
    let widget = Widget::of(&ada, &["localhost:4455"]).await;
    let asked = json!({ "from_currency": "EUR", "from_payway": "visamc", "to_currency": "LTC",
        "to_payway": "ltc", "from_amount": "250.00" });
    let visitor = widget.send("http://localhost:4455/shop", "POST", "quotes", Some(&asked), &[]).await;
    assert_eq!(our_fee(&visitor.expect(StatusCode::CREATED)), Some("1.00"));
    let shop = Server::new(&elsewhere.router, &secret);
    assert_eq!(our_fee(&shop.quote(("EUR", "visamc"), ("LTC", "ltc"), "250.00").await), Some("1.00"));
    let own = ada.post("quotes", &asked).await.expect(StatusCode::CREATED);
    assert_eq!(our_fee(&own), Some("2.50"), "on the site itself the partner is a customer");
    elsewhere.close().await;
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proof_that_is_missing_is_named_and_another_persons_key_is_not_found() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    // A name that never exists (RFC 2606).
    let widget = Widget::of(&ada, &["shop.invalid", "localhost:4455"]).await;
    let path = format!("partner-keys/{}/domains", widget.id);
    let checked = ada.post(&path, &json!({})).await.expect(StatusCode::OK);
    let expected = json!([{ "domain": "localhost:4455", "state": "saved" },
        { "domain": "shop.invalid", "state": "failed", "reason": "no_address" }]);
    assert_eq!(checked["domains"], expected);
    assert_eq!(bob.post(&path, &json!({})).await.problem(), (404, "NOT_FOUND"));
    assert_eq!(checked["secrets"][0]["public"], widget.public.as_str(), "the owner can copy a public key again");
    let live = json!({ "kind": "exchanger", "name": "Server", "scopes": ["exchanger:read"] });
    let made = ada.post("partner-keys", &live).await.expect(StatusCode::CREATED);
    assert!(made["key"]["secrets"][0].get("public").is_none() && made.get("signing_secret").is_none());
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_signs_in_and_orders_through_the_widget_without_a_cookie() {
    let app = TestApp::new().await;
    let widget = Widget::of(&app.person("ada").await, &["shop.example"]).await;
    widget.prove(&app).await;
    let page = [("origin", "http://localhost"), ("sec-fetch-site", "same-origin")];
    let post = async |path: &str, body: Value, more: &[(&str, &str)]| {
        widget.send(SHOP, "POST", path, Some(&body), &[&page, more].concat()).await
    };
    let begun = post("login?method=email", json!({ "email": "vera@example.test" }), &[]).await;
    let begun = begun.expect(StatusCode::ACCEPTED);
    let code = json!({ "challenge_id": begun["challenge_id"], "code": "111111" });
    let login = widget.send(SHOP, "PUT", "login?method=email", Some(&code), &page).await;
    assert!(login.header("set-cookie").is_empty(), "a frame keeps its tokens itself");
    let login = login.expect(StatusCode::OK);
    let renewed = json!({ "refresh_token": login["refresh_token"] });
    let renewed = widget.send(SHOP, "PUT", "auth", Some(&renewed), &page).await;
    assert!(renewed.header("set-cookie").is_empty());
    let bearer = format!("Bearer {}", renewed.expect(StatusCode::OK)["access_token"].as_str().unwrap());
    let auth = ("authorization", bearer.as_str());
    let terms = widget.send(SHOP, "GET", "user/terms", None, &[auth]).await.expect(StatusCode::OK);
    post("user/accept-terms", json!({ "version": terms["version"] }), &[auth]).await;
    let asked = json!({ "side": "BUY", "from_currency": "EUR", "from_payway": "visamc", "to_currency": "LTC",
        "to_payway": "ltc", "from_amount": "250.00", "firm": true });
    let quote = post("quotes", asked, &[auth]).await.expect(StatusCode::CREATED);
    let order = json!({ "quote_id": quote["id"], "requisite": { "kind": "address", "value": LTC_ADDRESS } });
    let order = post("orders", order, &[auth, ("idempotency-key", "o")]).await.expect(StatusCode::CREATED);
    let id = order["id"].as_str().unwrap();
    widget.send(SHOP, "GET", &format!("transactions/{id}"), None, &[auth]).await.expect(StatusCode::OK);
    let closed = widget.send(SHOP, "GET", "balances", None, &[auth]).await;
    assert_eq!(closed.problem(), (404, "NOT_FOUND"), "a widget has no balances");
    app.close().await;
}

/// The response about a launch's parameters, without the text that the frame stores for orders.
async fn checked(widget: &Widget, launch: &str) -> Value {
    let mut answer = widget.launch(launch).await.expect(StatusCode::OK);
    let kept = answer.as_object_mut().unwrap().remove("launched");
    assert!(kept.is_some_and(|text| text.is_string()));
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_opens_the_widget_only_on_its_own_domains_and_at_its_own_tenant() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let widget = Widget::of(&ada, &["shop.example"]).await;
    let other = Widget::of(&bob, &["other.example", "localhost:4455"]).await;
    let unproven = widget.get(SHOP, "currencies").await;
    assert_eq!(
        (unproven.problem(), &unproven.body["meta"]["reason"]),
        ((403, "ACCESS_DENIED"), &json!("domain_not_verified"))
    );
    widget.prove(&app).await;
    // The proof was found by another process, and this one hears of it.
    let opens = async {
        while widget.get("https://shop.example/cart?step=2", "currencies").await.status != StatusCode::OK {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(10), opens).await.expect("this process hears of it");
    widget.get("http://localhost/profile/api-management", "currencies").await.expect(StatusCode::OK);
    for page in [
        "",
        "null",
        "https://shop.example.evil.test",
        "https://sub.shop.example",
        "http://shop.example",
        "https://shop.example:8443",
        "https://other.example",
        "http://localhost:4455",
    ] {
        assert_eq!(widget.get(page, "currencies").await.problem(), (403, "ACCESS_DENIED"), "{page}");
    }
    let carol = app.person_at("carol", "nova.localhost").await;
    let theirs = Widget { owner: carol, ..Widget::of(&ada, &["localhost:4455"]).await };
    let visitor = Person { token: None, ..bob.clone() };
    let secret = json!({ "kind": "exchanger", "name": "Server", "scopes": ["exchanger:read"] });
    let secret = bob.post("partner-keys", &secret).await.expect(StatusCode::CREATED);
    let local = "http://localhost:4455";
    assert_eq!(theirs.get(local, "currencies").await.problem(), (403, "ACCESS_DENIED"), "a key of another tenant");
    for key in ["", "pk_test_made_up", secret["secret"].as_str().unwrap()] {
        let headers = [("api-key", key), ("widget-original-url", local)];
        let answer = visitor.call("GET", "/api/widget/v1/currencies", None, &headers).await;
        assert_eq!(answer.problem(), (403, "ACCESS_DENIED"), "{key}");
    }
    other.get(local, "currencies").await.expect(StatusCode::OK);
    ada.call("DELETE", &format!("partner-keys/{}", widget.id), None, &[]).await;
    assert_eq!(widget.get(SHOP, "currencies").await.problem(), (403, "ACCESS_DENIED"), "a revoked key");
    let direct = visitor.call("POST", "/api/widget/v1/launch", Some(&json!({ "query": "?" })), &[]).await;
    assert_eq!(direct.problem(), (403, "ACCESS_DENIED"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn personal_data_counts_only_with_the_signature_of_the_key() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let (widget, other) = (Widget::of(&ada, &["shop.example"]).await, Widget::of(&ada, &[]).await);
    widget.prove(&app).await;
    assert!(widget.secret.starts_with("wsk_") && widget.secret != other.secret);
    let query = format!("?apiKey={}&email=a%40shop.example&fromAmount=100&isAmountLocked=true", widget.public);
    let unsigned = checked(&widget, &query).await;
    let rule = |name| json!({ "parameter": name, "rule": "signature_required" });
    assert_eq!(
        unsigned,
        json!({ "signed": false, "refused": [rule("email"), rule("isAmountLocked")], "parameters": {} })
    );
    let signed = checked(&widget, &widget.sign(&query)).await;
    assert_eq!(signed, json!({ "signed": true, "refused": [], "parameters": {} }));
    let changed = widget.sign(&query).replace("fromAmount=100", "fromAmount=1");
    let timed = |seconds: i64| widget.sign(&format!("{query}&timestamp={}", app.now().timestamp() - seconds));
    for wrong in
        [changed, timed(3_600), Widget { secret: other.secret.clone(), ..Widget::of(&ada, &[]).await }.sign(&query)]
    {
        assert_eq!(widget.launch(&wrong).await.problem(), (403, "SIGNATURE_INVALID"), "{wrong}");
    }
    assert_eq!(widget.launch(&timed(60)).await.expect(StatusCode::OK)["signed"], true);
    let twice = widget.launch(&format!("{query}&email=b%40shop.example")).await;
    assert_eq!(twice.problem(), (400, "VALIDATION_ERROR"));
    let query = format!("?apiKey={}&returnUrl=https%3A%2F%2Fevil.example", widget.public);
    let astray = checked(&widget, &widget.sign(&query)).await;
    assert_eq!(astray["refused"], json!([{ "parameter": "returnUrl", "rule": "domain_not_verified" }]));
    let foreign = widget.launch(&format!("?apiKey={}", other.public)).await;
    assert_eq!(foreign.problem(), (403, "ACCESS_DENIED"), "the parameters of another key");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_launch_that_a_server_prepared_serves_once_and_only_its_own_widget() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let (widget, other) = (Widget::of(&ada, &["shop.example"]).await, Widget::of(&ada, &[]).await);
    widget.prove(&app).await;
    let (_, secret) = key(&ada, "exchanger", &EXCHANGER).await;
    let server = Server::new(&app.router, &secret);
    let asked = |public: &str, query: &str| json!({ "api_key": public, "query": query });
    let open = async |body: Value| server.call("POST", "widget-sessions", Some(&body), &[]).await;
    let query = "email=a%40shop.example&isEmailLocked=true&returnUrl=https%3A%2F%2Fevil.example";
    let made = open(asked(&widget.public, query)).await.expect(StatusCode::CREATED);
    let session = made["session"].as_str().unwrap();
    let launch = format!("?apiKey={}&session={session}&email=b%40evil.example", widget.public);
    let first = checked(&widget, &launch).await;
    let expected = json!({ "signed": true, "refused": [{ "parameter": "returnUrl", "rule": "domain_not_verified" }],
        "parameters": { "email": "a@shop.example", "isEmailLocked": "true" } });
    assert_eq!(first, expected);
    assert_eq!(widget.launch(&launch).await.problem(), (403, "SIGNATURE_INVALID"), "it serves once");
    let made = open(asked(&other.public, query)).await.expect(StatusCode::CREATED);
    let astray = format!("?apiKey={}&session={}", widget.public, made["session"].as_str().unwrap());
    assert_eq!(widget.launch(&astray).await.problem(), (403, "SIGNATURE_INVALID"), "of another widget");
    let theirs = Widget::of(&bob, &[]).await;
    for (body, pointer) in [
        (asked(&theirs.public, query), "/api_key"),
        (asked(&secret, query), "/api_key"),
        (asked(&widget.public, "email=a&email=b"), "/query"),
    ] {
        let refused = open(body).await;
        assert_eq!(
            (refused.problem(), &refused.body["errors"][0]["pointer"]),
            ((400, "VALIDATION_ERROR"), &json!(pointer))
        );
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_widget_hands_a_session_over_only_to_a_device_that_is_let_in() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let widget = Widget::of(&ada, &["shop.example"]).await;
    widget.prove(&app).await;
    let bearer = format!("Bearer {}", ada.token.clone().unwrap());
    let make = async |carrier: &str| {
        let asked = json!({ "host": "localhost", "carrier": carrier });
        let signed_in = [("authorization", bearer.as_str())];
        widget.send(SHOP, "POST", "auth/seamless/codes", Some(&asked), &signed_in).await
    };
    assert_eq!(make("page").await.problem(), (403, "ACCESS_DENIED"));
    let made = make("device").await.expect(StatusCode::CREATED);
    let code = json!({ "code": made["code"] });
    let seen = widget.send(SHOP, "POST", "auth/seamless/codes/look", Some(&code), &[]).await;
    assert_eq!(seen.expect(StatusCode::OK)["is_confirmed"], true);
    let opened = widget.send(SHOP, "POST", "auth/seamless", Some(&code), &[]).await;
    assert_eq!(opened.problem().0, 404, "a frame takes no session over");
    app.close().await;
}
