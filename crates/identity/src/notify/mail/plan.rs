//! Emails about plans: exchanges that repeat or wait for a price.

use kernel::{Amount, Currency, ProfileId};
use serde::{Deserialize, Serialize};

use super::catalogue::Text;
use super::order::money;
use super::template::{self, Written};
use crate::Language;

/// An event of a plan for its owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanNotice {
    /// The profile that owns the plan.
    pub profile: ProfileId,
    /// The path of its page.
    pub path: String,
    /// The event.
    pub event: PlanEvent,
}

/// An event of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum PlanEvent {
    /// The plan made an order.
    Exchanged {
        /// The amount paid from the balance.
        paid: Amount,
        /// The amount added to the balance.
        received: Amount,
    },
    /// The price of an alert was reached.
    Reached {
        /// The currency whose price it is.
        of: Currency,
        /// The price of one unit, as decimal text.
        price: String,
        /// The currency of the price.
        unit: Currency,
    },
    /// A rule refused its exchange.
    Refused {
        /// The code of the reason, such as `insufficient_balance`.
        reason: String,
    },
    /// It was paused: after several refusals, or because its card cannot pay.
    Paused {
        /// The code of the reason, such as `card_expired`; `None` after several refusals.
        #[serde(default)]
        reason: Option<String>,
    },
    /// Its time is over.
    Expired,
}

/// The email without the anti-phishing phrase. Without `site`, it has no link.
pub(crate) fn letter(language: Language, tenant: &str, notice: &PlanNotice, site: Option<&str>) -> Written {
    let (subject, paragraphs) = lines(language, tenant, notice);
    let letter = template::letter(language, subject, &paragraphs);
    match site {
        Some(site) => letter.with_link(OPEN.in_language(language), &format!("{site}{}", notice.path)),
        None => letter,
    }
}

/// The subject, and what happened in a few sentences.
pub(crate) fn lines(language: Language, tenant: &str, notice: &PlanNotice) -> (String, Vec<String>) {
    // Collapses line breaks, because the name ends up in a header.
    let name = tenant.split_whitespace().collect::<Vec<_>>().join(" ");
    let (subject, first, then) = words(&notice.event);
    let [amount, other] = filled(language, &notice.event);
    let fill = |text: Text| {
        let text = text.in_language(language).replace("{amount}", &amount).replace("{other}", &other);
        text.replace("{tenant}", &name)
    };
    (fill(subject), [Some(first), then].into_iter().flatten().map(fill).collect())
}

/// The subject and the paragraphs.
fn words(event: &PlanEvent) -> (Text, Text, Option<Text>) {
    match event {
        PlanEvent::Exchanged { .. } => (EXCHANGED, PAID, Some(RECEIVED)),
        PlanEvent::Reached { .. } => (REACHED, PRICE, None),
        PlanEvent::Refused { reason } => (REFUSED, why(reason), Some(AGAIN)),
        PlanEvent::Paused { reason } => (PAUSED, reason.as_deref().map_or(SEVERAL, why), Some(RESUME)),
        PlanEvent::Expired => (EXPIRED, NOT_REACHED, None),
    }
}

/// The values of `{amount}` and `{other}`.
fn filled(language: Language, event: &PlanEvent) -> [String; 2] {
    match event {
        PlanEvent::Exchanged { paid, received } => [money(language, *received), money(language, *paid)],
        PlanEvent::Reached { of, price, unit } => [format!("{price}\u{a0}{unit}"), of.code().to_owned()],
        PlanEvent::Refused { .. } | PlanEvent::Paused { .. } | PlanEvent::Expired => Default::default(),
    }
}

fn why(reason: &str) -> Text {
    match reason {
        "insufficient_balance" => Text::new("plan.insufficient_balance", "There was not enough money on the balance."),
        "limit" => Text::new("plan.limit", "Your limit does not allow this amount at the moment."),
        "amount" => Text::new("plan.amount", "The amount is below the minimum or above the maximum of this exchange."),
        "card_declined" => Text::new("plan.card_declined", "Your bank declined the card."),
        "card_expired" => Text::new("plan.card_expired", "The card has expired."),
        "card_unconfirmed" => {
            Text::new("plan.card_unconfirmed", "Your bank has not confirmed the card yet. Pay with it once yourself.")
        }
        "card_gone" => Text::new("plan.card_gone", "The card is no longer saved."),
        "unavailable" => Text::new("plan.unavailable", "This exchange is not available at the moment."),
        _ => Text::new("plan.other_reason", "A rule of your account does not allow it at the moment."),
    }
}

const OPEN: Text = Text::new("plan.open", "Open the plan");
const EXCHANGED: Text = Text::new("plan.exchanged", "Your planned exchange is done: {amount}");
const PAID: Text = Text::new("plan.paid", "{other} was taken from your balance.");
const RECEIVED: Text = Text::new("plan.received", "{amount} was added to your balance.");
const REACHED: Text = Text::new("plan.reached", "{other} has reached {amount}");
const PRICE: Text = Text::new("plan.price", "The price of one {other} is {amount} now.");
const REFUSED: Text = Text::new("plan.refused", "Your planned exchange in {tenant} did not take place");
const AGAIN: Text =
    Text::new("plan.again", "Nothing was taken from your balance. The plan tries again at its next time.");
const PAUSED: Text = Text::new("plan.paused", "Your plan in {tenant} is paused");
const SEVERAL: Text = Text::new("plan.several", "Several planned exchanges in a row did not take place.");
const RESUME: Text = Text::new("plan.resume", "Resume the plan when it can run again.");
const EXPIRED: Text = Text::new("plan.expired", "Your plan in {tenant} has ended");
const NOT_REACHED: Text = Text::new("plan.not_reached", "Its time is over. Nothing was exchanged.");

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::NewTenant;

    #[test]
    fn every_mail_in_every_language_is_filled_and_leads_to_its_plan() {
        let paid = Amount::parse("50.00", Currency::EUR).unwrap();
        let received = Amount::parse("0.00061", Currency::LTC).unwrap();
        let mut events = vec![
            PlanEvent::Exchanged { paid, received },
            PlanEvent::Reached { of: Currency::LTC, price: "100000".to_owned(), unit: Currency::EUR },
            PlanEvent::Paused { reason: None },
            PlanEvent::Paused { reason: Some("card_expired".to_owned()) },
            PlanEvent::Expired,
        ];
        let reasons = [
            "insufficient_balance",
            "limit",
            "amount",
            "unavailable",
            "card_declined",
            "card_expired",
            "card_gone",
            "card_unconfirmed",
            "refused",
        ];
        events.extend(reasons.map(|reason| PlanEvent::Refused { reason: reason.to_owned() }));
        for language in Language::ALL {
            let mut seen = std::collections::BTreeSet::new();
            for event in &events {
                let profile = ProfileId::from_uuid(Uuid::nil());
                let notice = PlanNotice { profile, path: "/plans/pln_1".to_owned(), event: event.clone() };
                let written = letter(language, "Nova\nPay", &notice, Some("https://pay.example"));
                for text in [&written.text, &written.html(&NewTenant::example()), &written.subject] {
                    assert!(!text.contains('{'), "{event:?}: {text}");
                }
                assert!(!written.subject.contains('\n') && written.text.contains("https://pay.example/plans/pln_1"));
                assert!(seen.insert(written.text.clone()), "{event:?} says what another one says");
            }
        }
    }
}
