//! A configured node instead of a simulated chain.

use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use kernel::World;
use serde_json::{Value, json};
use store::testing::TestDb;

use super::support::{LTC_ADDRESS, TestHouse, config};
use crate::wiring::chains;
use crate::wiring::config::Config;

/// A fake node on this chain with a single block. Returns its address.
async fn node_on(chain: &'static str) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let answer = async move |Json(asked): Json<Value>| {
        let result = match asked["method"].as_str() {
            Some("getblockchaininfo") => json!({ "chain": chain, "blocks": 1 }),
            Some("getblockcount") => json!(1),
            Some("getblockhash") => json!("00"),
            _ => Value::Null,
        };
        Json(json!({ "id": 0, "result": result, "error": null }))
    };
    tokio::spawn(async move { axum::serve(listener, Router::new().route("/", post(answer))).await });
    format!("http://user:password@{address}")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_with_real_coins_is_refused_in_a_sentence_while_payments_are_played() {
    let db = TestDb::new().await;
    for (variable, litecoin) in [("AGIO_LITECOIN_RPC", true), ("AGIO_BITCOIN_RPC", false)] {
        let node = Some(node_on("main").await);
        let (litecoin_rpc, bitcoin_rpc) = if litecoin { (node, None) } else { (None, node) };
        let config = Config { litecoin_rpc, bitcoin_rpc, ..config() };
        let refused =
            chains::open(&db.store, &World::system(), &config, "seed").await.err().expect("it does not start");
        let sentence = format!("{refused:#}");
        assert!(sentence.starts_with(variable) && sentence.contains("real coins"), "{sentence}");
        assert!(!sentence.contains("password@"), "{sentence}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_addresses_of_the_nodes_own_chain_are_taken() {
    let litecoin_rpc = Some(node_on("regtest").await);
    let house = TestHouse::with(Config { litecoin_rpc, ..config() }).await;
    let ada = house.person("ada").await;
    for (payway, address, valid) in [
        ("ltc", "rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3", true),
        ("ltc", LTC_ADDRESS, false),
        ("btc", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", true),
    ] {
        let asked = json!({ "currency": payway.to_uppercase(), "payway": payway, "value": address });
        let verdict = ada.post("requisites/validate", &asked).await.expect(StatusCode::OK);
        assert_eq!(verdict["valid"], valid, "{address}");
    }
    house.close().await;
}
