//! All kinds of callers, and the response that each must get.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::document::{Authority, Operation};
use crate::tests::operators;
use crate::tests::step_up::{confirmed_token, enrol};
use crate::tests::support::{Answer, Person, TestApp};
use identity::operator::Role;

/// Authentication state of a caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CustomerStatus {
    /// Sends no token.
    Nobody,
    /// Sends an invalid or expired access token.
    Refused,
    /// Has a valid session, but was blocked.
    Blocked,
    /// Still needs the second factor.
    AwaitsFactor,
    /// Still needs to accept the terms.
    AwaitsTerms,
    /// Has full access to their own data.
    Full,
}

/// Expected response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// This status and code, and no change in the database.
    Refusal(u16, &'static str),
    /// No authentication or authorisation error, and no server error.
    Passes,
}

/// A caller.
pub struct Caller {
    pub who: &'static str,
    pub standing: CustomerStatus,
    pub person: Person,
    pub headers: Vec<(&'static str, String)>,
}

impl Caller {
    fn new(who: &'static str, standing: CustomerStatus, person: Person) -> Self {
        Self { who, standing, person, headers: Vec::new() }
    }

    fn with_token(who: &'static str, visitor: &Person, token: impl Into<String>) -> Self {
        Self::new(who, CustomerStatus::Refused, Person { token: Some(token.into()), ..visitor.clone() })
    }

    /// The expected response of `operation`. If the operation has an id, it is that of another customer's object.
    pub fn expected(&self, operation: &Operation) -> Expected {
        let unauthorized = Expected::Refusal(401, "UNAUTHORIZED_REQUEST");
        let authority = operation.authority();
        if authority == Authority::Anybody {
            return Expected::Passes;
        }
        match (self.standing, authority) {
            // No caller here has a refresh token in the right place.
            (_, Authority::Refresh) => unauthorized,
            (CustomerStatus::Nobody, Authority::MaybeCustomer)
            | (CustomerStatus::AwaitsFactor, Authority::AnyStage)
            | (CustomerStatus::AwaitsTerms, Authority::AnyStage | Authority::BeforeTerms) => Expected::Passes,
            (CustomerStatus::Nobody | CustomerStatus::Refused, _) => unauthorized,
            (CustomerStatus::Blocked, _) => Expected::Refusal(403, "USER_BLOCKED"),
            (CustomerStatus::AwaitsFactor, _) => Expected::Refusal(403, "AUTH_2FA_REQUIRED"),
            (CustomerStatus::AwaitsTerms, _) => Expected::Refusal(403, "ACCESS_DENIED"),
            (CustomerStatus::Full, _) if operation.names_something() => Expected::Refusal(404, "NOT_FOUND"),
            (CustomerStatus::Full, _) => Expected::Passes,
        }
    }
}

/// Signs in, and returns the whole response.
async fn sign_in(app: &TestApp, name: &str) -> (Person, Value) {
    let visitor = Person { router: app.router.clone(), token: None, host: "localhost" };
    let email = format!("{name}@example.test");
    let asked = visitor.post("login?method=email", &json!({ "email": email })).await.expect(StatusCode::ACCEPTED);
    let code = json!({ "challenge_id": asked["challenge_id"], "code": "111111" });
    let login = visitor.call("PUT", "login?method=email", Some(&code), &[]).await.expect(StatusCode::OK);
    (Person { token: Some(text(&login["access_token"])), ..visitor }, login)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

async fn change(app: &TestApp, sql: &'static str, email: &str) {
    let done = sqlx::query(sql).bind(email).execute(&mut app.db.connect().await).await.unwrap();
    assert!(done.rows_affected() > 0, "{sql} {email}");
}

/// All callers. The ids in the requests belong to `owner`, who is not one of the callers.
pub async fn everybody(app: &TestApp, owner: &Person) -> Vec<Caller> {
    let visitor = Person { token: None, ..owner.clone() };
    let mut all = vec![
        Caller::new("nobody", CustomerStatus::Nobody, visitor.clone()),
        Caller::with_token("somebody with a token made up", &visitor, "aga_made_up"),
        Caller::new("a person with everything", CustomerStatus::Full, app.person("bob").await),
        Caller::new("a newcomer", CustomerStatus::AwaitsTerms, app.newcomer("new").await),
    ];
    all.extend(whose_session_is_over(app).await);
    all.extend(with_tokens_of_another_kind(app, &visitor).await);
    all.extend(from_elsewhere(app, &visitor).await);
    all
}

async fn whose_session_is_over(app: &TestApp) -> Vec<Caller> {
    let left = app.person("left").await;
    assert_eq!(left.post("logout", &json!({})).await.status, StatusCode::NO_CONTENT);
    let (old, stale) = (app.person("old").await, app.person("stale").await);
    let expire = "UPDATE access_tokens SET created_at = created_at - interval '1 day',
                  expires_at = expires_at - interval '1 day' WHERE session_id IN (SELECT s.id FROM sessions s
                  JOIN users u ON u.id = s.user_id WHERE u.email = $1)";
    change(app, expire, "old@example.test").await;
    let end =
        "UPDATE sessions SET created_at = created_at - interval '1 year', expires_at = expires_at - interval '1 year'
               WHERE user_id IN (SELECT id FROM users WHERE email = $1)";
    change(app, end, "stale@example.test").await;
    let (ended, _) = sign_in(app, "ended").await;
    let other = app.person("ended").await;
    assert_eq!(other.call("DELETE", "user/sessions", None, &[]).await.status, StatusCode::NO_CONTENT);
    let blocked = app.person("blocked").await;
    change(app, "UPDATE users SET status = 'blocked' WHERE email = $1", "blocked@example.test").await;
    vec![
        Caller::new("somebody who has signed out", CustomerStatus::Refused, left),
        Caller::new("somebody whose token is too old", CustomerStatus::Refused, old),
        Caller::new("somebody whose session is too old", CustomerStatus::Refused, stale),
        Caller::new("somebody whose session was ended elsewhere", CustomerStatus::Refused, ended),
        Caller::new("a blocked person", CustomerStatus::Blocked, blocked),
    ]
}

/// Valid secrets of other kinds.
async fn with_tokens_of_another_kind(app: &TestApp, visitor: &Person) -> Vec<Caller> {
    let (_, login) = sign_in(app, "refresh").await;
    let eve = app.person("eve").await;
    let target = json!({ "host": "127.0.0.1" });
    let handover = eve.post("auth/seamless/codes", &target).await.expect(StatusCode::CREATED);
    let guarded = app.person("guarded").await;
    let codes = enrol(app, &guarded).await;
    let step_up = confirmed_token(&guarded, &codes[0]).await;
    let (half, _) = sign_in(app, "guarded").await;
    let mut in_a_cookie = Caller::new("a person whose token is in a cookie", CustomerStatus::Nobody, visitor.clone());
    let token = eve.token.unwrap();
    in_a_cookie.headers = vec![("cookie", format!("agio-refresh={token}; __Host-agio-refresh={token}; token={token}"))];
    vec![
        Caller::with_token("a refresh token", visitor, text(&login["refresh_token"])),
        Caller::with_token("a code for another host", visitor, text(&handover["code"])),
        Caller::with_token("a confirmation of one request", visitor, step_up),
        Caller::with_token("a recovery code", visitor, codes[1].clone()),
        Caller::new("a person before their second factor", CustomerStatus::AwaitsFactor, half),
        in_a_cookie,
    ]
}

/// Customers of another tenant, and operators.
async fn from_elsewhere(app: &TestApp, visitor: &Person) -> Vec<Caller> {
    let carol = app.person_at("carol", "nova.localhost").await;
    let carried = Person { host: visitor.host, ..carol.clone() };
    let officer = operators::colleague(app, Role::ComplianceOfficer).await;
    let cookies = officer.cookies.clone();
    let session = cookies["agio-operator"].clone();
    let mut by_cookie = Caller::new("an operator in their browser", CustomerStatus::Nobody, visitor.clone());
    let jar: Vec<String> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    by_cookie.headers = vec![("cookie", jar.join("; "))];
    vec![
        Caller::new("a person of another tenant, at this host", CustomerStatus::Refused, carried),
        Caller::new("a person of another tenant, at their own", CustomerStatus::Full, carol),
        Caller::with_token("an operator's session as a token", visitor, session),
        Caller::with_token("an operator's browser as a token", visitor, cookies["agio-operator-device"].clone()),
        by_cookie,
    ]
}

/// Describes `answer` if it is not the expected one.
pub fn wrong(expected: Expected, answer: &Answer) -> Option<String> {
    let status = answer.status.as_u16();
    // A caller who may submit a code or passkey can get an error for a wrong one.
    let told = answer.body["code"] == "AUTH_2FA_INVALID";
    let right = match expected {
        Expected::Refusal(wanted, code) => status == wanted && answer.problem().1 == code,
        Expected::Passes => status < 500 && (!matches!(status, 401 | 403) || told),
    };
    (!right).then(|| format!("expected {expected:?}, heard {} {}", answer.status, answer.body))
}
