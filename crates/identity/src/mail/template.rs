//! Writing a mail: plain text, and a simple HTML of the same words.

use super::words;
use crate::{Language, Secret};

/// A written mail.
pub(super) struct Written {
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// The sign-in mail. There is no link in it: mail scanners follow links.
pub(super) fn login_code(language: Language, tenant: &str, code: &Secret, minutes: i64, network: &str) -> Written {
    let words = words::login_code(language);
    // A name is one line, whatever was configured: it ends up in a header.
    let tenant = tenant.split_whitespace().collect::<Vec<_>>().join(" ");
    let fill = |text: &str| {
        text.replace("{minutes}", &minutes.to_string()).replace("{network}", network).replace("{tenant}", &tenant)
    };
    let code = code.expose();
    let lines = [words.good_for, words.asked_from, words.never_tell, words.not_you].map(&fill);
    let intro = fill(words.intro);
    let text = format!("{intro}\n\n    {code}\n\n{}\n", lines.join("\n\n"));
    let paragraphs: String =
        lines.iter().map(|line| format!("<p style=\"margin:0 0 12px\">{}</p>\n", escape(line))).collect();
    let html = format!(
        "<!doctype html>\n<html lang=\"{}\"><body style=\"margin:0;padding:24px;font:16px/1.5 sans-serif;color:#1a1c21\">\n\
         <div style=\"max-width:480px;margin:0 auto\">\n<p style=\"margin:0 0 12px\">{}</p>\n\
         <p style=\"margin:0 0 16px;font-size:32px;font-weight:600;letter-spacing:4px\">{}</p>\n{paragraphs}</div>\n</body></html>\n",
        language.code(),
        escape(&intro),
        escape(code),
    );
    Written { subject: fill(words.subject), text, html }
}

/// A mail of plain paragraphs, the first of them in bold.
pub(super) fn letter(language: Language, subject: String, paragraphs: &[String]) -> Written {
    let text = paragraphs.join("\n\n") + "\n";
    let shown: String = paragraphs
        .iter()
        .enumerate()
        .map(|(at, line)| {
            let weight = if at == 0 { 600 } else { 400 };
            format!("<p style=\"margin:0 0 12px;font-weight:{weight}\">{}</p>\n", escape(line))
        })
        .collect();
    let html = format!(
        "<!doctype html>\n<html lang=\"{}\"><body style=\"margin:0;padding:24px;font:16px/1.5 sans-serif;color:#1a1c21\">\n\
         <div style=\"max-width:480px;margin:0 auto\">\n{shown}</div>\n</body></html>\n",
        language.code(),
    );
    Written { subject, text, html }
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
            for text in [&mail.text, &mail.html] {
                assert!(text.contains("012345") && text.contains("Agio") && text.contains("10"), "{text}");
                assert!(text.contains("192.0.2.0/24") && !text.contains('{'), "{text}");
            }
            assert!(mail.subject.contains("Agio") && !mail.subject.contains("012345"));
        }
    }

    #[test]
    fn a_name_cannot_add_markup_or_headers() {
        let mail = login_code(Language::En, "A<b>\r\nBcc: x", &Secret::new("1"), 10, "n");
        assert!(mail.html.contains("A&lt;b&gt; Bcc: x") && !mail.subject.contains('\n'));
    }
}
