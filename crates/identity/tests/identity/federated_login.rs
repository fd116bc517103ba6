//! Federated login: a browser can finish only the sign-in that it began, and only once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use identity::IdentityError;
use identity::federated_login::{
    Claims, ClientRegistration, Connections, ExternalError, FederatedProof, OpenId, Provider, Question, Redeem,
    Returned, Started,
};
use identity::telegram::Bots;
use kernel::{Clock, ManualClock, UserId};
use serde_json::json;

use crate::house::{ANNA, House, here, read_mail};
use crate::login::futures;
use crate::mfa::{enrolled_as, principal};

const ISSUER: &str = "https://accounts.example";
const CLIENT: &str = "agio";
/// The address at the provider.
const OLENA: &str = "olena@example.com";
const BACK: &str = "https://bank.example/oauth/google";

/// A simulated provider. Unlike a real one, it accepts a code any number of times, so that only our own check makes it
/// single-use.
pub struct SimulatedOpenId {
    clock: Arc<ManualClock>,
    nonce: Mutex<String>,
    asked: AtomicUsize,
}

impl SimulatedOpenId {
    pub fn of(house: &House) -> Self {
        Self { clock: house.clock.clone(), nonce: Mutex::default(), asked: AtomicUsize::default() }
    }
}

#[async_trait]
impl OpenId for SimulatedOpenId {
    fn registration(&self, _: &str, provider: Provider) -> Option<ClientRegistration> {
        (provider == Provider::Google).then(|| ClientRegistration { issuer: ISSUER.into(), client: CLIENT.into() })
    }

    async fn address(&self, _: &str, _: Provider, question: &Question) -> Result<String, ExternalError> {
        self.nonce.lock().unwrap().clone_from(&question.nonce);
        Ok(format!("{ISSUER}/authorize?state={}", question.state))
    }

    async fn redeem(&self, _: &str, _: Provider, _: &str, _: Redeem<'_>) -> Result<Claims, ExternalError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let now = self.clock.now().timestamp();
        Ok(Claims {
            iss: ISSUER.into(),
            sub: "subject-1".into(),
            aud: json!(CLIENT),
            exp: now + 600,
            iat: now,
            nonce: Some(self.nonce.lock().unwrap().clone()),
            email: Some(OLENA.into()),
            email_verified: json!(true),
            ..Claims::default()
        })
    }

    async fn read(&self, _: &str, _: Provider, _: &str) -> Result<Claims, ExternalError> {
        Err(ExternalError::Refused)
    }
}

fn connect(house: &House) -> Arc<SimulatedOpenId> {
    let simulated = Arc::new(SimulatedOpenId::of(house));
    house.identity.connect(Connections { openid: simulated.clone(), bots: Arc::new(Bots::default()) });
    simulated
}

/// A sign-in that was begun and returned from the provider with a code.
async fn come_back(house: &House, linking: Option<UserId>) -> Started {
    let begun = house.identity.start_external(&house.tenant, Provider::Google, BACK, linking, &here()).await.unwrap();
    let returned = Returned { code: "code".into(), issuer: Some(ISSUER.into()), ..Returned::default() };
    house.identity.external_returned(&house.tenant, Provider::Google, begun.state.expose(), returned).await.unwrap();
    begun
}

fn proof(begun: &Started) -> FederatedProof<'_> {
    FederatedProof { state: begun.state.expose(), browser: begun.browser.expose(), id_token: None }
}

#[tokio::test]
async fn of_fifty_concurrent_completions_of_one_sign_in_one_succeeds() {
    let house = House::new().await;
    let simulated = connect(&house);
    let begun = come_back(&house, None).await;
    let context = here();
    let end = |_| house.identity.finish_external(&house.tenant, Provider::Google, proof(&begun), &context);
    let ended = futures(50, end).await;
    assert_eq!(ended.iter().filter(|login| login.is_ok()).count(), 1);
    let codes = ended.iter().filter_map(|login| login.as_ref().err()).map(identity::IdentityError::code);
    assert!(codes.into_iter().all(|code| code == "SIGN_IN_EXPIRED"));
    assert_eq!(simulated.asked.load(Ordering::Relaxed), 1);
    assert_eq!(house.count("SELECT count(*) FROM users WHERE email = 'olena@example.com'").await, 1);

    // Nor does it work later.
    let late = house.identity.finish_external(&house.tenant, Provider::Google, proof(&begun), &here()).await;
    assert_eq!(late.unwrap_err().code(), "SIGN_IN_EXPIRED");
}

#[tokio::test]
async fn fifty_concurrent_links_link_an_identity_once_to_its_initiator() {
    let house = House::new().await;
    let simulated = connect(&house);
    let anna = principal(&house, &house.sign_in(ANNA).await).await;
    let other = principal(&house, &house.sign_in("bohdan@example.com").await).await;
    let begun = come_back(&house, Some(anna.user)).await;
    let stolen = house
        .identity
        .link_external(&house.tenant, &other, Provider::Google, proof(&begun), &here())
        .await
        .unwrap_err();
    assert_eq!(stolen.code(), "SIGN_IN_EXPIRED");

    let begun = come_back(&house, Some(anna.user)).await;
    let context = here();
    let link = |_| house.identity.link_external(&house.tenant, &anna, Provider::Google, proof(&begun), &context);
    let linked = futures(50, link).await;
    assert_eq!(linked.iter().filter(|linked| linked.is_ok()).count(), 1);
    assert_eq!(simulated.asked.load(Ordering::Relaxed), 2, "the stolen one and the one that was ours");
    assert_eq!(house.count("SELECT count(*) FROM external_identities").await, 1);
}

#[tokio::test]
async fn an_identity_that_was_linked_elsewhere_meanwhile_is_refused_with_the_reason() {
    let house = House::new().await;
    connect(&house);
    let (_, app, _) = enrolled_as(&house, OLENA).await;
    let other = principal(&house, &house.sign_in("bohdan@example.com").await).await;
    let begun = come_back(&house, None).await;
    let known = house.identity.finish_external(&house.tenant, Provider::Google, proof(&begun), &here()).await;
    let Err(IdentityError::External(ExternalError::EmailTaken { challenge, link, .. })) = known else {
        panic!("she has an account")
    };
    let (code, extra) = (house.read_code(OLENA).await, Some(link.expose()));
    let login = house.identity.finish_login_linking(&house.tenant, challenge.id, &code, extra, &here()).await.unwrap();
    let half = principal(&house, &login).await;
    let begun = come_back(&house, Some(other.user)).await;
    house.identity.link_external(&house.tenant, &other, Provider::Google, proof(&begun), &here()).await.unwrap();

    house.identity.show_factor(house.tenant.id, &half, &app.next(&house), &here()).await.expect("she is let in");
    let mail = read_mail(&house, OLENA, "Your account at The Bank: security").await;
    assert!(mail.contains("Google was not added") && mail.contains("belongs to another customer"), "{mail}");
    assert!(house.identity.linked_identities(&house.tenant, &half).await.unwrap().is_empty());
}

/// Sign-in by code takes the person's lock in any case; sign-in at a provider used not to.
#[tokio::test]
async fn a_customer_blocked_during_federated_login_is_refused() {
    let house = House::new().await;
    connect(&house);
    let begun = come_back(&house, None).await;
    house.identity.finish_external(&house.tenant, Provider::Google, proof(&begun), &here()).await.unwrap();
    let (begun, context) = (come_back(&house, None).await, here());
    let (mut operator, mut looker) = (house.sql().await, house.sql().await);
    sqlx::raw_sql("BEGIN; UPDATE users SET status = 'blocked'").execute(&mut operator).await.unwrap();
    let block = async {
        let waits = "SELECT count(*) > 0 FROM pg_stat_activity
                     WHERE datname = current_database() AND wait_event_type = 'Lock'";
        while !sqlx::query_scalar::<_, bool>(waits).fetch_one(&mut looker).await.unwrap() {}
        sqlx::raw_sql("COMMIT").execute(&mut operator).await.unwrap();
        std::future::pending::<()>().await
    };
    // Without the lock, the sign-in would finish before the block commits.
    let entered = tokio::select! {
        entered = house.identity.finish_external(&house.tenant, Provider::Google, proof(&begun), &context) => entered,
        () = block => unreachable!(),
    };
    assert_eq!(entered.unwrap_err().code(), "USER_BLOCKED");
    assert_eq!(house.count("SELECT count(*) FROM sessions").await, 1);
}
