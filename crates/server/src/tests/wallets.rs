//! Travel rule for outgoing crypto: above a threshold, the customer must declare the owner of the wallet and prove
//! their own.

use axum::http::StatusCode;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bitcoin::hashes::{Hash, hash160, sha256d};
use bitcoin::secp256k1::{Message, Secp256k1, SecretKey};
use exchange::beneficiary_wallet::{OnWord, TravelRule};
use exchange::policy::Policy;
use identity::operator::Role;
use kernel::{Amount, Currency};
use serde_json::{Value, json};

use super::account_closure::{cool_off_passes, leave};
use super::operators::colleague;
use super::support::{Answer, Person, TestApp};

/// A Litecoin wallet that can sign messages.
pub struct Wallet(SecretKey);

impl Wallet {
    pub fn new(seed: u8) -> Self {
        Self(SecretKey::from_slice(&[seed; 32]).unwrap())
    }

    pub fn address(&self) -> String {
        let hash = hash160::Hash::hash(&self.0.public_key(&Secp256k1::new()).serialize()).to_byte_array();
        bs58::encode([&[0x30][..], &hash[..]].concat()).with_check().into_string()
    }

    pub fn sign(&self, message: &str) -> String {
        let mut said = b"\x19Litecoin Signed Message:\n".to_vec();
        said.push(u8::try_from(message.len()).unwrap());
        said.extend(message.bytes());
        let digest = Message::from_digest(sha256d::Hash::hash(&said).to_byte_array());
        let (recovery, compact) = Secp256k1::new().sign_ecdsa_recoverable(&digest, &self.0).serialize_compact();
        let header = 31 + u8::try_from(recovery.to_i32()).unwrap();
        STANDARD.encode([&[header][..], &compact[..]].concat())
    }
}

/// A system with a threshold of 1,000 euro, and a customer with sufficient limits.
pub async fn app() -> (TestApp, Person) {
    app_that_takes(OnWord::default()).await
}

/// The same with this rule for wallets that cannot be proved.
pub async fn app_that_takes(on_word: OnWord) -> (TestApp, Person) {
    let app = TestApp::new().await;
    let tenant = identity::tenant_by_slug(&app.db.store, identity::DEMO_TENANT_SLUG).await.unwrap().unwrap();
    let above = Amount::parse("1000.00", Currency::EUR).unwrap();
    let policy = Policy { version: 2, travel_rule: Some(TravelRule { above, on_word }), ..Policy::sandbox() };
    let now = app.now();
    exchange::publish_policy(&app.db.store, &app.world, tenant, &policy, now).await.unwrap();
    let anna = app.person("anna+t4").await;
    (app, anna)
}

/// Tries to buy Litecoin for this amount of euro.
pub async fn buys(person: &Person, euro: &str, key: &str, address: &str) -> Answer {
    let quote = person.firm_quote(("EUR", "visamc"), ("LTC", "ltc"), euro).await;
    let requisite = json!({ "kind": "address", "value": address });
    person.post_once("orders", key, &json!({ "quote_id": quote["id"], "requisite": requisite })).await
}

pub fn lacks(answer: &Answer) -> (&Value, &Value) {
    assert_eq!(answer.problem(), (422, "TRAVEL_RULE_REQUIRED"), "{}", answer.body);
    (&answer.body["meta"]["requirements"][0], &answer.body["meta"]["wallet_id"])
}

pub async fn says(person: &Person, address: &str, owner: &str, holding: &str) -> Answer {
    let mut said = json!({ "payway": "ltc", "address": address });
    answers(&mut said, owner, holding, "beneficiary");
    person.post("wallets", &said).await
}

/// Adds the fields that these answers require, and no others.
pub fn answers(said: &mut Value, owner: &str, holding: &str, somebody: &str) {
    (said["owner"], said["holding"]) = (json!(owner), json!(holding));
    if holding == "service" {
        said["service"] = json!("Kraken");
    }
    if owner == "other" {
        said[somebody] = json!({ "party": "person", "name": "Olena Kovalenko", "country": "UA" });
    }
}

#[tokio::test]
async fn a_large_payout_to_an_own_wallet_needs_a_proof_of_ownership() {
    let (app, anna) = app().await;
    let (mine, address) = (Wallet::new(7), Wallet::new(7).address());
    buys(&anna, "500.00", "small", &address).await.expect(StatusCode::CREATED);
    // 500 before and 600 now: amounts within a day are added up.
    let asked = buys(&anna, "600.00", "linked", &address).await;
    assert_eq!(lacks(&asked).0, "travel_rule");

    let said = says(&anna, &address, "own", "self_hosted").await.expect(StatusCode::CREATED);
    assert_eq!((&said["needs_proof"], &said["proof_method"]), (&json!(true), &json!("signed_message")));
    let refused = buys(&anna, "600.00", "unproved", &address).await;
    assert_eq!(lacks(&refused), (&json!("wallet_proof"), &said["id"]));

    let path = format!("wallets/{}", said["id"].as_str().unwrap());
    let early = anna.post(&format!("{path}/prove"), &json!({ "signature": mine.sign("mine") })).await;
    assert_eq!(early.problem(), (409, "CONFLICT_ERROR"), "no message waits");
    let challenge = anna.post(&format!("{path}/challenge"), &json!({})).await.expect(StatusCode::CREATED);
    let message = challenge["message"].as_str().unwrap();
    assert!(message.contains(&address) && message.contains("Nonce: "), "{message}");
    let another = json!({ "signature": Wallet::new(8).sign(message) });
    let wrong = anna.post(&format!("{path}/prove"), &another).await;
    assert_eq!(wrong.body["errors"][0]["pointer"], "/signature", "another key");
    let good = json!({ "signature": mine.sign(message) });
    let proved = anna.post(&format!("{path}/prove"), &good).await.expect(StatusCode::OK);
    assert_eq!(proved["needs_proof"], false);
    let again = anna.post(&format!("{path}/prove"), &good).await;
    assert_eq!(again.problem(), (409, "CONFLICT_ERROR"), "a message serves once");

    let order = buys(&anna, "600.00", "proved", &address).await.expect(StatusCode::CREATED);
    let kept = kept(&app, &order["id"]).await;
    assert_eq!((&kept["wallet"], &kept["owner"]), (&said["id"], &json!("own")));

    assert_eq!(anna.call("DELETE", &path, None, &[]).await.status, StatusCode::NO_CONTENT);
    assert_eq!(lacks(&buys(&anna, "600.00", "revoked", &address).await).0, "travel_rule", "it is asked anew");
    app.close().await;
}

#[tokio::test]
async fn the_owner_of_a_wallet_is_declared_encrypted_and_private() {
    let (app, anna) = app().await;
    let address = Wallet::new(9).address();
    assert_eq!(lacks(&buys(&anna, "1500.00", "first", &address).await).0, "travel_rule");
    let nameless = json!({ "payway": "ltc", "address": address, "owner": "other", "holding": "self_hosted" });
    let refused = anna.post("wallets", &nameless).await;
    assert_eq!(refused.body["errors"][0]["pointer"], "/beneficiary");
    let said = says(&anna, &address, "other", "self_hosted").await.expect(StatusCode::CREATED);
    assert_eq!((&said["needs_proof"], said.get("service")), (&json!(false), None), "somebody else's cannot be proved");
    let plain = "SELECT count(*) FROM wallets WHERE position('Kovalenko'::bytea in beneficiary) > 0";
    let seen: i64 = sqlx::query_scalar(plain).fetch_one(&mut app.db.connect().await).await.unwrap();
    assert_eq!(seen, 0, "a name is sealed");
    buys(&anna, "1500.00", "second", &address).await.expect(StatusCode::CREATED);

    let berta = app.person("berta+t4").await;
    assert_eq!(berta.get("wallets").await.expect(StatusCode::OK)["data"], json!([]));
    let path = format!("wallets/{}", said["id"].as_str().unwrap());
    assert_eq!(berta.call("DELETE", &path, None, &[]).await.problem(), (404, "NOT_FOUND"));
    assert_eq!(lacks(&buys(&berta, "1500.00", "hers", &address).await).0, "travel_rule");
    assert_eq!(anna.get("wallets").await.expect(StatusCode::OK)["data"].as_array().unwrap().len(), 1);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_business_is_named_with_its_country_and_identifier_and_an_officer_reads_them() {
    let (app, anna) = app().await;
    let (address, lei) = (Wallet::new(16).address(), json!({ "kind": "lei", "value": "5067 00ge 1g29 325q x363" }));
    let say = async |beneficiary: Value| {
        let said = json!({ "payway": "ltc", "address": address, "owner": "other", "holding": "self_hosted",
            "beneficiary": beneficiary });
        anna.post("wallets", &said).await
    };
    let shop = |country: &str, id: Value| json!({ "party": "business", "name": "Kovalenko & Co.", "country": country, "company_id": id });
    let slip = json!({ "kind": "lei", "value": "506700GE1G29325QX364" });
    let number = json!({ "kind": "register", "value": "none" });
    for (beneficiary, pointer) in [
        (json!({ "party": "person", "name": "Ol😀na", "country": "UA" }), "/beneficiary/name"),
        (json!({ "party": "person", "name": "Olena Kovalenko", "country": "Ukraine" }), "/beneficiary/country"),
        (json!({ "party": "person", "name": "Olena Kovalenko" }), "/beneficiary/country"),
        (shop("DE", Value::Null), "/beneficiary/company_id"),
        (shop("DE", slip), "/beneficiary/company_id/value"),
        (shop("DE", number), "/beneficiary/company_id/value"),
    ] {
        let refused = say(beneficiary.clone()).await;
        assert_eq!(refused.body["errors"][0]["pointer"], pointer, "{beneficiary} {}", refused.body);
    }
    say(shop("DE", lei)).await.expect(StatusCode::CREATED);
    buys(&anna, "1500.00", "business", &address).await.expect(StatusCode::CREATED);
    let plain = "SELECT count(*) FROM wallets WHERE position('506700GE1G29325QX363'::bytea in beneficiary) > 0";
    let seen: i64 = sqlx::query_scalar(plain).fetch_one(&mut app.db.connect().await).await.unwrap();
    assert_eq!(seen, 0, "an identifier is sealed");
    let mut officer = colleague(&app, Role::ComplianceOfficer).await;
    let found = officer.call("GET", "customers?search=anna%2Bt4%40ex", None).await.expect(StatusCode::OK);
    let path = format!("customers/{}/reveal", found["data"][0]["id"].as_str().unwrap());
    let told = officer.post(&path, &json!({ "reason": "the travel rule asks" })).await.expect(StatusCode::OK);
    let kept = shop("DE", json!({ "kind": "lei", "value": "506700GE1G29325QX363" }));
    assert_eq!(told["wallets"][0]["beneficiary"], kept);
    app.close().await;
}

/// The wallet declaration stored with a transaction.
pub async fn kept(app: &TestApp, id: &Value) -> Value {
    let ask = "SELECT body->'travel' FROM records WHERE body->>'id' = $1";
    let found = sqlx::query_scalar::<_, Option<Value>>(ask).bind(id.as_str());
    found.fetch_one(&mut app.db.connect().await).await.unwrap().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn repeating_a_declaration_keeps_the_proof_and_changing_it_does_not() {
    let (app, anna) = app().await;
    let (mine, address) = (Wallet::new(13), Wallet::new(13).address());
    let said = says(&anna, &address, "own", "self_hosted").await.expect(StatusCode::CREATED);
    let path = format!("wallets/{}", said["id"].as_str().unwrap());
    let challenge = anna.post(&format!("{path}/challenge"), &json!({})).await.expect(StatusCode::CREATED);
    let good = json!({ "signature": mine.sign(challenge["message"].as_str().unwrap()) });
    anna.post(&format!("{path}/prove"), &good).await.expect(StatusCode::OK);
    let again = says(&anna, &address, "own", "self_hosted").await.expect(StatusCode::CREATED);
    assert_eq!((&again["id"], &again["needs_proof"]), (&said["id"], &json!(false)));
    says(&anna, &address, "own", "service").await.expect(StatusCode::CREATED);
    let anew = says(&anna, &address, "own", "self_hosted").await.expect(StatusCode::CREATED);
    assert_eq!(anew["needs_proof"], true);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_erased_customers_declarations_stay_only_with_their_orders() {
    let (app, anna) = app().await;
    let (used, idle) = (Wallet::new(14).address(), Wallet::new(15).address());
    says(&anna, &used, "other", "self_hosted").await.expect(StatusCode::CREATED);
    says(&anna, &idle, "own", "service").await.expect(StatusCode::CREATED);
    let order = buys(&anna, "1500.00", "rests", &used).await.expect(StatusCode::CREATED);
    let mut officer = colleague(&app, Role::ComplianceOfficer).await;
    let found = officer.call("GET", "customers?search=anna%2Bt4%40ex", None).await.expect(StatusCode::OK);
    let path = format!("customers/{}/reveal", found["data"][0]["id"].as_str().unwrap());
    let why = json!({ "reason": "the travel rule asks" });
    let told = officer.post(&path, &why).await.expect(StatusCode::OK);
    let wallets = told["wallets"].as_array().unwrap();
    assert_eq!((wallets.len(), &wallets[1]["address"]), (2, &json!(used)));
    assert_eq!(wallets[1]["beneficiary"], json!({ "party": "person", "name": "Olena Kovalenko", "country": "UA" }));
    let id = order["id"].as_str().unwrap();
    anna.post_once(&format!("transactions/{id}/cancel"), "cancel", &json!({})).await.expect(StatusCode::OK);
    leave(&anna).await.expect(StatusCode::OK);
    cool_off_passes(&app).await;
    let left = "SELECT address FROM wallets WHERE revoked_at IS NOT NULL AND beneficiary IS NOT NULL";
    let left: Vec<String> = sqlx::query_scalar(left).fetch_all(&mut app.db.connect().await).await.unwrap();
    assert_eq!(left, [used]);

    let old = "UPDATE wallets SET used_at = used_at - interval '1830 days'";
    sqlx::query(old).execute(&mut app.db.connect().await).await.unwrap();
    let gone = async {
        let ask = "SELECT count(*) FROM wallets";
        while sqlx::query_scalar::<_, i64>(ask).fetch_one(&mut app.db.connect().await).await.unwrap() > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), gone).await.expect("after five years it goes too");
    app.close().await;
}
