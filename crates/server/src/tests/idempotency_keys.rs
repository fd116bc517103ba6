//! Every POST of the documents either requires an idempotency key or is listed here with the reason why it does not. A
//! new one must be classified.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::support::TestApp;

/// Operations that move a customer's money, or commit the customer to it.
const KEYED: [&str; 16] = [
    "farm/exchanges",
    "merchant/links",
    "merchant/links/{id}/end",
    "merchant/payments",
    "merchant/payments/{id}/cancel",
    "merchant/payments/{id}/refunds",
    "orders",
    "plans",
    "transactions/{id}/appeal",
    "transactions/{id}/cancel",
    "transactions/{id}/claim-payment",
    "transactions/{id}/deposit",
    "transactions/{id}/payment/code",
    "transactions/{id}/payment/card",
    "transactions/{id}/refund",
    "transactions/{id}/update-amount",
];

/// Operations that move no money, with the reason.
const EXCUSED: [(&str, &[&str]); 19] = [
    ("a code that was paid out, which stays the same however often it is shown", &["transactions/{id}/payout-code"]),
    (
        "a link to a status, which stays the same until it is withdrawn",
        &["status-links/look", "transactions/{id}/status-link"],
    ),
    ("a banner, which stays closed", &["content/dismissals"]),
    ("a code that replaces the former one", &["notifications/telegram"]),
    ("a browser, which is known once by its address", &["notifications/devices"]),
    (
        "messages to support, which the UUID in their body makes one when they come twice; a picture moves nothing",
        &[
            "support/conversations",
            "support/conversations/{id}/end",
            "support/conversations/{id}/messages",
            "support/pictures",
        ],
    ),
    ("saved details and presets: the same one is saved once", &["presets", "requisites/cards", "requisites/saved"]),
    ("where money can be sent: the same however often it is asked", &["deposit-accounts"]),
    ("a document states what is booked and moves nothing; a check only asks", &["documents", "documents/check"]),
    (
        "a price is a promise: nothing is booked before it is ordered, and a firm one serves once",
        &["merchant/payments/{id}/refund-offer", "quotes", "referral/quotes"],
    ),
    (
        "a question about a requisite, or what is to be known of it",
        &[
            "requisites/card",
            "requisites/customer",
            "requisites/payee",
            "requisites/validate",
            "senders",
            "wallets",
            "wallets/{id}/challenge",
            "wallets/{id}/prove",
        ],
    ),
    (
        "the world outside, simulated: what a bank or a chain would do of itself",
        &[
            "sandbox/clock/advance",
            "sandbox/deposit-accounts/{id}/pay",
            "sandbox/liabilities",
            "sandbox/pay",
            "sandbox/test-clock",
            "sandbox/transactions/{id}/{action}",
        ],
    ),
    (
        "who somebody is: a code, a launch or a ceremony, each of which serves once",
        &[
            "apple-login",
            "auth/seamless",
            "auth/seamless/codes",
            "auth/seamless/codes/answer",
            "auth/seamless/codes/ask",
            "auth/seamless/codes/look",
            "google-login",
            "login",
            "login/passkey",
            "login/passkey/begin",
            "login/second-factor",
            "login/second-factor/lost",
            "login/second-factor/passkey",
            "login/second-factor/passkey/begin",
            "login/{provider}",
            "logout",
            "telegram-login",
            "telegram-register",
        ],
    ),
    (
        "how somebody proves who they are",
        &[
            "confirm-email",
            "partner-keys",
            "partner-keys/{id}/domains",
            "partner-keys/{id}/rotate",
            "partner-verification",
            "partner-verification/agree",
            "update-email",
            "user/email/mended",
            "user/passkeys",
            "user/passkeys/begin",
            "user/phone",
            "user/phone/confirm",
            "user/sign-in-methods/{method}",
            "user/two-factor/challenges/{id}/confirm",
            "user/two-factor/challenges/{id}/passkey",
            "user/two-factor/challenges/{id}/passkey/begin",
            "user/two-factor/recovery-codes",
            "user/two-factor/totp",
            "user/two-factor/totp/confirm",
        ],
    ),
    (
        "webhooks, which receivers recognise by their id when they come twice",
        &[
            "webhook-deliveries/{id}/resend",
            "webhook-endpoints",
            "webhook-endpoints/{id}/enable",
            "webhook-endpoints/{id}/replay",
            "webhook-endpoints/{id}/rotate",
            "webhook-endpoints/{id}/test",
        ],
    ),
    (
        "what is known of somebody",
        &[
            "user/accept-terms",
            "user/documents",
            "user/documents/submit",
            "user/exports",
            "user/source-of-funds",
            "utm-params",
            "/bot/user-source",
        ],
    ),
    (
        "a profile as a whole, which closes only when it is empty",
        &["profiles", "profiles/{id}/close", "profiles/{id}/reopen"],
    ),
    (
        "a payer without an account: the number of a choice and the version of its movement identify a repeated request",
        &[
            "pay/accept",
            "pay/choose",
            "pay/link",
            "pay/link/open",
            "pay/look",
            "pay/offers",
            "pay/receipt",
            "pay/take-back",
            "pay/terms",
        ],
    ),
    ("an account as a whole, which closes only when it is empty", &["user/closing"]),
];

/// The POSTs of a document, and whether each requires a key.
fn posts(document: &Value) -> Vec<(String, bool)> {
    let paths = document["paths"].as_object().unwrap().iter();
    let posts = paths.filter_map(|(path, item)| Some((path, item.get("post")?)));
    let keyed = |operation: &Value| {
        let headers = operation["parameters"].as_array().into_iter().flatten();
        headers.into_iter().any(|one| one["name"] == "Idempotency-Key" && one["required"] == true)
    };
    posts.map(|(path, post)| (path.trim_start_matches("/api/client/v1/").to_owned(), keyed(post))).collect()
}

#[test]
fn every_post_takes_an_idempotency_key_or_is_exempt_for_a_reason() {
    let all = posts(&serde_json::to_value(api::openapi()).unwrap());
    let said = |with_key: bool| {
        let paths = all.iter().filter(|(_, keyed)| *keyed == with_key);
        paths.map(|(path, _)| path.as_str()).collect::<BTreeSet<_>>()
    };
    assert_eq!(said(true), BTreeSet::from(KEYED));
    let excused = EXCUSED.iter().flat_map(|(_, paths)| paths.iter().copied());
    assert_eq!(said(false), excused.collect(), "a new one takes a key, or is put under a reason");
    // No console operation takes a key: those that move money name the transaction that they resolve.
    let console = posts(&serde_json::to_value(api::operator_openapi()).unwrap());
    assert!(console.len() > 20 && console.iter().all(|(path, keyed)| !keyed && !path.contains("transaction")));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_request_that_moves_money_requires_an_idempotency_key() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let order = ada.order("visamc", "first").await;
    let id = order["id"].as_str().unwrap();
    let before = ada.get(&format!("transactions/{id}")).await.expect(StatusCode::OK);
    let quote = ada.firm_quote(("EUR", "visamc"), ("LTC", "ltc"), "250.00").await;
    // The body has everything that each operation reads; only the key is missing.
    let body = json!({
        "quote_id": quote["id"], "requisite": { "kind": "address", "value": super::support::LTC_ADDRESS },
        "code": "777123", "number": "4242424242424242", "expiry_month": 12, "expiry_year": 2034, "cvv": "123",
        "holder": "Ada Lovelace", "return_url": "/exchange", "amount": "25.00", "currency": "EUR",
    });
    let without: &[(&str, &str)] = &[];
    let named = |path: &str| match path.starts_with("merchant/") {
        true if path.contains("/links/") => path.replace("{id}", "lnk_019a0000000070008000000000000001"),
        true => path.replace("{id}", "pay_019a0000000070008000000000000001"),
        false => path.replace("{id}", id),
    };
    for path in KEYED.map(named) {
        for headers in [without, &[("idempotency-key", "")]] {
            let refused = ada.call("POST", &path, Some(&body), headers).await;
            assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{path} {headers:?}");
            assert_eq!(refused.body["errors"][0]["pointer"], "Idempotency-Key", "{path} {headers:?}");
        }
    }
    let listed = ada.get("transactions").await.expect(StatusCode::OK);
    assert_eq!(listed["data"].as_array().unwrap().len(), 1);
    let after = ada.get(&format!("transactions/{id}")).await.expect(StatusCode::OK);
    assert_eq!(after["version"], before["version"]);
    app.close().await;
}
