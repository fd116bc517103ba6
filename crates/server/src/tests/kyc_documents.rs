//! KYC documents: submitted over HTTP, decided by the simulated provider or by an operator at the command line.

use std::os::unix::fs::PermissionsExt;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use identity::operator::Role;
use identity::{IdentityConfig, KeyEncryptionKey, Pepper};
use serde_json::{Value, json};

use super::operators::colleague;
use super::support::{Answer, Person, TestApp, config};
use crate::cli::ops_cli;
use crate::cli::{OnPerson, Ops, Refusal, Verification};
use crate::wiring::config::Config;
use crate::wiring::secrets::Secrets;

const DOCUMENTS: &str = "user/documents?of=identity";
const FRONT: &str = "part=front&document=passport&country=UA";

/// A JPEG of one grey pixel.
pub fn picture() -> Vec<u8> {
    hex::decode("89504e470d0a1a0a0000000d49484452000000c8000000c808000000008833f142000000b64944415478daedcf411100000c0220a31bddd74aeca001e913111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111139039c982493bbe6d5780000000049454e44ae426082").unwrap()
}

pub async fn send(person: &Person, query: &str, bytes: Vec<u8>) -> Answer {
    let request = Request::post(format!("/api/client/v1/user/documents?{query}")).header("host", person.host);
    let request = request.header("authorization", format!("Bearer {}", person.token.as_deref().unwrap()));
    person.send(request.body(Body::from(bytes)).unwrap()).await
}

/// A customer with this family name who has submitted a passport and a selfie.
async fn handed_in(app: &TestApp, last_name: &str) -> Person {
    handed_in_by(app, &last_name.to_lowercase(), last_name).await
}

async fn handed_in_by(app: &TestApp, name: &str, last_name: &str) -> Person {
    let person = app.person(name).await;
    let about = json!({ "first_name": "Ada", "last_name": last_name, "residence_country": "UA",
        "date_of_birth": "1990-12-10" });
    person.call("PUT", "user", Some(&about), &[]).await.expect(StatusCode::OK);
    once_more(&person).await;
    person
}

async fn once_more(person: &Person) {
    let first = send(person, FRONT, picture()).await.expect(StatusCode::OK);
    assert_eq!(first["missing"], json!(["selfie"]));
    send(person, "part=selfie", picture()).await.expect(StatusCode::OK);
    let sent = person.post("user/documents/submit?of=identity", &json!({})).await.expect(StatusCode::OK);
    assert_eq!(sent["verification"]["status"], "PROCESSING");
}

/// Waits until the verification has this status.
async fn comes_to(app: &TestApp, person: &Person, status: &str) -> Value {
    let come = async {
        loop {
            let now = person.get(DOCUMENTS).await.expect(StatusCode::OK);
            if now["verification"]["status"] == status {
                return now;
            }
            app.db.store.health().await.unwrap();
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), come).await.expect("within a minute")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_simulated_provider_decides_by_the_family_name() {
    let app = TestApp::new().await;
    let ada = handed_in(&app, "Lovelace").await;
    comes_to(&app, &ada, "COMPLETED").await;
    let refused = send(&ada, FRONT, picture()).await;
    assert_eq!(refused.problem(), (409, "CONFLICT_ERROR"));
    let name = json!({ "last_name": "Byron" });
    assert_eq!(ada.call("PUT", "user", Some(&name), &[]).await.problem(), (409, "CONFLICT_ERROR"));
    let retry = handed_in(&app, "Retry").await;
    let again = comes_to(&app, &retry, "RETRY").await;
    assert_eq!(
        (&again["verification"]["reasons"], &again["attempts_left"]),
        (&json!(["document_unreadable"]), &json!(4))
    );
    once_more(&retry).await;
    comes_to(&app, &retry, "COMPLETED").await;
    let rejected = handed_in(&app, "Rejected").await;
    let told = comes_to(&app, &rejected, "REJECTED").await;
    assert_eq!(
        (&told["verification"]["reasons"], &told["verification"]["shown"]),
        (&json!(["data_mismatch"]), &json!("rejected"))
    );
    let held = handed_in(&app, "Onhold").await;
    comes_to(&app, &held, "ON_HOLD").await;
    let unwelcome = handed_in(&app, "Notallowed").await;
    comes_to(&app, &unwelcome, "NOT_ALLOWED").await;
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_upload_is_refused_with_field_and_rule() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    for (query, bytes, pointer, code) in [
        (FRONT, b"\0\0\0\x18ftypheic\0\0\0\0".to_vec(), "picture", "heic"),
        (FRONT, b"<svg/>".to_vec(), "picture", "picture"),
        (FRONT, Vec::new(), "picture", "picture"),
        ("part=front&document=passport", picture(), "country", "invalid"),
        ("part=front&document=passport&country=Ukraine", picture(), "country", "invalid"),
        ("part=front&country=UA", picture(), "document", "invalid"),
        ("part=back&document=passport&country=UA", picture(), "document", "invalid"),
        ("part=selfie&document=passport&country=UA", picture(), "document", "invalid"),
    ] {
        let refused = send(&ada, query, bytes).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{query} {}", refused.body);
        let error = &refused.body["errors"][0];
        assert!(error["pointer"].as_str().unwrap().contains(pointer), "{query} {error}");
        assert_eq!(error["code"], code, "{query} {error}");
    }
    let large = send(&ada, FRONT, vec![0; 15 * 1024 * 1024 + 1]).await;
    assert_eq!(large.problem(), (413, "PAYLOAD_TOO_LARGE"));
    let nothing = ada.post("user/documents/submit?of=identity", &json!({})).await;
    assert_eq!(nothing.problem(), (400, "VALIDATION_ERROR"));
    let now = ada.get(DOCUMENTS).await.expect(StatusCode::OK);
    assert_eq!((&now["handed_in"], &now["missing"]), (&json!([]), &json!(["front", "selfie"])));
    app.close().await;
}

pub async fn ops(app: &TestApp, keys: &IdentityConfig, what: Verification) -> Result<String, String> {
    let mut out = Vec::new();
    let what = Ops::Verification { what };
    let done = ops_cli::run(&app.db.store, &app.world, keys.clone(), what, &mut out).await;
    done.map(|()| String::from_utf8(out).unwrap()).map_err(|error| format!("{error:#}"))
}

pub fn keys(app: &TestApp) -> IdentityConfig {
    let secrets = Secrets::open(app.data()).unwrap();
    let (pepper, data_key) = (Pepper::new(secrets.pepper), KeyEncryptionKey::new(secrets.data_key));
    IdentityConfig { pepper, data_key }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_line_rejects_finally_alone_only_without_an_approver() {
    let app = TestApp::new().await;
    let keys = keys(&app);
    let refusal = |user: &str, reason: &str| {
        let (user, tenant) = (user.to_owned(), identity::DEMO_TENANT_SLUG.to_owned());
        let about = OnPerson { user, tenant, address: false, source_of_funds: false, reason: reason.to_owned() };
        Verification::Reject(Refusal { about, told: vec!["face_mismatch".into()] })
    };
    let waiting = async || {
        let list = ops(&app, &keys, Verification::List { tenant: None }).await.unwrap();
        list.split_whitespace().next().unwrap().to_owned()
    };
    let first = handed_in(&app, "Slow").await;
    ops(&app, &keys, refusal(&waiting().await, "a photograph of a photograph")).await.unwrap();
    comes_to(&app, &first, "REJECTED").await;

    let mut officer = colleague(&app, Role::ComplianceOfficer).await;
    let second = handed_in_by(&app, "grace", "Slow").await;
    let user = waiting().await;
    let said = ops(&app, &keys, refusal(&user, "another one of the same kind")).await.unwrap();
    assert!(said.contains("has to agree in the console"), "{said}");
    let twice = ops(&app, &keys, refusal(&user, "another one of the same kind")).await;
    assert!(twice.is_err(), "{twice:?}");
    let proposals = officer.call("GET", "proposals", None).await.expect(StatusCode::OK);
    let one = &proposals["data"][0];
    assert_eq!((&one["action"], &one["subject"]), (&json!("verifications.decide"), &json!(user)));
    let answer = json!({ "reason": "it is the same picture" });
    officer.post(&format!("proposals/{}/approve", one["id"].as_str().unwrap()), &answer).await.expect(StatusCode::OK);
    comes_to(&app, &second, "REJECTED").await;
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_looks_at_the_files_and_decides_and_both_stay_on_record() {
    let app = TestApp::new().await;
    let keys = keys(&app);
    let slow = handed_in(&app, "Slow").await;
    let list = ops(&app, &keys, Verification::List { tenant: None }).await.unwrap();
    let user = list.split_whitespace().next().unwrap().to_owned();
    assert!(user.starts_with("usr_") && list.contains("IDENTITY  PROCESSING") && list.contains("attempt 1"), "{list}");
    let about = |reason: &str| OnPerson {
        user: user.clone(),
        tenant: identity::DEMO_TENANT_SLUG.to_owned(),
        address: false,
        source_of_funds: false,
        reason: reason.to_owned(),
    };
    let folder = app.data().join("look");
    let show = |reason: &str| Verification::Show { about: about(reason), out: folder.clone() };
    assert!(ops(&app, &keys, show("look")).await.unwrap_err().contains("8 to 500"), "nobody looks without a reason");
    assert!(!folder.exists());
    let shown = ops(&app, &keys, show("they wait for long")).await.unwrap();
    assert!(shown.contains("2 pictures"), "{shown}");
    let front = folder.join(format!("{user}-front-passport-UA.jpg"));
    assert!(std::fs::read(&front).unwrap().starts_with(&[0xff, 0xd8]));
    assert_eq!(std::fs::metadata(&front).unwrap().permissions().mode() & 0o777, 0o600);

    let again = Refusal { about: about("the picture is blurred"), told: vec!["document_unreadable".into()] };
    ops(&app, &keys, Verification::Again(again)).await.unwrap();
    comes_to(&app, &slow, "RETRY").await;
    once_more(&slow).await;
    ops(&app, &keys, Verification::Approve(about("the passport is theirs"))).await.unwrap();
    comes_to(&app, &slow, "COMPLETED").await;
    let twice = ops(&app, &keys, Verification::Approve(about("the passport is theirs"))).await.unwrap_err();
    assert!(twice.contains("cannot be changed now"), "{twice}");
    let ran_out = Refusal { about: about("the passport ended in May"), told: vec!["document_expired".into()] };
    ops(&app, &keys, Verification::Expire(ran_out)).await.unwrap();
    comes_to(&app, &slow, "EXPIRED").await;
    let asked = slow.get(DOCUMENTS).await.expect(StatusCode::OK);
    assert_eq!((&asked["handed_in"], &asked["verification"]["is_open"]), (&json!([]), &json!(true)));
    assert_eq!(asked["verification"]["reasons"], json!(["document_expired"]), "they read why, and hand in again");
    let acts = identity::operator::acts(&app.db.store, 9).await.unwrap();
    let acts: Vec<(&str, &str)> = acts.iter().map(|act| (act.permission.as_str(), act.reason.as_str())).collect();
    assert_eq!(
        acts,
        [
            ("verifications.decide", "the passport ended in May"),
            ("verifications.decide", "the passport is theirs"),
            ("verifications.decide", "the picture is blurred"),
            ("verifications.read", "they wait for long"),
        ]
    );
    assert_eq!(ops(&app, &keys, Verification::List { tenant: None }).await.unwrap(), "Nobody waits to be verified.\n");
    app.close().await;
}

/// A webhook of the identity verification provider, with this digest.
async fn told(person: &Person, body: &str, digest: &str) -> Answer {
    let request = Request::post("/api/hooks/v1/identity").header("host", person.host);
    let request = request.header("x-payload-digest", digest).header("x-payload-digest-alg", "HMAC_SHA256_HEX");
    person.send(request.body(Body::from(body.to_owned())).unwrap()).await
}

#[tokio::test]
async fn webhooks_count_from_the_tenants_own_provider_only() {
    let with =
        [("TOKEN", "t"), ("SECRET", "s"), ("WEBHOOK_SECRET", "w"), ("LEVEL", "l"), ("URL", "http://127.0.0.1:9")];
    let identity_checks = with.map(|(name, value)| (format!("AGIO_SUMSUB_AGIO_{name}"), value.to_owned())).into();
    let app = TestApp::with(Config { identity_checks, ..config() }).await;
    let ada = app.person("ada").await;
    let body = format!(r#"{{"externalUserId":"{}-IDENTITY"}}"#, ada.get("user").await.body["uuid"].as_str().unwrap());
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, b"w");
    let digest = hex::encode(ring::hmac::sign(&key, body.as_bytes()));
    for _ in 0..2 {
        assert_eq!(told(&ada, &body, &digest).await.status, StatusCode::NO_CONTENT, "once or twice is the same");
    }
    assert_eq!(told(&ada, &body.replace("IDENTITY", "ADDRESS"), &digest).await.problem(), (403, "ACCESS_DENIED"));
    let long = "x".repeat(70_000);
    assert_eq!(told(&ada, &long, &digest).await.status, StatusCode::PAYLOAD_TOO_LARGE);
    app.neighbour("neighbour.test").await;
    let other = Person { host: "neighbour.test", ..ada };
    assert_eq!(told(&other, &body, &digest).await.problem(), (404, "NOT_FOUND"));
    app.close().await;
}
