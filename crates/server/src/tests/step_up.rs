//! Confirmation of payments with a second factor, over HTTP.

use axum::http::StatusCode;
use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use sha1::Sha1;

use super::support::{Answer, LTC_ADDRESS, Person, TestApp};

/// The code of an authenticator app, `ahead` periods of 30 seconds from now.
pub fn shown(app: &TestApp, secret: &str, ahead: u64) -> String {
    let seed = BASE32_NOPAD.decode(secret.as_bytes()).unwrap();
    let step = u64::try_from(app.now().timestamp()).unwrap() / 30 + ahead;
    let mut mac = Hmac::<Sha1>::new_from_slice(&seed).unwrap();
    mac.update(&step.to_be_bytes());
    let hash = mac.finalize().into_bytes();
    let at = usize::from(hash[19] & 15);
    let number = u32::from_be_bytes(hash[at..at + 4].try_into().unwrap()) & 0x7fff_ffff;
    format!("{:06}", number % 1_000_000)
}

/// Enrols an authenticator app, and returns the recovery codes.
pub async fn enrol(app: &TestApp, person: &Person) -> Vec<String> {
    let seed = person.post("user/two-factor/totp", &json!({})).await.expect(StatusCode::OK);
    let code = json!({"code": shown(app, seed["secret"].as_str().unwrap(), 0)});
    let made = person.post("user/two-factor/totp/confirm", &code).await.expect(StatusCode::OK);
    made["recovery_codes"].as_array().unwrap().iter().map(|code| code.as_str().unwrap().to_owned()).collect()
}

/// The confirmation token for a refused request.
pub async fn confirm(person: &Person, refused: &Answer, code: &str) -> String {
    assert_eq!(refused.problem(), (403, "AUTH_2FA_REQUIRED"), "{}", refused.body);
    let id = refused.body["meta"]["challenge_id"].as_str().unwrap();
    let asked = person.get(&format!("user/two-factor/challenges/{id}")).await.expect(StatusCode::OK);
    assert_eq!(asked["shown"], refused.body["meta"]["shown"]);
    let path = format!("user/two-factor/challenges/{id}/confirm");
    let given = person.post(&path, &json!({"code": code})).await.expect(StatusCode::OK);
    given["token"].as_str().unwrap().to_owned()
}

async fn order(person: &Person, body: &Value, key: &str, token: Option<&str>) -> Answer {
    let mut headers = vec![("idempotency-key", key)];
    headers.extend(token.map(|token| ("auth-2fa-token", token)));
    person.call("POST", "orders", Some(body), &headers).await
}

async fn body(person: &Person, amount: &str) -> Value {
    let quote = person.firm_quote(("EUR", "iban"), ("LTC", "ltc"), amount).await;
    json!({"quote_id": quote["id"], "requisite": {"kind": "address", "value": LTC_ADDRESS}})
}

/// An unused confirmation token for some request.
pub async fn confirmed_token(person: &Person, code: &str) -> String {
    let off = json!({"signin": false, "transfer": false, "card_details": false});
    let refused = person.call("PUT", "user/two-factor", Some(&off), &[]).await;
    confirm(person, &refused, code).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_made_once_confirmed_and_a_confirmation_covers_no_other_order() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let codes = enrol(&app, &ada).await;
    let wanted = body(&ada, "250.00").await;
    let refused = order(&ada, &wanted, "first", None).await;
    let seen = &refused.body["meta"]["shown"];
    assert_eq!((&seen["pays"]["amount"], &seen["pays"]["currency"]), (&json!("250.00"), &json!("EUR")));
    assert_eq!(seen["to"]["value"], LTC_ADDRESS);
    let token = confirm(&ada, &refused, &codes[0]).await;

    // A different amount or address is a different request.
    let other = body(&ada, "300.00").await;
    assert_eq!(order(&ada, &other, "other", Some(&token)).await.problem(), (403, "AUTH_2FA_REQUIRED"));
    let mut elsewhere = wanted.clone();
    elsewhere["requisite"]["value"] = json!("ltc1qg42tkwuuxefutzxezdkdel39gfstuap288mfea");
    assert_eq!(order(&ada, &elsewhere, "else", Some(&token)).await.problem(), (403, "AUTH_2FA_REQUIRED"));

    let made = order(&ada, &wanted, "first", Some(&token)).await.expect(StatusCode::CREATED);
    let again = order(&ada, &wanted, "first", Some(&token)).await.expect(StatusCode::CREATED);
    assert_eq!(made["id"], again["id"]);
    assert_eq!(order(&ada, &wanted, "second", Some(&token)).await.problem(), (403, "AUTH_2FA_REQUIRED"));
    let all = ada.get("transactions").await.expect(StatusCode::OK);
    assert_eq!(all["data"].as_array().unwrap().len(), 1);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_destination_is_refused_before_confirmation() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    enrol(&app, &ada).await;
    let mut wanted = body(&ada, "250.00").await;
    wanted["requisite"]["value"] = json!("x".repeat(40_000));
    let refused = order(&ada, &wanted, "first", None).await;
    assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"));
    assert_eq!(refused.body["errors"][0]["pointer"], "/requisite/value");
    let kept = "SELECT count(*) FROM step_ups WHERE purpose = 'transfer'";
    let kept: i64 = sqlx::query_scalar(kept).fetch_one(&mut app.db.connect().await).await.unwrap();
    assert_eq!(kept, 0);
    wanted["requisite"]["value"] = json!(format!("  {LTC_ADDRESS} "));
    let asked = order(&ada, &wanted, "second", None).await;
    assert_eq!(asked.body["meta"]["shown"]["to"]["value"], LTC_ADDRESS, "as it will be paid to");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_fifty_concurrent_orders_with_one_token_one_is_made() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let codes = enrol(&app, &ada).await;
    let wanted = body(&ada, "250.00").await;
    let token = confirm(&ada, &order(&ada, &wanted, "0", None).await, &codes[0]).await;
    let tries = (0..50).map(|n| {
        let (ada, wanted, token) = (ada.clone(), wanted.clone(), token.clone());
        tokio::spawn(async move { order(&ada, &wanted, &n.to_string(), Some(&token)).await.status })
    });
    let tries: Vec<_> = tries.collect();
    let mut made = 0;
    for answer in tries {
        made += usize::from(answer.await.unwrap() == StatusCode::CREATED);
    }
    assert_eq!(made, 1);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn security_settings_change_only_with_the_second_factor() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let codes = enrol(&app, &ada).await;
    let off = json!({"signin": false, "transfer": false, "card_details": false});
    let refused = ada.call("PUT", "user/two-factor", Some(&off), &[]).await;
    let token = confirm(&ada, &refused, &codes[0]).await;
    // The token confirms another operation: the change of settings, not the removal of the app.
    let header = [("auth-2fa-token", token.as_str())];
    let removed = ada.call("DELETE", "user/two-factor/totp", None, &header).await;
    assert_eq!(removed.problem(), (403, "AUTH_2FA_REQUIRED"));
    assert_eq!(ada.call("PUT", "user/two-factor", Some(&off), &header).await.status, StatusCode::NO_CONTENT);
    let again = ada.call("PUT", "user/two-factor", Some(&off), &header).await;
    assert_eq!(again.problem(), (403, "AUTH_2FA_REQUIRED"), "a confirmation serves once");
    // A day later, the hold is over and no confirmation is required.
    let later = "UPDATE users SET guards_changed_at = guards_changed_at - interval '24 hours'";
    sqlx::query(later).execute(&mut app.db.connect().await).await.unwrap();
    ada.order("iban", "unguarded").await;
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_has_no_access_before_its_second_factor() {
    let app = TestApp::new().await;
    let codes = enrol(&app, &app.person("ada").await).await;
    let half = app.newcomer("ada").await;
    for path in ["user", "user/terms", "balances", "user/sessions", "user/two-factor"] {
        let refused = half.get(path).await;
        assert_eq!(refused.problem(), (403, "AUTH_2FA_REQUIRED"), "{path}");
        assert_eq!(refused.body["meta"]["purpose"], "signin", "{path}");
    }
    let wrong = half.post("login/second-factor", &json!({"code": "AAAA-AAAA-AAAA-AAAA"})).await;
    assert_eq!(wrong.problem(), (403, "AUTH_2FA_INVALID"));
    let shown = half.post("login/second-factor", &json!({"code": codes[0]})).await;
    assert_eq!(shown.status, StatusCode::NO_CONTENT);
    half.get("user").await.expect(StatusCode::OK);
    half.get("balances").await.expect(StatusCode::OK);
    app.close().await;
}
