//! Renders an email: plain text, and simple HTML with the same text.

use super::catalogue::Text;
use crate::{Language, Secret};

/// The line with the reader's anti-phishing phrase.
const PHRASE: Text = Text::new("phrase", "Your phrase: {phrase}");

/// A rendered email.
pub(crate) struct Written {
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
        let line = PHRASE.in_language(self.language).replace("{phrase}", phrase);
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

/// An email with an introduction, a code in large letters if there is one, and more paragraphs.
pub(super) fn with_code(
    language: Language,
    subject: String,
    intro: &str,
    code: Option<&Secret>,
    lines: &[String],
) -> Written {
    let code = code.map(Secret::expose);
    let plain_code = code.map(|code| format!("    {code}\n\n")).unwrap_or_default();
    let text = format!("{intro}\n\n{plain_code}{}\n", lines.join("\n\n"));
    let paragraphs: String =
        lines.iter().map(|line| format!("<p style=\"margin:0 0 12px\">{}</p>\n", escape(line))).collect();
    let big = "margin:0 0 16px;font-size:32px;font-weight:600;letter-spacing:4px";
    let big_code = code.map(|code| format!("<p style=\"{big}\">{}</p>\n", escape(code))).unwrap_or_default();
    let body = format!("<p style=\"margin:0 0 12px\">{}</p>\n{big_code}{paragraphs}", escape(intro));
    Written { subject, text, body, language }
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

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notify::mail::codes::{email_changed, login_code};

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
