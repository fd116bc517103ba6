//! Telegram's Bot API over HTTP (<https://core.telegram.org/bots/api>): `sendMessage` and `getUpdates`. A request has the
//! bot's token in its path, so no error says its address.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::time::Duration;

use async_trait::async_trait;
use identity::telegram_chat::{BotApi, BotOutcome, BotUpdate};
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;

/// The address of Telegram's own servers.
pub const TELEGRAM: &str = "https://api.telegram.org";
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);
/// The longest text of a message, in characters (Bot API, `sendMessage`).
const TEXT_CHARS_MAX: usize = 4_096;
/// The longest answer that is read: 100 updates of at most some kilobytes.
const ANSWER_BYTES_MAX: usize = 4 << 20;
/// The most updates of one answer (Bot API, `getUpdates`).
const UPDATES_MAX: u32 = 100;

/// A tenant's bot that sends messages. It holds the token, so it has no `Debug`.
pub struct TelegramBot {
    /// The username, without the `@`.
    pub name: String,
    /// The token.
    pub token: String,
    /// The address of the Bot API server.
    pub server: Url,
}

/// The bots of tenants at the Bot API.
pub struct HttpBotApi {
    http: reqwest::Client,
    bots: HashMap<String, TelegramBot>,
}

impl HttpBotApi {
    /// A client for the bots of tenants, by slug.
    ///
    /// # Errors
    /// If the client cannot be created.
    pub fn new(bots: impl IntoIterator<Item = (String, TelegramBot)>) -> Result<Self, reqwest::Error> {
        // Fails if a provider is already installed: any provider is sufficient.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(ANSWER_TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .build()?;
        Ok(Self { http, bots: bots.into_iter().collect() })
    }

    async fn call(&self, tenant: &str, method: &str, body: &Value) -> Result<Answer, Failure> {
        let bot = self.bots.get(tenant).ok_or_else(|| Failure::Before("the tenant has no bot".to_owned()))?;
        let mut url = bot.server.clone();
        url.set_path(&format!("/bot{}/{method}", bot.token));
        let request = self.http.post(url).header("content-type", "application/json").body(body.to_string());
        let failed = |error: reqwest::Error| {
            let is_before = error.is_connect();
            let text = error.without_url().to_string();
            if is_before { Failure::Before(text) } else { Failure::After(text) }
        };
        let mut response = request.send().await.map_err(failed)?;
        let status = response.status().as_u16();
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(failed)? {
            if bytes.len() + chunk.len() > ANSWER_BYTES_MAX {
                return Err(Failure::After("the answer is too long".to_owned()));
            }
            bytes.extend_from_slice(&chunk);
        }
        // A proxy in between may answer with a page.
        let body = serde_json::from_slice(&bytes).unwrap_or_default();
        Ok(Answer { status, body })
    }
}

/// Why there is no answer: before Telegram had the request, or maybe after.
enum Failure {
    Before(String),
    After(String),
}

struct Answer {
    status: u16,
    body: Body,
}

/// The form of every answer.
#[derive(Default, Deserialize)]
struct Body {
    #[serde(default)]
    description: String,
    #[serde(default)]
    result: Value,
    #[serde(default)]
    parameters: Parameters,
}

#[derive(Default, Deserialize)]
struct Parameters {
    retry_after: Option<u32>,
}

/// The meaning of an answer to `sendMessage`.
fn outcome(answer: &Answer) -> BotOutcome {
    let said = format!("Telegram answered {}: {}", answer.status, answer.body.description);
    match answer.status {
        200..=299 => BotOutcome::Sent,
        403 => BotOutcome::Blocked,
        400 if answer.body.description.contains("chat not found") => BotOutcome::Blocked,
        // A wrong token (401, 404) is mended by the operator.
        401 | 404 | 429 | 500..=599 => BotOutcome::Later(said, answer.body.parameters.retry_after),
        _ => BotOutcome::Refused(said),
    }
}

/// An update of `getUpdates`; `None` without a number.
fn update(value: &Value) -> Option<BotUpdate> {
    let id = value["update_id"].as_i64()?;
    let message = &value["message"];
    let is_private = message["chat"]["type"] == "private";
    let chat = message["chat"]["id"].as_i64().filter(|_| is_private).map(|chat| {
        let from = &message["from"];
        let username = from["username"].as_str().map(|name| format!("@{name}"));
        (chat, username.or_else(|| from["first_name"].as_str().map(str::to_owned)).unwrap_or_default())
    });
    let code =
        message["text"].as_str().and_then(|text| text.strip_prefix("/start ")).map(|code| code.trim().to_owned());
    Some(BotUpdate { id, chat, code })
}

#[async_trait]
impl BotApi for HttpBotApi {
    fn bot(&self, tenant: &str) -> Option<String> {
        self.bots.get(tenant).map(|bot| bot.name.clone())
    }

    async fn send(&self, tenant: &str, chat: i64, text: &str) -> BotOutcome {
        let text: String = text.chars().take(TEXT_CHARS_MAX).collect();
        // Without a format, so that no character of a name or an amount is markup.
        let body = json!({ "chat_id": chat, "text": text, "link_preview_options": { "is_disabled": true } });
        match self.call(tenant, "sendMessage", &body).await {
            Ok(answer) => outcome(&answer),
            Err(Failure::Before(reason)) => BotOutcome::Later(reason, None),
            Err(Failure::After(reason)) => BotOutcome::Refused(format!("it may have been sent: {reason}")),
        }
    }

    async fn updates(&self, tenant: &str, from: Option<i64>) -> Result<Vec<BotUpdate>, String> {
        let mut body = json!({ "limit": UPDATES_MAX, "timeout": 0, "allowed_updates": ["message"] });
        if let Some(from) = from {
            body["offset"] = from.into();
        }
        let (Failure::Before(reason) | Failure::After(reason)) = match self.call(tenant, "getUpdates", &body).await {
            Ok(Answer { status: 200, body }) => {
                return Ok(body
                    .result
                    .as_array()
                    .map(|all| all.iter().filter_map(update).collect())
                    .unwrap_or_default());
            }
            Ok(Answer { status, body }) => Failure::After(format!("Telegram answered {status}: {}", body.description)),
            Err(failure) => failure,
        };
        Err(reason)
    }
}
