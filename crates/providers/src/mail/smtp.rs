//! Sends mail through an SMTP server.

use std::time::Duration;

use async_trait::async_trait;
use identity::{Mail, MailError, Mailer};
use lettre::address::Address;
use lettre::message::{Mailbox, Message, MultiPart, SinglePart};
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

const TIMEOUT: Duration = Duration::from_secs(20);

/// Why the mail settings are invalid.
#[derive(Debug, thiserror::Error)]
pub enum SmtpConfigError {
    /// The server's address. The message omits it, because it may contain a password.
    #[error(
        "the mail server must be a URL like smtps://user:password@mail.example.com, \
         smtp://mail.example.com:587?tls=required, or smtp://127.0.0.1:25 for a server on this machine"
    )]
    Url,
    /// An unencrypted connection to a remote server.
    #[error("the mail server {0} is not on this machine: add ?tls=required, or use smtps://")]
    Unencrypted(String),
    /// The sender's address.
    #[error("the sender of mails must be an address like no-reply@example.com")]
    Sender,
}

/// Sends mail through one SMTP server, with one connection per mail; the job queue limits the concurrency.
#[derive(Clone)]
pub struct SmtpMailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    sender: Address,
}

impl SmtpMailer {
    /// A mailer for the server at `url` (`smtps://`, or `smtp://` with `?tls=required`; unencrypted only on this
    /// machine), with `sender` as the sender. Opens no connection yet.
    ///
    /// # Errors
    /// [`SmtpConfigError`] with the required form.
    pub fn new(url: &str, sender: &str) -> Result<Self, SmtpConfigError> {
        let sender: Address = sender.parse().map_err(|_| SmtpConfigError::Sender)?;
        refuse_plain_text_elsewhere(url)?;
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
            .map_err(|_| SmtpConfigError::Url)?
            .hello_name(ClientId::Domain(sender.domain().to_owned()))
            .timeout(Some(TIMEOUT))
            .build();
        Ok(Self { transport, sender })
    }

    fn message(&self, mail: &Mail) -> Result<Message, MailError> {
        let permanent = |error: &dyn std::fmt::Display| MailError::Permanent(error.to_string());
        let to: Address = mail.to.parse().map_err(|error| permanent(&error))?;
        let domain = self.sender.domain();
        let message = Message::builder()
            .from(Mailbox::new(Some(mail.from_name.clone()), self.sender.clone()))
            .to(Mailbox::new(None, to))
            .subject(mail.subject.clone())
            // The same id in all attempts, so that mail systems can drop duplicates.
            .message_id(Some(format!("<{}@{domain}>", mail.key)));
        let built = match &mail.html {
            Some(html) => message.multipart(MultiPart::alternative_plain_html(mail.text.clone(), html.clone())),
            None => message.singlepart(SinglePart::plain(mail.text.clone())),
        };
        built.map_err(|error| permanent(&error))
    }
}

fn refuse_plain_text_elsewhere(url: &str) -> Result<(), SmtpConfigError> {
    let url = url::Url::parse(url).map_err(|_| SmtpConfigError::Url)?;
    let host = url.host_str().ok_or(SmtpConfigError::Url)?;
    let required = url.query_pairs().any(|(key, value)| key == "tls" && value == "required");
    match url.scheme() {
        "smtps" => Ok(()),
        "smtp" if required || matches!(host, "localhost" | "127.0.0.1" | "[::1]") => Ok(()),
        "smtp" => Err(SmtpConfigError::Unencrypted(host.to_owned())),
        _ => Err(SmtpConfigError::Url),
    }
}

/// Whether a refusal says that the address takes no mail: it does not exist (RFC 3463, 5.1) or is switched off (5.2.1). A
/// server without such codes says it with 550, 551 or 553 (RFC 5321, 4.2.3). Refusals of our server or for spam say nothing
/// about the address. Pure.
fn has_no_mailbox(code: &str, said: &str) -> bool {
    let is_status = |word: &&str| {
        let parts: Vec<&str> = word.split('.').collect();
        parts.len() == 3 && parts[0] == "5" && parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    match said.split_whitespace().find(is_status) {
        Some(status) => status.starts_with("5.1.") || status == "5.2.1",
        None => matches!(code, "550" | "551" | "553"),
    }
}

#[async_trait]
impl Mailer for SmtpMailer {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let message = self.message(mail)?;
        match self.transport.send(message).await {
            Ok(_) => Ok(()),
            Err(error) if error.is_permanent() => {
                let (code, said) = (error.status().map(|code| code.to_string()), error.to_string());
                let has_no_mailbox = code.is_some_and(|code| has_no_mailbox(&code, &said));
                Err(if has_no_mailbox { MailError::NoMailbox(said) } else { MailError::Permanent(said) })
            }
            Err(error) => Err(MailError::Temporary(error.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::TenantId;

    use super::super::smtp_test_server::{Server, decoded};
    use super::*;

    fn mail(to: &str) -> Mail {
        Mail {
            tenant: TenantId::from_uuid(uuid::Uuid::nil()),
            from_name: "Zażółć \"Bank\"".into(),
            to: to.into(),
            subject: "Twój kod do Zażółć".into(),
            text: "Kod:\n\n    012345\n\n.Nie podawaj go nikomu – never.\n".into(),
            html: Some("<p>Kod: <b>012345</b></p>".into()),
            key: "job_1".into(),
        }
    }

    #[tokio::test]
    async fn a_mail_arrives_whole_with_its_sender_and_both_forms() {
        let server = Server::start().await;
        let mailer = SmtpMailer::new(&server.url(), "no-reply@agio.example").unwrap();
        mailer.send(&mail("anna@example.com")).await.unwrap();
        mailer.send(&mail("ola@example.com")).await.unwrap();
        let received = server.received();
        assert_eq!(received.len(), 2);
        let first = &received[0];
        assert_eq!((first.from.as_str(), first.to.as_str()), ("no-reply@agio.example", "anna@example.com"));
        assert!(first.data.contains("Message-ID: <job_1@agio.example>"), "{}", first.data);
        let body = decoded(&first.data);
        assert!(body.contains("    012345") && body.contains("<b>012345</b>"), "{body}");
        assert!(body.contains("\n.Nie podawaj go nikomu – never."), "{body}");
        assert!(!first.data.lines().any(|line| line.starts_with("Bcc")));
    }

    #[tokio::test]
    async fn permanent_and_temporary_smtp_refusals_are_distinguished() {
        let server = Server::start().await;
        let mailer = SmtpMailer::new(&server.url(), "no-reply@agio.example").unwrap();
        let gone = mailer.send(&mail("gone@example.com")).await;
        assert!(matches!(gone, Err(MailError::NoMailbox(_))), "{gone:?}");
        let busy = mailer.send(&mail("busy@example.com")).await;
        assert!(matches!(busy, Err(MailError::Temporary(_))), "{busy:?}");
        let url = server.url();
        drop(server);
        let nobody = SmtpMailer::new(&url, "no-reply@agio.example").unwrap().send(&mail("a@example.com")).await;
        assert!(matches!(nobody, Err(MailError::Temporary(_))), "{nobody:?}");
        let bad = mailer.send(&mail("no address")).await;
        assert!(matches!(bad, Err(MailError::Permanent(_))), "{bad:?}");
    }

    #[test]
    fn only_a_refusal_of_the_address_marks_it() {
        for (code, said) in [("550", "permanent error (550): 5.1.1 <a@b.example> unknown"), ("550", "no such user")] {
            assert!(has_no_mailbox(code, said), "{said}");
        }
        for (code, said) in [
            ("550", "permanent error (550): 5.7.1 this looks like spam"),
            ("552", "permanent error (552): 5.2.2 the mailbox is full"),
            ("535", "permanent error (535): 5.7.8 wrong password"),
            ("554", "permanent error (554): no"),
        ] {
            assert!(!has_no_mailbox(code, said), "{said}");
        }
    }

    #[test]
    fn settings_that_would_show_mails_to_the_network_are_refused() {
        let new = |url: &str| SmtpMailer::new(url, "a@b.example").map(|_| ());
        for url in ["smtps://u:p@mail.example.com", "smtp://mail.example.com:587?tls=required", "smtp://127.0.0.1:25"] {
            assert!(new(url).is_ok(), "{url}");
        }
        for url in ["smtp://mail.example.com", "smtp://mail.example.com?tls=opportunistic"] {
            assert!(matches!(new(url), Err(SmtpConfigError::Unencrypted(_))), "{url}");
        }
        for url in ["", "mail.example.com", "http://localhost", "smtps://"] {
            assert!(matches!(new(url), Err(SmtpConfigError::Url)), "{url}");
        }
        assert!(matches!(SmtpMailer::new("smtp://localhost", "nobody"), Err(SmtpConfigError::Sender)));
        let shown = new("smtp://u:hunter2@mail.example.com").unwrap_err().to_string();
        assert!(!shown.contains("hunter2"), "{shown}");
    }
}
