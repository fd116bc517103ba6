//! Federated login: a browser can finish only the sign-in that it began, and only once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use identity::IdentityError;
use identity::federated_login::{
    Claims, ClientRegistration, Connections, FederatedLoginError, FederatedProof, OpenId, Provider, Question, Redeem,
    Returned, Started,
};
use identity::telegram::Bots;
use kernel::{Clock, ManualClock, UserId};
use serde_json::json;

use crate::login::futures;
use crate::mfa::{enrolled_as, principal};
use crate::setup::{ANNA, Setup, here, read_mail};

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
    pub fn of(setup: &Setup) -> Self {
        Self { clock: setup.clock.clone(), nonce: Mutex::default(), asked: AtomicUsize::default() }
    }
}

#[async_trait]
impl OpenId for SimulatedOpenId {
    fn registration(&self, _: &str, provider: Provider) -> Option<ClientRegistration> {
        (provider == Provider::Google).then(|| ClientRegistration { issuer: ISSUER.into(), client: CLIENT.into() })
    }

    async fn address(&self, _: &str, _: Provider, question: &Question) -> Result<String, FederatedLoginError> {
        self.nonce.lock().unwrap().clone_from(&question.nonce);
        Ok(format!("{ISSUER}/authorize?state={}", question.state))
    }

    async fn redeem(&self, _: &str, _: Provider, _: &str, _: Redeem<'_>) -> Result<Claims, FederatedLoginError> {
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

    async fn read(&self, _: &str, _: Provider, _: &str) -> Result<Claims, FederatedLoginError> {
        Err(FederatedLoginError::Refused)
    }
}

fn connect(setup: &Setup) -> Arc<SimulatedOpenId> {
    let simulated = Arc::new(SimulatedOpenId::of(setup));
    setup.identity.connect(Connections { openid: simulated.clone(), bots: Arc::new(Bots::default()) });
    simulated
}

/// A sign-in that was begun and returned from the provider with a code.
async fn come_back(setup: &Setup, linking: Option<UserId>) -> Started {
    let begun = setup.identity.start_external(&setup.tenant, Provider::Google, BACK, linking, &here()).await.unwrap();
    let returned = Returned { code: "code".into(), issuer: Some(ISSUER.into()), ..Returned::default() };
    setup.identity.external_returned(&setup.tenant, Provider::Google, begun.state.expose(), returned).await.unwrap();
    begun
}

fn proof(begun: &Started) -> FederatedProof<'_> {
    FederatedProof { state: begun.state.expose(), browser: begun.browser.expose(), id_token: None }
}

#[tokio::test]
async fn of_fifty_concurrent_completions_of_one_sign_in_one_succeeds() {
    let setup = Setup::new().await;
    let simulated = connect(&setup);
    let begun = come_back(&setup, None).await;
    let context = here();
    let end = |_| setup.identity.finish_external(&setup.tenant, Provider::Google, proof(&begun), &context);
    let ended = futures(50, end).await;
    assert_eq!(ended.iter().filter(|login| login.is_ok()).count(), 1);
    let codes = ended.iter().filter_map(|login| login.as_ref().err()).map(identity::IdentityError::code);
    assert!(codes.into_iter().all(|code| code == "SIGN_IN_EXPIRED"));
    assert_eq!(simulated.asked.load(Ordering::Relaxed), 1);
    assert_eq!(setup.count("SELECT count(*) FROM users WHERE email = 'olena@example.com'").await, 1);

    // Nor does it work later.
    let late = setup.identity.finish_external(&setup.tenant, Provider::Google, proof(&begun), &here()).await;
    assert_eq!(late.unwrap_err().code(), "SIGN_IN_EXPIRED");
}

#[tokio::test]
async fn fifty_concurrent_links_link_an_identity_once_to_its_initiator() {
    let setup = Setup::new().await;
    let simulated = connect(&setup);
    let anna = principal(&setup, &setup.sign_in(ANNA).await).await;
    let other = principal(&setup, &setup.sign_in("bohdan@example.com").await).await;
    let begun = come_back(&setup, Some(anna.user)).await;
    let stolen = setup
        .identity
        .link_external(&setup.tenant, &other, Provider::Google, proof(&begun), &here())
        .await
        .unwrap_err();
    assert_eq!(stolen.code(), "SIGN_IN_EXPIRED");

    let begun = come_back(&setup, Some(anna.user)).await;
    let context = here();
    let link = |_| setup.identity.link_external(&setup.tenant, &anna, Provider::Google, proof(&begun), &context);
    let linked = futures(50, link).await;
    assert_eq!(linked.iter().filter(|linked| linked.is_ok()).count(), 1);
    assert_eq!(simulated.asked.load(Ordering::Relaxed), 2, "the stolen one and the one that was ours");
    assert_eq!(setup.count("SELECT count(*) FROM external_identities").await, 1);
}

#[tokio::test]
async fn an_identity_that_was_linked_elsewhere_meanwhile_is_refused_with_the_reason() {
    let setup = Setup::new().await;
    connect(&setup);
    let (_, app, _) = enrolled_as(&setup, OLENA).await;
    let other = principal(&setup, &setup.sign_in("bohdan@example.com").await).await;
    let begun = come_back(&setup, None).await;
    let known = setup.identity.finish_external(&setup.tenant, Provider::Google, proof(&begun), &here()).await;
    let Err(IdentityError::FederatedLogin(FederatedLoginError::EmailTaken { challenge, link, .. })) = known else {
        panic!("she has an account")
    };
    let (code, extra) = (setup.read_code(OLENA).await, Some(link.expose()));
    let login = setup.identity.finish_login_linking(&setup.tenant, challenge.id, &code, extra, &here()).await.unwrap();
    let half = principal(&setup, &login).await;
    let begun = come_back(&setup, Some(other.user)).await;
    setup.identity.link_external(&setup.tenant, &other, Provider::Google, proof(&begun), &here()).await.unwrap();

    setup.identity.show_factor(setup.tenant.id, &half, &app.next(&setup), &here()).await.expect("she is let in");
    let mail = read_mail(&setup, OLENA, "Your account at The Bank: security").await;
    assert!(mail.contains("Google was not added") && mail.contains("belongs to another customer"), "{mail}");
    assert!(setup.identity.linked_identities(&setup.tenant, &half).await.unwrap().is_empty());
}

/// Sign-in by code takes the person's lock in any case; sign-in at a provider used not to.
#[tokio::test]
async fn a_customer_blocked_during_federated_login_is_refused() {
    let setup = Setup::new().await;
    connect(&setup);
    let begun = come_back(&setup, None).await;
    setup.identity.finish_external(&setup.tenant, Provider::Google, proof(&begun), &here()).await.unwrap();
    let (begun, context) = (come_back(&setup, None).await, here());
    let (mut operator, mut looker) = (setup.sql().await, setup.sql().await);
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
        entered = setup.identity.finish_external(&setup.tenant, Provider::Google, proof(&begun), &context) => entered,
        () = block => unreachable!(),
    };
    assert_eq!(entered.unwrap_err().code(), "USER_BLOCKED");
    assert_eq!(setup.count("SELECT count(*) FROM sessions").await, 1);
}
