//! The operators' log of messages, emails that come back, and security notices by text message.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, TimeDelta, Utc};
use hmac::{Hmac, Mac};
use identity::operator::{OperatorPrincipal, Role};
use identity::{
    MailEvent, MailEventAnswer, MailEventKeys, MessageChannel, MessageState, NotificationFilter, NotificationSettings,
    Principal, Reader, SentMessage, SentMessageFilter,
};
use kernel::Id;
use sha2::Sha256;
use uuid::Uuid;

use crate::mfa::principal;
use crate::setup::{ANNA, Setup, field, here};

const KEY: [u8; 24] = [7; 24];
const PHONE: &str = "+48512345678";

/// An operator with this role. The log of messages checks the role and nothing else.
fn operator(role: Role) -> OperatorPrincipal {
    let (id, end) = (Id::from_uuid(Uuid::nil()), DateTime::<Utc>::MAX_UTC);
    OperatorPrincipal {
        id,
        email: "ops@bank.example".to_owned(),
        role,
        session: Uuid::nil(),
        expires_at: end,
        confirmed_until: end,
    }
}

async fn logged(setup: &Setup, who: &Principal, filter: SentMessageFilter) -> Vec<SentMessage> {
    let (tenant, support) = (setup.tenant.id, operator(Role::SupportL1));
    setup.identity.sent_messages(tenant, &support, who.user, filter, (None, 50)).await.unwrap().0
}

/// The channel, kind and state of each message, newest first.
async fn lines(setup: &Setup, who: &Principal) -> Vec<(MessageChannel, String, MessageState)> {
    let all = logged(setup, who, SentMessageFilter::default()).await;
    all.into_iter().map(|one| (one.channel, one.kind, one.state)).collect()
}

fn signature(id: &str, timestamp: &str, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(&KEY).unwrap();
    mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
    format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}

/// Reports a bounce of `to`, as the mail service does.
async fn bounce(setup: &Setup, id: &str, to: &str) -> MailEventAnswer {
    let body = format!(
        r#"{{"type":"email.bounced","data":{{"to":["{to}"],"bounce":{{"type":"Permanent","message":"550 {to} is gone"}}}}}}"#
    );
    let timestamp = setup.now().timestamp().to_string();
    let signature = signature(id, &timestamp, &body);
    let event = MailEvent { id, timestamp: &timestamp, signature: &signature, body: body.as_bytes() };
    setup.identity.take_mail_event(&setup.tenant, &event).await.unwrap()
}

fn connect(setup: &Setup) {
    let mut keys = MailEventKeys::default();
    assert!(keys.add("bank".to_owned(), &format!("whsec_{}", STANDARD.encode(KEY))));
    setup.identity.hear_bounces_by(keys);
}

/// A security notice: the phrase changes.
async fn warn(setup: &Setup, who: &Principal, phrase: &str) {
    setup.identity.set_mail_phrase(&setup.tenant, who, Some(phrase), &here()).await.unwrap();
    setup.worker.run_until_idle().await.unwrap();
}

async fn phone(setup: &Setup) {
    setup
        .change(
            "UPDATE users SET phone = '+48512345678', phone_changed_at = '2026-01-01' WHERE email = 'anna@example.com'",
        )
        .await;
}

fn sent_to(setup: &Setup, to: &str) -> usize {
    setup.mailbox.0.lock().unwrap().iter().filter(|mail| mail.to == to).count()
}

#[tokio::test]
async fn operators_see_how_each_message_was_sent_and_nothing_of_its_words() {
    let setup = Setup::new().await;
    let anna = principal(&setup, &setup.sign_in(ANNA).await).await;
    let again = setup.sign_in(ANNA).await;
    drop(again);
    setup.worker.run_until_idle().await.unwrap();
    warn(&setup, &anna, "Blue heron").await;
    let all = logged(&setup, &anna, SentMessageFilter::default()).await;
    let codes = all.iter().filter(|one| one.kind == "login_code").count();
    let notices = all.iter().filter(|one| one.kind == "account_changed").count();
    assert_eq!((codes, notices), (1, 1), "{all:?}");
    assert!(all.iter().all(|one| one.state == MessageState::Sent && one.reason.is_none() && one.attempts == 1));
    let texts = SentMessageFilter { channel: Some(MessageChannel::Text), state: None };
    assert!(logged(&setup, &anna, texts).await.is_empty());
    let (tenant, editor) = (setup.tenant.id, operator(Role::ContentEditor));
    let refused = setup.identity.sent_messages(tenant, &editor, anna.user, texts, (None, 50)).await;
    assert_eq!(refused.unwrap_err().code(), "ACCESS_DENIED");
    let (support, all_kinds) = (operator(Role::SupportL1), SentMessageFilter::default());
    let page = setup.identity.sent_messages(tenant, &support, anna.user, all_kinds, (None, 1)).await;
    let (first, more) = page.unwrap();
    assert!(more && first[0].id == all[0].id);
}

#[tokio::test]
async fn an_address_that_bounces_later_gets_no_more_emails_until_its_owner_mends_it() {
    let setup = Setup::new().await;
    let anna = principal(&setup, &setup.sign_in(ANNA).await).await;
    setup.worker.run_until_idle().await.unwrap();
    assert_eq!(bounce(&setup, "evt_0", ANNA).await, MailEventAnswer::NotConnected);
    connect(&setup);
    warn(&setup, &anna, "Blue heron").await;
    phone(&setup).await;
    for _ in 0..2 {
        assert_eq!(bounce(&setup, "evt_1", "Anna@Example.com").await, MailEventAnswer::Taken);
    }
    assert_eq!(bounce(&setup, "evt_2", "stranger@example.com").await, MailEventAnswer::Taken);
    setup.worker.run_until_idle().await.unwrap();
    let bounced = SentMessageFilter { channel: None, state: Some(MessageState::Bounced) };
    let bounced = logged(&setup, &anna, bounced).await;
    assert_eq!((bounced.len(), bounced[0].reason.as_deref()), (1, Some("550 ••• is gone")));
    assert_eq!(sent_to(&setup, PHONE), 1, "a text message says so once");

    let before = sent_to(&setup, ANNA);
    warn(&setup, &anna, "Red heron").await;
    assert_eq!((sent_to(&setup, ANNA), sent_to(&setup, PHONE)), (before, 2), "the notice goes by text");
    assert!(lines(&setup, &anna).await.iter().any(|(_, _, state)| *state == MessageState::Skipped));
    let reader = Reader { user: anna.user, profile: anna.profiles[0] };
    let told = setup.identity.notifications(&setup.tenant, reader, NotificationFilter::default(), None, 50);
    let told = told.await.unwrap().0;
    assert_eq!(told.iter().filter(|one| one.kind.code() == "mail_bounced").count(), 1);

    let mended = setup.identity.mend_mail(&setup.tenant, anna.user).await.unwrap();
    assert_eq!(mended.mail_bounced_at, None);
    assert_eq!(bounce(&setup, "evt_1", ANNA).await, MailEventAnswer::Taken, "a repetition marks it no more");
    warn(&setup, &anna, "Green heron").await;
    assert_eq!(sent_to(&setup, ANNA), before + 1);
    assert_eq!(bounce(&setup, "evt_3", ANNA).await, MailEventAnswer::Taken);
    setup.sign_in(ANNA).await;
    let user = setup.identity.user(setup.tenant.id, anna.user).await.unwrap();
    assert_eq!(user.mail_bounced_at, None, "a code that arrived proves that the address works");
}

#[tokio::test]
async fn security_notices_come_by_text_to_those_who_want_them_and_at_most_five_a_day() {
    let setup = Setup::new().await;
    let anna = principal(&setup, &setup.sign_in(ANNA).await).await;
    let (tenant, user) = (setup.tenant.id, anna.user);
    let by_text = |_| NotificationSettings { by_text: true, ..NotificationSettings::default() };
    let refused = setup.identity.change_notification_settings(tenant, user, by_text).await.unwrap_err();
    assert_eq!(field(refused).0, "by_text");
    phone(&setup).await;
    warn(&setup, &anna, "Heron 0").await;
    assert_eq!(sent_to(&setup, PHONE), 0, "nobody asked for it");
    setup.identity.change_notification_settings(tenant, user, by_text).await.unwrap();
    for number in 1..=7 {
        warn(&setup, &anna, &format!("Heron {number}")).await;
    }
    assert_eq!(sent_to(&setup, PHONE), 5);
    let texts: Vec<String> = {
        let all = setup.mailbox.0.lock().unwrap();
        all.iter().filter(|mail| mail.to == PHONE).map(|mail| mail.text.clone()).collect()
    };
    assert!(texts.iter().all(|text| text.contains("The Bank") && !text.contains("Heron") && !text.contains("http")));
    setup.wait(TimeDelta::days(1));
    warn(&setup, &anna, "Heron 8").await;
    assert_eq!(sent_to(&setup, PHONE), 6, "another day");
}
