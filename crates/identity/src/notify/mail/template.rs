//! Renders an email: plain text, and simple HTML with the same text.

use super::catalogue::Text;
use crate::tenant::{Corners, palette};
use crate::{Language, Secret, Tenant};

/// The line with the reader's anti-phishing phrase.
const PHRASE: Text = Text::new("phrase", "Your phrase: {phrase}");

/// A rendered email.
pub(crate) struct Written {
    pub subject: String,
    pub text: String,
    /// The text with its markup, from which [`Written::html`] makes the page.
    body: String,
    /// The label and the address of the link at the end.
    link: Option<(String, String)>,
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
        self.link = Some((escape(label), escape(address)));
        self
    }

    /// The HTML version in the tenant's colour. It loads no picture, so that no reader is tracked and nothing is missing
    /// where pictures are blocked.
    pub fn html(&self, tenant: &Tenant) -> String {
        let color = palette::single(tenant.brand.color.as_deref());
        let radius = match tenant.brand.corners {
            Corners::Sharp => 2,
            Corners::Soft => 10,
            Corners::Round => 22,
        };
        let link = self.link.as_ref().map_or_else(String::new, |(label, address)| {
            let look = format!(
                "display:inline-block;padding:12px 20px;border-radius:{radius}px;background:{color};color:#ffffff;\
                 font-weight:600;text-decoration:none"
            );
            format!("<p style=\"margin:20px 0 0\"><a href=\"{address}\" style=\"{look}\">{label}</a></p>\n")
        });
        let (head, foot) = (head(tenant, &color, radius), foot(tenant));
        format!(
            "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"></head>\n\
             <body style=\"margin:0;padding:24px 12px;background:#f5f5f1;font:16px/1.5 sans-serif;color:#1a1c21\">\n\
             <div style=\"max-width:520px;margin:0 auto\">\n{head}\
             <div style=\"padding:24px;border-radius:{radius}px;background:#ffffff\">\n{}{link}</div>\n{foot}</div>\n\
             </body></html>\n",
            self.language.code(),
            self.body,
        )
    }
}

/// The tenant's initial in its colour, and its name.
fn head(tenant: &Tenant, color: &str, radius: u8) -> String {
    let initial: String = tenant.name.chars().find(|c| c.is_alphanumeric()).unwrap_or('•').to_uppercase().collect();
    let mark = format!(
        "width:40px;height:40px;border-radius:{radius}px;background:{color};color:#ffffff;font-size:20px;font-weight:700;\
         text-align:center"
    );
    format!(
        "<table role=\"presentation\" style=\"margin:0 0 16px;border-collapse:separate\"><tr><td style=\"{mark}\">{}</td>\
         <td style=\"padding-left:12px;font-size:18px;font-weight:600\">{}</td></tr></table>\n",
        escape(&initial),
        escape(&tenant.name),
    )
}

/// The tenant's name and support address in small letters.
fn foot(tenant: &Tenant) -> String {
    let support = tenant.brand.support_email.as_ref().map(|address| {
        let address = escape(address);
        format!(" · <a href=\"mailto:{address}\" style=\"color:#5b606b\">{address}</a>")
    });
    let look = "margin:16px 0 0;font-size:13px;color:#5b606b";
    format!("<p style=\"{look}\">{}{}</p>\n", escape(&tenant.name), support.unwrap_or_default())
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
    Written { subject, text, body, link: None, language }
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
    Written { subject, text, body, link: None, language }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NewTenant;
    use crate::notify::mail::codes::{email_changed, login_code};

    #[test]
    fn a_phrase_stands_first_in_every_language_and_adds_no_markup() {
        for language in Language::ALL {
            let mail = email_changed(language, "Agio", "n", None).with_phrase(Some("heron {phrase} <b>"));
            let (line, rest) = mail.text.split_once("\n\n").unwrap();
            assert!(line.ends_with(": heron {phrase} <b>") && !rest.contains("heron"), "{}", mail.text);
            let html = mail.html(&NewTenant::example());
            assert!(html.contains("heron {phrase} &lt;b&gt;</p>\n<p style"), "{html}");
            assert!(!email_changed(language, "Agio", "n", None).with_phrase(None).text.contains(':'));
        }
    }

    #[test]
    fn a_name_cannot_add_markup_or_headers() {
        let mail = login_code(Language::En, "A<b>\r\nBcc: x", &Secret::new("1"), 10, "n");
        assert!(mail.html(&NewTenant::example()).contains("A&lt;b&gt; Bcc: x") && !mail.subject.contains('\n'));
    }

    #[test]
    fn a_mail_wears_the_brand_of_its_tenant_and_loads_nothing() {
        let mut tenant = NewTenant::example();
        let mail =
            letter(Language::En, "Done".to_owned(), &["Done".to_owned()]).with_link("Open", "https://pay.example");
        assert!(
            mail.html(&tenant).contains(&format!("background:{}", palette::OWN_COLOR)),
            "the platform's own colour"
        );
        tenant.name = "<Élan>".to_owned();
        tenant.brand.color = Some("#ffd400".to_owned());
        tenant.brand.support_email = Some("help@elan.example".to_owned());
        let html = mail.html(&tenant);
        let color = palette::single(Some("#ffd400"));
        assert_ne!(color, "#ffd400", "white text on yellow is not legible");
        assert_eq!(html.matches(&format!("background:{color}")).count(), 2, "the mark and the link: {html}");
        assert!(html.contains(">É</td>") && html.contains("&lt;Élan&gt;") && html.contains("mailto:help@elan.example"));
        assert!(!html.contains("<img") && !html.contains("url(") && !html.contains("<style"), "{html}");
    }
}
