//! Telegram messages: a chat is linked by a one-time code, receives notifications, and is unlinked by a block.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use chrono::TimeDelta;
use identity::mail::{OrderEvent, OrderNotice};
use identity::telegram_chat::{BotApi, BotOutcome, BotUpdate, CODE_LIFE};
use identity::{NotificationFilter, Principal, Reader};
use kernel::{Amount, Currency};

use crate::house::{ANNA, House};
use crate::mfa::principal;

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
    fn of(house: &House) -> Arc<Self> {
        let (sent, received) = (Mutex::default(), Mutex::default());
        let bot = Arc::new(Self { answer: Mutex::new(BotOutcome::Sent), sent, received });
        house.identity.message_by(bot.clone());
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

async fn run(house: &House) {
    house.wait(TimeDelta::seconds(2));
    house.worker.run_until_idle().await.unwrap();
}

async fn linked_as(house: &House, who: &Principal) -> Option<String> {
    let state = house.identity.telegram_state(&house.tenant, who.user).await.unwrap();
    state.chat.map(|chat| chat.name)
}

async fn kinds(house: &House, who: &Principal) -> Vec<&'static str> {
    let reader = Reader { user: who.user, profile: who.profiles[0] };
    let all = house.identity.notifications(&house.tenant, reader, NotificationFilter::default(), None, 50).await;
    all.unwrap().0.iter().map(|one| one.kind.code()).collect()
}

async fn order_done(house: &House, who: &Principal, event: &str) {
    let received = Amount::parse("0.50000000", Currency::LTC).unwrap();
    let notice = OrderNotice {
        profile: who.profiles[0],
        reference: "7K2M-94QD".to_owned(),
        path: "/transaction/sale/ord_1".to_owned(),
        event: OrderEvent::Done { received, paid: None, place: None },
        is_deposit: false,
        to: None,
    };
    let mut tx = house.db.store.tenant(house.tenant.id).await.unwrap();
    tx.enqueue(house.now(), &[identity::mail::order(house.tenant.id, &notice, event)]).await.unwrap();
    tx.commit().await.unwrap();
    run(house).await;
}

#[tokio::test]
async fn a_linked_chat_receives_each_message_once_without_amounts_and_a_block_ends_the_link() {
    let house = House::new().await;
    let bot = Bot::of(&house);
    let anna = principal(&house, &house.sign_in(ANNA).await).await;
    let link = house.identity.begin_telegram_link(&house.tenant, anna.user).await.unwrap();
    run(&house).await;
    assert_eq!((linked_as(&house, &anna).await, bot.take().len()), (None, 0));
    bot.start(1, &link.url);
    run(&house).await;
    assert_eq!(linked_as(&house, &anna).await.as_deref(), Some("@anna"));
    let heard = bot.take();
    assert!(heard[0].starts_with("This chat is linked to your account at The Bank"), "{heard:?}");

    order_done(&house, &anna, "1").await;
    run(&house).await;
    let heard = bot.take();
    let orders: Vec<_> = heard.iter().filter(|text| text.starts_with("Order complete")).collect();
    assert_eq!(orders.len(), 1, "{heard:?}");
    assert!(orders[0].contains("Open The Bank to read it.") && !orders[0].contains("0.5"), "{orders:?}");

    *bot.answer.lock().unwrap() = BotOutcome::Blocked;
    order_done(&house, &anna, "2").await;
    run(&house).await;
    assert_eq!(linked_as(&house, &anna).await, None);
    assert!(kinds(&house, &anna).await.contains(&"telegram_stopped"));
    let told = house.mailbox.0.lock().unwrap().iter().any(|mail| mail.text.contains("blocks our messages"));
    assert!(told, "the owner is told by email");
    bot.take();
    order_done(&house, &anna, "3").await;
    assert_eq!(bot.take(), Vec::<String>::new());
}

#[tokio::test]
async fn a_code_works_once_for_a_short_time_and_its_successor_replaces_it() {
    let house = House::new().await;
    let bot = Bot::of(&house);
    let anna = principal(&house, &house.sign_in(ANNA).await).await;
    let ben = principal(&house, &house.sign_in("ben@example.com").await).await;
    let replaced = house.identity.begin_telegram_link(&house.tenant, anna.user).await.unwrap();
    let used = house.identity.begin_telegram_link(&house.tenant, anna.user).await.unwrap();
    bot.start(1, &replaced.url);
    run(&house).await;
    assert_eq!(linked_as(&house, &anna).await, None);
    bot.start(2, &used.url);
    run(&house).await;
    assert!(linked_as(&house, &anna).await.is_some());
    house.identity.unlink_telegram_chat(house.tenant.id, anna.user).await.unwrap();
    let again = house.identity.unlink_telegram_chat(house.tenant.id, anna.user).await.unwrap_err();
    assert_eq!(again.code(), "NOT_FOUND");

    let late = house.identity.begin_telegram_link(&house.tenant, ben.user).await.unwrap();
    bot.start(3, &used.url);
    run(&house).await;
    assert_eq!(linked_as(&house, &anna).await, None, "a used code links nothing");
    house.wait(CODE_LIFE);
    bot.start(4, &late.url);
    // Another customer's code makes the bot's messages be read.
    house.identity.begin_telegram_link(&house.tenant, anna.user).await.unwrap();
    run(&house).await;
    assert_eq!(linked_as(&house, &ben).await, None, "an expired code links nothing");
    assert!(bot.take().iter().any(|text| text.starts_with("This link has expired")));
}
