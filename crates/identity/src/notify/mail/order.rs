//! Emails about orders, with amounts from the ledger and a link to the order on the tenant's own host.

use chrono::{DateTime, Utc};
use kernel::{Amount, Currency, Payway, ProfileId};
use serde::{Deserialize, Serialize};

use super::catalogue::Text;
use super::order_words;
use super::template::{self, Written};
use crate::{Language, Tenant};

/// An order event for the owner of the order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderNotice {
    /// The profile that owns the order.
    pub profile: ProfileId,
    /// The order's reference for people.
    pub reference: String,
    /// The path of its page.
    pub path: String,
    /// The event.
    pub event: OrderEvent,
    /// Whether the order brings money from outside to the balance.
    #[serde(default)]
    pub is_deposit: bool,
    /// A recipient other than the owner: the payee of a transfer who has no account yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

/// An order event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum OrderEvent {
    /// The order was paid out.
    Done {
        /// The amount sent.
        received: Amount,
        /// The amount paid.
        paid: Option<Amount>,
        /// The destination, shortened.
        place: Option<String>,
        /// What the platform paid to keep the promised price.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        promise: Option<PromiseKept>,
    },
    /// The payment was refunded.
    Refunded {
        /// The refunded amount.
        amount: Amount,
        /// The cost of the refund.
        cost: Option<Amount>,
        /// The destination, shortened; `None` for the original payment method.
        place: Option<String>,
    },
    /// The payment was credited to the balance.
    Deposited {
        /// The amount.
        amount: Amount,
    },
    /// A transfer from another customer.
    Received {
        /// The amount.
        amount: Amount,
        /// The sender's masked name.
        from: String,
    },
    /// A transfer that waits for the reader to open an account.
    Invited {
        /// The amount.
        amount: Amount,
        /// The sender's masked name.
        from: String,
        /// The deadline.
        deadline: DateTime<Utc>,
    },
    /// The payee did not open an account in time; the transfer was returned to the balance.
    Unclaimed {
        /// The amount.
        amount: Amount,
    },
    /// The owner must decide.
    NeedsOwner {
        /// The reason.
        why: NeedsOwner,
        /// The amount that arrived.
        received: Amount,
        /// The amount ordered.
        expected: Amount,
        /// The deadline.
        deadline: DateTime<Utc>,
    },
    /// The payment was declined and not captured.
    Declined {
        /// The reason code, such as `expired_card`.
        reason: Option<String>,
    },
    /// A payout takes longer than usual.
    PayoutDelayed {
        /// The amount that waits.
        amount: Amount,
        /// The payway.
        by: Payway,
        /// The reason.
        why: DelayReason,
    },
    /// The bonus of a promo code was booked.
    Bonus {
        /// The amount, in the reward balance.
        amount: Amount,
        /// The promo code.
        code: String,
    },
    /// An operator reviews the order.
    UnderReview {
        /// The amount paid.
        paid: Option<Amount>,
    },
    /// An operator closed the order.
    Closed {
        /// The amount that the platform still holds.
        held: Option<Amount>,
    },
}

/// What the platform paid to keep the promised price of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PromiseKept {
    /// The order was executed at the promised amounts.
    Kept {
        /// The cost of it.
        cost: Amount,
    },
    /// The order brought less, and the difference is on the owner's balance.
    Credited {
        /// The amount on the balance.
        cost: Amount,
    },
}

/// Why a payout takes longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DelayReason {
    /// Its payway is off.
    PaywayOff,
    /// The bank, service or network has not taken it.
    NotTaken,
}

/// Why the owner must decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NeedsOwner {
    /// Underpaid or overpaid.
    OtherAmount,
    /// Paid too late.
    Late,
    /// Paid twice.
    Double,
    /// The payout was returned.
    Returned,
    /// The amount is outside the limits.
    OutOfLimits,
    /// The coins came on another network.
    WrongNetwork,
    /// Another currency came.
    WrongToken,
    /// Coins arrived without originator data (travel rule).
    SenderUnknown,
}

/// The address of the tenant's site; `None` if it has no host of its own. The host never comes from a request, so a link
/// in an email leads to one of the tenant's own hosts.
pub(crate) fn site_of(tenant: &Tenant) -> Option<String> {
    let host = tenant.hosts.iter().find(|host| !host.starts_with("*.") && !is_loopback(host));
    host.map(|host| format!("https://{host}"))
}

/// Whether a host is a loopback name, which no email may link to.
fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.ends_with(".localhost") || host.starts_with("127.") || host == "::1"
}

/// The email without the anti-phishing phrase. Without `site`, it has no link.
pub(crate) fn letter(language: Language, tenant: &str, notice: &OrderNotice, site: Option<&str>) -> Written {
    let (subject, mut paragraphs) = lines(language, tenant, notice);
    paragraphs.push(fill(order_words::ABOUT, language, tenant, notice));
    let letter = template::letter(language, subject, &paragraphs);
    match site {
        Some(site) => letter.with_link(order_words::OPEN.in_language(language), &format!("{site}{}", notice.path)),
        None => letter,
    }
}

/// The subject, and what happened in a few sentences.
pub(crate) fn lines(language: Language, tenant: &str, notice: &OrderNotice) -> (String, Vec<String>) {
    let words = order_words::of(&notice.event);
    let paragraphs = words.paragraphs.into_iter().map(|text| fill(text, language, tenant, notice)).collect();
    (fill(words.subject, language, tenant, notice), paragraphs)
}

fn fill(text: Text, language: Language, tenant: &str, notice: &OrderNotice) -> String {
    // Collapses line breaks, because the name ends up in a header.
    let name = tenant.split_whitespace().collect::<Vec<_>>().join(" ");
    let filled = Filled::of(language, &notice.event);
    let text = text.in_language(language).replace("{amount}", &filled.amount).replace("{other}", &filled.other);
    let text = text.replace("{place}", &filled.place).replace("{when}", &filled.when);
    let text = text.replace("{promise}", &filled.promise);
    text.replace("{reference}", &notice.reference).replace("{tenant}", &name)
}

/// The values of the placeholders.
#[derive(Default)]
struct Filled {
    amount: String,
    other: String,
    place: String,
    when: String,
    promise: String,
}

impl Filled {
    fn of(language: Language, event: &OrderEvent) -> Self {
        let text = |amount: &Amount| money(language, *amount);
        let maybe = |amount: &Option<Amount>| amount.as_ref().map(text).unwrap_or_default();
        let place = |place: &Option<String>| place.clone().unwrap_or_default();
        match event {
            OrderEvent::Done { received, paid, place: to, promise } => {
                let promise = promise.map(|(PromiseKept::Kept { cost } | PromiseKept::Credited { cost })| cost);
                let (amount, other) = (text(received), maybe(paid));
                Self { amount, other, place: place(to), promise: maybe(&promise), ..Self::default() }
            }
            OrderEvent::Refunded { amount, cost, place: to } => {
                Self { amount: text(amount), other: maybe(cost), place: place(to), ..Self::default() }
            }
            OrderEvent::Deposited { amount } | OrderEvent::Unclaimed { amount } => {
                Self { amount: text(amount), ..Self::default() }
            }
            OrderEvent::PayoutDelayed { amount, by, .. } => {
                Self { amount: text(amount), place: order_words::payway(*by, language), ..Self::default() }
            }
            OrderEvent::Bonus { amount, code } => Self { amount: text(amount), place: code.clone(), ..Self::default() },
            OrderEvent::Received { amount, from } => {
                Self { amount: text(amount), place: from.clone(), ..Self::default() }
            }
            OrderEvent::Invited { amount, from, deadline } => {
                let when = deadline.format("%F %R UTC").to_string();
                Self { amount: text(amount), place: from.clone(), when, ..Self::default() }
            }
            OrderEvent::NeedsOwner { received, expected, deadline, .. } => {
                let when = deadline.format("%F %R UTC").to_string();
                Self { amount: text(received), other: text(expected), when, ..Self::default() }
            }
            OrderEvent::UnderReview { paid: amount } | OrderEvent::Closed { held: amount } => {
                Self { amount: maybe(amount), ..Self::default() }
            }
            OrderEvent::Declined { .. } => Self::default(),
        }
    }
}

/// Formats an amount for the language. Crypto amounts lose trailing zeros; fiat amounts keep their decimals.
pub(super) fn money(language: Language, amount: Amount) -> String {
    let plain = amount.to_decimal();
    let (whole, part) = plain.split_once('.').unwrap_or((&plain, ""));
    let part = if amount.currency().is_fiat() { part } else { part.trim_end_matches('0') };
    let (group, point) = if language == Language::En { (',', '.') } else { ('\u{a0}', ',') };
    let digits = whole.len();
    let mut text = String::with_capacity(plain.len() + 8);
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (digits - at).is_multiple_of(3) && text.ends_with(|last: char| last.is_ascii_digit()) {
            text.push(group);
        }
        text.push(digit);
    }
    if !part.is_empty() {
        text.push(point);
        text.push_str(part);
    }
    format!("{text}\u{a0}{}", unit(amount.currency()))
}

fn unit(currency: Currency) -> String {
    currency.code().to_owned()
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::NewTenant;

    fn amount(text: &str, currency: Currency) -> Amount {
        Amount::parse(text, currency).unwrap()
    }

    fn notice(event: OrderEvent) -> OrderNotice {
        OrderNotice {
            profile: ProfileId::from_uuid(Uuid::nil()),
            reference: "7K2M-94QD".to_owned(),
            path: "/transaction/sale/ord_1".to_owned(),
            event,
            is_deposit: false,
            to: None,
        }
    }

    fn events() -> Vec<OrderEvent> {
        let (half, whole) = (amount("0.50000000", Currency::LTC), amount("1.00000000", Currency::LTC));
        let needs =
            |why| OrderEvent::NeedsOwner { why, received: half, expected: whole, deadline: DateTime::UNIX_EPOCH };
        let why = [
            NeedsOwner::OtherAmount,
            NeedsOwner::Late,
            NeedsOwner::Double,
            NeedsOwner::Returned,
            NeedsOwner::OutOfLimits,
            NeedsOwner::WrongNetwork,
            NeedsOwner::WrongToken,
            NeedsOwner::SenderUnknown,
        ];
        let place = Some("ltc1qw…n4n9".to_owned());
        let mut all: Vec<OrderEvent> = why.map(needs).to_vec();
        for paid in [None, Some(amount("1234567.80", Currency::EUR))] {
            for promise in [None, Some(PromiseKept::Kept { cost: half }), Some(PromiseKept::Credited { cost: whole })] {
                all.push(OrderEvent::Done { received: half, paid, place: place.clone(), promise });
            }
            all.push(OrderEvent::Refunded { amount: half, cost: paid.map(|_| whole), place: place.clone() });
            all.push(OrderEvent::Refunded { amount: half, cost: None, place: None });
            all.push(OrderEvent::UnderReview { paid });
            all.push(OrderEvent::Closed { held: paid });
        }
        for why in [DelayReason::PaywayOff, DelayReason::NotTaken] {
            all.push(OrderEvent::PayoutDelayed { amount: half, by: Payway::Iban, why });
        }
        all.push(OrderEvent::Deposited { amount: half });
        all.push(OrderEvent::Unclaimed { amount: half });
        all.push(OrderEvent::Bonus { amount: half, code: "SPRING".to_owned() });
        all.push(OrderEvent::Received { amount: half, from: "O••• K•••".to_owned() });
        let from = "O••• K•••".to_owned();
        all.push(OrderEvent::Invited { amount: half, from, deadline: DateTime::UNIX_EPOCH });
        all.extend(
            [None, Some("expired_card"), Some("never_heard_of")]
                .map(|reason| OrderEvent::Declined { reason: reason.map(str::to_owned) }),
        );
        all
    }

    #[test]
    fn every_mail_in_every_language_is_filled_names_its_order_and_leads_to_it() {
        for language in Language::ALL {
            let mut seen = std::collections::BTreeSet::new();
            for event in events() {
                let written = letter(language, "Nova\nPay", &notice(event.clone()), Some("https://pay.example"));
                let html = written.html(&NewTenant::example());
                for text in [&written.text, &html, &written.subject] {
                    assert!(!text.contains('{') && !text.contains("  \u{a0}"), "{event:?}: {text}");
                }
                assert!(written.subject.contains("7K2M-94QD") && !written.subject.contains('\n'));
                assert!(written.text.contains("https://pay.example/transaction/sale/ord_1"), "{}", written.text);
                assert!(html.contains("href=\"https://pay.example/transaction/sale/ord_1\""), "{html}");
                assert!(written.text.contains("Nova Pay"), "{}", written.text);
                assert!(
                    seen.insert(written.text.clone())
                        || matches!(event, OrderEvent::Refunded { place: None, .. } | OrderEvent::Declined { .. }),
                    "{event:?} says what another one says"
                );
            }
        }
    }

    #[test]
    fn amounts_are_the_true_ones_as_their_reader_writes_them() {
        let euro = amount("1234567.80", Currency::EUR);
        assert_eq!(money(Language::En, euro), "1,234,567.80\u{a0}EUR");
        assert_eq!(money(Language::Pl, euro), "1\u{a0}234\u{a0}567,80\u{a0}EUR");
        assert_eq!(money(Language::Uk, amount("0.50000000", Currency::LTC)), "0,5\u{a0}LTC");
        assert_eq!(money(Language::En, amount("2.00000000", Currency::LTC)), "2\u{a0}LTC");
        let event = OrderEvent::Refunded { amount: euro, cost: Some(amount("0.00100000", Currency::LTC)), place: None };
        let text = letter(Language::En, "Nova", &notice(event), None).text;
        assert!(text.contains("1,234,567.80\u{a0}EUR") && text.contains("0.001\u{a0}LTC"), "{text}");
        assert!(!text.contains("http"), "without a host of its own there is no link: {text}");
    }
}
