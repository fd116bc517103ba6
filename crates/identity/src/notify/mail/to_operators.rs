//! The emails to operators.

use chrono::{DateTime, Utc};
use kernel::OperatorId;
use serde::{Deserialize, Serialize};

use super::catalogue::Text;
use super::template::{self, Written};
use crate::Language;

/// The number of wrong codes in an hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct WrongCodes {
    /// The start of the hour.
    pub since: DateTime<Utc>,
    /// Wrong codes since then.
    pub count: i32,
}

/// The operator and the minute of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Report {
    pub operator: OperatorId,
    /// The start of the minute.
    pub from: DateTime<Utc>,
}

/// One log entry in the email.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LogEntry {
    pub at: DateTime<Utc>,
    pub action: String,
    /// The kind of the proposed action, if the entry is a proposal.
    pub kind: Option<String>,
    pub subject: String,
    pub reason: Option<String>,
}

// The invitation. The link stands between its paragraphs.
const INVITATION: Text = Text::new("invitation.subject", "Your invitation to the console of {tenant}");
const INVITED: Text = Text::new(
    "invitation.invited",
    "You are invited to the console of {tenant}. Open this link in the browser that you will work in, with an authenticator app at hand:",
);
const LINK_WORKS_ONCE: Text = Text::new(
    "invitation.link_works_once",
    "It works once, until {until}. Anyone who opens it acts as you: do not pass it on.",
);
const NOT_FOR_YOU: Text = Text::new("invitation.not_for_you", "If you do not work for {tenant}, do nothing.");

// The break-glass report. The actions stand between its paragraphs.
const BREAK_GLASS: Text = Text::new("break_glass.subject", "Break-glass was used in the console of {tenant}");
const BREAK_GLASS_INTRO: Text =
    Text::new("break_glass.intro", "{operator} did this in the emergency role (break-glass):");
const BREAK_GLASS_END: Text = Text::new(
    "break_glass.end",
    "Anything that changes something is waiting for you under Approvals. The audit log has all of it. If you did not expect this, have this operator removed at once.",
);

// The brute-force alert.
const GUESSING: Text = Text::new("guessing.subject", "Sign-in codes are being guessed at {tenant}");
const GUESSED: Text = Text::new(
    "guessing.guessed",
    "Since {since} UTC {count} wrong sign-in codes were entered at {tenant}. That is more than ordinary typing mistakes: someone may be trying codes on many accounts.",
);
const DEFENCES: Text = Text::new(
    "guessing.defences",
    "Each code takes five attempts, each address ten codes a day. After 1,000 wrong codes in a day new codes get longer by themselves, and a browser has to work for a second before one is sent.",
);
const ASK_THE_HOST: Text = Text::new(
    "guessing.ask_the_host",
    "Please check where they come from with the operator of the server, and block those networks if it goes on. You get this email once an hour at most.",
);

/// The operator invitation. It is the only security email with a link: a new operator has no page to type a code into.
pub(crate) fn operator_invitation(language: Language, tenant: &str, link: &str, expires_at: DateTime<Utc>) -> Written {
    let name = tenant.split_whitespace().collect::<Vec<_>>().join(" ");
    let until = expires_at.format("%F %R UTC").to_string();
    let fill = |text: Text| text.in_language(language).replace("{until}", &until).replace("{tenant}", &name);
    let paragraphs = [fill(INVITED), link.to_owned(), fill(LINK_WORKS_ONCE), fill(NOT_FOR_YOU)];
    template::letter(language, fill(INVITATION), &paragraphs)
}

/// The break-glass report, one paragraph for each action.
pub(crate) fn break_glass_report(language: Language, tenant: &str, operator: &str, told: &[LogEntry]) -> Written {
    let name = tenant.split_whitespace().collect::<Vec<_>>().join(" ");
    let fill = |text: Text| text.in_language(language).replace("{operator}", operator).replace("{tenant}", &name);
    let act = |one: &LogEntry| {
        let kind = one.kind.as_ref().map(|kind| format!(" ({kind})")).unwrap_or_default();
        let reason = one.reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
        format!("{} UTC  {}{kind}  {}{reason}", one.at.format("%F %T"), one.action, one.subject)
    };
    let mut paragraphs = vec![fill(BREAK_GLASS_INTRO)];
    paragraphs.extend(told.iter().map(act));
    paragraphs.push(fill(BREAK_GLASS_END));
    template::letter(language, fill(BREAK_GLASS), &paragraphs)
}

/// The brute-force alert to an operator.
pub(crate) fn brute_force_alert(language: Language, tenant: &str, WrongCodes { since, count }: WrongCodes) -> Written {
    let name = tenant.split_whitespace().collect::<Vec<_>>().join(" ");
    let (since, count) = (since.format("%F %R").to_string(), count.to_string());
    let fill = |text: Text| {
        let text = text.in_language(language).replace("{count}", &count).replace("{since}", &since);
        text.replace("{tenant}", &name)
    };
    template::letter(language, fill(GUESSING), &[GUESSED, DEFENCES, ASK_THE_HOST].map(fill))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_says_since_when_and_how_many_codes_were_guessed() {
        for language in Language::ALL {
            let alarm = brute_force_alert(language, "Agio", WrongCodes { since: DateTime::UNIX_EPOCH, count: 200 });
            assert!(alarm.text.contains("1970-01-01 00:00 UTC") && alarm.text.contains("200"), "{}", alarm.text);
            assert!(alarm.subject.contains("Agio") && !alarm.text.contains('{'), "{}", alarm.text);
        }
    }
}
