//! Telegram chats that receive notifications: a person links a chat by the tenant's bot and a one-time code, and the
//! port to Telegram's Bot API. `crate::delivery` sends the messages.

pub(crate) mod job;
mod listen;
pub(crate) mod store;

use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{TenantId, TenantUser, UserId};
use uuid::Uuid;

pub(crate) use listen::Listen;

use crate::counter::{self, Limit};
use crate::notify::mail::{self, Notice};
use crate::token::{self, TokenKind};
use crate::{Identity, IdentityError, Tenant};

/// How long a code can be used.
pub const CODE_LIFE: TimeDelta = TimeDelta::minutes(10);
/// The codes that a person can make in an hour.
const CODES_MAX: i32 = 20;

/// A chat that receives the notifications of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedChat {
    /// The id of the link. A new link of the same chat has another one.
    pub id: Uuid,
    /// Telegram's id of the private chat.
    pub chat_id: i64,
    /// The `@username`, or the first name of a person without one.
    pub name: String,
    /// When it was linked.
    pub linked_at: DateTime<Utc>,
}

/// The state of a person's Telegram link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TelegramState {
    /// The username of the tenant's bot; `None` if the tenant sends no Telegram messages.
    pub bot: Option<String>,
    /// The linked chat.
    pub chat: Option<LinkedChat>,
}

/// A link that opens the bot with a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeepLink {
    /// `https://t.me/<bot>?start=<code>`.
    pub url: String,
    /// When the code expires.
    pub expires_at: DateTime<Utc>,
}

/// A message that a person sent to the bot in a private chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotUpdate {
    /// The number of the update.
    pub id: i64,
    /// The chat and the name of the person; `None` for an update that is no message of a person in a private chat.
    pub chat: Option<(i64, String)>,
    /// The parameter of `/start`.
    pub code: Option<String>,
}

/// The result of sending a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotOutcome {
    /// Telegram has taken it.
    Sent,
    /// The chat blocks the bot, or no longer exists.
    Blocked,
    /// A retry may succeed, after this many seconds if Telegram says so.
    Later(String, Option<u32>),
    /// Telegram refuses the message for good, or may have sent it.
    Refused(String),
}

/// Telegram's Bot API, for the bots of all tenants.
#[async_trait]
pub trait BotApi: Send + Sync {
    /// The username of a tenant's bot, by the tenant's slug; `None` if the tenant has no bot that sends messages.
    fn bot(&self, tenant: &str) -> Option<String>;

    /// Sends a text to a chat.
    async fn send(&self, tenant: &str, chat: i64, text: &str) -> BotOutcome;

    /// The oldest updates of a bot from `from` on, and confirms those before it.
    ///
    /// # Errors
    /// Why Telegram did not answer, without the token.
    async fn updates(&self, tenant: &str, from: Option<i64>) -> Result<Vec<BotUpdate>, String>;
}

impl Identity {
    /// Sets the Bot API. Call it once at start-up; without it, Telegram messages are not offered.
    pub fn message_by(&self, api: Arc<dyn BotApi>) {
        // A second call is ignored.
        let _ = self.inner.bot_api.set(api);
    }

    pub(crate) fn bot_api(&self) -> Option<Arc<dyn BotApi>> {
        self.inner.bot_api.get().cloned()
    }

    /// The tenant's bot and the person's linked chat.
    ///
    /// # Errors
    /// Database errors.
    pub async fn telegram_state(&self, tenant: &Tenant, user: UserId) -> Result<TelegramState, IdentityError> {
        let mut tx = self.store().tenant_read(tenant.id).await?;
        let chat = store::of_user(tx.conn(), tenant.id, user).await?;
        let bot = self.bot_api().and_then(|api| api.bot(&tenant.slug));
        Ok(TelegramState { bot, chat })
    }

    /// Makes a code with which the person links a chat, in place of a former one.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] if the tenant has no bot that sends messages; [`IdentityError::TooMany`].
    pub async fn begin_telegram_link(&self, tenant: &Tenant, user: UserId) -> Result<DeepLink, IdentityError> {
        let bot = self.bot_api().and_then(|api| api.bot(&tenant.slug)).ok_or(IdentityError::NotFound("Telegram"))?;
        let now = self.world().now();
        let expires_at = now + CODE_LIFE;
        let (code, hash) = token::generate(self.world(), TokenKind::Telegram);
        let limit = Limit {
            name: "telegram.code",
            subject: user.to_string(),
            window: TimeDelta::hours(1),
            max: CODES_MAX,
            message: "Too many links were made.",
        };
        let mut tx = self.store().tenant(tenant.id).await?;
        counter::store::spend(tx.conn(), tenant.id, now, &[limit]).await?;
        store::set_code(tx.conn(), TenantUser { tenant: tenant.id, user }, hash.bytes(), (now, expires_at)).await?;
        tx.enqueue(now, &[job::listen(tenant.id, hash.bytes())]).await?;
        tx.commit().await?;
        Ok(DeepLink { url: format!("https://t.me/{bot}?start={}", code.expose()), expires_at })
    }

    /// Ends the link of the person's chat. The person is notified.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] if no chat is linked.
    pub async fn unlink_telegram_chat(&self, tenant: TenantId, user: UserId) -> Result<(), IdentityError> {
        if self.end_telegram_link(tenant, user, (None, Notice::TelegramUnlinked)).await? {
            Ok(())
        } else {
            Err(IdentityError::NotFound("The Telegram chat"))
        }
    }

    /// Ends a link, or any link of the person, and tells them by email and in the app; false if there is none.
    pub(crate) async fn end_telegram_link(
        &self,
        tenant: TenantId,
        user: UserId,
        (link, notice): (Option<Uuid>, Notice),
    ) -> Result<bool, IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        if !store::unlink(tx.conn(), TenantUser { tenant, user }, link).await? {
            return Ok(false);
        }
        let event = self.world().uuid();
        tx.enqueue(self.world().now(), &[mail::job::security(tenant, user, notice, event)]).await?;
        tx.signal(user.uuid());
        tx.commit().await?;
        Ok(true)
    }

    /// Links a chat by the code that its owner sent to the bot; false if the code is unknown, used or expired.
    pub(crate) async fn finish_telegram_link(
        &self,
        tenant: TenantId,
        code: &str,
        (chat_id, name): (i64, &str),
    ) -> Result<bool, IdentityError> {
        let Some(hash) = token::parse(TokenKind::Telegram, code) else { return Ok(false) };
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        let Some(user) = store::use_code(tx.conn(), tenant, hash.bytes(), now).await? else { return Ok(false) };
        let chat = LinkedChat { id: self.world().uuid(), chat_id, name: shown_name(name), linked_at: now };
        store::link(tx.conn(), TenantUser { tenant, user }, &chat).await?;
        tx.enqueue(now, &[mail::job::security(tenant, user, Notice::TelegramLinked, chat.id)]).await?;
        tx.signal(user.uuid());
        tx.commit().await?;
        tracing::info!(
            event = "telegram_chat.linked", tenant = %tenant, user = %user,
            "A customer linked a Telegram chat."
        );
        Ok(true)
    }
}

/// A name of at most 64 characters, without invisible ones.
fn shown_name(name: &str) -> String {
    let plain: String = name.chars().filter(|letter| !letter.is_control()).take(64).collect();
    if plain.trim().is_empty() { "Telegram".to_owned() } else { plain }
}
