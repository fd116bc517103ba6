//! The texts of emails about orders, with the placeholders `{tenant}`, `{reference}`, `{amount}`, `{other}`, `{place}`
//! and `{when}`.

use super::decline_words;
use super::order::{NeedsOwner, OrderEvent};
use super::security_words::Words;
use crate::Language;

/// One text in English, Ukrainian, Russian and Polish.
pub(super) type Four = [&'static str; 4];

/// The index of a language in [`Four`].
const fn place(language: Language) -> usize {
    match language {
        Language::En => 0,
        Language::Uk => 1,
        Language::Ru => 2,
        Language::Pl => 3,
    }
}

/// The event, and how to react to it.
pub(super) fn of(language: Language, event: &OrderEvent) -> Words {
    let (subject, paragraphs) = match event {
        OrderEvent::Done { paid, place, .. } => {
            let sent = if place.is_some() { SENT_TO } else { SENT };
            (DONE, vec![Some(sent), paid.map(|_| PAID)])
        }
        OrderEvent::Refunded { cost, place, .. } => {
            let back = if place.is_some() { BACK_TO } else { BACK };
            (REFUNDED, vec![Some(back), cost.map(|_| COST)])
        }
        OrderEvent::Deposited { .. } => (DEPOSITED, vec![Some(ON_BALANCE)]),
        OrderEvent::Received { .. } => (RECEIVED, vec![Some(RECEIVED_FROM)]),
        OrderEvent::Invited { .. } => (INVITED, vec![Some(INVITED_BY), Some(SIGN_UP)]),
        OrderEvent::Unclaimed { .. } => (UNCLAIMED, vec![Some(RETURNED)]),
        OrderEvent::NeedsOwner { why, .. } => (NEEDS_YOU, vec![Some(needs(*why)), Some(CHOOSE)]),
        OrderEvent::Declined { reason } => {
            let why = reason.as_deref().and_then(decline_words::of);
            (DECLINED, vec![Some(NOT_TAKEN), why, Some(TRY_AGAIN)])
        }
        OrderEvent::UnderReview { paid } => (REVIEW, vec![Some(LOOKING), paid.map(|_| ARRIVED), Some(NOTHING_TO_DO)]),
        OrderEvent::Closed { held } => (CLOSED, vec![Some(WE_CLOSED), held.map(|_| WITH_US)]),
    };
    let at = place(language);
    Words { subject: subject[at], paragraphs: paragraphs.into_iter().flatten().map(|text| text[at]).collect() }
}

/// The reference of the order and a pointer to its page.
pub(super) const fn about(language: Language) -> &'static str {
    const ABOUT: Four = [
        "This is about order {reference}. You find it in {tenant} under Activity.",
        "Це стосується замовлення {reference}. Ви знайдете його в {tenant} у розділі «Активність».",
        "Это касается заказа {reference}. Вы найдёте его в {tenant} в разделе «Активность».",
        "Dotyczy zlecenia {reference}. Znajdziesz je w {tenant} w sekcji Aktywność.",
    ];
    ABOUT[place(language)]
}

/// The label of the link.
pub(super) const fn open(language: Language) -> &'static str {
    const OPEN: Four = ["Open the order", "Відкрити замовлення", "Открыть заказ", "Otwórz zlecenie"];
    OPEN[place(language)]
}

const DONE: Four = [
    "Order {reference} is complete",
    "Замовлення {reference} виконано",
    "Заказ {reference} выполнен",
    "Zlecenie {reference} zostało zrealizowane",
];
const SENT_TO: Four = [
    "{amount} was sent to {place}.",
    "{amount} надіслано на {place}.",
    "{amount} отправлено на {place}.",
    "Wysłano {amount} na {place}.",
];
const SENT: Four = ["{amount} was sent.", "Надіслано: {amount}.", "Отправлено: {amount}.", "Wysłano {amount}."];
const PAID: Four = ["You paid {other}.", "Ви сплатили {other}.", "Вы оплатили {other}.", "Twoja płatność: {other}."];

const REFUNDED: Four = [
    "Order {reference}: your payment went back",
    "Замовлення {reference}: платіж повернено",
    "Заказ {reference}: платёж возвращён",
    "Zlecenie {reference}: płatność zwrócona",
];
const BACK_TO: Four = [
    "{amount} was sent back to {place}.",
    "{amount} повернено на {place}.",
    "{amount} возвращено на {place}.",
    "Zwrócono {amount} na {place}.",
];
const BACK: Four = [
    "{amount} was sent back the way you paid.",
    "{amount} повернено тим самим способом, яким ви платили.",
    "{amount} возвращено тем же способом, которым вы платили.",
    "Zwrócono {amount} tą samą drogą, którą przyszła płatność.",
];
const COST: Four = [
    "Sending it back cost {other}.",
    "Комісія за повернення: {other}.",
    "Комиссия за возврат: {other}.",
    "Koszt zwrotu: {other}.",
];

const DEPOSITED: Four = [
    "Order {reference}: the money is on your balance",
    "Замовлення {reference}: гроші на вашому балансі",
    "Заказ {reference}: деньги на вашем балансе",
    "Zlecenie {reference}: pieniądze są na Twoim saldzie",
];
const ON_BALANCE: Four = [
    "{amount} was added to your balance.",
    "{amount} зараховано на ваш баланс.",
    "{amount} зачислено на ваш баланс.",
    "Dodano {amount} do Twojego salda.",
];

const RECEIVED: Four = [
    "You received {amount}: transfer {reference}",
    "Ви отримали {amount}: переказ {reference}",
    "Вы получили {amount}: перевод {reference}",
    "Otrzymano {amount}: przelew {reference}",
];
const RECEIVED_FROM: Four = [
    "{place} sent you {amount}. It is on your balance.",
    "{amount} від {place} вже на вашому балансі.",
    "{amount} от {place} уже на вашем балансе.",
    "{amount} od {place} jest już na Twoim saldzie.",
];

const INVITED: Four = [
    "{amount} is waiting for you in {tenant}: transfer {reference}",
    "На вас чекають {amount} у {tenant}: переказ {reference}",
    "Вас ждут {amount} в {tenant}: перевод {reference}",
    "{amount} czeka na Ciebie w {tenant}: przelew {reference}",
];
const INVITED_BY: Four = [
    "{place} sends you {amount}.",
    "{place} надсилає вам {amount}.",
    "{place} отправляет вам {amount}.",
    "{place} przesyła Ci {amount}.",
];
const SIGN_UP: Four = [
    "Sign in with this email address by {when} to receive it. After that it goes back to the sender.",
    "Увійдіть з цією адресою до {when}, щоб отримати гроші. Після цього вони повернуться відправнику.",
    "Войдите с этим адресом до {when}, чтобы получить деньги. После этого они вернутся отправителю.",
    "Zaloguj się tym adresem do {when}, aby odebrać pieniądze. Potem wrócą do nadawcy.",
];

const UNCLAIMED: Four = [
    "Transfer {reference} came back",
    "Переказ {reference} повернувся",
    "Перевод {reference} вернулся",
    "Przelew {reference} wrócił",
];
const RETURNED: Four = [
    "Nobody opened an account for it in time. {amount} is available on your balance again.",
    "Отримувач не відкрив рахунок вчасно. {amount} знову доступні на вашому балансі.",
    "Получатель не открыл счёт вовремя. {amount} снова доступны на вашем балансе.",
    "Odbiorca nie założył konta na czas. {amount} znów jest dostępne na Twoim saldzie.",
];

const NEEDS_YOU: Four = [
    "Order {reference} needs your decision",
    "Замовлення {reference} потребує вашого рішення",
    "Заказ {reference} требует вашего решения",
    "Zlecenie {reference} czeka na Twoją decyzję",
];
const CHOOSE: Four = [
    "Your money is safe. Choose by {when} what happens with it; after that we look at the order ourselves.",
    "Ваші гроші в безпеці. Виберіть до {when}, що з ними зробити; потім замовлення розглянемо ми.",
    "Ваши деньги в безопасности. Выберите до {when}, что с ними сделать; потом заказ рассмотрим мы.",
    "Twoje pieniądze są bezpieczne. Wybierz do {when}, co się z nimi stanie; potem zajmiemy się zleceniem sami.",
];

const fn needs(why: NeedsOwner) -> Four {
    match why {
        NeedsOwner::OtherAmount => [
            "{amount} arrived. The order was for {other}.",
            "Надійшло {amount}. Замовлення було на {other}.",
            "Поступило {amount}. Заказ был на {other}.",
            "Wpłynęło {amount}. Zlecenie było na {other}.",
        ],
        NeedsOwner::Late => [
            "{amount} arrived after the time to pay had run out.",
            "{amount} надійшло після того, як минув час на оплату.",
            "{amount} поступило после того, как истекло время на оплату.",
            "{amount} wpłynęło po upływie czasu na płatność.",
        ],
        NeedsOwner::Double => [
            "{amount} arrived for an order that was paid already.",
            "{amount} надійшло за замовлення, яке вже оплачено.",
            "{amount} поступило за заказ, который уже оплачен.",
            "{amount} wpłynęło na zlecenie, które było już opłacone.",
        ],
        NeedsOwner::Returned => [
            "{amount} that was sent to you came back.",
            "{amount}, які вам надіслали, повернулися.",
            "{amount}, отправленные вам, вернулись.",
            "Wysłane do Ciebie {amount} wróciło.",
        ],
        NeedsOwner::OutOfLimits => [
            "{amount} arrived. That is outside the limits.",
            "Надійшло {amount}. Це поза лімітами.",
            "Поступило {amount}. Это вне лимитов.",
            "Wpłynęło {amount}. To poza limitami.",
        ],
        NeedsOwner::SenderUnknown => [
            "{amount} arrived. The law asks us to know who sent it before we can credit it.",
            "Надійшло {amount}. За законом ми маємо знати, хто це надіслав, перш ніж зарахувати.",
            "Поступило {amount}. По закону мы должны знать, кто это отправил, прежде чем зачислить.",
            "Wpłynęło {amount}. Zgodnie z prawem musimy wiedzieć, kto to wysłał, zanim to zaksięgujemy.",
        ],
    }
}

const DECLINED: Four = [
    "Order {reference}: the payment was declined",
    "Замовлення {reference}: платіж відхилено",
    "Заказ {reference}: платёж отклонён",
    "Zlecenie {reference}: płatność odrzucona",
];
const NOT_TAKEN: Four = [
    "Your payment was declined. Nothing was taken from you.",
    "Ваш платіж відхилено. Гроші не списано.",
    "Ваш платёж отклонён. Деньги не списаны.",
    "Twoja płatność została odrzucona. Nic nie pobrano.",
];
const TRY_AGAIN: Four = [
    "You can make a new order at any time.",
    "Ви можете будь-коли створити нове замовлення.",
    "Вы можете в любое время создать новый заказ.",
    "W każdej chwili możesz złożyć nowe zlecenie.",
];

const REVIEW: Four = [
    "Order {reference}: we are looking at it",
    "Замовлення {reference}: ми його розглядаємо",
    "Заказ {reference}: мы его рассматриваем",
    "Zlecenie {reference}: sprawdzamy je",
];
const LOOKING: Four = [
    "Your order takes longer: we are looking at it ourselves.",
    "Ваше замовлення затримується: ми розглядаємо його вручну.",
    "Ваш заказ задерживается: мы рассматриваем его вручную.",
    "Twoje zlecenie potrwa dłużej: sprawdzamy je osobiście.",
];
const ARRIVED: Four = ["{amount} has arrived.", "{amount} надійшло.", "{amount} поступило.", "Wpłynęło {amount}."];
const NOTHING_TO_DO: Four = [
    "You do not need to do anything now.",
    "Зараз від вас нічого не потрібно.",
    "Сейчас от вас ничего не требуется.",
    "Teraz nie musisz nic robić.",
];

const CLOSED: Four = [
    "Order {reference} is closed",
    "Замовлення {reference} закрито",
    "Заказ {reference} закрыт",
    "Zlecenie {reference} zostało zamknięte",
];
const WE_CLOSED: Four = [
    "We have closed your order.",
    "Ми закрили ваше замовлення.",
    "Мы закрыли ваш заказ.",
    "Zamknęliśmy Twoje zlecenie.",
];
const WITH_US: Four = [
    "{amount} is with us. Contact support to hear what happens with it.",
    "{amount} перебуває в нас. Зверніться до підтримки, щоб дізнатися, що з ними буде.",
    "{amount} находится у нас. Обратитесь в поддержку, чтобы узнать, что с ними будет.",
    "{amount} jest u nas. Skontaktuj się z pomocą, aby dowiedzieć się, co dalej.",
];
