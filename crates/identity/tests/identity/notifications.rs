//! Notifications in the app, by email and by web push.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use chrono::TimeDelta;
use identity::kyc_documents::{Case, Finding, IdentityCheck};
use identity::mail::{OrderEvent, OrderNotice, PlanEvent, PlanNotice};
use identity::web_push::{PushKeyPair, PushMessage, PushOutcome, Pusher, Subscription};
use identity::{
    Channel, Language, Mail, MailError, Mailer, Notification, NotificationFilter, NotificationSettings, Principal,
    Quiet, Reader, SettingsUpdate, Topic,
};
use kernel::{Amount, Currency, World};
use store::{JobSpec, Worker};

use crate::mfa::principal;
use crate::setup::{ANNA, Setup, field, here};

fn reader(who: &Principal) -> Reader {
    Reader { user: who.user, profile: who.profiles[0] }
}

/// The email about an order that is complete.
fn done(setup: &Setup, who: &Principal, event: &str) -> JobSpec {
    let received = Amount::parse("0.50000000", Currency::LTC).unwrap();
    let event_of = OrderEvent::Done { received, paid: None, place: None, promise: None };
    let path = "/transaction/sale/ord_1".to_owned();
    let notice = OrderNotice {
        profile: who.profiles[0],
        reference: "7K2M-94QD".to_owned(),
        path,
        event: event_of,
        is_deposit: false,
        to: None,
    };
    identity::mail::order(setup.tenant.id, &notice, event)
}

/// The email about a price that was reached.
fn price(setup: &Setup, who: &Principal, event: &str) -> JobSpec {
    let event_of = PlanEvent::Reached { of: Currency::LTC, price: "100".to_owned(), unit: "EUR".parse().unwrap() };
    let notice = PlanNotice { profile: who.profiles[0], path: "/balances/plans/pln_1".to_owned(), event: event_of };
    identity::mail::plan(setup.tenant.id, &notice, event)
}

async fn ask(setup: &Setup, jobs: &[JobSpec]) {
    let mut tx = setup.db.store.tenant(setup.tenant.id).await.unwrap();
    tx.enqueue(setup.now(), jobs).await.unwrap();
    tx.commit().await.unwrap();
}

async fn listed(setup: &Setup, who: &Principal, filter: NotificationFilter) -> Vec<Notification> {
    setup.identity.notifications(&setup.tenant, reader(who), filter, None, 50).await.unwrap().0
}

async fn kinds(setup: &Setup, who: &Principal) -> Vec<&'static str> {
    listed(setup, who, NotificationFilter::default()).await.iter().map(|one| one.kind.code()).collect()
}

async fn unread(setup: &Setup, who: &Principal) -> u32 {
    setup.identity.unread_notifications(setup.tenant.id, reader(who)).await.unwrap().count
}

fn mails(setup: &Setup, subject: &str) -> usize {
    setup.mailbox.0.lock().unwrap().iter().filter(|mail| mail.subject.contains(subject)).count()
}

/// Refuses every email to an address for good, and every first attempt of the others.
#[derive(Default)]
struct Bouncing {
    refused: &'static str,
    attempts: Mutex<BTreeSet<String>>,
    sent: Mutex<Vec<String>>,
}

#[async_trait]
impl Mailer for Bouncing {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        if mail.to == self.refused {
            return Err(MailError::NoMailbox("no such mailbox".to_owned()));
        }
        if self.attempts.lock().unwrap().insert(mail.key.clone()) {
            return Err(MailError::Temporary("busy".to_owned()));
        }
        self.sent.lock().unwrap().push(mail.subject.clone());
        Ok(())
    }
}

struct ByHand;

#[async_trait]
impl IdentityCheck for ByHand {
    async fn check(&self, _: &Case) -> Result<Finding, String> {
        Ok(Finding::Manual)
    }
}

fn worker(setup: &Setup, mailer: Arc<dyn Mailer>) -> Worker {
    let handlers = setup.identity.jobs(mailer, setup.mailbox.clone(), Arc::new(ByHand));
    Worker::new(setup.db.store.clone(), World::with_clock(setup.clock.clone()), handlers)
}

#[tokio::test]
async fn an_event_makes_one_notification_however_often_its_email_is_attempted() {
    let setup = Setup::new().await;
    let anna = principal(&setup, &setup.sign_in(ANNA).await).await;
    let ben = principal(&setup, &setup.sign_in("ben@example.com").await).await;
    let bouncing = Arc::new(Bouncing::default());
    ask(&setup, &[done(&setup, &anna, "1")]).await;
    let worker = worker(&setup, bouncing.clone());
    for _ in 0..3 {
        worker.run_until_idle().await.unwrap();
        setup.wait(TimeDelta::minutes(1));
    }
    assert_eq!(bouncing.sent.lock().unwrap().len(), 1, "the second attempt sends it");
    let told = listed(&setup, &anna, NotificationFilter::default()).await;
    assert_eq!((told.len(), told[0].said.title.as_str()), (1, "Order complete"));
    assert!(told[0].said.text.contains("0.5\u{a0}LTC"), "{:?}", told[0].said);
    assert_eq!((told[0].link.as_str(), told[0].read_at), ("/transaction/sale/ord_1", None));
    let update = SettingsUpdate { language: Some(Language::Pl), ..SettingsUpdate::default() };
    setup.identity.update_settings(setup.tenant.id, anna.user, update).await.unwrap();
    let told = listed(&setup, &anna, NotificationFilter::default()).await;
    assert!(told[0].said.text.contains("0,5\u{a0}LTC"), "the words follow the reader: {:?}", told[0].said);
    assert!(listed(&setup, &ben, NotificationFilter::default()).await.is_empty(), "nobody else is told");
    let stolen = setup.identity.mark_notification(&setup.tenant, ben.user, told[0].id, Some(true)).await;
    assert_eq!(stolen.unwrap_err().code(), "NOT_FOUND");
}

#[tokio::test]
async fn read_notifications_do_not_count_and_newer_ones_stay_unread() {
    let setup = Setup::new().await;
    let anna = principal(&setup, &setup.sign_in(ANNA).await).await;
    ask(&setup, &[done(&setup, &anna, "1"), price(&setup, &anna, "1")]).await;
    setup.worker.run_until_idle().await.unwrap();
    let seen = listed(&setup, &anna, NotificationFilter::default()).await;
    assert_eq!((seen.len(), unread(&setup, &anna).await), (2, 2));
    setup.wait(TimeDelta::seconds(1));
    ask(&setup, &[done(&setup, &anna, "2")]).await;
    setup.worker.run_until_idle().await.unwrap();
    let (tenant, who) = (setup.tenant.id, reader(&anna));
    setup.identity.mark_notifications(tenant, who, Some(seen[0].id)).await.unwrap();
    assert_eq!(unread(&setup, &anna).await, 1, "the newest was not on the screen yet");
    let left = listed(&setup, &anna, NotificationFilter { topic: None, is_unread: true }).await;
    setup.identity.mark_notification(&setup.tenant, anna.user, left[0].id, Some(true)).await.unwrap();
    assert_eq!(unread(&setup, &anna).await, 0);
    let again = setup.identity.mark_notification(&setup.tenant, anna.user, left[0].id, Some(false)).await.unwrap();
    assert_eq!((again.read_at, unread(&setup, &anna).await), (None, 1));
    let prices = NotificationFilter { topic: Some(Topic::Prices), is_unread: false };
    let prices = listed(&setup, &anna, prices).await;
    assert_eq!(prices.iter().map(|one| one.kind.code()).collect::<Vec<_>>(), ["price_reached"]);
    let (page, has_more) =
        setup.identity.notifications(&setup.tenant, who, NotificationFilter::default(), None, 2).await.unwrap();
    let rest = setup.identity.notifications(&setup.tenant, who, NotificationFilter::default(), Some(page[1].id), 2);
    let (rest, ends) = rest.await.unwrap();
    assert_eq!((page.len(), has_more, rest.len(), ends), (2, true, 1, false));
}

#[tokio::test]
async fn a_topic_that_is_off_sends_no_email_and_security_cannot_be_switched_off() {
    let setup = Setup::new().await;
    let anna = principal(&setup, &setup.sign_in(ANNA).await).await;
    let off = BTreeSet::from([(Topic::Orders, Channel::Mail)]);
    let settings = NotificationSettings { off, ..NotificationSettings::default() };
    setup.identity.change_notification_settings(setup.tenant.id, anna.user, |_| settings).await.unwrap();
    ask(&setup, &[done(&setup, &anna, "1"), price(&setup, &anna, "1")]).await;
    setup.identity.set_mail_phrase(&setup.tenant, &anna, Some("Blue heron"), &here()).await.unwrap();
    setup.worker.run_until_idle().await.unwrap();
    assert_eq!((mails(&setup, "7K2M-94QD"), mails(&setup, "LTC has reached")), (0, 1));
    assert_eq!(mails(&setup, "security"), 1);
    let told: BTreeSet<&str> = kinds(&setup, &anna).await.into_iter().collect();
    assert_eq!(told, BTreeSet::from(["account_changed", "order_done", "price_reached"]), "the list has all");
    let off = BTreeSet::from([(Topic::Security, Channel::Mail)]);
    let refused = NotificationSettings { off, ..NotificationSettings::default() };
    let refused = setup.identity.change_notification_settings(setup.tenant.id, anna.user, |_| refused).await;
    assert_eq!(field(refused.unwrap_err()).0, "off");
    let nowhere = NotificationSettings { time_zone: "Mars/Olympus".to_owned(), ..NotificationSettings::default() };
    let refused = setup.identity.change_notification_settings(setup.tenant.id, anna.user, |_| nowhere).await;
    assert_eq!(field(refused.unwrap_err()).0, "time_zone");
}

#[tokio::test]
async fn quiet_hours_of_the_persons_time_zone_delay_emails_until_their_end_but_not_security() {
    let setup = Setup::new().await;
    let anna = principal(&setup, &setup.sign_in(ANNA).await).await;
    // It is 12:00 UTC, which is 13:00 in Warsaw.
    let quiet = Quiet::new(12 * 60 + 30, 14 * 60 + 30);
    let settings =
        NotificationSettings { quiet, time_zone: "Europe/Warsaw".to_owned(), ..NotificationSettings::default() };
    setup.identity.change_notification_settings(setup.tenant.id, anna.user, |_| settings).await.unwrap();
    ask(&setup, &[done(&setup, &anna, "1")]).await;
    setup.identity.set_mail_phrase(&setup.tenant, &anna, Some("Blue heron"), &here()).await.unwrap();
    setup.worker.run_until_idle().await.unwrap();
    assert_eq!((mails(&setup, "7K2M-94QD"), mails(&setup, "security")), (0, 1));
    assert_eq!(unread(&setup, &anna).await, 2, "the list does not wait");
    setup.wait(TimeDelta::minutes(89));
    setup.worker.run_until_idle().await.unwrap();
    assert_eq!(mails(&setup, "7K2M-94QD"), 0);
    setup.wait(TimeDelta::minutes(1));
    setup.worker.run_until_idle().await.unwrap();
    assert_eq!(mails(&setup, "7K2M-94QD"), 1);
    assert_eq!(unread(&setup, &anna).await, 2);
}

#[tokio::test]
async fn a_person_whose_address_refuses_emails_is_told_so_in_the_app_once() {
    let setup = Setup::new().await;
    let anna = principal(&setup, &setup.sign_in(ANNA).await).await;
    setup.worker.run_until_idle().await.unwrap();
    ask(&setup, &[done(&setup, &anna, "1"), done(&setup, &anna, "2")]).await;
    let bouncing = Bouncing { refused: ANNA, ..Bouncing::default() };
    worker(&setup, Arc::new(bouncing)).run_until_idle().await.unwrap();
    let told = kinds(&setup, &anna).await;
    assert_eq!(told.iter().filter(|kind| **kind == "mail_bounced").count(), 1, "{told:?}");
    assert_eq!(told.len(), 3);
}

/// Records web push messages in place of a push service, and answers as told.
struct Service {
    answer: Mutex<PushOutcome>,
    heard: Mutex<Vec<serde_json::Value>>,
}

#[async_trait]
impl Pusher for Service {
    fn new_keys(&self) -> Result<PushKeyPair, String> {
        let public = [vec![4], vec![9; 64]].concat();
        Ok(PushKeyPair { public, private: vec![5; 138].into() })
    }

    async fn push(&self, message: &PushMessage) -> PushOutcome {
        assert_eq!((message.endpoint.as_str(), message.keys.private.to_vec()), (ENDPOINT, vec![5; 138]));
        self.heard.lock().unwrap().push(serde_json::from_slice(&message.plain).unwrap());
        self.answer.lock().unwrap().clone()
    }
}

const ENDPOINT: &str = "https://push.example/send/abc";

async fn subscribe(setup: &Setup, who: &Principal) {
    let point = format!("B{}", "A".repeat(86));
    let subscription = Subscription { endpoint: ENDPOINT, p256dh: &point, auth: "AAAAAAAAAAAAAAAAAAAAAA" };
    setup.identity.add_push_device(setup.tenant.id, who, &subscription, &here()).await.unwrap();
}

fn push_service(setup: &Setup, answer: PushOutcome) -> Arc<Service> {
    let service = Arc::new(Service { answer: Mutex::new(answer), heard: Mutex::default() });
    setup.identity.push_by(service.clone());
    service
}

#[tokio::test]
async fn a_browser_gets_no_push_after_the_end_of_its_session() {
    let setup = Setup::new().await;
    let service = push_service(&setup, PushOutcome::Taken);
    let heard = async |event: &str, who: &Principal| {
        setup.worker.run_until_idle().await.unwrap();
        service.heard.lock().unwrap().clear();
        ask(&setup, &[done(&setup, who, event)]).await;
        setup.worker.run_until_idle().await.unwrap();
        service.heard.lock().unwrap().len()
    };
    let tenant = setup.tenant.id;
    let phone = principal(&setup, &setup.sign_in(ANNA).await).await;
    let laptop = principal(&setup, &setup.sign_in(ANNA).await).await;
    for (event, way) in ["this", "another", "others", "all"].into_iter().enumerate() {
        let phone = if event == 0 { phone.clone() } else { principal(&setup, &setup.sign_in(ANNA).await).await };
        subscribe(&setup, &phone).await;
        assert_eq!(heard(&format!("before {way}"), &phone).await, 1, "{way}");
        match way {
            "this" => setup.identity.logout_session(tenant, phone.session, &here()).await.unwrap(),
            "another" => setup.identity.end_session(tenant, &laptop, phone.session, &here()).await.unwrap(),
            "others" => drop(setup.identity.end_other_sessions(tenant, &laptop, &here()).await.unwrap()),
            _ => setup.change("DELETE FROM sessions").await,
        }
        assert_eq!(heard(&format!("after {way}"), &phone).await, 0, "{way}");
        assert!(setup.identity.push_devices(tenant, phone.user).await.unwrap().1.is_empty(), "{way}");
    }
    // A request of a session that ended meanwhile adds none.
    let point = format!("B{}", "A".repeat(86));
    let late = Subscription { endpoint: ENDPOINT, p256dh: &point, auth: "AAAAAAAAAAAAAAAAAAAAAA" };
    let refused = setup.identity.add_push_device(tenant, &phone, &late, &here()).await.unwrap_err();
    assert_eq!(refused.code(), "UNAUTHORIZED_REQUEST");
}

#[tokio::test]
async fn a_new_push_subscription_is_notified_and_renewed_keys_are_not() {
    let setup = Setup::new().await;
    push_service(&setup, PushOutcome::Taken);
    let (anna, ben) = (setup.sign_in(ANNA).await, setup.sign_in("ben@example.com").await);
    let (anna, ben) = (principal(&setup, &anna).await, principal(&setup, &ben).await);
    let added = async |who: &Principal| {
        setup.worker.run_until_idle().await.unwrap();
        let all = listed(&setup, who, NotificationFilter::default()).await;
        all.into_iter().filter(|one| one.said.text.contains("A browser was added")).collect::<Vec<_>>()
    };
    subscribe(&setup, &anna).await;
    subscribe(&setup, &anna).await;
    let told = added(&anna).await;
    assert_eq!((told.len(), told[0].kind.code(), told[0].kind.topic()), (1, "account_changed", Topic::Security));
    assert!(told[0].said.text.contains("192.0.2.0/24"), "{}", told[0].said.text);
    assert_eq!(mails(&setup, "security"), 1);
    subscribe(&setup, &ben).await;
    assert_eq!((added(&ben).await.len(), added(&anna).await.len()), (1, 1), "the browser is Ben's from now on");
}

#[tokio::test]
async fn a_time_zone_that_the_database_does_not_know_holds_back_no_security_notice() {
    let setup = Setup::new().await;
    let anna = principal(&setup, &setup.sign_in(ANNA).await).await;
    let settings = NotificationSettings { quiet: Quiet::new(0, 18 * 60), ..NotificationSettings::default() };
    setup.identity.change_notification_settings(setup.tenant.id, anna.user, |_| settings).await.unwrap();
    setup.change("UPDATE notification_settings SET time_zone = 'Mars/Olympus'").await;
    push_service(&setup, PushOutcome::Taken);
    subscribe(&setup, &anna).await;
    ask(&setup, &[done(&setup, &anna, "1")]).await;
    setup.worker.run_until_idle().await.unwrap();
    assert_eq!((mails(&setup, "security"), mails(&setup, "7K2M-94QD")), (1, 0), "it is noon in UTC: quiet hours");
    assert_eq!(unread(&setup, &anna).await, 2, "both are in the app");
    setup.wait(TimeDelta::hours(7));
    setup.worker.run_until_idle().await.unwrap();
    assert_eq!(mails(&setup, "7K2M-94QD"), 1);
}

#[tokio::test]
async fn a_browser_gets_a_message_without_amounts_again_after_a_failure_and_is_forgotten_when_it_is_gone() {
    let setup = Setup::new().await;
    let service = Arc::new(Service {
        answer: Mutex::new(PushOutcome::Later("busy".to_owned(), Some(30))),
        heard: Mutex::default(),
    });
    setup.identity.push_by(service.clone());
    let anna = principal(&setup, &setup.sign_in(ANNA).await).await;
    subscribe(&setup, &anna).await;
    subscribe(&setup, &anna).await;
    let (key, devices) = setup.identity.push_devices(setup.tenant.id, anna.user).await.unwrap();
    assert_eq!((key.len(), devices.len()), (87, 1), "the same browser is there once");
    // The notice about the browser itself.
    *service.answer.lock().unwrap() = PushOutcome::Taken;
    setup.worker.run_until_idle().await.unwrap();
    assert_eq!(std::mem::take(&mut *service.heard.lock().unwrap()).len(), 1);
    *service.answer.lock().unwrap() = PushOutcome::Later("busy".to_owned(), Some(30));
    ask(&setup, &[done(&setup, &anna, "1")]).await;
    setup.worker.run_until_idle().await.unwrap();
    *service.answer.lock().unwrap() = PushOutcome::Taken;
    setup.wait(TimeDelta::seconds(30));
    setup.worker.run_until_idle().await.unwrap();
    setup.wait(TimeDelta::hours(1));
    setup.worker.run_until_idle().await.unwrap();
    let heard: Vec<_> = std::mem::take(&mut *service.heard.lock().unwrap());
    assert_eq!(heard.len(), 2, "one failure, one success, no third: {heard:?}");
    assert_eq!(
        (&heard[1]["title"], &heard[1]["text"]),
        (&"Order complete".into(), &"Open The Bank to read it.".into())
    );
    assert!(!heard[1].to_string().contains("0.5"));

    let settings = NotificationSettings {
        shows_details: true,
        off: BTreeSet::from([(Topic::Prices, Channel::Push)]),
        ..NotificationSettings::default()
    };
    setup.identity.change_notification_settings(setup.tenant.id, anna.user, |_| settings).await.unwrap();
    *service.answer.lock().unwrap() = PushOutcome::Gone;
    ask(&setup, &[done(&setup, &anna, "2"), price(&setup, &anna, "2")]).await;
    setup.worker.run_until_idle().await.unwrap();
    let heard: Vec<_> = std::mem::take(&mut *service.heard.lock().unwrap());
    assert_eq!(heard.len(), 1, "prices are off");
    assert!(heard[0]["text"].as_str().unwrap().contains("0.5\u{a0}LTC"), "details are allowed: {heard:?}");
    assert!(setup.identity.push_devices(setup.tenant.id, anna.user).await.unwrap().1.is_empty());
}
