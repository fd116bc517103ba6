//! A tenant with real customers whose coins are on a chain of a real litecoind: sales, purchases, and the hot wallet.

#[expect(dead_code, reason = "other suites stop and resume their node")]
#[path = "../../../providers/tests/litecoin/node.rs"]
mod node;

use axum::http::StatusCode;
use identity::operator::Role;
use kernel::Network;
use serde_json::{Value, json};

use self::node::Node;
use super::bank::goes_live;
use super::live_rates::{PUBLIC, prices, set_up, sources};
use super::operators::{Colleague, colleague_at};
use super::support::{Person, TestApp};
use crate::wiring::config::Config;

fn variable(name: &str, value: &str) -> (String, String) {
    (format!("AGIO_CHAINS_AGIO_{name}"), value.to_owned())
}

/// Waits until the tenant has the wallet, which a worker opens.
async fn until_wallet(app: &TestApp) {
    let opened = async {
        loop {
            let wallets = custody::holdings(&app.db.store).await.unwrap();
            if wallets.iter().any(|one| one.network == Network::Litecoin && one.funding_address.is_some()) {
                return;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), opened).await.expect("the wallet is opened");
}

/// Mines until the transaction satisfies `there`: the scanner looks every two seconds.
async fn until_mined(node: &Node, ada: &Person, id: &str, there: impl Fn(&Value) -> bool) -> Value {
    let mined = async {
        loop {
            let transaction = ada.get(&format!("transactions/{id}")).await.expect(StatusCode::OK);
            if there(&transaction) {
                return transaction;
            }
            tokio::time::timeout(std::time::Duration::from_millis(200), std::future::pending::<()>()).await.ok();
            node.mine(1).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(90), mined).await.expect("it comes to that")
}

async fn sell(ada: &Person, amount: &str) -> (String, String) {
    let quote = ada.firm_quote(("LTC", "ltc"), ("EUR", "balance"), amount).await;
    let order = ada.post_once("orders", "sale", &json!({ "quote_id": quote["id"] })).await.expect(StatusCode::CREATED);
    let id = order["id"].as_str().unwrap().to_owned();
    let crypto = &order["source"]["instructions"]["crypto"];
    let address = crypto["address"].as_str().unwrap_or_else(|| panic!("an address: {order}")).to_owned();
    (id, address)
}

async fn wallet(pat: &mut Colleague) -> Value {
    pat.call("GET", "connections", None).await.expect(StatusCode::OK)["wallets"][0].clone()
}

/// The network fee of a transaction's payout, once `there` is true.
async fn until_fee(tom: &mut Colleague, id: &str, there: impl Fn(&Value) -> bool) -> Value {
    let shown = async {
        loop {
            let fees = tom.call("GET", &format!("movements/{id}/network-fees"), None).await.expect(StatusCode::OK);
            if there(&fees["data"][0]) {
                return fees["data"][0].clone();
            }
            tokio::time::timeout(std::time::Duration::from_millis(100), std::future::pending::<()>()).await.ok();
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), shown).await.expect("the network fee is shown")
}

/// The treasury operator `tom` raises the network fee of a payout that waits in the mempool, and `pat` agrees. Returns the
/// hash of the replacement.
async fn raise_the_fee(tom: &mut Colleague, pat: &mut Colleague, id: &str) -> Value {
    let raise = format!("movements/{id}/raise-fee");
    let stuck = until_fee(tom, id, |fee| fee["is_unconfirmed"] == true).await;
    let ask = |rate: &Value| json!({ "leg": stuck["leg"], "rate": rate, "reason": "The payout is stuck for an hour." });
    let low = tom.post(&raise, &ask(&stuck["rates"]["present"])).await.expect(StatusCode::BAD_REQUEST);
    assert_eq!(low["errors"][0]["pointer"], "/rate", "{low}");
    assert_eq!(pat.post(&raise, &ask(&stuck["rates"]["proposed"])).await.status, StatusCode::FORBIDDEN);

    let asked = tom.post(&raise, &ask(&json!(60_000))).await.expect(StatusCode::OK);
    let approve = format!("proposals/{}/approve", asked["proposal_id"].as_str().unwrap());
    let why = json!({ "reason": "Customers wait for it." });
    assert_eq!(tom.post(&approve, &why).await.status, StatusCode::FORBIDDEN, "nobody approves an own proposal");
    let proposals = pat.call("GET", "proposals", None).await.expect(StatusCode::OK);
    let action = &proposals["data"][0]["operator_action"];
    assert_eq!((&action["kind"], &action["new_rate"]), (&json!("raise_fee"), &json!(60_000)), "{action}");
    assert_eq!((&action["cost"]["currency"], &action["worth"]["currency"]), (&json!("LTC"), &json!("EUR")));
    pat.post(&approve, &why).await.expect(StatusCode::OK);
    let raised = until_fee(tom, id, |fee| fee["transactions"].as_array().is_some_and(|all| all.len() == 2)).await;
    assert_eq!(raised["transactions"][1]["is_present"], true, "{raised}");
    raised["transactions"][1]["txid"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_customer_of_a_live_tenant_sells_and_buys_coins_on_its_chain() {
    let (node, sources) = (Node::start().await, sources().await);
    let cold = node.payer_address().await;
    let chains = vec![
        variable("LITECOIN", "regtest"),
        variable("LITECOIN_HOT_MIN", "0.5"),
        variable("LITECOIN_HOT_MAX", "2"),
        variable("LITECOIN_COLD", &cold),
    ];
    let config = Config { litecoin_rpc: Some(node.address()), chains, ..set_up(Some(&sources)) };
    let app = TestApp::with(config).await;
    let ada = app.person("ada").await;
    let mut pat = colleague_at(&app, "localhost", "pat", Role::TreasuryApprover).await;
    goes_live(&app, &ada).await;
    prices(&ada, PUBLIC).await;
    until_wallet(&app).await;
    let low = wallet(&mut pat).await;
    assert_eq!(
        (&low["state"], &low["amount"]["amount"], &low["chain"]),
        (&json!("too_low"), &json!("0.50000000"), &json!("regtest"))
    );
    // Coins that are not connected are refused, also those of simulated chains.
    let asked = json!({ "from_currency": "ETH", "from_payway": "eth", "to_currency": "EUR", "to_payway": "balance",
        "from_amount": "1" });
    assert_eq!(ada.post("quotes", &asked).await.problem(), (422, "UNAVAILABLE_CONVERT_DIRECTION"));

    let (sale, address) = sell(&ada, "3").await;
    assert!(address.starts_with("rltc1"), "{address}");
    node.pay(&address, "3").await;
    let sold = until_mined(&node, &ada, &sale, |one| one["status"] == "DONE").await;
    assert_eq!(super::bank::euro(&ada).await, sold["to"]["amount"], "{sold}");
    // The hot wallet holds more than its maximum: the page says how much belongs to the cold address.
    let full = wallet(&mut pat).await;
    assert_eq!((&full["state"], &full["amount"]["amount"]), (&json!("move_to_cold"), &json!("1.00000000")), "{full}");
    assert_eq!((&full["cold_address"], &full["balance"]["amount"]), (&json!(cold), &json!("3.00000000")));

    let payee = node.payer_address().await;
    let quote = ada.firm_quote(("EUR", "balance"), ("LTC", "ltc"), "100.00").await;
    let requisite = json!({ "kind": "address", "value": payee });
    let body = json!({ "quote_id": quote["id"], "requisite": requisite });
    let order = ada.post_once("orders", "buy", &body).await.expect(StatusCode::CREATED);
    let id = order["id"].as_str().unwrap();
    let mut tom = colleague_at(&app, "localhost", "tom", Role::TreasuryOperator).await;
    let hash = raise_the_fee(&mut tom, &mut pat, id).await;
    let bought = until_mined(&node, &ada, id, |one| one["status"] == "DONE").await;
    assert_eq!(bought["payout"]["hash"], hash, "the customer sees the hash of the replacement: {bought}");
    let paid = until_fee(&mut tom, id, |fee| fee["is_unconfirmed"] == false).await;
    let late = json!({ "leg": paid["leg"], "rate": 900_000, "reason": "It is confirmed already." });
    assert_eq!(tom.post(&format!("movements/{id}/raise-fee"), &late).await.problem(), (409, "CONFLICT_ERROR"));
    let (count, amount) = node.received(&payee).await;
    assert_eq!((count, json!(amount)), (1, bought["to"]["amount"].clone()), "{bought}");
    app.close().await;
}
