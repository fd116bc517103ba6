//! Renders an email: plain text, and simple HTML with the same text.

use super::{glass_words, guessing_words, words};
use crate::operator::break_glass::Told;
use crate::operator::brute_force_alert::Guessing;
use crate::{Language, Secret};

/// A rendered email.
pub(super) struct Written {
    pub subject: String,
    pub text: String,
    /// The text with its markup, from which [`Written::html`] makes the page.
    body: String,
    language: Language,
}

impl Written {
    /// Puts the reader's anti-phishing phrase above everything else.
    pub fn with_phrase(mut self, phrase: Option<&str>) -> Self {
        let Some(phrase) = phrase else { return self };
        let line = words::phrase(self.language).replace("{phrase}", phrase);
        self.text = format!("{line}\n\n{}", self.text);
        let look = "margin:0 0 20px;padding:0 0 12px;border-bottom:1px solid #d9dbe0;color:#5b606b";
        self.body = format!("<p style=\"{look}\">{}</p>\n{}", escape(&line), self.body);
        self
    }

    /// Appends a link.
    pub fn with_link(mut self, label: &str, address: &str) -> Self {
        self.text = format!("{}\n{label}: {address}\n", self.text);
        let look = "display:inline-block;padding:12px 20px;border-radius:10px;background:#1a1c21;color:#ffffff;text-decoration:none";
        let (label, address) = (escape(label), escape(address));
        self.body = format!(
            "{}<p style=\"margin:20px 0 0\"><a href=\"{address}\" style=\"{look}\">{label}</a></p>\n",
            self.body
        );
        self
    }

    /// The HTML version.
    pub fn html(&self) -> String {
        format!(
            "<!doctype html>\n<html lang=\"{}\"><body style=\"margin:0;padding:24px;font:16px/1.5 sans-serif;color:#1a1c21\">\n\
             <div style=\"max-width:480px;margin:0 auto\">\n{}</div>\n</body></html>\n",
            self.language.code(),
            self.body,
        )
    }
}

/// The sign-in email. It contains no link, because mail scanners follow links.
pub(super) fn login_code(language: Language, tenant: &str, code: &Secret, minutes: i64, network: &str) -> Written {
    let words = words::login_code(language);
    let lines = [words.good_for, words.asked_from, words.never_tell, words.not_you];
    let fill = Fill { tenant, minutes: &minutes.to_string(), network };
    written(language, &fill, [words.subject, words.intro], Some(code), &lines)
}

/// The email with the code for a new address.
pub(super) fn contact_code(language: Language, tenant: &str, code: &Secret, minutes: i64) -> Written {
    let words = words::login_code(language);
    let own = words::contact_code(language);
    let fill = Fill { tenant, minutes: &minutes.to_string(), network: "" };
    written(language, &fill, [words.subject, own.intro], Some(code), &[words.good_for, words.never_tell, own.not_you])
}

/// The notice to a former address.
pub(super) fn email_changed(language: Language, tenant: &str, network: &str, held: Option<&str>) -> Written {
    let words = words::email_changed(language);
    let fill = Fill { tenant, minutes: "", network };
    let lines: Vec<&str> = [Some(words.asked_from), held, Some(words.not_you)].into_iter().flatten().collect();
    written(language, &fill, [words.subject, words.intro], None, &lines)
}

/// The values of the placeholders.
struct Fill<'a> {
    tenant: &'a str,
    minutes: &'a str,
    network: &'a str,
}

impl Fill<'_> {
    fn fill(&self, text: &str) -> String {
        // Collapses line breaks, because the name ends up in a header.
        let tenant = self.tenant.split_whitespace().collect::<Vec<_>>().join(" ");
        text.replace("{minutes}", self.minutes).replace("{network}", self.network).replace("{tenant}", &tenant)
    }
}

fn written(
    language: Language,
    fill: &Fill<'_>,
    [subject, intro]: [&str; 2],
    code: Option<&Secret>,
    lines: &[&str],
) -> Written {
    let lines: Vec<String> = lines.iter().map(|line| fill.fill(line)).collect();
    let intro = fill.fill(intro);
    let code = code.map(Secret::expose);
    let plain_code = code.map(|code| format!("    {code}\n\n")).unwrap_or_default();
    let text = format!("{intro}\n\n{plain_code}{}\n", lines.join("\n\n"));
    let paragraphs: String =
        lines.iter().map(|line| format!("<p style=\"margin:0 0 12px\">{}</p>\n", escape(line))).collect();
    let big = "margin:0 0 16px;font-size:32px;font-weight:600;letter-spacing:4px";
    let big_code = code.map(|code| format!("<p style=\"{big}\">{}</p>\n", escape(code))).unwrap_or_default();
    let body = format!("<p style=\"margin:0 0 12px\">{}</p>\n{big_code}{paragraphs}", escape(&intro));
    Written { subject: fill.fill(subject), text, body, language }
}

/// An email of plain paragraphs; the first one is bold.
pub(super) fn letter(language: Language, subject: String, paragraphs: &[String]) -> Written {
    let text = paragraphs.join("\n\n") + "\n";
    let body: String = paragraphs
        .iter()
        .enumerate()
        .map(|(at, line)| {
            let weight = if at == 0 { 600 } else { 400 };
            format!("<p style=\"margin:0 0 12px;font-weight:{weight}\">{}</p>\n", escape(line))
        })
        .collect();
    Written { subject, text, body, language }
}

/// The operator invitation. It is the only security email with a link: a new operator has no page to type a code into.
pub(super) fn operator_invitation(
    language: Language,
    tenant: &str,
    link: &str,
    expires_at: chrono::DateTime<chrono::Utc>,
) -> Written {
    let words = words::operator_invitation(language);
    let name = tenant.split_whitespace().collect::<Vec<_>>().join(" ");
    let until = expires_at.format("%F %R UTC").to_string();
    let fill = |text: &&str| text.replace("{until}", &until).replace("{link}", link).replace("{tenant}", &name);
    let paragraphs: Vec<String> = words.paragraphs.iter().map(fill).collect();
    letter(language, fill(&words.subject), &paragraphs)
}

/// The break-glass report, one paragraph for each action.
pub(super) fn glass_report(language: Language, tenant: &str, operator: &str, told: &[Told]) -> Written {
    let words = glass_words::glass(language);
    let name = tenant.split_whitespace().collect::<Vec<_>>().join(" ");
    let fill = |text: &str| text.replace("{operator}", operator).replace("{tenant}", &name);
    let act = |one: &Told| {
        let deed = one.deed.as_ref().map(|deed| format!(" ({deed})")).unwrap_or_default();
        let reason = one.reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
        format!("{} UTC  {}{deed}  {}{reason}", one.at.format("%F %T"), one.action, one.subject)
    };
    let mut paragraphs = vec![fill(words.intro)];
    paragraphs.extend(told.iter().map(act));
    paragraphs.push(fill(words.end));
    letter(language, fill(words.subject), &paragraphs)
}

/// The brute-force alert to an operator.
pub(super) fn guessing(language: Language, tenant: &str, Guessing { since, count }: Guessing) -> Written {
    let words = guessing_words::guessing(language);
    let name = tenant.split_whitespace().collect::<Vec<_>>().join(" ");
    let (since, count) = (since.format("%F %R").to_string(), count.to_string());
    let fill = |text: &&str| text.replace("{count}", &count).replace("{since}", &since).replace("{tenant}", &name);
    let paragraphs: Vec<String> = words.paragraphs.iter().map(fill).collect();
    letter(language, fill(&words.subject), &paragraphs)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_the_code_the_name_and_the_warning() {
        for language in Language::ALL {
            let mail = login_code(language, "Agio", &Secret::new("012345"), 10, "192.0.2.0/24");
            for text in [&mail.text, &mail.html()] {
                assert!(text.contains("012345") && text.contains("Agio") && text.contains("10"), "{text}");
                assert!(text.contains("192.0.2.0/24") && !text.contains('{'), "{text}");
            }
            assert!(mail.subject.contains("Agio") && !mail.subject.contains("012345"));
            let new = contact_code(language, "Agio", &Secret::new("012345"), 10);
            assert!(new.text.contains("012345") && !new.text.contains('{') && new.text != mail.text);
            let notice = email_changed(language, "Agio", "192.0.2.0/24", Some("Held."));
            assert!(
                notice.text.contains("192.0.2.0/24") && notice.text.contains("Held.") && !notice.text.contains('{')
            );
            let alarm = guessing(language, "Agio", Guessing { since: chrono::DateTime::UNIX_EPOCH, count: 200 });
            assert!(alarm.text.contains("1970-01-01 00:00 UTC") && alarm.text.contains("200"), "{}", alarm.text);
            assert!(alarm.subject.contains("Agio") && !alarm.text.contains('{'), "{}", alarm.text);
        }
    }

    #[test]
    fn a_phrase_stands_first_in_every_language_and_adds_no_markup() {
        for language in Language::ALL {
            let mail = email_changed(language, "Agio", "n", None).with_phrase(Some("heron {phrase} <b>"));
            let (line, rest) = mail.text.split_once("\n\n").unwrap();
            assert!(line.ends_with(": heron {phrase} <b>") && !rest.contains("heron"), "{}", mail.text);
            let html = mail.html();
            assert!(html.contains("heron {phrase} &lt;b&gt;</p>\n<p style"), "{html}");
            assert!(!email_changed(language, "Agio", "n", None).with_phrase(None).text.contains(':'));
        }
    }

    #[test]
    fn a_name_cannot_add_markup_or_headers() {
        let mail = login_code(Language::En, "A<b>\r\nBcc: x", &Secret::new("1"), 10, "n");
        assert!(mail.html().contains("A&lt;b&gt; Bcc: x") && !mail.subject.contains('\n'));
    }
}
