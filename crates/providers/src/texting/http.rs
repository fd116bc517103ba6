//! Text messages over HTTP in the form of Twilio's Messages resource, which other providers also support: a form with
//! `To`, `From` and `Body`, with the account and its token as user and password. A messenger uses the same call with
//! its name before both numbers, as in `whatsapp:+48512345678`.

use std::time::Duration;

use async_trait::async_trait;
use identity::texting::TextChannel;
use identity::{MailError, TextMessage, Texter};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// Why the settings are invalid.
#[derive(Debug, thiserror::Error)]
pub enum TexterConfigError {
    /// The address has another form. The message omits it, because it contains a secret.
    #[error("the provider's address must be https://account:token@host")]
    Url,
    /// A sender is missing.
    #[error("a sender is needed: a number, or a name of a messenger and a number")]
    Sender,
    /// The HTTP client cannot be created.
    #[error("the client cannot be made")]
    Client,
}

/// Sends text messages through a provider.
pub struct HttpTexter {
    http: reqwest::Client,
    url: url::Url,
    account: String,
    token: String,
    sms_from: String,
    messenger_from: Option<String>,
}

impl HttpTexter {
    /// A client of `https://account:token@host`. `messenger_from`, like `whatsapp:+14155238886`, is the messenger's
    /// sender. Without it the messenger is not offered, and messages that already requested it use SMS.
    ///
    /// # Errors
    /// [`TexterConfigError`].
    pub fn new(address: &str, sms_from: &str, messenger_from: Option<&str>) -> Result<Self, TexterConfigError> {
        let mut url = url::Url::parse(address).map_err(|_| TexterConfigError::Url)?;
        let (account, token) = (url.username().to_owned(), url.password().unwrap_or_default().to_owned());
        let local = url.host_str().is_some_and(|host| host == "127.0.0.1" || host == "localhost");
        if account.is_empty() || token.is_empty() || !(url.scheme() == "https" || (local && url.scheme() == "http")) {
            return Err(TexterConfigError::Url);
        }
        if sms_from.is_empty() || messenger_from.is_some_and(|from| !from.contains(":+")) {
            return Err(TexterConfigError::Sender);
        }
        url.set_username("").map_err(|()| TexterConfigError::Url)?;
        url.set_password(None).map_err(|()| TexterConfigError::Url)?;
        url.set_path(&format!("/2010-04-01/Accounts/{account}/Messages.json"));
        // Fails if a provider is already installed: any provider is sufficient.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(ANSWER_TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|_| TexterConfigError::Client)?;
        let messenger_from = messenger_from.map(str::to_owned);
        Ok(Self { http, url, account, token, sms_from: sms_from.to_owned(), messenger_from })
    }

    /// The sender and the recipient, in the provider's form.
    fn ends(&self, message: &TextMessage) -> (String, String) {
        match (&self.messenger_from, message.channel) {
            (Some(from), TextChannel::Messenger) => {
                let name = from.split(':').next().unwrap_or_default();
                (from.clone(), format!("{name}:{}", message.to))
            }
            _ => (self.sms_from.clone(), message.to.clone()),
        }
    }
}

/// An error before the connection is temporary. After it, the message may have been sent, and the provider has no
/// idempotency key, so the error is permanent: the customer requests another code instead of getting duplicates. The
/// error text omits the address, because it contains the account.
fn unanswered(error: reqwest::Error) -> MailError {
    let reached = !error.is_connect();
    let text = error.without_url().to_string();
    if reached { MailError::Permanent(format!("it may have been sent: {text}")) } else { MailError::Temporary(text) }
}

#[async_trait]
impl Texter for HttpTexter {
    async fn send(&self, message: &TextMessage) -> Result<(), MailError> {
        let (from, to) = self.ends(message);
        let body = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("To", &to)
            .append_pair("From", &from)
            .append_pair("Body", &message.text)
            .finish();
        let request = self
            .http
            .post(self.url.clone())
            .basic_auth(&self.account, Some(&self.token))
            .header("content-type", "application/x-www-form-urlencoded")
            .body(body);
        let answer = request.send().await.map_err(unanswered)?;
        match answer.status().as_u16() {
            200..=299 => Ok(()),
            status @ (400 | 404) => Err(MailError::Permanent(format!("the provider answered {status}"))),
            status => Err(MailError::Temporary(format!("the provider answered {status}"))),
        }
    }

    fn channels(&self) -> &'static [TextChannel] {
        if self.messenger_from.is_some() { &TextChannel::ALL } else { &[TextChannel::Sms] }
    }
}

#[cfg(test)]
mod tests {
    use kernel::TenantId;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;
    use uuid::Uuid;

    use super::*;

    fn message(channel: TextChannel) -> TextMessage {
        let tenant = TenantId::from_uuid(Uuid::nil());
        TextMessage { tenant, channel, to: "+48512345678".into(), text: "012345 & more".into(), key: "k".into() }
    }

    /// The provider's received request as text, and the result of its answer `status`.
    async fn heard(channel: TextChannel, status: &str) -> (String, Result<(), MailError>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://AC1:secret@{}", listener.local_addr().unwrap());
        let texter = HttpTexter::new(&address, "+14155550100", Some("whatsapp:+14155550199")).unwrap();
        let answer = format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
        let provider = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut text = Vec::new();
            // The body comes last, and ends with this word.
            while !text.ends_with(b"more") {
                let mut part = [0; 1024];
                let read = stream.read(&mut part).await.unwrap();
                assert!(read > 0, "cut short");
                text.extend(&part[..read]);
            }
            stream.write_all(answer.as_bytes()).await.unwrap();
            String::from_utf8(text).unwrap()
        });
        let sent = texter.send(&message(channel)).await;
        (provider.await.unwrap(), sent)
    }

    #[tokio::test]
    async fn a_text_goes_out_in_the_form_that_providers_know() {
        let (said, sent) = heard(TextChannel::Sms, "201 Created").await;
        assert!(sent.is_ok());
        assert!(said.starts_with("POST /2010-04-01/Accounts/AC1/Messages.json HTTP/1.1\r\n"), "{said}");
        assert!(said.to_lowercase().contains("authorization: basic qumxonnly3jlda=="), "{said}");
        assert!(said.ends_with("To=%2B48512345678&From=%2B14155550100&Body=012345+%26+more"), "{said}");
        let (said, _) = heard(TextChannel::Messenger, "201 Created").await;
        assert!(said.contains("To=whatsapp%3A%2B48512345678&From=whatsapp%3A%2B14155550199"), "{said}");
    }

    #[tokio::test]
    async fn a_refused_number_is_not_retried_and_a_busy_provider_is() {
        assert!(matches!(heard(TextChannel::Sms, "400 Bad Request").await.1, Err(MailError::Permanent(_))));
        for tired in ["429 Too Many Requests", "503 Service Unavailable", "401 Unauthorized"] {
            assert!(matches!(heard(TextChannel::Sms, tired).await.1, Err(MailError::Temporary(_))), "{tired}");
        }
    }

    #[tokio::test]
    async fn a_text_that_may_have_been_sent_is_not_repeated() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://AC1:secret@{}", listener.local_addr().unwrap());
        let texter = HttpTexter::new(&address, "+14155550100", None).unwrap();
        let hangs_up = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut text = Vec::new();
            while !text.ends_with(b"more") {
                let mut part = [0; 1024];
                let read = stream.read(&mut part).await.unwrap();
                text.extend(&part[..read]);
            }
        });
        let sent = texter.send(&message(TextChannel::Sms)).await;
        hangs_up.await.unwrap();
        assert!(matches!(sent, Err(MailError::Permanent(_))), "{sent:?}");
        // Nothing listens there any more.
        let sent = texter.send(&message(TextChannel::Sms)).await;
        assert!(matches!(sent, Err(MailError::Temporary(_))), "{sent:?}");
    }

    #[test]
    fn an_unconfigured_channel_is_not_offered() {
        let offered = |from| HttpTexter::new("https://a:b@api.example.com", "+1", from).unwrap().channels();
        assert_eq!(offered(None), [TextChannel::Sms]);
        assert_eq!(offered(Some("whatsapp:+14155550199")), TextChannel::ALL);
    }

    #[test]
    fn invalid_settings_are_refused() {
        assert!(HttpTexter::new("https://api.example.com", "+1", None).is_err());
        assert!(HttpTexter::new("http://a:b@api.example.com", "+1", None).is_err());
        assert!(HttpTexter::new("https://a:b@api.example.com", "", None).is_err());
        assert!(HttpTexter::new("https://a:b@api.example.com", "+1", Some("+1")).is_err());
    }
}
