//! The lifetimes of sessions by client kind.

use std::sync::Arc;

use chrono::TimeDelta;
use hmac::{Hmac, Mac};
use identity::federated_login::Connections;
use identity::telegram::{Bot, BotKey, Bots};
use identity::{Carrier, Client, ClientContext, Login, PasskeyAnswer, PasskeySite, Tokens};
use sha2::Sha256;

use crate::authenticator::Authenticator;
use crate::federated_login::SimulatedOpenId;
use crate::mfa::{enrolled, principal};
use crate::setup::{ANNA, Setup, here};

const TOKEN: &str = "4242:a-bot-of-this-test";
/// Days of the idle and the absolute lifetime.
const SHORT: (i64, i64) = (7, 30);
const LONG: (i64, i64) = (30, 90);

/// A fixture whose tenant has a Telegram mini app.
async fn setup() -> Setup {
    let setup = Setup::new().await;
    let bot = Bot { key: BotKey::of_token(TOKEN), name: None };
    let bots = Arc::new(Bots::new([(setup.tenant.slug.clone(), bot)]));
    setup.identity.connect(Connections { openid: Arc::new(SimulatedOpenId::of(&setup)), bots });
    setup
}

/// Launch data that Telegram would sign for a bot's mini app.
fn launch(setup: &Setup, token: &str, query: &str) -> String {
    let mac = |key: &[u8], text: &str| {
        let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap();
        mac.update(text.as_bytes());
        mac.finalize().into_bytes()
    };
    let at = setup.now().timestamp().to_string();
    let fields = [("auth_date", at.as_str()), ("query_id", query), ("user", r#"{"id":77}"#)];
    let lines = fields.map(|(name, value)| format!("{name}={value}")).join("\n");
    let hash = hex::encode(mac(&mac(b"WebAppData", token), &lines));
    url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).append_pair("hash", &hash).finish()
}

/// The idle lifetime, and the absolute one for a person who refreshes every five days. A refresh by another client kind
/// changes neither.
async fn lasts(setup: &Setup, tokens: &Tokens) -> (i64, i64) {
    let (mut tokens, mut days) = (tokens.clone(), 0);
    // A minute may have passed since the session was opened.
    let idle = (tokens.refresh_expires_at - setup.now() + TimeDelta::minutes(1)).num_days();
    loop {
        setup.wait(TimeDelta::days(5));
        days += 5;
        let program = ClientContext { client: Client::Native, ..here() };
        match setup.identity.refresh(setup.tenant.id, tokens.refresh.expose(), &program).await {
            Ok(renewed) => tokens = renewed.tokens,
            Err(_) => return (idle, days),
        }
    }
}

/// Registers inside Telegram, with the code sent to Anna.
async fn register(setup: &Setup, query: &str) -> Login {
    let launch = launch(setup, TOKEN, query);
    let begun = setup.identity.telegram_register(&setup.tenant, &launch, ANNA, None, &here()).await.unwrap();
    let (code, link) = (setup.read_code(ANNA).await, begun.link.expose());
    setup.identity.finish_login_linking(&setup.tenant, begun.challenge.id, &code, Some(link), &here()).await.unwrap()
}

#[tokio::test]
async fn a_session_from_telegram_registration_lasts_as_long_as_one_from_telegram_sign_in() {
    let setup = setup().await;
    let registered = register(&setup, "q1").await;
    assert_eq!(lasts(&setup, &registered.tokens).await, LONG);
    let again = launch(&setup, TOKEN, "q2");
    let back = setup.identity.telegram_login(&setup.tenant, &again, &here()).await.unwrap();
    assert_eq!(lasts(&setup, &back.tokens).await, LONG);
    // The same person with a code in a browser.
    assert_eq!(lasts(&setup, &setup.sign_in(ANNA).await.tokens).await, SHORT);
}

#[tokio::test]
async fn a_second_factor_that_is_shown_inside_telegram_shortens_nothing() {
    let setup = setup().await;
    let (_, app, _) = enrolled(&setup).await;
    let login = register(&setup, "q1").await;
    assert!(login.factor_required);
    let who = principal(&setup, &login).await;
    let code = app.next(&setup);
    setup.identity.show_factor(setup.tenant.id, &who, &code, &here()).await.unwrap();
    assert_eq!(lasts(&setup, &login.tokens).await, LONG);
}

#[tokio::test]
async fn a_passkey_inside_telegram_needs_a_launch_that_is_good_and_leaves_it_to_link() {
    let setup = setup().await;
    let (site, who) = (PasskeySite::of("https://bank.example").unwrap(), setup.sign_in(ANNA).await);
    let (tenant, who, mut device) = (&setup.tenant, principal(&setup, &who).await, Authenticator::new(1));
    let asked = setup.identity.begin_passkey(tenant.id, &who, &site, true).await.unwrap();
    let made = device.make(&asked);
    let answer = PasskeyAnswer { request: asked.id, credential: &made };
    setup.identity.add_passkey(tenant.id, &who, &site, answer, "Phone", &here()).await.unwrap();

    let (good, of_another) = (launch(&setup, TOKEN, "q1"), launch(&setup, "5353:another-bot", "q2"));
    let old = good.clone();
    let mut seen = Vec::new();
    for (shown, later) in [(Some(&good), 0), (Some(&of_another), 0), (None, 0), (Some(&old), 6)] {
        setup.wait(TimeDelta::minutes(later));
        let asked = setup.identity.begin_passkey_login(tenant, &site, &here()).await.unwrap();
        let signed = device.sign(&asked);
        let answer = PasskeyAnswer { request: asked.id, credential: &signed };
        let launch = shown.map(String::as_str);
        let login = setup.identity.finish_passkey_login(tenant, &site, answer, launch, &here()).await.unwrap();
        seen.push((login.tokens.refresh_expires_at - setup.now()).num_days());
        if later == 0 && shown == Some(&good) {
            let who = principal(&setup, &login).await;
            setup.identity.link_telegram(tenant, &who, &good, &here()).await.expect("the launch still links");
        }
    }
    assert_eq!(seen, [LONG.0, SHORT.0, SHORT.0, SHORT.0]);
}

#[tokio::test]
async fn a_program_stays_longer_than_a_browser_and_a_browsers_session_does_not_grow_by_moving_to_one() {
    let setup = setup().await;
    let program = ClientContext { client: Client::Native, ..here() };
    let sign_in = async |context: &ClientContext| {
        let asked = setup.identity.start_login(&setup.tenant, ANNA, context).await.unwrap();
        let code = setup.read_code(ANNA).await;
        setup.identity.finish_login(&setup.tenant, asked.id, &code, context).await.unwrap()
    };
    let handed = async |login: &Login, to: &ClientContext| {
        let who = principal(&setup, login).await;
        let to_page = ("bank.example", Carrier::Page);
        let code = setup.identity.hand_over(&setup.tenant, &who, to_page, &here()).await.unwrap().code;
        setup.identity.take_over(&setup.tenant, "bank.example", code.expose(), to).await.unwrap()
    };
    let native = sign_in(&program).await;
    let to_a_browser = handed(&native, &here()).await;
    let to_a_program = handed(&native, &program).await;
    assert_eq!((to_a_program.tokens.refresh_expires_at - setup.now()).num_days(), LONG.0);
    assert_eq!(lasts(&setup, &to_a_browser.tokens).await, SHORT);
    let web = sign_in(&here()).await;
    let moved = handed(&web, &program).await;
    assert_eq!(lasts(&setup, &moved.tokens).await, SHORT);
    assert_eq!(lasts(&setup, &sign_in(&program).await.tokens).await, LONG);
}
