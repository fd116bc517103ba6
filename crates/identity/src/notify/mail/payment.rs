//! Notices about payments to merchants: for the owner of the merchant's profile, and the receipt that a payer asked for.

use std::fmt;

use kernel::{Amount, ProfileId};
use serde::{Deserialize, Serialize};

use super::catalogue::Text;
use super::order::money;
use super::template::{self, Written};
use crate::Language;

/// What happened to a payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum PaymentEvent {
    /// It is paid, and the money is on the merchant's balance.
    Paid {
        /// The amount credited to the balance.
        received: Amount,
        /// The amount sent by the payer.
        paid: Amount,
    },
    /// Less than the amount has arrived.
    PaidPartly {
        /// The amount sent by the payer.
        paid: Amount,
    },
    /// More than the amount has arrived, or the amount a second time.
    PaidOver {
        /// The amount sent by the payer.
        paid: Amount,
    },
    /// The money arrived after its rate had ended.
    PaidLate {
        /// The amount sent by the payer.
        paid: Amount,
    },
    /// A refund of the merchant was sent.
    Refunded {
        /// The amount for the payer.
        amount: Amount,
    },
}

impl PaymentEvent {
    /// The amount that it is about.
    const fn amount(&self) -> Amount {
        match self {
            Self::Paid { received: amount, .. }
            | Self::PaidPartly { paid: amount }
            | Self::PaidOver { paid: amount }
            | Self::PaidLate { paid: amount }
            | Self::Refunded { amount } => *amount,
        }
    }
}

/// The event of a payment, for the merchant, or for the payer who wants a receipt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentNotice {
    /// The merchant's profile.
    pub profile: ProfileId,
    /// The name that payers see.
    pub merchant: String,
    /// The price.
    pub price: Amount,
    /// What happened.
    pub event: PaymentEvent,
    /// The merchant's own id of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<String>,
    /// Whether the merchant wants emails. Without them, the notice is in the app.
    pub mails: bool,
    /// The receiver of the receipt. `None` for the notice to the owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt: Option<ReceiptTo>,
}

/// The payer who asked for a receipt.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReceiptTo {
    /// The address.
    pub to: String,
    /// The language of the payer's page.
    pub language: Language,
}

/// Addresses must not appear in logs.
impl fmt::Debug for ReceiptTo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ReceiptTo({:?})", self.language)
    }
}

/// The subject and the paragraphs for the merchant's owner.
pub(crate) fn lines(language: Language, notice: &PaymentNotice) -> (String, Vec<String>) {
    let (amount, price) = (money(language, notice.event.amount()), money(language, notice.price));
    let order = notice.order.as_deref().unwrap_or_default();
    let fill = |text: Text| {
        let text = text.in_language(language).replace("{amount}", &amount).replace("{other}", &price);
        text.replace("{order}", order)
    };
    let (subject, about, next) = match &notice.event {
        PaymentEvent::Paid { .. } if notice.order.is_some() => (SUBJECT, PAID_FOR, Some(CREDITED)),
        PaymentEvent::Paid { .. } => (SUBJECT, PAID, Some(CREDITED)),
        PaymentEvent::PaidPartly { .. } => (PARTLY_SUBJECT, PARTLY, Some(PARTLY_NEXT)),
        PaymentEvent::PaidOver { .. } => (OVER_SUBJECT, OVER, Some(OVER_NEXT)),
        PaymentEvent::PaidLate { .. } => (LATE_SUBJECT, LATE, Some(LATE_NEXT)),
        PaymentEvent::Refunded { .. } => (REFUND_SUBJECT, REFUND, None),
    };
    // The text about a paid payment names the order itself.
    let is_named = !matches!(notice.event, PaymentEvent::Paid { .. });
    let order = notice.order.as_ref().filter(|_| is_named).map(|_| fill(ORDER));
    let paragraphs = [Some(fill(about)), order, next.map(fill)].into_iter().flatten().collect();
    (fill(subject), paragraphs)
}

/// The email to the merchant's owner, without the anti-phishing phrase. Without `site`, it has no link.
pub(crate) fn letter(language: Language, notice: &PaymentNotice, site: Option<&str>) -> Written {
    let (subject, mut paragraphs) = lines(language, notice);
    paragraphs.push(TURN_OFF.in_language(language).to_owned());
    let letter = template::letter(language, subject, &paragraphs);
    match site {
        Some(site) => letter.with_link(OPEN.in_language(language), &format!("{site}/profile/merchant")),
        None => letter,
    }
}

/// The receipt for the payer.
pub(crate) fn receipt(language: Language, notice: &PaymentNotice) -> Written {
    let sent = match notice.event {
        PaymentEvent::Paid { paid, .. } => paid,
        ref other => other.amount(),
    };
    let (price, paid) = (money(language, notice.price), money(language, sent));
    // Collapses line breaks, because the name ends up in a header.
    let merchant = notice.merchant.split_whitespace().collect::<Vec<_>>().join(" ");
    let order = notice.order.as_deref().unwrap_or_default();
    let fill = |text: Text| {
        let text = text.in_language(language).replace("{amount}", &price).replace("{other}", &paid);
        text.replace("{order}", order).replace("{merchant}", &merchant)
    };
    let about = notice.order.as_ref().map(|_| fill(RECEIPT_ORDER));
    let paragraphs: Vec<String> = [Some(fill(RECEIPT_PAID)), Some(fill(RECEIPT_SENT)), about, Some(fill(RECEIPT_WHY))]
        .into_iter()
        .flatten()
        .collect();
    template::letter(language, fill(RECEIPT), &paragraphs)
}

const SUBJECT: Text = Text::new("payment.subject", "Payment received: {amount}");
const PAID: Text = Text::new("payment.paid", "A payment of {other} is complete.");
const PAID_FOR: Text = Text::new("payment.paid_for", "The payment of {other} for your order {order} is complete.");
const CREDITED: Text = Text::new("payment.credited", "{amount} was added to your balance.");
const ORDER: Text = Text::new("payment.order", "Your order: {order}.");
const PARTLY_SUBJECT: Text = Text::new("payment.partly_subject", "A payer sent too little: {amount}");
const PARTLY: Text =
    Text::new("payment.partly", "{amount} arrived for a payment of {other}. That is less than agreed.");
const PARTLY_NEXT: Text = Text::new(
    "payment.partly_next",
    "The payer can add the rest or take the money back. You do not have to do anything.",
);
const OVER_SUBJECT: Text = Text::new("payment.over_subject", "A payer sent too much: {amount}");
const OVER: Text = Text::new("payment.over", "{amount} arrived for a payment of {other}. That is more than agreed.");
const OVER_NEXT: Text = Text::new("payment.over_next", "The payer decides on the payment page what happens with it.");
const LATE_SUBJECT: Text = Text::new("payment.late_subject", "A payment came late: {amount}");
const LATE: Text = Text::new("payment.late", "{amount} arrived for a payment of {other} after its rate had ended.");
const LATE_NEXT: Text =
    Text::new("payment.late_next", "The payer can let it be exchanged at the present rate or take it back.");
const REFUND_SUBJECT: Text = Text::new("payment.refund_subject", "Refund sent: {amount}");
const REFUND: Text = Text::new("payment.refund", "{amount} was sent back for a payment of {other}.");
const TURN_OFF: Text =
    Text::new("payment.turn_off", "You can turn these emails off in your profile under Take payments.");
const OPEN: Text = Text::new("payment.open", "Open the payments");
const RECEIPT: Text = Text::new("payment.receipt", "Your receipt: {amount} to {merchant}");
const RECEIPT_PAID: Text = Text::new("payment.receipt_paid", "You paid {amount} to {merchant}.");
const RECEIPT_SENT: Text = Text::new("payment.receipt_sent", "You sent {other}.");
const RECEIPT_ORDER: Text = Text::new("payment.receipt_order", "The shop's order number is {order}.");
const RECEIPT_WHY: Text = Text::new(
    "payment.receipt_why",
    "You get this email because this address was given on the payment page. It is used for this receipt alone.",
);

#[cfg(test)]
mod tests {
    use kernel::Currency;
    use uuid::Uuid;

    use super::*;
    use crate::NewTenant;

    #[test]
    fn every_mail_in_every_language_is_filled() {
        let received = Amount::parse("24.90", Currency::EUR).unwrap();
        let paid = Amount::parse("0.30000000", Currency::LTC).unwrap();
        let notice = PaymentNotice {
            profile: ProfileId::from_uuid(Uuid::nil()),
            merchant: "Bean\n& Leaf".to_owned(),
            price: Amount::parse("25.00", Currency::EUR).unwrap(),
            event: PaymentEvent::Paid { received, paid },
            order: Some("cart-1".to_owned()),
            mails: true,
            receipt: None,
        };
        for language in Language::ALL {
            for notice in [notice.clone(), PaymentNotice { order: None, ..notice.clone() }] {
                let own = letter(language, &notice, Some("https://pay.example"));
                let theirs = receipt(language, &notice);
                for text in
                    [&own.text, &own.subject, &theirs.text, &theirs.subject, &theirs.html(&NewTenant::example())]
                {
                    assert!(!text.contains('{'), "{text}");
                }
                assert_eq!(own.text.contains("cart-1"), notice.order.is_some());
                for event in [
                    PaymentEvent::PaidPartly { paid },
                    PaymentEvent::PaidOver { paid },
                    PaymentEvent::PaidLate { paid },
                    PaymentEvent::Refunded { amount: paid },
                ] {
                    let other = letter(language, &PaymentNotice { event, ..notice.clone() }, None);
                    assert!(!other.text.contains('{') && other.text.contains("LTC"), "{}", other.text);
                    assert_eq!(other.text.contains("cart-1"), notice.order.is_some());
                }
                assert_eq!(theirs.text.contains("cart-1"), notice.order.is_some());
                assert!(!theirs.subject.contains('\n') && theirs.subject.contains("Bean & Leaf"));
                assert!(own.text.contains("https://pay.example/profile/merchant"));
            }
        }
        let to = ReceiptTo { to: "payer@example.test".to_owned(), language: Language::En };
        assert!(!format!("{to:?}").contains("payer@"));
    }
}
