//! Data exports: they contain all data of the customer, and none of other customers.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::step_up::{confirm, enrol};
use super::support::{LTC_ADDRESS, Person, TestApp};

/// A customer with stored data (a name, two orders, a bank account), and the words that identify them.
async fn settle(app: &TestApp, name: &str, host: &'static str) -> (Person, Vec<String>) {
    let person = app.person_at(&format!("{name}canary"), host).await;
    let names = json!({ "first_name": format!("{name}first"), "last_name": format!("{name}last") });
    let user = person.call("PUT", "user", Some(&names), &[]).await.expect(StatusCode::OK);
    let phrase = json!({ "phrase": format!("{name} phrase") });
    person.call("PUT", "user/mail-phrase", Some(&phrase), &[]).await.expect(StatusCode::OK);
    let order = person.order("iban", "bybank").await;
    let id = order["id"].as_str().unwrap();
    person.post(&format!("sandbox/transactions/{id}/expire"), &json!({})).await.expect(StatusCode::OK);
    person.post(&format!("sandbox/transactions/{id}/pay_late"), &json!({})).await.expect(StatusCode::OK);
    person.until(app, id, |transaction| transaction["status"] == "ACTION_REQUIRED").await;
    person.post_once(&format!("transactions/{id}/deposit"), "keep", &json!({})).await.expect(StatusCode::OK);
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    let own = ["canary", "first", "last", " phrase"].map(|word| format!("{name}{word}"));
    let ids = [word(&user["uuid"]), word(&user["profiles_id"][0]), word(&order["id"]), word(&order["reference"])];
    (person, own.into_iter().chain(ids).collect())
}

/// Waits until the latest export is complete. Each email about it is a job, so polling misses nothing.
pub async fn made(person: &Person) -> Value {
    let found = async {
        loop {
            let all = person.get("user/exports").await.expect(StatusCode::OK);
            if all["data"][0]["state"] != "waiting" {
                return all["data"][0].clone();
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), found).await.expect("it is made within a minute")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_has_all_data_of_its_customer_and_none_of_others() {
    let app = TestApp::new().await;
    let (ada, own) = settle(&app, "ada", "localhost").await;
    let (bob, beside) = settle(&app, "bob", "localhost").await;
    let (_, elsewhere) = settle(&app, "eve", "nova.localhost").await;
    let codes = enrol(&app, &ada).await;
    let refused = ada.post("user/exports", &json!({})).await;
    assert_eq!(refused.body["meta"]["shown"]["kind"], "data_export");
    let token = confirm(&ada, &refused, &codes[0]).await;
    let asked = ada.call("POST", "user/exports", None, &[("auth-2fa-token", &token)]).await;
    // The confirmation covers the request, which has no body.
    assert_eq!(asked.status, StatusCode::ACCEPTED, "{}", asked.body);
    let copy = made(&ada).await;
    assert_eq!(copy["state"], "ready", "{copy}");
    let path = format!("user/exports/{}/file", copy["id"].as_str().unwrap());
    let file = ada.get(&path).await;
    assert_eq!(file.status, StatusCode::OK);
    assert_eq!(file.bytes.len().to_string(), copy["bytes"].to_string());
    assert!(file.header("content-disposition").starts_with("attachment"));
    let text = String::from_utf8(file.bytes.clone()).unwrap();
    for word in &own {
        assert!(text.contains(word.as_str()), "{word} is missing");
    }
    for word in beside.iter().chain(&elsewhere) {
        assert!(!text.contains(word.as_str()), "{word} is somebody else's");
    }
    for secret in [ada.token.as_ref().unwrap().as_str(), &codes[1], "\"signature\"", "\"client_key\""] {
        assert!(!text.contains(secret), "{secret} opens something");
    }
    assert_eq!(file.body["balances"][0]["posted"], "250.00");
    assert_eq!(file.body["statements"][0]["balance"], "250.00");
    let lists =
        ["about", "profile", "sessions", "consents", "audit_log", "transactions", "ways_to_sign_in", "limit_uses"];
    for list in lists {
        assert!(file.body[list].as_array().is_some_and(|rows| !rows.is_empty()), "{list}: {}", file.body[list]);
    }

    bob.get(&path).await.expect(StatusCode::NOT_FOUND);
    let sealed: Vec<Vec<u8>> = sqlx::query_scalar("SELECT sealed FROM data_export_parts")
        .fetch_all(&mut app.db.connect().await)
        .await
        .unwrap();
    assert!(!sealed.is_empty() && sealed.iter().all(|part| !part.windows(9).any(|window| window == b"adacanary")));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_export_runs_at_a_time_once_a_day_and_expires_after_a_week() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let asks = (0..20).map(|_| {
        let ada = ada.clone();
        tokio::spawn(async move { ada.post("user/exports", &json!({})).await.status })
    });
    let mut accepted = 0;
    for ask in asks.collect::<Vec<_>>() {
        match ask.await.unwrap() {
            StatusCode::ACCEPTED => accepted += 1,
            status => assert_eq!(status, StatusCode::TOO_MANY_REQUESTS),
        }
    }
    assert!(accepted > 0);
    made(&ada).await;
    let more = ada.post("user/exports", &json!({})).await;
    assert_eq!(more.problem(), (429, "TOO_MANY_REQUESTS"));
    assert!(more.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds <= 24 * 3600));
    let all = ada.get("user/exports").await.expect(StatusCode::OK);
    assert_eq!(all["data"].as_array().unwrap().len(), 1);
    assert!(all["next_at"].is_string());
    let path = format!("user/exports/{}/file", all["data"][0]["id"].as_str().unwrap());
    ada.get(&path).await.expect(StatusCode::OK);
    sqlx::query("UPDATE data_exports SET expires_at = expires_at - interval '7 days'")
        .execute(&mut app.db.connect().await)
        .await
        .unwrap();
    ada.get(&path).await.expect(StatusCode::NOT_FOUND);
    let gone = ada.get("user/exports").await.expect(StatusCode::OK);
    assert_eq!(gone["data"][0]["state"], "expired");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_contains_complete_lists_and_revoked_entries() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let said =
        json!({ "payway": "ltc", "address": LTC_ADDRESS, "owner": "own", "holding": "service", "service": "Kraken" });
    let said = ada.post("wallets", &said).await.expect(StatusCode::CREATED);
    // An order uses the declaration, so it is kept when it is revoked.
    let used = "UPDATE wallets SET used_at = declared_at";
    sqlx::query(used).execute(&mut app.db.connect().await).await.unwrap();
    let gone = ada.call("DELETE", &format!("wallets/{}", said["id"].as_str().unwrap()), None, &[]).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    // Several rows with the same time: a page must not end between them and lose the rest.
    let uses = "INSERT INTO limit_uses (tenant_id, transaction_id, user_id, fiat, crypto_out, at)
                SELECT tenant_id, gen_random_uuid(), id, n, 0, now() - make_interval(secs => n / 7)
                FROM users, generate_series(1, 450) AS n WHERE email LIKE 'ada@%'";
    sqlx::query(uses).execute(&mut app.db.connect().await).await.unwrap();
    ada.post("user/exports", &json!({})).await.expect(StatusCode::ACCEPTED);
    let copy = made(&ada).await;
    let file = ada.get(&format!("user/exports/{}/file", copy["id"].as_str().unwrap())).await.expect(StatusCode::OK);
    let cents = |row: &Value| row["fiat_cents"].as_str().unwrap().parse::<u32>().unwrap();
    let mut all: Vec<u32> = file["limit_uses"].as_array().unwrap().iter().map(cents).collect();
    all.sort_unstable();
    assert_eq!(all, (1..=450).collect::<Vec<_>>());
    let wallets = file["wallets"].as_array().unwrap();
    assert_eq!((wallets.len(), &wallets[0]["address"]), (1, &json!(LTC_ADDRESS)));
    assert!(wallets[0]["revoked_at"].is_string(), "{}", wallets[0]);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_has_points_and_referrals_and_names_no_friend() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let code = ada.get("referral").await.expect(StatusCode::OK)["code"].as_str().unwrap().to_owned();
    let bob = app.person("bobcanary").await;
    let came = bob.post("utm-params", &json!({ "referral_code": code })).await;
    assert_eq!(came.status, StatusCode::NO_CONTENT);
    ada.get("farm").await.expect(StatusCode::OK);
    // A friend's order earned something, which is in its own tests.
    let earned =
        "INSERT INTO referral_earnings (tenant_id, transaction_id, referee_id, referrer_id, profile_id, number,
                      fee, currency, amount, state, policy_version, earned_at, due_at)
                  SELECT r.tenant_id, gen_random_uuid(), r.referee_id, r.referrer_id, l.profile_id, 1, '{}', 'EUR', 250,
                         'waiting', 1, now(), now() + interval '9 days'
                  FROM referrals r JOIN referral_links l ON l.tenant_id = r.tenant_id AND l.user_id = r.referrer_id";
    assert_eq!(sqlx::query(earned).execute(&mut app.db.connect().await).await.unwrap().rows_affected(), 1);
    let file = async |person: &Person| {
        person.post("user/exports", &json!({})).await.expect(StatusCode::ACCEPTED);
        let copy = made(person).await;
        person.get(&format!("user/exports/{}/file", copy["id"].as_str().unwrap())).await.expect(StatusCode::OK)
    };
    let of_ada = file(&ada).await;
    assert_eq!(of_ada["referral_link"][0]["code"], code.as_str());
    assert_eq!(of_ada["farm_points"].as_array().map(Vec::len), Some(2), "the visit and the streak");
    assert_eq!(of_ada["farm_seasons"][0]["days"].as_array().map(Vec::len), Some(1));
    assert_eq!(of_ada["referrals"].as_array().unwrap().len(), 1);
    assert_eq!(of_ada["referral_earnings"][0]["reward"], json!({ "amount": "2.50", "currency": "EUR" }));
    let friend = bob.get("user").await.expect(StatusCode::OK)["uuid"].as_str().unwrap().to_owned();
    let text = of_ada.to_string();
    assert!(!text.contains("bobcanary") && !text.contains(&friend), "a friend is not named");
    let of_bob = file(&bob).await;
    assert_eq!((&of_bob["referrals"][0]["who"], &of_bob["referral_link"]), (&json!("customer"), &json!([])));
    app.close().await;
}
