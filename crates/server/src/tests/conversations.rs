//! Conversations with support and complaints, over HTTP: the customer's side and the operators' side.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use chrono::{DateTime, Datelike, Days, NaiveDate, TimeDelta, Utc, Weekday};
use identity::operator::Role;
use kernel::World;
use serde_json::{Value, json};
use uuid::Uuid;

use super::kyc_documents::picture;
use super::operators::{Colleague, colleague, colleague_at};
use super::support::{Answer, Person, TestApp};

/// The maximum delay of a notification about a message.
const TOLD_MAX: Duration = Duration::from_secs(40);
const NOTE: &str = "This customer has called twice.";

fn key() -> String {
    World::system().uuid().simple().to_string()
}

fn question(text: &str) -> Value {
    json!({ "kind": "QUESTION", "topic": "ORDER", "text": text, "key": key() })
}

fn complaint() -> Value {
    json!({ "kind": "COMPLAINT", "topic": "PAYMENT", "text": "My refund took a month.", "key": key() })
}

async fn begin(person: &Person, body: &Value) -> Value {
    person.post("support/conversations", body).await.expect(StatusCode::CREATED)
}

fn id_of(thread: &Value) -> String {
    thread["conversation"]["id"].as_str().unwrap().to_owned()
}

async fn desk(who: &mut Colleague, id: &str, act: &str, body: &Value) -> Answer {
    who.post(&format!("support/conversations/{id}/{act}"), body).await
}

async fn listed(who: &mut Colleague, query: &str) -> Vec<Value> {
    let found = who.call("GET", &format!("support/conversations{query}"), None).await.expect(StatusCode::OK);
    found["data"].as_array().unwrap().clone()
}

/// Sends a picture as the browser does.
async fn send_picture(person: &Person, bytes: Vec<u8>) -> Answer {
    let request = Request::post("/api/client/v1/support/pictures").header("host", person.host);
    let request = request.header("authorization", format!("Bearer {}", person.token.as_deref().unwrap()));
    person.send(request.body(Body::from(bytes)).unwrap()).await
}

/// The mail to a person with this subject, once it is there.
async fn mail(person: &Person, subject: &str) -> Value {
    let waiting = async {
        loop {
            let mails = person.get("sandbox/mails").await.expect(StatusCode::OK);
            let all = mails["data"].as_array().unwrap().clone();
            if let Some(found) = all.into_iter().find(|mail| mail["subject"].as_str().unwrap().starts_with(subject)) {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(TOLD_MAX, waiting).await.unwrap_or_else(|_| panic!("no mail {subject}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_customer_asks_from_an_order_and_hears_the_answer_in_the_app_and_by_mail() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let order = ada.order("iban", "first").await;
    let context = json!({ "transaction_id": order["id"], "screen": "/transaction/exchange/1", "app_version": "0.1.0",
        "request_id": "req-1" });
    let asked = json!({ "kind": "QUESTION", "topic": "ORDER", "text": "Where is my money?", "key": key(),
        "context": context });
    let first = begin(&ada, &asked).await;
    let id = id_of(&first);
    assert_eq!(first["conversation"]["state"], "OPEN");
    assert_eq!(begin(&ada, &asked).await, first, "the same request twice is one conversation");
    let mut amy = colleague(&app, Role::SupportL1).await;
    let line = &listed(&mut amy, "?view=unassigned").await[0];
    assert_eq!((&line["email"], &line["preview"]), (&json!("a•••@example.test"), &json!("Where is my money?")));
    assert_eq!(line["is_overdue"], false);
    let path = format!("support/conversations/{id}");
    let seen = amy.call("GET", &path, None).await.expect(StatusCode::OK);
    assert_eq!((&seen["transaction_id"], &seen["screen"]), (&order["id"], &json!("/transaction/exchange/1")));
    assert_eq!((&seen["app_version"], &seen["request_id"]), (&json!("0.1.0"), &json!("req-1")));
    let change = json!({ "is_mine": true, "labels": ["Refund", "refund"] });
    let mine = amy.call("PUT", &path, Some(&change)).await.expect(StatusCode::OK);
    assert_eq!(
        (&mine["assigned_to"], &mine["conversation"]["labels"]),
        (&json!("support_l1@example.test"), &json!(["refund"]))
    );
    assert!(listed(&mut amy, "?view=unassigned").await.is_empty() && listed(&mut amy, "?view=mine").await.len() == 1);
    desk(&mut amy, &id, "notes", &json!({ "text": NOTE, "key": key() })).await.expect(StatusCode::OK);
    let reply = json!({ "text": "It was sent today.", "key": key() });
    desk(&mut amy, &id, "reply", &reply).await.expect(StatusCode::OK);
    let twice = desk(&mut amy, &id, "reply", &reply).await.expect(StatusCode::OK);
    assert_eq!(twice["messages"].as_array().unwrap().len(), 3, "the same reply twice is one");
    let heard = ada.notified("support_answered").await;
    assert_eq!(heard["link"], format!("/support?talk={id}"));
    let sent = mail(&ada, "Agio support has answered").await;
    let number = sent["subject"].as_str().unwrap().split(['(', ')']).nth(1).unwrap().to_owned();
    assert!(sent["text"].as_str().unwrap().contains(&number) && !sent["text"].to_string().contains("today"), "{sent}");
    let now = ada.get(&format!("support/conversations/{id}")).await.expect(StatusCode::OK);
    let texts: Vec<&str> =
        now["messages"].as_array().unwrap().iter().map(|one| one["text"].as_str().unwrap()).collect();
    assert_eq!(
        (texts, &now["conversation"]["state"]),
        (vec!["Where is my money?", "It was sent today."], &json!("ANSWERED"))
    );
    let log = colleague(&app, Role::Auditor).await.call("GET", &format!("log?subject={id}"), None).await;
    let log = log.expect(StatusCode::OK);
    let acts: Vec<&str> = log["data"].as_array().unwrap().iter().map(|one| one["action"].as_str().unwrap()).collect();
    assert_eq!(acts, ["support.reply", "support.note", "support.assign", "support.read"]);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn internal_notes_never_reach_customers_and_conversations_are_private() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let nova = app.person_at("nina", "nova.localhost").await;
    let id = id_of(&begin(&ada, &question("Hello?")).await);
    let sent = send_picture(&ada, picture()).await.expect(StatusCode::CREATED);
    let with = json!({ "text": "Here.", "key": key(), "picture_ids": [sent["id"]] });
    let path = format!("support/conversations/{id}");
    ada.post(&format!("{path}/messages"), &with).await.expect(StatusCode::OK);
    let mut amy = colleague(&app, Role::SupportL2).await;
    desk(&mut amy, &id, "notes", &json!({ "text": NOTE, "key": key() })).await.expect(StatusCode::OK);
    for answer in [ada.get(&path).await, ada.get("support/conversations").await] {
        let text = answer.expect(StatusCode::OK).to_string();
        assert!(!text.contains(NOTE) && !text.contains("support_l2"), "{text}");
    }
    let shown = format!("support/pictures/{}", sent["id"].as_str().unwrap());
    for stranger in [&bob, &nova] {
        assert_eq!(stranger.get(&path).await.problem(), (404, "NOT_FOUND"));
        assert_eq!(stranger.get(&shown).await.problem(), (404, "NOT_FOUND"));
        let words = json!({ "text": "me too", "key": key() });
        assert_eq!(stranger.post(&format!("{path}/messages"), &words).await.problem(), (404, "NOT_FOUND"));
        assert_eq!(stranger.post(&format!("{path}/end"), &json!({})).await.problem(), (404, "NOT_FOUND"));
        assert_eq!(stranger.get("support/conversations").await.expect(StatusCode::OK)["data"], json!([]));
        let theft =
            json!({ "kind": "QUESTION", "topic": "OTHER", "text": "x", "key": key(), "picture_ids": [sent["id"]] });
        assert_eq!(stranger.post("support/conversations", &theft).await.problem(), (400, "VALIDATION_ERROR"));
    }
    let mut nora = colleague_at(&app, "nova.localhost", "nora", Role::SupportL2).await;
    assert!(listed(&mut nora, "?view=all").await.is_empty());
    assert_eq!(nora.call("GET", &path, None).await.problem(), (404, "NOT_FOUND"));
    assert_eq!(nora.call("GET", &shown, None).await.problem(), (404, "NOT_FOUND"));
    let order = ada.order("iban", "first").await;
    let theft = json!({ "kind": "QUESTION", "topic": "ORDER", "text": "x", "key": key(),
        "context": { "transaction_id": order["id"] } });
    let refused = bob.post("support/conversations", &theft).await;
    assert_eq!(
        (refused.problem(), &refused.body["errors"][0]["pointer"]),
        ((400, "VALIDATION_ERROR"), &json!("/context/transaction_id"))
    );
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_whole_pictures_are_taken_and_operators_see_them_encoded_anew() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    for no_picture in [b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(), b"%PDF-1.7".to_vec(), Vec::new()] {
        let refused = send_picture(&ada, no_picture).await;
        assert_eq!(
            (refused.problem(), &refused.body["errors"][0]["pointer"]),
            ((400, "VALIDATION_ERROR"), &json!("/picture"))
        );
    }
    assert_eq!(send_picture(&ada, vec![0; 8 * 1024 * 1024 + 1]).await.problem(), (413, "PAYLOAD_TOO_LARGE"));
    let sent = send_picture(&ada, picture()).await.expect(StatusCode::CREATED);
    let body =
        json!({ "kind": "QUESTION", "topic": "OTHER", "text": "See.", "key": key(), "picture_ids": [sent["id"]] });
    let thread = begin(&ada, &body).await;
    assert_eq!(thread["messages"][0]["pictures"], json!([sent["id"]]));
    let again = json!({ "text": "Again.", "key": key(), "picture_ids": [sent["id"]] });
    let refused = ada.post(&format!("support/conversations/{}/messages", id_of(&thread)), &again).await;
    assert_eq!(refused.body["errors"][0]["pointer"], "/picture_ids", "a picture belongs to one message");
    let path = format!("support/pictures/{}", sent["id"].as_str().unwrap());
    let own = ada.get(&path).await;
    assert_eq!(
        (own.status, own.header("content-type"), &own.bytes[..3]),
        (StatusCode::OK, "image/jpeg", &[0xff, 0xd8, 0xff][..])
    );
    let mut amy = colleague(&app, Role::SupportL1).await;
    assert_eq!(amy.call("GET", &path, None).await.bytes, own.bytes);
    let loose = send_picture(&ada, picture()).await.expect(StatusCode::CREATED);
    let loose = format!("support/pictures/{}", loose["id"].as_str().unwrap());
    assert_eq!(amy.call("GET", &loose, None).await.problem(), (404, "NOT_FOUND"), "it was not sent yet");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_complaint_has_a_number_a_last_day_and_no_end_without_a_written_answer() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let mut admin = colleague(&app, Role::TenantAdmin).await;
    let clocks = json!({ "time_zone": "Europe/Warsaw", "answer_business_days": 15 });
    admin.call("PUT", "support/clocks", Some(&clocks)).await.expect(StatusCode::OK);
    let off = json!({ "topics": [{ "topic": "account", "mail": false, "push": false }] });
    ada.call("PUT", "notifications/settings", Some(&off), &[]).await.expect(StatusCode::OK);
    let today = app.now().date_naive();
    let thread = begin(&ada, &complaint()).await;
    let (id, number) = (id_of(&thread), thread["conversation"]["number"].as_str().unwrap().to_owned());
    let last: NaiveDate = thread["conversation"]["answer_by"].as_str().unwrap().parse().unwrap();
    let business = |day: &NaiveDate| !matches!(day.weekday(), Weekday::Sat | Weekday::Sun);
    let between = today.iter_days().skip(1).take_while(|day| *day <= last).filter(business).count();
    assert!((14..=16).contains(&between), "fifteen, or the next local day has begun: {between}");
    let acknowledged = mail(&ada, "We have received your complaint").await;
    let text = acknowledged["text"].as_str().unwrap();
    assert!(text.contains(&number) && text.contains(&last.format("%d.%m.%Y").to_string()), "{text}");
    let mut first = colleague(&app, Role::SupportL1).await;
    let mut second = colleague(&app, Role::SupportL2).await;
    let seen = first.call("GET", &format!("support/conversations/{id}"), None).await.expect(StatusCode::OK);
    let until: DateTime<Utc> = seen["complaint"]["answer_until"].as_str().unwrap().parse().unwrap();
    let midnight = (last + Days::new(1)).and_hms_opt(0, 0, 0).unwrap().and_utc();
    let before = midnight - until;
    assert!(before == TimeDelta::hours(1) || before == TimeDelta::hours(2), "the end of the day in Warsaw: {until}");
    for refused in [
        desk(&mut first, &id, "end", &json!({})).await,
        ada.post(&format!("support/conversations/{id}/end"), &json!({})).await,
    ] {
        assert_eq!(refused.problem(), (409, "CONFLICT_ERROR"));
    }
    let reply = json!({ "text": "We look at it.", "key": key() });
    let after = desk(&mut first, &id, "reply", &reply).await.expect(StatusCode::OK);
    assert_eq!(after["conversation"]["due_at"], seen["complaint"]["answer_until"], "a reply does not stop the clock");
    let answer = json!({ "text": "We were late.\nYou get the fee back.", "key": key() });
    assert_eq!(desk(&mut first, &id, "answer", &answer).await.problem(), (403, "ACCESS_DENIED"));
    let done = desk(&mut second, &id, "answer", &answer).await.expect(StatusCode::OK);
    assert!(done["conversation"].get("due_at").is_none() && done["complaint"]["answered_at"].is_string(), "{done}");
    let letter = mail(&ada, "Our answer to your complaint").await;
    assert!(
        letter["text"].as_str().unwrap().contains("You get the fee back."),
        "whatever she wants to be told: {letter}"
    );
    let now = ada.get(&format!("support/conversations/{id}")).await.expect(StatusCode::OK);
    assert_eq!(now["messages"][2]["is_final_answer"], true);
    let closed = desk(&mut second, &id, "end", &json!({})).await.expect(StatusCode::OK);
    assert_eq!(closed["conversation"]["state"], "CLOSED");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_late_is_overdue_and_a_quiet_conversation_ends_by_itself() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let late = id_of(&begin(&ada, &question("Anybody?")).await);
    let quiet = id_of(&begin(&ada, &question("Thanks.")).await);
    let mut amy = colleague(&app, Role::SupportL1).await;
    assert!(listed(&mut amy, "?view=overdue").await.is_empty());
    desk(&mut amy, &quiet, "reply", &json!({ "text": "Welcome.", "key": key() })).await.expect(StatusCode::OK);
    // A week later.
    let past =
        "UPDATE support_conversations SET moved_at = moved_at - interval '8 days', due_at = due_at - interval '8 days',
                    waits_since = waits_since - interval '8 days'";
    sqlx::query(past).execute(&mut app.db.connect().await).await.unwrap();
    let overdue = listed(&mut amy, "?view=overdue").await;
    assert_eq!((overdue.len(), &overdue[0]["id"], &overdue[0]["is_overdue"]), (1, &json!(late), &json!(true)));
    let tenant: Uuid = sqlx::query_scalar("SELECT tenant_id FROM support_conversations LIMIT 1")
        .fetch_one(&mut app.db.connect().await)
        .await
        .unwrap();
    let tenant = kernel::TenantId::from_uuid(tenant);
    let mut tx = app.db.store.tenant(tenant).await.unwrap();
    tx.enqueue(app.now(), &[store::JobSpec::new("support.tidy", tenant, json!({}))]).await.unwrap();
    tx.commit().await.unwrap();
    let ended = async {
        loop {
            let now = ada.get(&format!("support/conversations/{quiet}")).await.expect(StatusCode::OK);
            if now["conversation"]["state"] == "CLOSED" {
                return;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    tokio::time::timeout(TOLD_MAX, ended).await.expect("it ends");
    let again = json!({ "text": "One more thing.", "key": key() });
    let reopened = ada.post(&format!("support/conversations/{quiet}/messages"), &again).await.expect(StatusCode::OK);
    assert_eq!(reopened["conversation"]["state"], "OPEN");
    let waits = ada.get(&format!("support/conversations/{late}")).await.expect(StatusCode::OK);
    assert_eq!(waits["conversation"]["state"], "OPEN", "what waits for support does not end");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_of_a_customer_are_rate_limited() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    for (body, pointer) in [
        (json!({ "kind": "QUESTION", "topic": "ORDER", "text": "", "key": key() }), "/text"),
        (json!({ "kind": "QUESTION", "topic": "ORDER", "text": " \n ", "key": key() }), "/text"),
        (json!({ "kind": "QUESTION", "topic": "ORDER", "text": "x".repeat(4_001), "key": key() }), "/text"),
        (json!({ "kind": "QUESTION", "topic": "MOON", "text": "x", "key": key() }), "/topic"),
        (json!({ "kind": "QUESTION", "topic": "ORDER", "text": "x", "key": "1" }), "/key"),
    ] {
        let refused = ada.post("support/conversations", &body).await;
        assert_eq!((refused.problem().0, &refused.body["errors"][0]["pointer"]), (400, &json!(pointer)));
    }
    for at in 0..6 {
        begin(&ada, &question(&format!("Question {at}"))).await;
    }
    let refused = ada.post("support/conversations", &question("One more")).await;
    assert_eq!((refused.problem(), refused.header("retry-after")), ((429, "TOO_MANY_REQUESTS"), "3600"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_keep_answers_for_the_next_time() {
    let app = TestApp::new().await;
    let mut amy = colleague(&app, Role::SupportL1).await;
    let body = json!({ "name": "Wrong network", "texts": { "en": "About {order}: …", "pl": "Zlecenie {order}: …" } });
    let saved = amy.post("support/saved-answers", &body).await.expect(StatusCode::CREATED);
    assert_eq!(amy.post("support/saved-answers", &body).await.problem(), (409, "CONFLICT_ERROR"));
    let none = amy.post("support/saved-answers", &json!({ "name": "Empty", "texts": {} })).await;
    assert_eq!((none.problem(), &none.body["errors"][0]["pointer"]), ((400, "VALIDATION_ERROR"), &json!("/texts")));
    let path = format!("support/saved-answers/{}", saved["id"].as_str().unwrap());
    let changed = amy.call("PUT", &path, Some(&json!({ "name": "Other network" }))).await.expect(StatusCode::OK);
    assert_eq!((&changed["name"], &changed["texts"]), (&json!("Other network"), &saved["texts"]));
    let mut nora = colleague_at(&app, "nova.localhost", "nora", Role::SupportL2).await;
    let there = nora.call("GET", "support/saved-answers", None).await.expect(StatusCode::OK);
    assert_eq!(there["data"], json!([]));
    assert_eq!(amy.call("DELETE", &path, None).await.status, StatusCode::NO_CONTENT);
    let nobody = amy.call("PUT", "support/clocks", Some(&json!({ "first_answer_hours": 1 }))).await;
    assert_eq!(nobody.problem(), (403, "ACCESS_DENIED"), "the clocks are the tenant's policy");
    let mut admin = colleague(&app, Role::TenantAdmin).await;
    let nowhere = admin.call("PUT", "support/clocks", Some(&json!({ "time_zone": "Mars/Olympus" }))).await;
    assert_eq!(
        (nowhere.problem(), &nowhere.body["errors"][0]["pointer"]),
        ((400, "VALIDATION_ERROR"), &json!("/time_zone"))
    );
    app.close().await;
}
