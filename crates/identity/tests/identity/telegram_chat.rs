//! Telegram messages: a chat is linked by a one-time code, receives notifications, and is unlinked by a block.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use chrono::TimeDelta;
use identity::mail::{OrderEvent, OrderNotice};
use identity::telegram_chat::{BotApi, BotOutcome, BotUpdate, CODE_LIFE};
use identity::{NotificationFilter, Principal, Reader};
use kernel::{Amount, Currency};

use crate::mfa::principal;
use crate::setup::{ANNA, Setup};

const CHAT: i64 = 77;

/// Records what a bot sends, and gives the messages that people sent to it.
struct Bot {
    answer: Mutex<BotOutcome>,
    sent: Mutex<Vec<(i64, String)>>,
    received: Mutex<Vec<BotUpdate>>,
}

#[async_trait]
impl BotApi for Bot {
    fn bot(&self, _: &str) -> Option<String> {
        Some("bank_bot".to_owned())
    }

    async fn send(&self, _: &str, chat: i64, text: &str) -> BotOutcome {
        self.sent.lock().unwrap().push((chat, text.to_owned()));
        self.answer.lock().unwrap().clone()
    }

    async fn updates(&self, _: &str, from: Option<i64>) -> Result<Vec<BotUpdate>, String> {
        let mut received = self.received.lock().unwrap();
        received.retain(|update| from.is_none_or(|from| update.id >= from));
        Ok(received.clone())
    }
}

impl Bot {
    fn of(setup: &Setup) -> Arc<Self> {
        let (sent, received) = (Mutex::default(), Mutex::default());
        let bot = Arc::new(Self { answer: Mutex::new(BotOutcome::Sent), sent, received });
        setup.identity.message_by(bot.clone());
        bot
    }

    /// A person opens a link and presses Start.
    fn start(&self, id: i64, url: &str) {
        let code = url.strip_prefix("https://t.me/bank_bot?start=").unwrap();
        assert!(code.len() <= 64 && code.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'), "{code}");
        let chat = Some((CHAT, "@anna".to_owned()));
        self.received.lock().unwrap().push(BotUpdate { id, chat, code: Some(code.to_owned()) });
    }

    fn take(&self) -> Vec<String> {
        let sent = std::mem::take(&mut *self.sent.lock().unwrap());
        sent.into_iter().map(|(chat, text)| (chat == CHAT).then_some(text).unwrap()).collect()
    }
}

async fn run(setup: &Setup) {
    setup.wait(TimeDelta::seconds(2));
    setup.worker.run_until_idle().await.unwrap();
}

async fn linked_as(setup: &Setup, who: &Principal) -> Option<String> {
    let state = setup.identity.telegram_state(&setup.tenant, who.user).await.unwrap();
    state.chat.map(|chat| chat.name)
}

async fn kinds(setup: &Setup, who: &Principal) -> Vec<&'static str> {
    let reader = Reader { user: who.user, profile: who.profiles[0] };
    let all = setup.identity.notifications(&setup.tenant, reader, NotificationFilter::default(), None, 50).await;
    all.unwrap().0.iter().map(|one| one.kind.code()).collect()
}

async fn order_done(setup: &Setup, who: &Principal, event: &str) {
    let received = Amount::parse("0.50000000", Currency::LTC).unwrap();
    let notice = OrderNotice {
        profile: who.profiles[0],
        reference: "7K2M-94QD".to_owned(),
        path: "/transaction/sale/ord_1".to_owned(),
        event: OrderEvent::Done { received, paid: None, place: None, promise: None },
        is_deposit: false,
        to: None,
    };
    let mut tx = setup.db.store.tenant(setup.tenant.id).await.unwrap();
    tx.enqueue(setup.now(), &[identity::mail::order(setup.tenant.id, &notice, event)]).await.unwrap();
    tx.commit().await.unwrap();
    run(setup).await;
}

#[tokio::test]
async fn a_linked_chat_receives_each_message_once_without_amounts_and_a_block_ends_the_link() {
    let setup = Setup::new().await;
    let bot = Bot::of(&setup);
    let anna = principal(&setup, &setup.sign_in(ANNA).await).await;
    let link = setup.identity.begin_telegram_link(&setup.tenant, anna.user).await.unwrap();
    run(&setup).await;
    assert_eq!((linked_as(&setup, &anna).await, bot.take().len()), (None, 0));
    bot.start(1, &link.url);
    run(&setup).await;
    assert_eq!(linked_as(&setup, &anna).await.as_deref(), Some("@anna"));
    let heard = bot.take();
    assert!(heard[0].starts_with("This chat is linked to your account at The Bank"), "{heard:?}");

    order_done(&setup, &anna, "1").await;
    run(&setup).await;
    let heard = bot.take();
    let orders: Vec<_> = heard.iter().filter(|text| text.starts_with("Order complete")).collect();
    assert_eq!(orders.len(), 1, "{heard:?}");
    assert!(orders[0].contains("Open The Bank to read it.") && !orders[0].contains("0.5"), "{orders:?}");

    *bot.answer.lock().unwrap() = BotOutcome::Blocked;
    order_done(&setup, &anna, "2").await;
    run(&setup).await;
    assert_eq!(linked_as(&setup, &anna).await, None);
    assert!(kinds(&setup, &anna).await.contains(&"telegram_stopped"));
    let told = setup.mailbox.0.lock().unwrap().iter().any(|mail| mail.text.contains("blocks our messages"));
    assert!(told, "the owner is told by email");
    bot.take();
    order_done(&setup, &anna, "3").await;
    assert_eq!(bot.take(), Vec::<String>::new());
}

#[tokio::test]
async fn a_code_works_once_for_a_short_time_and_its_successor_replaces_it() {
    let setup = Setup::new().await;
    let bot = Bot::of(&setup);
    let anna = principal(&setup, &setup.sign_in(ANNA).await).await;
    let ben = principal(&setup, &setup.sign_in("ben@example.com").await).await;
    let replaced = setup.identity.begin_telegram_link(&setup.tenant, anna.user).await.unwrap();
    let used = setup.identity.begin_telegram_link(&setup.tenant, anna.user).await.unwrap();
    bot.start(1, &replaced.url);
    run(&setup).await;
    assert_eq!(linked_as(&setup, &anna).await, None);
    bot.start(2, &used.url);
    run(&setup).await;
    assert!(linked_as(&setup, &anna).await.is_some());
    setup.identity.unlink_telegram_chat(setup.tenant.id, anna.user).await.unwrap();
    let again = setup.identity.unlink_telegram_chat(setup.tenant.id, anna.user).await.unwrap_err();
    assert_eq!(again.code(), "NOT_FOUND");

    let late = setup.identity.begin_telegram_link(&setup.tenant, ben.user).await.unwrap();
    bot.start(3, &used.url);
    run(&setup).await;
    assert_eq!(linked_as(&setup, &anna).await, None, "a used code links nothing");
    setup.wait(CODE_LIFE);
    bot.start(4, &late.url);
    // Another customer's code makes the bot's messages be read.
    setup.identity.begin_telegram_link(&setup.tenant, anna.user).await.unwrap();
    run(&setup).await;
    assert_eq!(linked_as(&setup, &ben).await, None, "an expired code links nothing");
    assert!(bot.take().iter().any(|text| text.starts_with("This link has expired")));
}
