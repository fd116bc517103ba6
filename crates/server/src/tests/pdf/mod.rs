//! A KYC document as PDF: submitted over HTTP, reviewed by an operator page by page.

pub mod builder;

use axum::http::StatusCode;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use identity::operator::Role;
use image::RgbImage;
use serde_json::{Value, json};

use self::builder::BILL;
use super::kyc_documents::{keys, ops, picture, send};
use super::operators::{Colleague, colleague};
use super::support::{Person, TestApp};
use crate::cli::{OnPerson, Verification};

const PROOF: &str = "part=proof";
const GREEN: &str = "0 0.6 0 rg 100 600 200 100 re f";
/// A point in the middle of the red field, in pixels.
const FIELD: (u32, u32) = (416, 400);
/// A blank point of the page.
const PAPER: (u32, u32) = (1_000, 1_600);

/// A customer who needs only the proof of address. The sandbox puts the submission on hold.
async fn somebody(app: &TestApp) -> Person {
    let ada = app.person("ada").await;
    let about = json!({ "first_name": "Ada", "last_name": "Onhold", "residence_country": "UA", "date_of_birth": "1990-12-10",
        "address": { "street": "Khreshchatyk 1", "city": "Kyiv", "postcode": "01001" } });
    ada.call("PUT", "user", Some(&about), &[]).await.expect(StatusCode::OK);
    ada
}

async fn pages_of(person: &Person, of: &str) -> Vec<(String, u64)> {
    let now = person.get(&format!("user/documents?of={of}")).await.expect(StatusCode::OK);
    let all = now["handed_in"].as_array().unwrap();
    all.iter().map(|one| (one["part"].as_str().unwrap().to_owned(), one["pages"].as_u64().unwrap())).collect()
}

/// The customer in the review queue.
async fn waiting(officer: &mut Colleague) -> String {
    let waiting = officer.call("GET", "verifications", None).await.expect(StatusCode::OK);
    waiting["data"][0]["customer_id"].as_str().unwrap().to_owned()
}

/// The images of the proof of address that an operator gets.
async fn seen(officer: &mut Colleague, id: &str) -> Vec<Value> {
    let look = json!({ "kind": "ADDRESS", "reason": "because the test says so" });
    let opened = officer.post(&format!("customers/{id}/documents"), &look).await.expect(StatusCode::OK);
    opened["data"].as_array().unwrap().clone()
}

fn jpeg(picture: &Value) -> Vec<u8> {
    STANDARD.decode(picture["jpeg"].as_str().unwrap()).unwrap()
}

fn decoded(jpeg: &[u8]) -> RgbImage {
    image::load_from_memory(jpeg).unwrap().to_rgb8()
}

/// Whether this pixel has this colour, within JPEG precision.
#[track_caller]
fn is_coloured(page: &RgbImage, (x, y): (u32, u32), colour: [u8; 3]) {
    let found = page.get_pixel(x, y).0;
    assert!(found.iter().zip(colour).all(|(is, should)| is.abs_diff(should) < 12), "{found:?} at {x}, {y}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pdf_document_is_stored_as_page_images_only() {
    let app = TestApp::new().await;
    let ada = somebody(&app).await;
    let answer = send(&ada, PROOF, builder::pages(&[BILL, GREEN], "")).await.expect(StatusCode::OK);
    assert_eq!(answer["handed_in"], json!([{ "part": "proof", "pages": 2 }]));
    assert_eq!(answer["missing"], json!([]));
    ada.post("user/documents/submit?of=address", &json!({})).await.expect(StatusCode::OK);

    let mut officer = colleague(&app, Role::ComplianceOfficer).await;
    let id = waiting(&mut officer).await;
    let seen = seen(&mut officer, &id).await;
    let pages: Vec<(&Value, &Value)> = seen.iter().map(|one| (&one["part"], &one["page"])).collect();
    assert_eq!(pages, [(&json!("proof"), &json!(1)), (&json!("proof"), &json!(2))]);
    for (one, field) in seen.iter().zip([[204, 0, 0], [0, 153, 0]]) {
        let jpeg = jpeg(one);
        for hidden in
            [b"Private".as_slice(), b"not for your eyes", b"app.alert", b"Khreshchatyk", b"%PDF", b"JavaScript"]
        {
            assert!(!jpeg.windows(hidden.len()).any(|part| part == hidden), "{}", String::from_utf8_lossy(hidden));
        }
        let page = decoded(&jpeg);
        assert_eq!(page.dimensions(), (1_239, 1_754), "A4 at 150 dots per inch");
        is_coloured(&page, FIELD, field);
        is_coloured(&page, PAPER, [255, 255, 255]);
    }
    let bill = decoded(&jpeg(&seen[0]));
    // The line of text is rendered although its font is not embedded.
    let inked = (200..1_000).filter(|x| (660..720).any(|y| bill.get_pixel(*x, y).0[1] < 90)).count();
    assert!(inked > 100, "the words can be read: {inked}");

    let (tenant, reason) = (identity::DEMO_TENANT_SLUG.to_owned(), "it is my turn to look".to_owned());
    let about = OnPerson { user: id.clone(), tenant, address: true, source_of_funds: false, reason };
    let folder = app.data().join("look");
    ops(&app, &keys(&app), Verification::Show { about, out: folder.clone() }).await.unwrap();
    for (name, one) in [format!("{id}-proof.jpg"), format!("{id}-proof-2.jpg")].iter().zip(&seen) {
        assert_eq!(std::fs::read(folder.join(name)).unwrap(), jpeg(one), "at the machine it is the same");
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_document_replaces_all_pages_and_a_pdf_counts_as_one_file() {
    let app = TestApp::new().await;
    let ada = somebody(&app).await;
    let five = builder::slips(5);
    for (bytes, pages) in [(five.clone(), 5), (builder::slips(1), 1), (five.clone(), 5), (picture(), 1)] {
        send(&ada, PROOF, bytes).await.expect(StatusCode::OK);
        assert_eq!(pages_of(&ada, "address").await, [("proof".to_owned(), pages)]);
        let kept = "SELECT count(*) FROM identity_documents";
        let kept: i64 = sqlx::query_scalar(kept).fetch_one(&mut app.db.connect().await).await.unwrap();
        assert_eq!(u64::try_from(kept).unwrap(), pages, "a draft gives way with all of its pages");
    }
    for part in ["evidence_1", "evidence_2", "evidence_3"] {
        send(&ada, &format!("part={part}"), five.clone()).await.expect(StatusCode::OK);
    }
    send(&ada, PROOF, five.clone()).await.expect(StatusCode::OK);
    // Twenty stored files are the maximum, and the PDF pages have used them.
    send(&ada, "part=selfie", picture()).await.expect(StatusCode::OK);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unusable_pdf_is_refused_with_its_rule_and_the_server_continues() {
    let app = TestApp::new().await;
    let ada = somebody(&app).await;
    let bill = builder::pages(&[BILL], "");
    for (part, bytes, rule) in [
        ("part=front&document=passport&country=UA", bill.clone(), "pdf"),
        ("part=selfie", bill.clone(), "pdf"),
        (PROOF, builder::pages(&[BILL; 6], ""), "pdf_pages"),
        (PROOF, builder::locked(), "pdf_locked"),
        (PROOF, b"%PDF-1.7".to_vec(), "pdf_broken"),
        (PROOF, builder::pages(&[], ""), "pdf_broken"),
        (PROOF, b"a letter".to_vec(), "picture"),
        ("part=evidence_1", builder::bomb(), "pdf_heavy"),
    ] {
        let refused = send(&ada, part, bytes).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{rule}: {}", refused.body);
        let error = &refused.body["errors"][0];
        assert_eq!((&error["pointer"], &error["code"]), (&json!("/picture"), &json!(rule)), "{error}");
    }
    assert!(pages_of(&ada, "address").await.is_empty());
    send(&ada, PROOF, bill).await.expect(StatusCode::OK);
    app.close().await;
}

#[test]
fn the_api_says_that_it_takes_pdfs() {
    let document: Value = serde_json::from_str(&api::openapi().to_json().unwrap()).unwrap();
    let upload = &document["paths"]["/api/client/v1/user/documents"]["post"];
    assert!(upload["requestBody"]["content"]["application/pdf"].is_object(), "{upload}");
    assert!(upload["requestBody"]["content"]["application/octet-stream"].is_object(), "{upload}");
}
