//! Mails about orders: what happened, with the amounts that the ledger has, and a link to the order on the tenant's own host.

use chrono::{DateTime, Utc};
use kernel::{Amount, Currency, ProfileId, TenantId};
use serde::{Deserialize, Serialize};

use super::job::mail;
use super::template::{self, Written};
use super::{Mail, order_words};
use crate::{Identity, IdentityError, Language, profile, user};

/// What happened to an order, for its owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderNotice {
    /// Whose order it is.
    pub profile: ProfileId,
    /// The name that people call it by.
    pub reference: String,
    /// Its page, from the root of the site.
    pub path: String,
    /// What happened.
    pub event: OrderEvent,
    /// Another address than that of the owner: the person whom a transfer waits for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

/// What happened to an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum OrderEvent {
    /// It was paid out.
    Done {
        /// What was sent.
        received: Amount,
        /// What was paid.
        paid: Option<Amount>,
        /// Where it was sent, in short.
        place: Option<String>,
    },
    /// The payment went back.
    Refunded {
        /// How much.
        amount: Amount,
        /// What sending it cost.
        cost: Option<Amount>,
        /// Where to, in short; `None` for the way that it came.
        place: Option<String>,
    },
    /// The payment is on the balance.
    Deposited {
        /// How much.
        amount: Amount,
    },
    /// Another customer sent it.
    Received {
        /// How much.
        amount: Amount,
        /// Who, masked.
        from: String,
    },
    /// It waits for the reader, who has no account yet.
    Invited {
        /// How much.
        amount: Amount,
        /// Who pays, masked.
        from: String,
        /// Until when.
        deadline: DateTime<Utc>,
    },
    /// The person whom it was sent to did not open an account in time; it is back on the balance.
    Unclaimed {
        /// How much.
        amount: Amount,
    },
    /// The owner must decide.
    NeedsOwner {
        /// Why.
        why: NeedsOwner,
        /// What arrived.
        received: Amount,
        /// What was ordered.
        expected: Amount,
        /// Until when.
        deadline: DateTime<Utc>,
    },
    /// The payment was declined, and nothing was taken.
    Declined {
        /// Why, by code: `expired_card`.
        reason: Option<String>,
    },
    /// An operator looks at it.
    UnderReview {
        /// What was paid.
        paid: Option<Amount>,
    },
    /// An operator closed it.
    Closed {
        /// What stands with the house.
        held: Option<Amount>,
    },
}

/// Why the owner must decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NeedsOwner {
    /// Less or more arrived than was ordered.
    OtherAmount,
    /// It arrived too late.
    Late,
    /// It arrived twice.
    Double,
    /// What was sent came back.
    Returned,
    /// What arrived is outside the limits.
    OutOfLimits,
    /// Coins arrived, and nobody has said who sends them.
    SenderUnknown,
}

/// The mail; `None` when there is nobody to write to.
pub(super) async fn write(
    identity: &Identity,
    tenant: TenantId,
    notice: &OrderNotice,
    key: String,
) -> Result<Option<Mail>, IdentityError> {
    let mut tx = identity.store().tenant(tenant).await?;
    let owner = profile::store::owner(tx.conn(), tenant, notice.profile).await?;
    let Some(owner) = owner else { return Ok(None) };
    let Some(person) = user::store::find(tx.conn(), tenant, owner).await? else { return Ok(None) };
    let phrase = identity.phrase_of(&mut tx, owner).await?;
    drop(tx);
    let house = identity.tenant_by_id(tenant).await?;
    // Never from a request: a link in a mail leads to a host that the tenant is known by.
    let host = house.hosts.iter().find(|host| !host.starts_with("*.") && !is_loopback(host));
    let site = host.map(|host| format!("https://{host}"));
    let written = letter(person.settings.language, &house.name, notice, site.as_deref());
    Ok(Some(match &notice.to {
        Some(address) => mail(tenant, house.name, address.clone(), written, key),
        None => mail(tenant, house.name, person.email, written.with_phrase(phrase.as_deref()), key),
    }))
}

/// Whether a name leads to the machine that it is read on: no link in a mail does.
fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.ends_with(".localhost") || host.starts_with("127.") || host == "::1"
}

/// The letter, without the phrase. Without a `site` there is no link in it.
fn letter(language: Language, tenant: &str, notice: &OrderNotice, site: Option<&str>) -> Written {
    let words = order_words::of(language, &notice.event);
    // A name is one line, whatever was configured: it ends up in a header.
    let name = tenant.split_whitespace().collect::<Vec<_>>().join(" ");
    let filled = Filled::of(language, &notice.event);
    let fill = |text: &str| {
        let text = text.replace("{amount}", &filled.amount).replace("{other}", &filled.other);
        let text = text.replace("{place}", &filled.place).replace("{when}", &filled.when);
        text.replace("{reference}", &notice.reference).replace("{tenant}", &name)
    };
    let mut paragraphs: Vec<String> = words.paragraphs.iter().map(|text| fill(text)).collect();
    paragraphs.push(fill(order_words::about(language)));
    let letter = template::letter(language, fill(words.subject), &paragraphs);
    match site {
        Some(site) => letter.with_link(order_words::open(language), &format!("{site}{}", notice.path)),
        None => letter,
    }
}

/// What is filled into the words.
#[derive(Default)]
struct Filled {
    amount: String,
    other: String,
    place: String,
    when: String,
}

impl Filled {
    fn of(language: Language, event: &OrderEvent) -> Self {
        let text = |amount: &Amount| money(language, *amount);
        let maybe = |amount: &Option<Amount>| amount.as_ref().map(text).unwrap_or_default();
        let place = |place: &Option<String>| place.clone().unwrap_or_default();
        match event {
            OrderEvent::Done { received, paid, place: to } => {
                Self { amount: text(received), other: maybe(paid), place: place(to), ..Self::default() }
            }
            OrderEvent::Refunded { amount, cost, place: to } => {
                Self { amount: text(amount), other: maybe(cost), place: place(to), ..Self::default() }
            }
            OrderEvent::Deposited { amount } | OrderEvent::Unclaimed { amount } => {
                Self { amount: text(amount), ..Self::default() }
            }
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

/// An amount as its reader writes numbers. Coins lose zeros at the end; cents stay.
fn money(language: Language, amount: Amount) -> String {
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

    fn amount(text: &str, currency: Currency) -> Amount {
        Amount::parse(text, currency).unwrap()
    }

    fn notice(event: OrderEvent) -> OrderNotice {
        OrderNotice {
            profile: ProfileId::from_uuid(Uuid::nil()),
            reference: "7K2M-94QD".to_owned(),
            path: "/transaction/sale/ord_1".to_owned(),
            event,
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
            NeedsOwner::SenderUnknown,
        ];
        let place = Some("ltc1qw…n4n9".to_owned());
        let mut all: Vec<OrderEvent> = why.map(needs).to_vec();
        for paid in [None, Some(amount("1234567.80", Currency::EUR))] {
            all.push(OrderEvent::Done { received: half, paid, place: place.clone() });
            all.push(OrderEvent::Refunded { amount: half, cost: paid.map(|_| whole), place: place.clone() });
            all.push(OrderEvent::Refunded { amount: half, cost: None, place: None });
            all.push(OrderEvent::UnderReview { paid });
            all.push(OrderEvent::Closed { held: paid });
        }
        all.push(OrderEvent::Deposited { amount: half });
        all.push(OrderEvent::Unclaimed { amount: half });
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
                let html = written.html();
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
