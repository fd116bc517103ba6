//! A configured node instead of a simulated chain.

use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use chrono::TimeDelta;
use kernel::{Network, World};
use serde_json::{Value, json};
use store::testing::TestDb;

use super::support::{LTC_ADDRESS, TestApp, config};
use crate::wiring::chains;
use crate::wiring::config::Config;

const BITCOIN_MAIN: &str = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f";
const LITECOIN_MAIN: &str = "12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2";
const LITECOIN_REGTEST: &str = "530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9";

/// A fake node on this chain with a single block of this age, whose hash is `first`. Returns its address.
async fn node_on(chain: &'static str, first: &'static str, age: TimeDelta) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let answer = async move |Json(asked): Json<Value>| {
        let result = match asked["method"].as_str() {
            Some("getblockchaininfo") => {
                json!({ "chain": chain, "blocks": 1, "mediantime": (World::system().now() - age).timestamp() })
            }
            Some("getblockcount") => json!(1),
            Some("getblockhash") => json!(first),
            _ => Value::Null,
        };
        Json(json!({ "id": 0, "result": result, "error": null }))
    };
    tokio::spawn(async move { axum::serve(listener, Router::new().route("/", post(answer))).await });
    format!("http://user:password@{address}")
}

/// Why an installation with this configuration does not start.
async fn refusal(config: &Config) -> String {
    let db = TestDb::new().await;
    let opened = chains::open(&db.store, &World::system(), config, "seed").await;
    let sentence = format!("{:#}", opened.err().expect("it does not start"));
    assert!(!sentence.contains("password@"), "{sentence}");
    sentence
}

fn of_tenant(variables: &[(&str, &str)]) -> Vec<(String, String)> {
    variables.iter().map(|(name, value)| (format!("AGIO_CHAINS_AGIO_{name}"), (*value).to_owned())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_with_real_coins_is_refused_in_a_sentence_while_no_tenant_with_real_customers_uses_it() {
    for (variable, litecoin, first) in
        [("AGIO_LITECOIN_RPC", true, LITECOIN_MAIN), ("AGIO_BITCOIN_RPC", false, BITCOIN_MAIN)]
    {
        let node = Some(node_on("main", first, TimeDelta::minutes(50)).await);
        let (litecoin_rpc, bitcoin_rpc) = if litecoin { (node, None) } else { (None, node) };
        let sentence = refusal(&Config { litecoin_rpc, bitcoin_rpc, ..config() }).await;
        assert!(sentence.starts_with(variable) && sentence.contains("real coins"), "{sentence}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_on_another_chain_or_hours_behind_is_refused_in_a_sentence() {
    let with = |node: String, named: &'static str| Config {
        litecoin_rpc: Some(node),
        chains: of_tenant(&[("LITECOIN", named)]),
        ..config()
    };
    // It calls itself the main network, and its first block is Bitcoin's.
    let said = refusal(&with(node_on("main", BITCOIN_MAIN, TimeDelta::zero()).await, "main")).await;
    assert!(said.contains("the node is not on the main network of Litecoin"), "{said}");
    let said = refusal(&with(node_on("main", LITECOIN_MAIN, TimeDelta::hours(7)).await, "main")).await;
    assert!(said.contains("the node is behind"), "{said}");
    let said = refusal(&with(node_on("regtest", LITECOIN_REGTEST, TimeDelta::zero()).await, "main")).await;
    assert_eq!(said, "AGIO_CHAINS_AGIO: LITECOIN is main, and the node is on regtest");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_sandbox_gets_coins_of_a_main_network() {
    let litecoin_rpc = Some(node_on("main", LITECOIN_MAIN, TimeDelta::minutes(20)).await);
    let chains = of_tenant(&[("LITECOIN", "main")]);
    let app = TestApp::with(Config { litecoin_rpc, chains, ..config() }).await;
    let ada = app.person("ada").await;
    for (from, to) in [(("EUR", "visamc"), ("LTC", "ltc")), (("LTC", "ltc"), ("EUR", "balance"))] {
        let asked = json!({ "from_currency": from.0, "from_payway": from.1, "to_currency": to.0, "to_payway": to.1,
            "from_amount": "100" });
        assert_eq!(ada.post("quotes", &asked).await.problem(), (422, "UNAVAILABLE_CONVERT_DIRECTION"), "{from:?}");
    }
    // What its customers could do before a node was connected does not pay out either.
    let tenant = identity::tenant_called(&app.db.store, "agio").await.unwrap().unwrap().id;
    let wallets = custody::holdings(&app.db.store).await.unwrap();
    let own = |network| wallets.iter().any(|one| (one.tenant, one.network) == (tenant, network));
    assert!(own(Network::Bitcoin) && !own(Network::Litecoin), "{wallets:?}");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_addresses_of_the_nodes_own_chain_are_taken() {
    let litecoin_rpc = Some(node_on("regtest", LITECOIN_REGTEST, TimeDelta::zero()).await);
    let app = TestApp::with(Config { litecoin_rpc, ..config() }).await;
    let ada = app.person("ada").await;
    for (payway, address, valid) in [
        ("ltc", "rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3", true),
        ("ltc", LTC_ADDRESS, false),
        ("btc", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", true),
    ] {
        let asked = json!({ "currency": payway.to_uppercase(), "payway": payway, "value": address });
        let verdict = ada.post("requisites/validate", &asked).await.expect(StatusCode::OK);
        assert_eq!(verdict["valid"], valid, "{address}");
    }
    app.close().await;
}
