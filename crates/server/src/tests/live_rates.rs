//! A sandbox and a tenant with real customers in one installation: each is priced by its own market.

use std::collections::BTreeMap;

use axum::Router;
use axum::http::{StatusCode, Uri};
use kernel::World;
use serde_json::{Value, json};

use super::bank::goes_live;
use super::support::{Person, TestApp, config};
use crate::wiring::config::Config;

const NEIGHBOUR: &str = "neighbour.test";
pub(super) const PUBLIC: &str = "Median of public exchanges";
const SIMULATED: &str = "Sandbox market";

/// A server with the answers of all sources. Its tables of central banks are those of today.
pub(super) async fn sources() -> String {
    let today = World::system().now().date_naive();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../providers/fixtures/rates");
    let read = |name: &str| {
        let text = std::fs::read_to_string(format!("{folder}/{name}")).unwrap();
        text.replace("2026-01-02", &today.to_string()).replace("05.01.2026", &today.format("%d.%m.%Y").to_string())
    };
    let named = [("binance", "json"), ("kraken", "json"), ("coinbase", "json"), ("ecb", "csv"), ("nbp", "json")];
    let named = named.into_iter().chain([("nbu", "json")]);
    let answers: BTreeMap<_, _> = named.map(|(name, kind)| (name, read(&format!("{name}.{kind}")))).collect();
    let books: Value = serde_json::from_str(&read("coinbase_books.json")).unwrap();
    let answer = async move |uri: Uri| {
        if uri.path().ends_with("/product_book") {
            let id = uri.query().and_then(|query| query.strip_prefix("product_id=")?.split('&').next());
            let book = id.and_then(|id| books.get(id)).map(Value::to_string).unwrap_or_default();
            return book.replace("2026-01-03T12:00:00.662782Z", &World::system().now().to_rfc3339());
        }
        let source = uri.path().trim_start_matches('/').split('/').next().unwrap_or_default().to_owned();
        answers.get(source.as_str()).cloned().unwrap_or_default()
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, Router::new().fallback(answer)).await.unwrap() });
    address
}

/// A bank for the tenant, and the sources at `address` if there are any.
pub(super) fn set_up(address: Option<&str>) -> Config {
    let own = |name: &str, value: &str| (format!("AGIO_BANK_AGIO_{name}"), value.to_owned());
    let banks = vec![
        own("HOLDER", "North Bank"),
        own("BIC", "BYLADEM1001"),
        own("EUR_IBAN", "DE02120300000000202051"),
        own("PLN_IBAN", "PL61109010140000071219812874"),
    ];
    let names = ["BINANCE", "KRAKEN", "COINBASE", "ECB", "NBP", "NBU"];
    let url = |at: &str, name: &str| (format!("AGIO_RATES_{name}_URL"), format!("{at}/{}", name.to_lowercase()));
    let rates = address.map_or_else(Vec::new, |at| {
        let switch = ("AGIO_RATES".to_owned(), "exchanges".to_owned());
        names.iter().map(|name| url(at, name)).chain([switch]).collect()
    });
    Config { banks, rates, ..config() }
}

/// The tenant's prices, once they are from this market. The policy is cached for half a minute, with the tenant's kind.
pub(super) async fn prices(person: &Person, market: &str) -> Value {
    let known = async {
        loop {
            let answer = person.get("rates").await;
            if answer.status == StatusCode::OK && answer.body["source"] == market {
                return answer.body["prices"].clone();
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), known).await.expect("prices come")
}

fn exchange(from: &str, to: &str) -> Value {
    json!({ "from_currency": from, "from_payway": "balance", "to_currency": to, "to_payway": "balance",
        "from_amount": "100" })
}

#[tokio::test]
async fn a_sandbox_and_a_tenant_with_real_customers_have_prices_of_their_own() {
    let sources = sources().await;
    let mut app = TestApp::with(set_up(Some(&sources))).await;
    app.installation.start_recording();
    app.neighbour(NEIGHBOUR).await;
    let (ada, bob) = (app.person("ada").await, app.person_at("bob", NEIGHBOUR).await);
    goes_live(&app, &ada).await;
    let (live, simulated) = (prices(&ada, PUBLIC).await, prices(&bob, SIMULATED).await);
    assert_eq!((&live["BTC"], &live["UAH"], &live["TWT"]), (&json!("80000"), &json!("0.02"), &Value::Null));
    assert!(simulated["BTC"] != live["BTC"] && simulated["TWT"].is_string(), "{simulated}");
    // Quotes name the market that they are from.
    let asked = ada.post("quotes", &exchange("EUR", "PLN")).await.expect(StatusCode::CREATED);
    assert_eq!(asked["reference_source"], PUBLIC, "{asked}");
    let asked = bob.post("quotes", &exchange("EUR", "PLN")).await.expect(StatusCode::CREATED);
    assert_eq!(asked["reference_source"], SIMULATED, "{asked}");
    let refused = ada.post("quotes", &exchange("EUR", "TWT")).await.expect(StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(refused["code"], "RATES_UNAVAILABLE");
    let reason = "TWT has no price: two exchanges must agree, and only Binance gives a price";
    assert_eq!(refused["meta"]["reason"], reason, "{refused}");
    // Charts show the history of the tenant's own market: the public one has no past yet.
    let points = async |person: &Person| {
        let chart = person.get("rates/history?from=BTC&to=EUR&range=1Y").await.expect(StatusCode::OK);
        (chart["source"].clone(), chart["points"].as_array().unwrap().len())
    };
    let (source, found) = points(&ada).await;
    assert!(source == PUBLIC && found <= 2, "{found} points of {source}");
    app.close().await;
}

#[tokio::test]
async fn a_tenant_with_real_customers_converts_nothing_without_a_source_of_prices() {
    let app = TestApp::with(set_up(None)).await;
    let ada = app.person("ada").await;
    assert_eq!(ada.post("quotes", &exchange("EUR", "PLN")).await.status, StatusCode::CREATED, "it is a sandbox");
    goes_live(&app, &ada).await;
    let known = prices(&ada, "Euro").await;
    assert_eq!(known, json!({ "EUR": "1" }), "nothing of the simulated market");
    let refused = ada.post("quotes", &exchange("EUR", "PLN")).await;
    let refused = refused.expect(StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused["code"], "UNAVAILABLE_CONVERT_DIRECTION");
    assert!(refused["detail"].as_str().unwrap().contains("no source of prices is connected"), "{refused}");
    // A limit in euro says nothing about zloty, so zloty cannot be paid in; euro can.
    let paid_in = |currency: &str| {
        json!({ "from_currency": currency, "from_payway": "iban", "to_currency": currency, "to_payway": "balance",
            "from_amount": "100" })
    };
    let refused = ada.post("quotes", &paid_in("PLN")).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused["code"], "UNAVAILABLE_CONVERT_DIRECTION", "{refused}");
    assert_eq!(ada.post("quotes", &paid_in("EUR")).await.status, StatusCode::CREATED);
    app.close().await;
}
