//! The email to operators about alerts.

use super::alert::{AlertKind, AlertLine};
use super::catalogue::Text;
use super::template::{self, Written};
use crate::Language;

const SUBJECT: Text = Text::new("alerts.subject", "{tenant} needs you: {alert}");
const INTRO: Text = Text::new("alerts.intro", "These conditions at {tenant} need an operator:");
const COUNTED: Text = Text::new("alerts.counted", "{alert}: {count}");
const COUNTED_SINCE: Text = Text::new("alerts.counted_since", "{alert}: {count}, the oldest since {since} UTC");
const OPEN: Text = Text::new("alerts.open", "Open the console. Its home page leads to each of them.");
const CHOOSE: Text = Text::new(
    "alerts.choose",
    "You get this email because of your role, at most once an hour for each condition. In the console, under your settings, you choose which alerts come by email.",
);

const PAID_TWICE: Text = Text::new("alerts.paid_twice", "Orders that were paid out twice");
const PAYOUT_UNKNOWN: Text = Text::new("alerts.payout_unknown", "Payouts with an unknown result");
const PAYOUT_FAILED: Text = Text::new("alerts.payout_failed", "Failed payouts");
const REVERSED: Text = Text::new("alerts.reversed", "Payments that were taken back");
const DISPUTED: Text = Text::new("alerts.disputed", "Disputed card payments");
const CHARGE_UNKNOWN: Text = Text::new("alerts.charge_unknown", "Charges with an unknown result");
const WORK_LATE: Text = Text::new("alerts.work_late", "Transactions that wait beyond their target");
const VERIFICATION_LATE: Text = Text::new("alerts.verification_late", "Verifications that wait for more than a day");
const UNQUOTED: Text = Text::new("alerts.unquoted", "Currencies without a price");
const HOT_LOW: Text = Text::new("alerts.hot_low", "Hot wallets below their minimum");
const PAYOUT_SLOW: Text = Text::new("alerts.payout_slow", "Payouts that have not left yet");
const HOT_FULL: Text = Text::new("alerts.hot_full", "Hot wallets above their maximum");
const UNMATCHED: Text = Text::new("alerts.unmatched", "Payments without an owner");
const CARDS_DOWN: Text = Text::new("alerts.cards_down", "Acquirers of cards that do not answer");
const DEPOSIT_SLOW: Text = Text::new("alerts.deposit_slow", "Deposits that were seen and are not credited");
const HOLD_LATE: Text = Text::new("alerts.hold_late", "Questions to customers beyond their deadline");
const DECLINES_UP: Text =
    Text::new("alerts.declines_up", "Declined card payments of a day, twice the share of the week before");
const PAYOUT_UNCONFIRMED: Text = Text::new("alerts.payout_unconfirmed", "Payouts that stay unconfirmed");
const STATEMENT_MISSING: Text = Text::new("alerts.statement_missing", "Banks without a statement for a business day");
const RATES_DIFFER: Text = Text::new("alerts.rates_differ", "Currencies whose sources differ by more than 1 %");
const WEBHOOK_FAILING: Text =
    Text::new("alerts.webhook_failing", "Webhook addresses that have failed for more than an hour");

const fn name(kind: AlertKind) -> Text {
    match kind {
        AlertKind::PaidTwice => PAID_TWICE,
        AlertKind::PayoutUnknown => PAYOUT_UNKNOWN,
        AlertKind::PayoutFailed => PAYOUT_FAILED,
        AlertKind::Reversed => REVERSED,
        AlertKind::Disputed => DISPUTED,
        AlertKind::ChargeUnknown => CHARGE_UNKNOWN,
        AlertKind::WorkLate => WORK_LATE,
        AlertKind::VerificationLate => VERIFICATION_LATE,
        AlertKind::Unquoted => UNQUOTED,
        AlertKind::HotLow => HOT_LOW,
        AlertKind::PayoutSlow => PAYOUT_SLOW,
        AlertKind::HotFull => HOT_FULL,
        AlertKind::Unmatched => UNMATCHED,
        AlertKind::CardsDown => CARDS_DOWN,
        AlertKind::DepositSlow => DEPOSIT_SLOW,
        AlertKind::HoldLate => HOLD_LATE,
        AlertKind::DeclinesUp => DECLINES_UP,
        AlertKind::PayoutUnconfirmed => PAYOUT_UNCONFIRMED,
        AlertKind::StatementMissing => STATEMENT_MISSING,
        AlertKind::RatesDiffer => RATES_DIFFER,
        AlertKind::WebhookFailing => WEBHOOK_FAILING,
    }
}

/// The email: one line for each alert, the worst first. The subject names the worst.
pub(crate) fn alerts(language: Language, tenant: &str, alerts: &[AlertLine]) -> Written {
    let tenant = tenant.split_whitespace().collect::<Vec<_>>().join(" ");
    let worst = alerts.first().map_or("", |told| name(told.kind).in_language(language));
    let fill = |text: Text| text.in_language(language).replace("{alert}", worst).replace("{tenant}", &tenant);
    let mut paragraphs = vec![fill(INTRO)];
    paragraphs.extend(alerts.iter().map(|told| line(language, told)));
    paragraphs.extend([OPEN, CHOOSE].map(fill));
    template::letter(language, fill(SUBJECT), &paragraphs)
}

fn line(language: Language, told: &AlertLine) -> String {
    let alert = name(told.kind).in_language(language);
    let counted = |text: Text| {
        text.in_language(language).replace("{count}", &told.extent.count.to_string()).replace("{alert}", alert)
    };
    match told.extent.since {
        None => counted(COUNTED),
        Some(since) => counted(COUNTED_SINCE).replace("{since}", &since.format("%F %R").to_string()),
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::notify::mail::Extent;

    #[test]
    fn every_language_names_each_alert_with_its_number_and_time() {
        for language in Language::ALL {
            let extent = Extent { count: 12, since: Some(DateTime::UNIX_EPOCH) };
            let told: Vec<AlertLine> = AlertKind::ALL.into_iter().map(|kind| AlertLine { kind, extent }).collect();
            let written = alerts(language, "Agio", &told);
            assert!(written.subject.contains("Agio") && !written.text.contains('{'), "{}", written.text);
            assert_eq!(written.text.matches("12").count(), AlertKind::ALL.len(), "{}", written.text);
            assert!(written.text.contains("1970-01-01 00:00 UTC"), "{}", written.text);
        }
    }
}
