//! The failure catalogue of the specification: every reason can be made to happen, and has its row in the documents.

use axum::http::StatusCode;
use providers::sandbox::failure_cards;
use serde_json::json;

use super::support::TestApp;

const PAGE: &str = include_str!("../../../../docs/failures.md");
/// The charges that one order allows.
const CHARGES: usize = 5;

#[tokio::test(flavor = "multi_thread")]
async fn every_failure_of_the_catalogue_happens_with_its_test_card() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let all: Vec<_> = failure_cards().collect();
    for (at, reasons) in all.chunks(CHARGES).enumerate() {
        let order = ada.order("visamc", &format!("order-{at}")).await;
        let id = order["id"].as_str().unwrap();
        for (reason, number) in reasons {
            let card = json!({ "number": number, "expiry_month": 12, "expiry_year": 2034, "cvv": "123",
                "holder": "Ada Lovelace" });
            let card = ada.post("requisites/card", &card).await.expect(StatusCode::CREATED);
            let pay = json!({ "card_token": card["card_token"], "return_url": "/" });
            ada.post_once(&format!("transactions/{id}/payment/card"), reason.code(), &pay).await.expect(StatusCode::OK);
            let told = ada.until(&app, id, |one| one["failure"]["code"] == reason.code()).await;
            assert_eq!(told["failure"]["message"], reason.message());
        }
    }
    app.close().await;
}

#[test]
fn every_failure_has_its_row_in_the_documents() {
    for (reason, number) in failure_cards() {
        let spaced: Vec<String> =
            number.as_bytes().chunks(4).map(|part| String::from_utf8_lossy(part).into_owned()).collect();
        let row = format!("| `{}` | {} | `{}` |", reason.code(), reason.message(), spaced.join(" "));
        assert!(PAGE.contains(&row), "docs/failures.md lacks: {row}");
    }
}

#[test]
fn every_code_of_the_specifications_api_catalogue_has_its_row_in_the_documents() {
    let document = serde_json::to_value(api::openapi()).unwrap();
    let codes = document["components"]["schemas"]["ProblemCode"]["enum"].as_array().unwrap().clone();
    assert!(codes.len() > 30);
    for code in codes {
        let row = format!("| `{}` | ", code.as_str().unwrap());
        assert!(PAGE.contains(&row), "docs/failures.md lacks: {row}");
    }
}
