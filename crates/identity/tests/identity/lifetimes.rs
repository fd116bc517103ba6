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
use crate::house::{ANNA, House, here};
use crate::mfa::{enrolled, principal};

const TOKEN: &str = "4242:a-bot-of-this-test";
/// Days of the idle and the absolute lifetime.
const SHORT: (i64, i64) = (7, 30);
const LONG: (i64, i64) = (30, 90);

/// A fixture whose tenant has a Telegram mini app.
async fn house() -> House {
    let house = House::new().await;
    let bot = Bot { key: BotKey::of_token(TOKEN), name: None };
    let bots = Arc::new(Bots::new([(house.tenant.slug.clone(), bot)]));
    house.identity.connect(Connections { openid: Arc::new(SimulatedOpenId::of(&house)), bots });
    house
}

/// Launch data that Telegram would sign for a bot's mini app.
fn launch(house: &House, token: &str, query: &str) -> String {
    let mac = |key: &[u8], text: &str| {
        let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap();
        mac.update(text.as_bytes());
        mac.finalize().into_bytes()
    };
    let at = house.now().timestamp().to_string();
    let fields = [("auth_date", at.as_str()), ("query_id", query), ("user", r#"{"id":77}"#)];
    let lines = fields.map(|(name, value)| format!("{name}={value}")).join("\n");
    let hash = hex::encode(mac(&mac(b"WebAppData", token), &lines));
    url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).append_pair("hash", &hash).finish()
}

/// The idle lifetime, and the absolute one for a person who refreshes every five days. A refresh by another client kind
/// changes neither.
async fn lasts(house: &House, tokens: &Tokens) -> (i64, i64) {
    let (mut tokens, mut days) = (tokens.clone(), 0);
    // A minute may have passed since the session was opened.
    let idle = (tokens.refresh_expires_at - house.now() + TimeDelta::minutes(1)).num_days();
    loop {
        house.wait(TimeDelta::days(5));
        days += 5;
        let program = ClientContext { client: Client::Native, ..here() };
        match house.identity.refresh(house.tenant.id, tokens.refresh.expose(), &program).await {
            Ok(renewed) => tokens = renewed.tokens,
            Err(_) => return (idle, days),
        }
    }
}

/// Registers inside Telegram, with the code sent to Anna.
async fn register(house: &House, query: &str) -> Login {
    let launch = launch(house, TOKEN, query);
    let begun = house.identity.telegram_register(&house.tenant, &launch, ANNA, None, &here()).await.unwrap();
    let (code, link) = (house.read_code(ANNA).await, begun.link.expose());
    house.identity.finish_login_linking(&house.tenant, begun.challenge.id, &code, Some(link), &here()).await.unwrap()
}

#[tokio::test]
async fn a_session_from_telegram_registration_lasts_as_long_as_one_from_telegram_sign_in() {
    let house = house().await;
    let registered = register(&house, "q1").await;
    assert_eq!(lasts(&house, &registered.tokens).await, LONG);
    let again = launch(&house, TOKEN, "q2");
    let back = house.identity.telegram_login(&house.tenant, &again, &here()).await.unwrap();
    assert_eq!(lasts(&house, &back.tokens).await, LONG);
    // The same person with a code in a browser.
    assert_eq!(lasts(&house, &house.sign_in(ANNA).await.tokens).await, SHORT);
}

#[tokio::test]
async fn a_second_factor_that_is_shown_inside_telegram_shortens_nothing() {
    let house = house().await;
    let (_, app, _) = enrolled(&house).await;
    let login = register(&house, "q1").await;
    assert!(login.factor_required);
    let who = principal(&house, &login).await;
    let code = app.next(&house);
    house.identity.show_factor(house.tenant.id, &who, &code, &here()).await.unwrap();
    assert_eq!(lasts(&house, &login.tokens).await, LONG);
}

#[tokio::test]
async fn a_passkey_inside_telegram_needs_a_launch_that_is_good_and_leaves_it_to_link() {
    let house = house().await;
    let (site, who) = (PasskeySite::of("https://bank.example").unwrap(), house.sign_in(ANNA).await);
    let (tenant, who, mut device) = (&house.tenant, principal(&house, &who).await, Authenticator::new(1));
    let asked = house.identity.begin_passkey(tenant.id, &who, &site, true).await.unwrap();
    let made = device.make(&asked);
    let answer = PasskeyAnswer { request: asked.id, credential: &made };
    house.identity.add_passkey(tenant.id, &who, &site, answer, "Phone", &here()).await.unwrap();

    let (good, of_another) = (launch(&house, TOKEN, "q1"), launch(&house, "5353:another-bot", "q2"));
    let old = good.clone();
    let mut seen = Vec::new();
    for (shown, later) in [(Some(&good), 0), (Some(&of_another), 0), (None, 0), (Some(&old), 6)] {
        house.wait(TimeDelta::minutes(later));
        let asked = house.identity.begin_passkey_login(tenant, &site, &here()).await.unwrap();
        let signed = device.sign(&asked);
        let answer = PasskeyAnswer { request: asked.id, credential: &signed };
        let launch = shown.map(String::as_str);
        let login = house.identity.finish_passkey_login(tenant, &site, answer, launch, &here()).await.unwrap();
        seen.push((login.tokens.refresh_expires_at - house.now()).num_days());
        if later == 0 && shown == Some(&good) {
            let who = principal(&house, &login).await;
            house.identity.link_telegram(tenant, &who, &good, &here()).await.expect("the launch still links");
        }
    }
    assert_eq!(seen, [LONG.0, SHORT.0, SHORT.0, SHORT.0]);
}

#[tokio::test]
async fn a_program_stays_longer_than_a_browser_and_a_browsers_session_does_not_grow_by_moving_to_one() {
    let house = house().await;
    let program = ClientContext { client: Client::Native, ..here() };
    let sign_in = async |context: &ClientContext| {
        let asked = house.identity.start_login(&house.tenant, ANNA, context).await.unwrap();
        let code = house.read_code(ANNA).await;
        house.identity.finish_login(&house.tenant, asked.id, &code, context).await.unwrap()
    };
    let handed = async |login: &Login, to: &ClientContext| {
        let who = principal(&house, login).await;
        let to_page = ("bank.example", Carrier::Page);
        let code = house.identity.hand_over(&house.tenant, &who, to_page, &here()).await.unwrap().code;
        house.identity.take_over(&house.tenant, "bank.example", code.expose(), to).await.unwrap()
    };
    let native = sign_in(&program).await;
    let to_a_browser = handed(&native, &here()).await;
    let to_a_program = handed(&native, &program).await;
    assert_eq!((to_a_program.tokens.refresh_expires_at - house.now()).num_days(), LONG.0);
    assert_eq!(lasts(&house, &to_a_browser.tokens).await, SHORT);
    let web = sign_in(&here()).await;
    let moved = handed(&web, &program).await;
    assert_eq!(lasts(&house, &moved.tokens).await, SHORT);
    assert_eq!(lasts(&house, &sign_in(&program).await.tokens).await, LONG);
}
