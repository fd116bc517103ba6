//! Emails about payments to merchants: to the owner of the merchant's profile, and the receipt that a payer asked for.

use std::fmt;

use kernel::{Amount, ProfileId};
use serde::{Deserialize, Serialize};

use super::catalogue::Text;
use super::order::money;
use super::template::{self, Written};
use crate::Language;

/// A paid payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentNotice {
    /// The merchant's profile.
    pub profile: ProfileId,
    /// The name that payers see.
    pub merchant: String,
    /// The price.
    pub price: Amount,
    /// The amount credited to the merchant's balance.
    pub received: Amount,
    /// The amount sent by the payer.
    pub paid: Amount,
    /// The merchant's own id of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<String>,
    /// The receiver of the receipt. `None` for the email to the owner.
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

/// The email to the merchant's owner, without the anti-phishing phrase. Without `site`, it has no link.
pub(crate) fn letter(language: Language, notice: &PaymentNotice, site: Option<&str>) -> Written {
    let (received, price) = (money(language, notice.received), money(language, notice.price));
    let order = notice.order.as_deref().unwrap_or_default();
    let fill = |text: Text| {
        let text = text.in_language(language).replace("{amount}", &received).replace("{other}", &price);
        text.replace("{order}", order)
    };
    let about = if notice.order.is_some() { PAID_FOR } else { PAID };
    let letter = template::letter(language, fill(SUBJECT), &[fill(about), fill(CREDITED), fill(TURN_OFF)]);
    match site {
        Some(site) => letter.with_link(OPEN.in_language(language), &format!("{site}/profile/merchant")),
        None => letter,
    }
}

/// The receipt for the payer.
pub(crate) fn receipt(language: Language, notice: &PaymentNotice) -> Written {
    let (price, paid) = (money(language, notice.price), money(language, notice.paid));
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
        let notice = PaymentNotice {
            profile: ProfileId::from_uuid(Uuid::nil()),
            merchant: "Bean\n& Leaf".to_owned(),
            price: Amount::parse("25.00", Currency::EUR).unwrap(),
            received: Amount::parse("24.90", Currency::EUR).unwrap(),
            paid: Amount::parse("0.30000000", Currency::LTC).unwrap(),
            order: Some("cart-1".to_owned()),
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
                assert_eq!(theirs.text.contains("cart-1"), notice.order.is_some());
                assert!(!theirs.subject.contains('\n') && theirs.subject.contains("Bean & Leaf"));
                assert!(own.text.contains("https://pay.example/profile/merchant"));
            }
        }
        let to = ReceiptTo { to: "payer@example.test".to_owned(), language: Language::En };
        assert!(!format!("{to:?}").contains("payer@"));
    }
}
