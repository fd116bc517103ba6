//! Management of tenants from the command line.

use std::path::PathBuf;

use axum::Router;
use axum::http::StatusCode;
use identity::Language;
use serde_json::{Value, json};

use super::support::{Person, Replica, TestApp, config as config_of_tests};
use crate::cli::tenants::run;
use crate::cli::{FromFile, OnKey, Published, Tenants};
use crate::tests::scratch::Scratch;
use crate::wiring::config::Config;

/// A shell on the host.
pub struct Shell<'a> {
    pub app: &'a TestApp,
    pub folder: Scratch,
}

impl Shell<'_> {
    pub async fn said(&self, what: Tenants) -> Result<String, String> {
        let mut out = Vec::new();
        let done = run(&self.app.db.store, &self.app.world, what, &mut out).await;
        done.map(|()| String::from_utf8(out).unwrap()).map_err(|error| format!("{error:#}"))
    }

    fn file(&self, content: &str) -> PathBuf {
        let path = self.folder.path().join("tenant.json");
        std::fs::write(&path, content).unwrap();
        path
    }

    fn from(&self, tenant: &str, content: &Value, dry_run: bool) -> FromFile {
        let (file, reason) = (self.file(&content.to_string()), "as agreed with them".to_owned());
        FromFile { tenant: tenant.into(), file, reason, dry_run }
    }

    pub async fn add(&self, tenant: &str, content: &Value) -> Result<String, String> {
        self.said(Tenants::Add(self.from(tenant, content, false))).await
    }

    async fn set(&self, tenant: &str, content: &Value) -> Result<String, String> {
        self.said(Tenants::Set(self.from(tenant, content, false))).await
    }
}

pub fn bank() -> Value {
    json!({ "name": "The Bank", "hosts": ["bank.example"], "languages": ["pl", "en"],
        "features": ["exchange", "balances"], "brand": { "color": "#1a7f5a" } })
}

pub async fn config(router: &Router, host: &'static str) -> Value {
    Person { router: router.clone(), token: None, host }.get("config").await.expect(StatusCode::OK)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tenant_is_added_from_a_file_and_real_customers_find_it_at_its_host() {
    let app = TestApp::new().await;
    let shell = Shell { app: &app, folder: Scratch::new().unwrap() };
    let tried = shell.said(Tenants::Add(shell.from("bank", &bank(), true))).await.unwrap();
    assert!(tried.ends_with("Nothing was done: --dry-run.\n"), "{tried}");
    let told = shell.add("bank", &bank()).await.unwrap();
    assert!(told.starts_with("The Bank is there, for real customers, at bank.example."), "{told}");
    assert_eq!(shell.add("bank", &bank()).await.unwrap_err(), "A tenant bank is there already: change it with `set`.");

    let shown = config(&app.router, "bank.example").await;
    assert_eq!((&shown["tenant"]["slug"], &shown["tenant"]["name"]), (&json!("bank"), &json!("The Bank")));
    assert_eq!(shown["sandbox"], false);
    // A new tenant has no demo defaults: the rules for real customers apply, and terms are required.
    let kept =
        "SELECT p.body->>'eea_enforced' FROM policies p JOIN tenants t ON t.id = p.tenant_id WHERE t.slug = 'bank'";
    let enforced: String = sqlx::query_scalar(kept).fetch_one(&mut app.db.connect().await).await.unwrap();
    assert_eq!(enforced, "true");
    let listed = shell.said(Tenants::List).await.unwrap();
    assert!(
        listed.contains("bank  The Bank, at bank.example\n") && listed.contains("agio  Agio, a sandbox, at "),
        "{listed}"
    );
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tenant_is_updated_from_its_file_and_the_log_records_both_states() {
    let app = TestApp::new().await;
    let shell = Shell { app: &app, folder: Scratch::new().unwrap() };
    shell.add("bank", &bank()).await.unwrap();
    let shown: Value =
        serde_json::from_str(&shell.said(Tenants::Show { tenant: "bank".into() }).await.unwrap()).unwrap();
    assert!(
        shell.set("bank", &shown).await.unwrap_err().contains("nothing would change"),
        "what is shown says the same"
    );

    let mut other = shown.clone();
    other["name"] = "Northbank".into();
    other["hosts"] = json!(["northbank.example"]);
    other["brand"]["support_email"] = "help@northbank.example".into();
    let told = shell.set("bank", &other).await.unwrap();
    let diff = "  brand.support_email: null -> \"help@northbank.example\"\n  \
                hosts: [\"bank.example\"] -> [\"northbank.example\"]\n  name: \"The Bank\" -> \"Northbank\"\n";
    assert!(told.starts_with(diff), "{told}");
    let elsewhere = Replica::beside(&app).await;
    let shown = config(&elsewhere.router, "northbank.example").await;
    assert_eq!(shown["tenant"]["name"], "Northbank");
    assert_eq!(shown["tenant"]["brand"]["support_email"], "help@northbank.example");
    let before = Person { router: elsewhere.router.clone(), token: None, host: "bank.example" };
    before.get("config").await.expect(StatusCode::NOT_FOUND);
    elsewhere.close().await;

    let logged = "SELECT l.action, l.before->>'name', l.after->>'name', l.reason FROM operator_log l
                  JOIN tenants t ON t.id = l.tenant_id WHERE t.slug = 'bank' ORDER BY l.id";
    let mut conn = app.db.connect().await;
    let logged: Vec<(String, Option<String>, String, String)> =
        sqlx::query_as(logged).fetch_all(&mut conn).await.unwrap();
    let reason = "as agreed with them";
    let line = |before: Option<&str>, after: &str| {
        ("tenants.write".to_owned(), before.map(str::to_owned), after.to_owned(), reason.to_owned())
    };
    assert_eq!(logged, [line(None, "The Bank"), line(Some("The Bank"), "Northbank")]);
    let acts: i64 = sqlx::query_scalar("SELECT count(*) FROM operator_acts WHERE permission = 'tenants.write'")
        .fetch_one(&mut conn)
        .await
        .unwrap();
    assert_eq!(acts, 2);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn features_that_a_tenant_switches_off_do_not_exist_for_customers() {
    let app = TestApp::new().await;
    let shell = Shell { app: &app, folder: Scratch::new().unwrap() };
    let with = |host: &str, features: &[&str]| {
        json!({ "name": "One thing", "sandbox": true, "hosts": [host],
        "languages": ["en"], "features": features })
    };
    shell.add("exchanger", &with("exchanger.example", &["exchange"])).await.unwrap();
    shell.add("keeper", &with("keeper.example", &["balances"])).await.unwrap();
    let quote = json!({ "side": "BUY", "from_currency": "EUR", "from_payway": "iban", "to_currency": "BTC",
        "to_payway": "btc", "from_amount": "100.00", "firm": true });
    let order = json!({ "quote_id": "quo_019a0000000070008000000000000001",
        "requisite": { "kind": "address", "value": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" } });

    let ada = app.person_at("ada", "exchanger.example").await;
    assert_eq!(ada.get("config").await.expect(StatusCode::OK)["tenant"]["features"], json!(["exchange"]));
    assert_eq!(ada.get("balances").await.problem(), (404, "NOT_FOUND"));
    ada.post("quotes", &quote).await.expect(StatusCode::CREATED);
    let mut kept = quote.clone();
    kept["to_payway"] = json!("balance");
    assert_eq!(ada.post("quotes", &kept).await.problem(), (404, "NOT_FOUND"), "nothing is bought to be kept");
    let ways = ada.get("directions?from=EUR&side=BUY").await.expect(StatusCode::OK);
    let ways = ways["data"].as_array().unwrap();
    assert!(
        !ways.is_empty() && ways.iter().all(|way| way["from_payway"] != "balance" && way["to_payway"] != "balance")
    );

    let bob = app.person_at("bob", "keeper.example").await;
    bob.get("balances").await.expect(StatusCode::OK);
    assert_eq!(bob.post("quotes", &quote).await.problem(), (404, "NOT_FOUND"));
    let refused = bob.post_once("orders", "one", &order).await;
    assert_eq!(refused.problem(), (404, "NOT_FOUND"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_tenant_file_is_refused_with_its_field_and_changes_nothing() {
    let app = TestApp::new().await;
    let shell = Shell { app: &app, folder: Scratch::new().unwrap() };
    shell.add("bank", &bank()).await.unwrap();
    let with = |field: &str, value: Value| {
        let mut file = bank();
        file[field] = value;
        file
    };
    for (error, file) in [
        ("hosts: nova.localhost is of the tenant nova.", with("hosts", json!(["bank.example", "nova.localhost"]))),
        ("sandbox: it stays what the tenant was made with.", with("sandbox", true.into())),
        ("tenant.json cannot be used: languages[0]: en, uk, ru or pl", with("languages", json!(["de"]))),
        ("tenant.json cannot be used: unknown field `colour`", with("colour", "red".into())),
        ("The tenant is like that already: nothing would change.", bank()),
    ] {
        let refused = shell.set("bank", &file).await.unwrap_err();
        assert!(refused.contains(error), "{refused}, not {error}");
    }
    assert_eq!(shell.set("nobody", &bank()).await.unwrap_err(), "The tenant was not found.");
    let file = shell.file(&with("name", "Other".into()).to_string());
    let vague = FromFile { tenant: "bank".into(), file, reason: "so".into(), dry_run: false };
    assert_eq!(shell.said(Tenants::Set(vague)).await.unwrap_err(), "a reason has 8 to 500 characters");
    assert_eq!(config(&app.router, "bank.example").await["tenant"]["name"], "The Bank");
    let acts: i64 =
        sqlx::query_scalar("SELECT count(*) FROM operator_acts").fetch_one(&mut app.db.connect().await).await.unwrap();
    assert_eq!(acts, 1);
    app.close().await;
}

/// The next terms, in these languages.
fn terms(shell: &Shell<'_>, texts: &[(Language, &str)], reason: &str) -> Tenants {
    let file = |(language, text): &(Language, &str)| {
        let path = shell.folder.path().join(format!("terms.{}.md", language.code()));
        std::fs::write(&path, text).unwrap();
        (*language, path)
    };
    let texts = texts.iter().map(file).collect();
    Tenants::Terms(Published { tenant: "bank".into(), texts, at: None, reason: reason.into() })
}

#[tokio::test(flavor = "multi_thread")]
async fn new_terms_are_asked_of_everybody_and_until_then_nothing_else_is_open() {
    let app = TestApp::new().await;
    let shell = Shell { app: &app, folder: Scratch::new().unwrap() };
    let mut simulated = bank();
    simulated["sandbox"] = true.into();
    shell.add("bank", &simulated).await.unwrap();
    let ada = app.person_at("ada", "bank.example").await;
    ada.get("user").await.expect(StatusCode::OK);

    let (polish, english) = ((Language::Pl, "# Regulamin\n\nBądź miły."), (Language::En, "# Terms\n\nBe kind.\n"));
    let why = "the law has changed in June";
    for (error, texts) in [
        ("en: is missing, and The Bank is read in it.", vec![polish]),
        ("uk: The Bank is not read in it.", vec![polish, english, (Language::Uk, "# Умови\n\nБудьте чемні.")]),
        ("pl: is there twice.", vec![polish, english, polish]),
        ("en: the first line is # and the heading", vec![polish, (Language::En, "Be kind.")]),
    ] {
        let refused = shell.said(terms(&shell, &texts, why)).await.unwrap_err();
        assert!(refused.ends_with(error), "{refused}, not {error}");
    }
    assert_eq!(ada.get("user/terms").await.expect(StatusCode::OK)["is_consent_required"], false);
    let told = shell.said(terms(&shell, &[polish, english], why)).await.unwrap();
    assert!(told.starts_with("Version 2 of the terms of The Bank is in force"), "{told}");

    assert_eq!(ada.get("user").await.problem(), (403, "ACCESS_DENIED"));
    let asked = ada.get("user/terms").await.expect(StatusCode::OK);
    assert_eq!((&asked["is_consent_required"], &asked["title"]), (&json!(true), &json!("Terms")));
    let old = ada.post("user/accept-terms", &json!({ "version": 1 })).await;
    assert_eq!(old.body["errors"][0]["pointer"], "/version", "nobody agrees to what they were not shown");
    let accepted = ada.post("user/accept-terms", &json!({ "version": asked["version"] })).await;
    assert_eq!(accepted.status, StatusCode::NO_CONTENT);
    ada.get("user").await.expect(StatusCode::OK);
    app.close().await;
}

impl Shell<'_> {
    pub async fn key(&self, tenant: &str, rotate: bool) -> Result<String, String> {
        let reason = if rotate { "it was on a page that is not ours".to_owned() } else { String::new() };
        let said = self.said(Tenants::Key(OnKey { tenant: tenant.into(), rotate, reason })).await;
        said.map(|key| key.trim().to_owned())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_partners_own_site_names_its_tenant_by_the_key_and_never_two() {
    let app = TestApp::new().await;
    let shell = Shell { app: &app, folder: Scratch::new().unwrap() };
    shell.add("bank", &bank()).await.unwrap();
    let key = shell.key("bank", false).await.unwrap();
    assert!(key.starts_with("pk_live_"), "{key}");
    assert!(shell.key("nova", false).await.unwrap_err().contains("has no key yet"));
    let at = |host: &'static str| Person { router: app.router.clone(), token: None, host };
    let with = async |host, key: &str| at(host).call("GET", "config", None, &[("api-key", key)]).await;
    for host in ["shop.partner.example", "bank.example"] {
        assert_eq!(with(host, &key).await.expect(StatusCode::OK)["tenant"]["slug"], "bank", "{host}");
    }
    for (host, key) in [("nova.localhost", key.as_str()), ("bank.example", "pk_live_nobody"), ("bank.example", "")] {
        assert_eq!(with(host, key).await.problem(), (403, "ACCESS_DENIED"), "{host} {key}");
    }

    let other = shell.key("bank", true).await.unwrap();
    assert_eq!(shell.key("bank", false).await.unwrap(), other);
    let elsewhere = Replica::beside(&app).await;
    let there = Person { router: elsewhere.router.clone(), token: None, host: "shop.partner.example" };
    let with = async |key: &str| there.call("GET", "config", None, &[("api-key", key)]).await;
    assert_eq!(with(&key).await.problem(), (403, "ACCESS_DENIED"), "the former key is unknown");
    assert_eq!(with(&other).await.expect(StatusCode::OK)["tenant"]["slug"], "bank");
    elsewhere.close().await;
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_configured_phone_channels_are_offered_and_accepted() {
    let set_up = Config {
        text_url: Some("http://account:token@127.0.0.1:9".into()),
        text_from: Some("+14155550100".into()),
        ..config_of_tests()
    };
    let app = TestApp::with(set_up).await;
    let shell = Shell { app: &app, folder: Scratch::new().unwrap() };
    shell.add("bank", &bank()).await.unwrap();
    assert_eq!(config(&app.router, "bank.example").await["tenant"]["phone_channels"], json!(["sms"]));
    // A sandbox shows messages in its outbox, regardless of the configuration.
    assert_eq!(config(&app.router, "localhost").await["tenant"]["phone_channels"], json!(["sms", "messenger"]));
    let ada = app.person("ada").await;
    sqlx::query("UPDATE tenants SET sandbox = false WHERE slug = 'agio'")
        .execute(&mut app.db.connect().await)
        .await
        .unwrap();
    let known = async {
        // The tenant is cached for five seconds.
        while config(&app.router, "localhost").await["tenant"]["phone_channels"] != json!(["sms"]) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), known).await.expect("it is known soon");
    let asked = json!({ "phone": "+48 512 345 678", "channel": "messenger" });
    let refused = ada.post("user/phone", &asked).await;
    assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"));
    assert_eq!(refused.body["errors"][0]["pointer"], "/channel");
    let asked = json!({ "phone": "+48 512 345 678", "channel": "sms" });
    ada.post("user/phone", &asked).await.expect(StatusCode::ACCEPTED);
    app.close().await;

    let simulated = TestApp::new().await;
    let shell = Shell { app: &simulated, folder: Scratch::new().unwrap() };
    shell.add("bank", &bank()).await.unwrap();
    assert_eq!(config(&simulated.router, "localhost").await["tenant"]["phone_channels"], json!(["sms", "messenger"]));
    assert_eq!(config(&simulated.router, "bank.example").await["tenant"]["phone_channels"], json!([]));
    simulated.close().await;
}
