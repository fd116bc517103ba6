//! A tenant with Sumsub as the provider of identity checks.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use chrono::TimeDelta;
use identity::kyc_documents::{Document, KycWebhook, Message, Paper, Part, Piece};
use identity::verification::{Kind, Verification};
use identity::{
    ClientContext, Identity, IdentityCheck, IdentityConfig, KeyEncryptionKey, Mail, MailError, Mailer, Pepper,
    PersonalUpdate, Principal, Tenant, TextMessage, Texter, UserUpdate, seed_demo,
};
use kernel::{ManualClock, World};
use providers::identity_check::Checks;
use providers::identity_check::sumsub::{Sumsub, SumsubSettings};
use ring::hmac;
use store::Worker;
use store::testing::TestDb;

use crate::sumsub::{LEVEL, SECRET, Server, TOKEN, WEBHOOK_SECRET};

const ANNA: &str = "anna@example.com";
/// One grey pixel as JPEG.
const PICTURE: &str = "89504e470d0a1a0a0000000d49484452000000c8000000c808000000008833f142000000b64944415478daedcf411100000c0220a31bddd74aeca001e913111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111139039c982493bbe6d5780000000049454e44ae426082";

#[derive(Default)]
struct Mailbox(Mutex<Vec<String>>);

#[async_trait]
impl Mailer for Mailbox {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        self.0.lock().unwrap().push(mail.text.clone());
        Ok(())
    }
}

#[async_trait]
impl Texter for Mailbox {
    async fn send(&self, _: &TextMessage) -> Result<(), MailError> {
        Ok(())
    }

    fn channels(&self) -> &'static [identity::texting::TextChannel] {
        &identity::texting::TextChannel::ALL
    }
}

pub struct Setup {
    _db: TestDb,
    pub identity: Identity,
    pub tenant: Arc<Tenant>,
    pub clock: Arc<ManualClock>,
    pub worker: Worker,
    pub checks: Arc<Checks>,
    pub sumsub: Server,
    pub anna: Principal,
}

impl Setup {
    pub async fn new() -> Self {
        let db = TestDb::new().await;
        let clock = ManualClock::at("2026-03-01T12:00:00Z".parse().unwrap());
        let world = World::with_clock(clock.clone());
        seed_demo(&db.store, &world).await.unwrap();
        let bank = "INSERT INTO tenants (id, slug, name, languages, sandbox, created_at)
             VALUES ('01900000-0000-7000-8000-000000000001', 'bank', 'The Bank', '{en}', false, now());
             INSERT INTO tenant_hosts VALUES ('bank.example', '01900000-0000-7000-8000-000000000001')";
        sqlx::raw_sql(bank).execute(&mut db.connect().await).await.unwrap();
        let keys = IdentityConfig { pepper: Pepper::new([7; 32]), data_key: KeyEncryptionKey::new([8; 32]) };
        let identity = Identity::new(db.store.clone(), world.clone(), keys);
        let sumsub = Server::start(clock.clone()).await;
        let checks = Arc::new(Checks::new(identity.clone(), accounts(&world, &sumsub)));
        let mailbox = Arc::new(Mailbox::default());
        let handlers = identity.jobs(mailbox.clone(), mailbox.clone(), checks.clone());
        let worker = Worker::new(db.store.clone(), world, handlers);
        let tenant = identity.tenant_by_host("bank.example").await.unwrap();
        let anna = sign_in(&identity, &tenant, &worker, &mailbox).await;
        Self { _db: db, identity, tenant, clock, worker, checks, sumsub, anna }
    }

    /// Submits a passport page and a selfie, and runs all jobs that are due.
    pub async fn hand_in(&self) {
        let paper = Some(Paper { document: Document::Passport, country: "UA".parse().unwrap() });
        for piece in [Piece::new(Part::Front, paper).unwrap(), Piece::new(Part::Selfie, None).unwrap()] {
            let picture = hex::decode(PICTURE).unwrap();
            self.identity.hand_in(&self.tenant, &self.anna, piece, picture, &nobody()).await.unwrap();
        }
        self.identity.submit(&self.tenant, &self.anna, Kind::Identity, &nobody()).await.unwrap();
        self.work().await;
    }

    pub async fn work(&self) {
        self.worker.run_until_idle().await.unwrap();
    }

    /// Advances the clock and runs the jobs that are due then.
    pub async fn later(&self, time: TimeDelta) {
        self.clock.advance(time);
        self.work().await;
    }

    /// Delivers a webhook with this result, like the endpoint `/api/hooks/v1/identity`.
    pub async fn hears(&self, result: &str) {
        let body = format!(
            r#"{{"type":"applicantReviewed","externalUserId":"{}-IDENTITY","reviewResult":{{"reviewAnswer":"{result}"}}}}"#,
            self.anna.user
        );
        let key = hmac::Key::new(hmac::HMAC_SHA256, WEBHOOK_SECRET.as_bytes());
        let digest = hex::encode(hmac::sign(&key, body.as_bytes()));
        let message = Message { digest: &digest, algorithm: Some("HMAC_SHA256_HEX"), body: body.as_bytes() };
        let heard = self.checks.read_webhook(&self.tenant, &message);
        let KycWebhook::Verification(user, kind) = heard else { panic!("{heard:?}") };
        self.identity.look_again(self.tenant.id, user, kind).await.unwrap();
        self.work().await;
    }

    pub async fn stands(&self) -> Verification {
        self.identity.handed_in(self.tenant.id, self.anna.user, Kind::Identity).await.unwrap().verification
    }
}

fn accounts(world: &World, sumsub: &Server) -> BTreeMap<String, Sumsub> {
    let settings = SumsubSettings {
        url: sumsub.address.clone(),
        token: TOKEN.into(),
        secret: SECRET.into(),
        webhook_secret: WEBHOOK_SECRET.into(),
        level: LEVEL.into(),
        address_level: None,
    };
    BTreeMap::from([("bank".to_owned(), Sumsub::new(world.clone(), settings).unwrap())])
}

async fn sign_in(identity: &Identity, tenant: &Tenant, worker: &Worker, mailbox: &Mailbox) -> Principal {
    let challenge = identity.start_login(tenant, ANNA, &nobody()).await.unwrap();
    worker.run_until_idle().await.unwrap();
    let mail = mailbox.0.lock().unwrap().pop().unwrap();
    let code = mail.lines().map(str::trim).find(|line| line.len() == 6 && line.parse::<u32>().is_ok());
    let login = identity.finish_login(tenant, challenge.id, code.unwrap(), &nobody()).await.unwrap();
    let text = |text: &str| Some(text.to_owned());
    let personal = PersonalUpdate { birth_date: "1990-01-02".parse().ok(), ..PersonalUpdate::default() };
    let update = UserUpdate { first_name: text("Anna"), last_name: text("Nowak"), residence: text("PL"), personal };
    identity.update_user(tenant, login.user, update, &std::collections::BTreeSet::new(), &nobody()).await.unwrap();
    identity.authenticate(tenant.id, login.tokens.access.expose()).await.unwrap()
}

fn nobody() -> ClientContext {
    ClientContext::default()
}
