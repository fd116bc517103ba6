//! No secret appears in the log at any level, or unencrypted in the database. A complete customer journey records every
//! secret that it receives or creates, and all of them are searched for afterwards.

mod finder;
mod mail_server;

use std::io::Write;
use std::sync::{Arc, Mutex};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use data_encoding::BASE32_NOPAD;
use identity::NewTenant;
use identity::operator::Role;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use store::testing::TestDb;
use tracing_subscriber::fmt::MakeWriter;

use self::finder::Canary;
use self::mail_server::Post;
use super::operators::{Colleague, link};
use super::step_up::shown;
use super::support::{LTC_ADDRESS, Person, TestApp, WORDS, config};
use crate::wiring::config::Config;
use crate::wiring::secrets::Secrets;

const PASSWORD: &str = "The0therEndOfTheWire";
const BOT: &str = "4242:AAbot0token0canary";
const PAN: &str = "4242424242424242";
const BENEFICIARY: &str = "Zebedee Quillfeather";
const FUNDS: &str = "Forty years at the shipyard";
const PHRASE: &str = "Otter under the pier";
const STREET: &str = "Nightingale Row 221";

/// Everything that is logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

/// Every row of every table, as PostgreSQL prints it. Excludes the sandbox's outbox, which stands for the customers'
/// mailboxes.
async fn dump(db: &TestDb) -> String {
    let mut conn = db.connect().await;
    let tables = "SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
                      AND relname <> 'mail_outbox'";
    let tables: Vec<String> = sqlx::query_scalar(tables).fetch_all(&mut conn).await.unwrap();
    let mut all = String::new();
    for table in tables {
        // Table names come from the catalogue.
        let rows = AssertSqlSafe(format!("SELECT t::text FROM {table} t"));
        let rows: Vec<String> = sqlx::query_scalar(rows).fetch_all(&mut conn).await.unwrap();
        for row in rows {
            // PostgreSQL escapes quotes and backslashes by doubling.
            all.push_str(&format!("{table} {}\n", row.replace("\\\\", "\\").replace("\"\"", "\"")));
        }
    }
    all
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// The customer journey, and its secrets.
struct Journey {
    app: TestApp,
    post: Post,
    canaries: Vec<Canary>,
}

impl Journey {
    fn keep(&mut self, what: &str, secret: &Value) -> String {
        let secret = text(secret);
        self.canaries.push(Canary::new(what, &secret));
        secret
    }

    /// Signs in with the code from an email.
    async fn sign_in(&mut self, email: &str) -> Person {
        let visitor = Person { router: self.app.router.clone(), token: None, host: "localhost" };
        let asked = visitor.post("login?method=email", &json!({ "email": email })).await.expect(StatusCode::ACCEPTED);
        let code = self.outbox_code(email).await;
        self.canaries.push(Canary::new("a code by mail", &code));
        let body = json!({ "challenge_id": asked["challenge_id"], "code": code });
        let login = visitor.call("PUT", "login?method=email", Some(&body), &[]).await.expect(StatusCode::OK);
        self.keep("an access token", &login["access_token"]);
        let refresh = self.keep("a refresh token", &login["refresh_token"]);
        let renewed = visitor.call("PUT", "auth", Some(&json!({ "refresh_token": refresh })), &[]).await;
        let renewed = renewed.expect(StatusCode::OK);
        self.keep("a second refresh token", &renewed["refresh_token"]);
        let token = self.keep("a second access token", &renewed["access_token"]);
        Person { token: Some(token), ..visitor }
    }

    /// The code in the latest sandbox email to this address, once there is one.
    async fn outbox_code(&self, to: &str) -> String {
        let visitor = Person { router: self.app.router.clone(), token: None, host: "localhost" };
        let found = async {
            loop {
                let mails = visitor.get(&format!("sandbox/mails?to={to}")).await.expect(StatusCode::OK);
                let lines = mails["data"][0]["text"].as_str().unwrap_or_default().lines();
                let alone = lines.filter_map(|line| line.strip_prefix("    ")).find(|line| line.len() == 6);
                if let Some(code) = alone {
                    return code.to_owned();
                }
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(60), found).await.expect("a mail comes within a minute")
    }

    /// Sends codes through the mail server, as a real tenant does.
    async fn gets_real_mail(&mut self) {
        let bank = NewTenant { sandbox: false, ..NewTenant::sandbox("bank", "Bank", &["bank.example"]) };
        identity::add_tenant(&self.app.db.store, &self.app.world, bank).await.unwrap();
        let visitor = Person { router: self.app.router.clone(), token: None, host: "bank.example" };
        let asked = json!({ "email": "ada@example.com" });
        visitor.post("login?method=email", &asked).await.expect(StatusCode::ACCEPTED);
        let code = self.post.code().await;
        self.canaries.push(Canary::new("a code by the mail server", code));
    }

    async fn becomes_known(&mut self, person: &Person) {
        let terms = person.get("user/terms").await.expect(StatusCode::OK);
        person.post("user/accept-terms", &json!({ "version": terms["version"] })).await;
        let about = json!({ "first_name": "Ada", "last_name": "Slow", "residence_country": "UA", "date_of_birth": "1990-12-10",
            "address": { "street": STREET, "city": "Kyiv", "postcode": "01001" } });
        person.call("PUT", "user", Some(&about), &[]).await.expect(StatusCode::OK);
        self.canaries.push(Canary::new("a home", STREET));
        self.canaries.push(Canary::new("a birthday", "1990-12-10"));
        let wallet = json!({ "payway": "ltc", "address": LTC_ADDRESS, "owner": "other", "holding": "self_hosted",
            "beneficiary": { "party": "person", "name": BENEFICIARY, "country": "UA" } });
        person.post("wallets", &wallet).await.expect(StatusCode::CREATED);
        self.canaries.push(Canary::new("who receives coins", BENEFICIARY));
        let picture = super::kyc_documents::picture();
        for part in ["part=front&document=passport&country=UA", "part=selfie"] {
            let request = Request::post(format!("/api/client/v1/user/documents?{part}")).header("host", person.host);
            let request = request.header("authorization", format!("Bearer {}", person.token.as_deref().unwrap()));
            person.send(request.body(Body::from(picture.clone())).unwrap()).await.expect(StatusCode::OK);
        }
        self.canaries.push(Canary::new("a picture as it was sent", &picture));
        // The stored JPEG is encoded again and begins like this.
        self.canaries.push(Canary::new(
            "a picture as it is kept",
            [0xff, 0xd8, 0xff, 0xe0, 0, 0x10, b'J', b'F', b'I', b'F', 0, 1],
        ));
        person.post("user/documents/submit?of=identity", &json!({})).await.expect(StatusCode::OK);
        let funds = json!({ "occupation": "retired", "sources": ["savings"], "yearly_turnover": "up_to_50k", "details": FUNDS });
        person.post("user/source-of-funds", &funds).await.expect(StatusCode::OK);
        self.canaries.push(Canary::new("where money comes from", FUNDS));
        let phrase = json!({ "phrase": PHRASE });
        person.call("PUT", "user/mail-phrase", Some(&phrase), &[]).await.expect(StatusCode::OK);
        self.canaries.push(Canary::new("a phrase for mails", PHRASE));
        person.post("update-email", &json!({ "email": "ada.new@example.com" })).await.expect(StatusCode::ACCEPTED);
        let code = self.outbox_code("ada.new@example.com").await;
        self.canaries.push(Canary::new("a code to a new address", code));
    }

    async fn guards_the_account(&mut self, person: &Person) {
        let seed = person.post("user/two-factor/totp", &json!({})).await.expect(StatusCode::OK);
        let secret = self.keep("the app's key", &seed["secret"]);
        self.canaries.push(Canary::new("the app's key, its bytes", BASE32_NOPAD.decode(secret.as_bytes()).unwrap()));
        let code = shown(&self.app, &secret, 0);
        let body = json!({ "code": code });
        let made = person.post("user/two-factor/totp/confirm", &body).await.expect(StatusCode::OK);
        self.canaries.push(Canary::new("the app's code", code));
        for code in made["recovery_codes"].as_array().unwrap() {
            self.keep("a recovery code", code);
            let plain = text(code).replace('-', "");
            self.canaries.push(Canary::new("a recovery code without dashes", plain));
        }
        let token = super::step_up::confirmed_token(person, made["recovery_codes"][0].as_str().unwrap()).await;
        self.canaries.push(Canary::new("a confirmation", &token));
        let off = json!({ "signin": false, "transfer": false, "card_details": false });
        let header = [("auth-2fa-token", token.as_str())];
        assert_eq!(person.call("PUT", "user/two-factor", Some(&off), &header).await.status, StatusCode::NO_CONTENT);
        let code =
            person.post("auth/seamless/codes", &json!({ "host": "127.0.0.1" })).await.expect(StatusCode::CREATED);
        let code = self.keep("a code for another host", &code["code"]);
        person.post("auth/seamless/codes/look", &json!({ "code": code })).await;
        let again = json!({ "phrase": format!("{PHRASE} twice") });
        let asked = person.call("PUT", "user/mail-phrase", Some(&again), &[]).await;
        assert_eq!(asked.problem(), (403, "AUTH_2FA_REQUIRED"), "what waits to be confirmed is kept without the words");
    }

    async fn pays(&mut self, person: &Person) {
        // Skips the one-day hold after the protection was turned off.
        let later = "UPDATE users SET guards_changed_at = guards_changed_at - interval '24 hours'";
        sqlx::query(later).execute(&mut self.app.db.connect().await).await.unwrap();
        let id = text(&person.order("visamc", "card").await["id"]);
        let card = json!({ "number": PAN, "expiry_month": 12, "expiry_year": 2034, "cvv": "123", "holder": "Ada Slow",
            "return_url": "/" });
        let paid = person.post_once(&format!("transactions/{id}/payment/card"), "pay", &card).await;
        paid.expect(StatusCode::OK);
        person.until(&self.app, &id, |transaction| transaction["status"] == "DONE").await;
        self.canaries.push(Canary::new("a card's number", PAN));
        self.canaries.push(Canary::new("a card's number, in groups", "4242 4242 4242 4242"));
        person.post("telegram-login", &json!({ "init_data": "user=x&hash=00" })).await;
    }

    async fn is_looked_at(&mut self) {
        let token = link(&self.app, "localhost", "olga@example.com", Role::ComplianceOfficer).await;
        let mut olga = Colleague::at(&self.app, "localhost");
        let opened = olga.post("invitations/open", &json!({ "token": token })).await.expect(StatusCode::OK);
        olga.secret = self.keep("an operator's key", &opened["secret"]);
        self.canaries
            .push(Canary::new("an operator's key, its bytes", BASE32_NOPAD.decode(olga.secret.as_bytes()).unwrap()));
        let accept = json!({ "token": token, "code": olga.code(&self.app, 0) });
        olga.post("invitations/accept", &accept).await.expect(StatusCode::OK);
        self.canaries.push(Canary::new("an invitation", token));
        for (name, cookie) in olga.cookies.clone() {
            self.canaries.push(Canary::new(format!("the cookie {name}"), cookie));
        }
        let found = olga.call("GET", "customers?search=ada%40example.com", None).await.expect(StatusCode::OK);
        let path = format!("customers/{}/reveal", found["data"][0]["id"].as_str().unwrap());
        olga.post(&path, &json!({ "reason": "because the test says so" })).await.expect(StatusCode::OK);
    }

    /// The secrets of the installation.
    fn own_secrets(&mut self) {
        let own = Secrets::open(self.app.data()).unwrap();
        for (what, key) in [
            ("the pepper", own.pepper),
            ("the quotes' key", own.quote_key),
            ("the logs' key", own.log_key),
            ("the data's key", own.data_key),
        ] {
            self.canaries.push(Canary::new(what, key));
        }
        for (what, words) in [("the mail's password", PASSWORD), ("a bot's token", BOT), ("the signer's words", WORDS)]
        {
            self.canaries.push(Canary::new(what, words));
        }
    }
}

/// Single-threaded, so that the log contains everything of this test and nothing of others.
#[tokio::test]
async fn no_secret_of_a_whole_journey_is_in_the_log_or_in_the_database() {
    let log = Log::default();
    let all = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(log.clone()).with_ansi(false);
    // With a single subscriber, tracing caches the interest of the first thread, which may belong to another test. A
    // second subscriber prevents that.
    let second = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(std::io::sink);
    let _second = tracing::Dispatch::new(second.finish());
    let _logging = tracing::subscriber::set_default(all.finish());
    let post = Post::open().await;
    let sign_in = vec![("AGIO_SIGN_IN_AGIO_TELEGRAM_BOT_TOKEN".to_owned(), BOT.to_owned())];
    let smtp_url = Some(format!("smtp://mailer:{PASSWORD}@127.0.0.1:{}", post.port));
    let app = TestApp::with(Config { smtp_url, sign_in, ..config() }).await;
    let mut journey = Journey { app, post, canaries: Vec::new() };
    let ada = journey.sign_in("ada@example.com").await;
    journey.becomes_known(&ada).await;
    journey.guards_the_account(&ada).await;
    journey.pays(&ada).await;
    journey.is_looked_at().await;
    journey.gets_real_mail().await;
    journey.own_secrets();
    let mut dumped = dump(&journey.app.db).await;
    journey.app.rest().await;
    dumped.push_str(&dump(&journey.app.db).await);
    let logged = String::from_utf8_lossy(&log.0.lock().unwrap()).into_owned();
    assert!(journey.canaries.len() >= 30, "{}", journey.canaries.len());
    let mut found = Vec::new();
    for canary in &journey.canaries {
        for (place, text) in [("the log", &logged), ("the database", &dumped)] {
            let seen = canary.found_in(text);
            found.extend(seen.map(|seen| format!("{} in {place}: …{seen}…", canary.what)));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    // The test can fail: a value that is not secret is found.
    assert!(Canary::new("an address", "ada@example.com").found_in(&dumped).is_some());
    assert!(Canary::new("an operation", "/payment/card").found_in(&logged).is_some());
    assert!(logged.contains("DEBUG sqlx::query") && logged.len() > 100_000, "{}", logged.len());
    journey.app.close().await;
}
