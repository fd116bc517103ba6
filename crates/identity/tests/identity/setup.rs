//! The test fixture: a platform with two tenants, a manual clock, and a mailbox that tests can read.

use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use identity::kyc_documents::{Case, Finding, IdentityCheck};
use identity::operator::{Policies, PolicyChange};
use identity::{
    Challenge, ClientContext, Identity, IdentityConfig, IdentityError, KeyEncryptionKey, Login, Mail, MailError,
    Mailer, Pepper, Tenant, TextMessage, Texter, seed_demo,
};
use kernel::{Clock, ManualClock, World};
use sqlx::PgConnection;
use store::testing::TestDb;
use store::{Store, StoreOptions, TenantTx, Worker};

pub const ANNA: &str = "anna@example.com";

/// Records outgoing emails in place of a provider.
#[derive(Default)]
pub struct Mailbox(pub Mutex<Vec<Mail>>);

#[async_trait]
impl Mailer for Mailbox {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        self.0.lock().unwrap().push(mail.clone());
        Ok(())
    }
}

/// A document check without a provider: every case needs an operator.
struct ByHand;

#[async_trait]
impl IdentityCheck for ByHand {
    async fn check(&self, _: &Case) -> Result<Finding, String> {
        Ok(Finding::Manual)
    }
}

/// Records text messages in the same mailbox, with the number as address.
#[async_trait]
impl Texter for Mailbox {
    async fn send(&self, message: &TextMessage) -> Result<(), MailError> {
        self.0.lock().unwrap().push(Mail {
            tenant: message.tenant,
            from_name: String::new(),
            to: message.to.clone(),
            subject: message.channel.code().into(),
            text: message.text.clone(),
            html: None,
            key: message.key.clone(),
        });
        Ok(())
    }

    fn channels(&self) -> &'static [identity::texting::TextChannel] {
        &identity::texting::TextChannel::ALL
    }
}

/// These tests change no policies; the exchanger's tests do.
pub struct NoPolicies;

#[async_trait]
impl Policies for NoPolicies {
    async fn publish(&self, _: &mut TenantTx, _: &PolicyChange) -> Result<(), IdentityError> {
        Err(IdentityError::NotFound("The policy"))
    }
}

pub struct Setup {
    pub db: TestDb,
    pub identity: Identity,
    pub clock: Arc<ManualClock>,
    pub mailbox: Arc<Mailbox>,
    pub worker: Worker,
    /// The demo tenant: a sandbox.
    pub sandbox: Arc<Tenant>,
    /// A live tenant with terms of use.
    pub tenant: Arc<Tenant>,
}

impl Setup {
    pub async fn new() -> Self {
        let db = TestDb::new().await;
        let clock = ManualClock::at("2026-03-01T12:00:00Z".parse().unwrap());
        let world = World::with_clock(clock.clone());
        seed_demo(&db.store, &world).await.unwrap();
        sqlx::raw_sql(
            "INSERT INTO tenants (id, slug, name, languages, sandbox, created_at)
             VALUES ('01900000-0000-7000-8000-000000000001', 'bank', 'The Bank', '{en,pl}', false, now());
             INSERT INTO tenant_hosts VALUES ('bank.example', '01900000-0000-7000-8000-000000000001');
             INSERT INTO terms_versions VALUES
                 ('01900000-0000-7000-8000-000000000001', 'terms', 1, NULL, '2026-01-01T00:00:00Z');
             INSERT INTO terms_texts VALUES
                 ('01900000-0000-7000-8000-000000000001', 'terms', 1, 'en', 'Terms', 'Be kind.'),
                 ('01900000-0000-7000-8000-000000000001', 'terms', 1, 'pl', 'Regulamin', 'Bądź miły.')",
        )
        .execute(&mut db.connect().await)
        .await
        .unwrap();
        let identity = Identity::new(db.store.clone(), world.clone(), keys());
        let mailbox = Arc::new(Mailbox::default());
        let handlers = identity.jobs(mailbox.clone(), mailbox.clone(), Arc::new(ByHand));
        let worker = Worker::new(db.store.clone(), world, handlers);
        let sandbox = identity.tenant_by_host("localhost:8080").await.unwrap();
        let tenant = identity.tenant_by_host("bank.example").await.unwrap();
        Self { db, identity, clock, mailbox, worker, sandbox, tenant }
    }

    /// Another server of the same platform, with its own connections to the same database.
    pub async fn beside(&self) -> Identity {
        let store = Store::connect(&self.db.url(), StoreOptions::default()).await.unwrap();
        Identity::new(store, World::with_clock(self.clock.clone()), keys())
    }

    /// A server with another pepper.
    pub async fn with_pepper(&self, pepper: u8) -> Identity {
        let store = Store::connect(&self.db.url(), StoreOptions::default()).await.unwrap();
        let config = IdentityConfig { pepper: Pepper::new([pepper; 32]), ..keys() };
        Identity::new(store, World::with_clock(self.clock.clone()), config)
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    pub fn wait(&self, time: TimeDelta) {
        self.clock.advance(time);
    }

    pub async fn ask(&self, email: &str) -> Result<Challenge, IdentityError> {
        self.identity.start_login(&self.tenant, email, &here()).await
    }

    pub async fn answer(&self, challenge: &Challenge, code: &str) -> Result<Login, IdentityError> {
        self.identity.finish_login(&self.tenant, challenge.id, code, &here()).await
    }

    /// Sends the queued emails, and returns the code in the newest one to `to`.
    pub async fn read_code(&self, to: &str) -> String {
        self.worker.run_until_idle().await.unwrap();
        let mails = self.mailbox.0.lock().unwrap();
        let codes = mails.iter().rev().filter(|mail| mail.to == to).find_map(|mail| code_in(&mail.text));
        codes.expect("a mail with a code came")
    }

    /// Signs in with a code.
    pub async fn sign_in(&self, email: &str) -> Login {
        let challenge = self.ask(email).await.unwrap();
        let code = self.read_code(email).await;
        self.answer(&challenge, &code).await.unwrap()
    }

    pub async fn sql(&self) -> PgConnection {
        self.db.connect().await
    }

    /// The result of a counting query, without row-level security.
    pub async fn count(&self, query: &'static str) -> i64 {
        sqlx::query_scalar(query).fetch_one(&mut self.sql().await).await.unwrap()
    }

    pub async fn change(&self, statement: &'static str) {
        sqlx::query(statement).execute(&mut self.sql().await).await.unwrap();
    }
}

fn keys() -> IdentityConfig {
    IdentityConfig { pepper: Pepper::new([7; 32]), data_key: KeyEncryptionKey::new([8; 32]) }
}

/// The code in an email: the line that is indented and alone.
pub fn code_in(text: &str) -> Option<String> {
    text.lines().find_map(|line| line.strip_prefix("    ")).map(str::to_owned)
}

/// Sends the queued emails, and returns the newest one to `to` with this subject.
pub async fn read_mail(setup: &Setup, to: &str, subject: &str) -> String {
    setup.worker.run_until_idle().await.unwrap();
    let mails = setup.mailbox.0.lock().unwrap();
    let found = mails.iter().rev().find(|mail| mail.to == to && mail.subject == subject);
    found.unwrap_or_else(|| panic!("no mail {subject:?} came")).text.clone()
}

pub fn here() -> ClientContext {
    from([192, 0, 2, 7])
}

pub fn from(ip: [u8; 4]) -> ClientContext {
    ClientContext {
        ip: Some(Ipv4Addr::from(ip).into()),
        user_agent: Some("Test/1.0".into()),
        ..ClientContext::default()
    }
}

/// A code that differs from `code`.
pub fn other_than(code: &str) -> String {
    let last = if code.ends_with('7') { '8' } else { '7' };
    format!("{}{last}", &code[..code.len() - 1])
}

pub fn retry_after_s(error: IdentityError) -> u32 {
    assert_eq!(error.code(), "TOO_MANY_REQUESTS", "{error:?}");
    error.retry_after_s().expect("it says when")
}

/// The field, the rule, and the attempts left.
pub fn field(error: IdentityError) -> (&'static str, &'static str, Option<u32>) {
    match error {
        IdentityError::Field { field, rule, attempts_left, .. } => (field, rule, attempts_left),
        other => panic!("not a field's error: {other:?}"),
    }
}
