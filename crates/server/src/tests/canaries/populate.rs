//! A customer of each tenant who has used every feature that stores data, and two operators who look at it: a
//! compliance officer and an administrator.

use axum::http::StatusCode;
use identity::operator::Role;
use serde_json::{Value, json};

use crate::tests::exports;
use crate::tests::kyc_documents::{picture, send};
use crate::tests::operators::{Colleague, colleague_at};
use crate::tests::support::{LTC_ADDRESS, Person, TestApp};

/// The customer, the operators and the data of a tenant.
#[derive(Clone)]
pub struct Settled {
    pub person: Person,
    pub operators: [Colleague; 2],
    /// Ids, with the path segment that precedes each.
    pub things: Vec<(&'static str, String)>,
    /// Planted words. Each must be visible to its own tenant, and to no other.
    pub planted: Vec<String>,
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

impl Settled {
    /// `name` is the prefix of every planted word; `phone` is the number without the sandbox's prefix.
    pub async fn at(app: &TestApp, host: &'static str, name: &str, phone: &str) -> Self {
        let person = app.person_at(&format!("{name}canary"), host).await;
        let mut things = says_who_they_are(&person, name, phone).await;
        things.extend(trades(&person, name).await);
        things.extend(hands_in(app, &person, name).await);
        let (operators, found) = works(app, host, name).await;
        things.extend(found);
        let endings = [
            "first",
            "savings",
            "phrase",
            "street",
            "exchange",
            "inheritance",
            "passkey",
            "canary",
            "officer",
            "reason",
            "opkey",
        ];
        let planted = endings.iter().map(|end| format!("{name}{end}")).chain([format!("999{phone}")]).collect();
        Self { person, operators, things, planted }
    }
}

async fn says_who_they_are(person: &Person, name: &str, phone: &str) -> Vec<(&'static str, String)> {
    // The simulated provider puts customers with this family name on hold.
    let about = json!({ "first_name": format!("{name}first"), "last_name": "Onhold", "residence_country": "UA",
        "date_of_birth": "1990-12-10",
        "address": { "street": format!("{name}street 1"), "city": "Kyiv", "postcode": "01001" } });
    person.call("PUT", "user", Some(&about), &[]).await.expect(StatusCode::OK);
    let number = json!({ "phone": format!("+999{phone}"), "channel": "sms" });
    let asked = person.post("user/phone", &number).await.expect(StatusCode::ACCEPTED);
    let code = json!({ "challenge_id": asked["challenge_id"], "code": "111111" });
    person.post("user/phone/confirm", &code).await.expect(StatusCode::OK);
    let phrase = json!({ "phrase": format!("{name}phrase") });
    person.call("PUT", "user/mail-phrase", Some(&phrase), &[]).await.expect(StatusCode::OK);
    let savings = json!({ "name": format!("{name}savings") });
    let profile = person.post("profiles", &savings).await.expect(StatusCode::CREATED);
    let sessions = person.get("user/sessions").await.expect(StatusCode::OK);
    vec![("v1/profiles/", text(&profile["id"])), ("/sessions/", text(&sessions["sessions"][0]["id"]))]
}

async fn trades(person: &Person, name: &str) -> Vec<(&'static str, String)> {
    let order = person.order("iban", "bybank").await;
    let card = person.order("visamc", "bycard").await;
    let id = card["id"].as_str().unwrap();
    person.post_once(&format!("transactions/{id}/cancel"), "cancel", &json!({})).await.expect(StatusCode::OK);
    let wallet = json!({ "payway": "ltc", "address": LTC_ADDRESS, "owner": "own", "holding": "service",
        "service": format!("{name}exchange") });
    let wallet = person.post("wallets", &wallet).await.expect(StatusCode::CREATED);
    let account = person.account("DE89370400440532013000").await;
    assert_eq!(account["full_name"], "Ada Lovelace");
    vec![("/transactions/", text(&order["id"])), ("/wallets/", text(&wallet["id"]))]
}

/// Submits documents and the source of funds, and requests a data export.
async fn hands_in(app: &TestApp, person: &Person, name: &str) -> Vec<(&'static str, String)> {
    let before = "INSERT INTO verifications (tenant_id, user_id, kind, status, updated_at)
                  SELECT tenant_id, id, kind, 'COMPLETED', now() FROM users, unnest(ARRAY['IDENTITY', 'ADDRESS']) kind
                  WHERE email = $1 || 'canary@example.test'";
    sqlx::query(before).bind(name).execute(&mut app.db.connect().await).await.unwrap();
    send(person, "part=evidence_1", picture()).await.expect(StatusCode::OK);
    let answer = json!({ "occupation": "employed", "sources": ["inheritance"], "yearly_turnover": "up_to_1m",
        "details": format!("{name}inheritance") });
    person.post("user/source-of-funds", &answer).await.expect(StatusCode::OK);
    person.post("user/exports", &json!({})).await.expect(StatusCode::ACCEPTED);
    let export = exports::made(person).await;
    // There is no authenticator in the test; a stored passkey is sufficient. From here on, some requests need
    // confirmation.
    let key = "INSERT INTO passkeys (tenant_id, id, user_id, credential_id, credential, state, transports, name, created_at, rp_id)
               SELECT tenant_id, gen_random_uuid(), id, decode(md5($1), 'hex'), '', '', 0, $1 || 'passkey', now(), 'localhost'
               FROM users WHERE email = $1 || 'canary@example.test'";
    sqlx::query(key).bind(name).execute(&mut app.db.connect().await).await.unwrap();
    let passkeys = person.get("user/passkeys").await.expect(StatusCode::OK);
    vec![("/exports/", text(&export["id"])), ("user/passkeys/", text(&passkeys["passkeys"][0]["id"]))]
}

/// The operators, who have accessed the customer's data with a reason and made a proposal.
async fn works(app: &TestApp, host: &'static str, name: &str) -> ([Colleague; 2], Vec<(&'static str, String)>) {
    let mut officer = colleague_at(app, host, &format!("{name}officer"), Role::ComplianceOfficer).await;
    let admin = colleague_at(app, host, &format!("{name}adminis"), Role::TenantAdmin).await;
    app.person_at(&format!("{name}second"), host).await;
    let mut ids = Vec::new();
    for one in ["canary", "second"] {
        let search = format!("customers?search={name}{one}%40example.test");
        let found = officer.call("GET", &search, None).await.expect(StatusCode::OK);
        ids.push(text(&found["data"][0]["id"]));
    }
    let why = json!({ "reason": format!("{name}reason to look") });
    officer.post(&format!("customers/{}/reveal", ids[0]), &why).await.expect(StatusCode::OK);
    officer.post(&format!("customers/{}/block", ids[1]), &why).await.expect(StatusCode::OK);
    let asked = officer.post(&format!("customers/{}/unblock", ids[1]), &why).await.expect(StatusCode::OK);
    let key = "INSERT INTO operator_passkeys (tenant_id, id, operator_id, rp_id, credential_id, credential, state, transports, name,
                                              created_at)
               SELECT tenant_id, gen_random_uuid(), id, 'localhost', decode(md5($1), 'hex'), '', '', 0, $1 || 'opkey', now()
               FROM operators WHERE email = $1 || 'officer@example.test'";
    sqlx::query(key).bind(name).execute(&mut app.db.connect().await).await.unwrap();
    // Keeps their confirmation valid for the duration of the test.
    let confirmed = "UPDATE operator_sessions SET confirmed_at = confirmed_at + interval '1 hour'";
    sqlx::query(confirmed).execute(&mut app.db.connect().await).await.unwrap();
    let passkeys = officer.call("GET", "session/passkeys", None).await.expect(StatusCode::OK);
    let me = officer.call("GET", "session", None).await.expect(StatusCode::OK);
    let things = vec![
        ("/customers/", ids[0].clone()),
        ("/operators/", text(&me["me"]["id"])),
        ("/proposals/", text(&asked["proposal_id"])),
        ("session/passkeys/", text(&passkeys["passkeys"][0]["id"])),
    ];
    ([officer, admin], things)
}
