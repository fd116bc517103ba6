//! Links that many payers use, the logo on the pages of payers, and what a merchant is told of payments in the app.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};

use super::kyc_documents::picture;
use super::merchant_payments::{Payer, balance, merchant, payment};
use super::partners::{Server, key};
use super::support::{Answer, Person, TestApp};

/// The part of an address that is a secret.
fn token(url: &Value) -> &str {
    url.as_str().unwrap().split_once('#').unwrap().1
}

async fn open(visitor: &Person, link: &Value, payer: char, amount: Option<&str>) -> Answer {
    let key = payer.to_string().repeat(32);
    let mut asked = json!({ "token": token(&link["url"]), "key": key });
    if let Some(amount) = amount {
        asked["amount"] = json!(amount);
    }
    visitor.post("pay/link/open", &asked).await
}

/// The payer of a payment that was opened by a link.
async fn opened(app: &TestApp, visitor: &Person, link: &Value, payer: char, amount: Option<&str>) -> Payer {
    let made = open(visitor, link, payer, amount).await.expect(StatusCode::OK);
    Payer::of(app, &json!({ "url": format!("/pay/payment#{}", made["token"].as_str().unwrap()) }))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_gives_each_payer_a_payment_until_the_merchants_number_is_reached() {
    let app = TestApp::new().await;
    let (ada, _) = merchant(&app, "ada", "EUR").await;
    let asked = json!({ "amount": "25.00", "currency": "EUR", "description": "A ticket", "payments_max": 2 });
    let link = ada.post_once("merchant/links", "a", &asked).await.expect(StatusCode::CREATED);
    assert_eq!(ada.post_once("merchant/links", "a", &asked).await.body["id"], link["id"]);
    let visitor = Person { router: app.router.clone(), token: None, host: "localhost" };
    let first = opened(&app, &visitor, &link, 'a', None).await;
    opened(&app, &visitor, &link, 'a', None).await;
    opened(&app, &visitor, &link, 'b', None).await;
    assert_eq!(open(&visitor, &link, 'c', None).await.problem(), (409, "CONFLICT_ERROR"));
    let seen = visitor.post("pay/link", &json!({ "token": token(&link["url"]) })).await.expect(StatusCode::OK);
    assert_eq!((&seen["merchant"], &seen["state"]), (&json!("Bean & Leaf"), &json!("used_up")));
    assert!(!seen.to_string().contains("mer_") && !seen.to_string().contains("prf_"), "{seen}");

    first.choose(1, "LTC", "ltc").await;
    first.play("pay").await;
    first.until(&app, "paid").await;
    assert_eq!(balance(&ada, "EUR").await, "25.00");
    // A payment that expired unpaid frees its place.
    let over = "UPDATE merchant_payments SET expires_at = created_at + interval '1 second' WHERE state = 'open'";
    sqlx::query(over).execute(&mut app.db.connect().await).await.unwrap();
    opened(&app, &visitor, &link, 'c', None).await;
    let listed = ada.get("merchant/links").await.expect(StatusCode::OK);
    assert_eq!((&listed["data"][0]["taken"], &listed["data"][0]["paid"]), (&json!(2), &json!(1)));
    let of_link = ada.get(&format!("merchant/payments?link_id={}", link["id"].as_str().unwrap())).await;
    assert_eq!(of_link.body["data"].as_array().unwrap().len(), 3);

    let (bob, _) = merchant(&app, "bob", "EUR").await;
    let end = format!("merchant/links/{}/end", link["id"].as_str().unwrap());
    assert_eq!(bob.post_once(&end, "e", &json!({})).await.problem(), (404, "NOT_FOUND"));
    assert_eq!(bob.get("merchant/links").await.body["data"], json!([]));
    let (_, secret) = key(&ada, "wallet", &["wallet:payins", "wallet:payment_read"]).await;
    let server = Server::new(&app.router, &secret);
    assert_eq!(server.get("payment-links").await.body["data"][0]["id"], link["id"]);
    let ended = ada.post_once(&end, "e", &json!({})).await.expect(StatusCode::OK);
    assert_eq!(ended["state"], "ended");
    assert_eq!(open(&visitor, &link, 'd', None).await.problem(), (409, "CONFLICT_ERROR"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payer_names_the_amount_within_the_bounds_and_bad_input_names_its_field() {
    let app = TestApp::new().await;
    let (ada, _) = merchant(&app, "ada", "EUR").await;
    let asked = json!({ "min_amount": "5.00", "max_amount": "50.00", "currency": "EUR" });
    let link = ada.post_once("merchant/links", "a", &asked).await.expect(StatusCode::CREATED);
    let visitor = Person { router: app.router.clone(), token: None, host: "localhost" };
    let field = |answer: Answer| (answer.problem().0, answer.body["errors"][0]["pointer"].clone());
    for amount in [None, Some("4.99"), Some("50.01"), Some("x")] {
        assert_eq!(field(open(&visitor, &link, 'a', amount).await), (400, json!("/amount")), "{amount:?}");
    }
    let payer = opened(&app, &visitor, &link, 'a', Some("12.34")).await;
    assert_eq!(payer.look().await["price"], json!({ "amount": "12.34", "currency": "EUR" }));
    for (more, pointer) in [
        (json!({}), "/amount"),
        (json!({ "min_amount": "5.00" }), "/max_amount"),
        (json!({ "min_amount": "5.00", "max_amount": "4.00" }), "/max_amount"),
        (json!({ "amount": "5.00", "min_amount": "5.00" }), "/amount"),
        (json!({ "amount": "5.00", "payments_max": 0 }), "/payments_max"),
        (json!({ "amount": "5.00", "ends_at": "2020-01-01T00:00:00Z" }), "/ends_at"),
        (json!({ "amount": "5.00", "return_url": "https://evil.example/" }), "/return_url"),
    ] {
        let mut asked = json!({ "currency": "EUR" });
        asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        assert_eq!(field(ada.post_once("merchant/links", "b", &asked).await), (400, json!(pointer)), "{more}");
    }
    for wrong in ["agk_x", token(&link["url"]).get(..40).unwrap()] {
        assert_eq!(visitor.post("pay/link", &json!({ "token": wrong })).await.problem(), (404, "NOT_FOUND"));
    }
    app.close().await;
}

async fn put_logo(person: &Person, bytes: Vec<u8>) -> Answer {
    let request = Request::put("/api/client/v1/merchant/logo").header("host", person.host);
    let request = request.header("authorization", format!("Bearer {}", person.token.as_deref().unwrap()));
    person.send(request.body(Body::from(bytes)).unwrap()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn payers_see_the_logo_of_the_shop_until_it_is_removed() {
    let app = TestApp::new().await;
    let (ada, _) = merchant(&app, "ada", "EUR").await;
    let payer = Payer::of(&app, &payment(&ada, "a", "25.00").await);
    assert_eq!(payer.look().await["logo"], Value::Null);
    let first = put_logo(&ada, picture()).await.expect(StatusCode::OK);
    let second = put_logo(&ada, picture()).await.expect(StatusCode::OK);
    let path = |logo: &Value| logo["logo"].as_str().unwrap().trim_start_matches("/api/client/v1/").to_owned();
    assert_eq!(payer.look().await["logo"], second["logo"]);
    let visitor = Person { router: app.router.clone(), token: None, host: "localhost" };
    let shown = visitor.get(&path(&second)).await;
    assert_eq!((shown.status, shown.header("content-type")), (StatusCode::OK, "image/png"));
    assert!(shown.bytes.starts_with(b"\x89PNG"));
    assert_eq!(visitor.get(&path(&first)).await.problem(), (404, "NOT_FOUND"), "a replaced logo");
    let neighbour = Person { host: "nova.localhost", ..visitor.clone() };
    assert_eq!(neighbour.get(&path(&second)).await.problem(), (404, "NOT_FOUND"), "another tenant");
    for bytes in [b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(), vec![0; 200_001], vec![0; 2_000_000]] {
        let refused = put_logo(&ada, bytes).await;
        assert_eq!((refused.problem().0, &refused.body["errors"][0]["pointer"]), (400, &json!("/logo")));
    }
    let removed = ada.call("DELETE", "merchant/logo", None, &[]).await;
    assert_eq!(removed.status, StatusCode::NO_CONTENT);
    assert_eq!(payer.look().await["logo"], Value::Null);
    assert_eq!(ada.get("merchant").await.body["logo"], Value::Null);
    app.close().await;
}

/// Waits for a notification of a kind.
async fn told(app: &TestApp, person: &Person, kind: &str) -> Value {
    let mut hub = app.db.store.event_hub().subscribe();
    let found = async {
        loop {
            let all = person.get("notifications").await.expect(StatusCode::OK);
            if let Some(found) = all["data"].as_array().unwrap().iter().find(|one| one["kind"] == kind) {
                return found.clone();
            }
            let _ = tokio::time::timeout(std::time::Duration::from_secs(1), hub.recv()).await;
        }
    };
    let found = tokio::time::timeout(std::time::Duration::from_secs(60), found).await;
    found.unwrap_or_else(|_| panic!("no notification {kind}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_merchant_is_told_in_the_app_what_happens_to_a_payment() {
    let app = TestApp::new().await;
    let (ada, _) = merchant(&app, "ada", "EUR").await;
    let quiet = json!({ "name": "Bean & Leaf", "settlement_currency": "EUR", "mails": false });
    ada.call("PUT", "merchant", Some(&quiet), &[]).await.expect(StatusCode::OK);
    let asked = json!({ "amount": "25.00", "currency": "EUR", "order_id": "cart-7" });
    let made = ada.post_once("merchant/payments", "a", &asked).await.expect(StatusCode::CREATED);
    let payer = Payer::of(&app, &made);
    payer.choose(1, "LTC", "ltc").await;
    payer.play("underpay").await;
    payer.until(&app, "paid_partly").await;
    let partly = told(&app, &ada, "payment_partly").await;
    assert_eq!((&partly["topic"], &partly["link"]), (&json!("payments"), &json!("/profile/merchant")));
    assert!(partly["text"].as_str().unwrap().contains("cart-7"), "{partly}");
    payer.play("underpay").await;
    payer.until(&app, "paid").await;
    let paid = told(&app, &ada, "payment_paid").await;
    assert!(!paid["title"].as_str().unwrap().contains("25"), "no amount on a locked screen: {paid}");
    app.close().await;
}
