//! The notification centre in the app, and a person's choice of topics by email and web push. The job
//! `mail.send` makes a notification of every email about an order, a plan or the account (`crate::delivery`).

mod content;
mod examples;
mod kind;
mod quiet;
mod settings;
mod store;
mod words;

use ::store::TenantTx;
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{NotificationId, ProfileId, TenantId, TenantUser, UserId};

pub use content::Said;
pub(crate) use content::{Content, telegram_text, without_details};
pub use kind::{Kind as NotificationKind, Severity, Topic};
pub use quiet::{MINUTES_OF_DAY, Quiet};
pub(crate) use settings::Verdict;
pub use settings::{Channel, NotificationSettings};

use crate::notify::mail::order::site_of;
use crate::{Identity, IdentityError, Language, Tenant, person::user};

/// The most unread notifications that are counted.
pub const UNREAD_MAX: u32 = 100;

/// A notification, in the reader's language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notification {
    /// Its id. Ids are ordered by time.
    pub id: NotificationId,
    /// The kind.
    pub kind: NotificationKind,
    /// The words.
    pub said: Said,
    /// The path of the page that it leads to.
    pub link: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it was read.
    pub read_at: Option<DateTime<Utc>>,
}

/// The unread notifications of a person and one of their profiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unread {
    /// Their number, at most [`UNREAD_MAX`].
    pub count: u32,
    /// The newest notification, read or not.
    pub latest: Option<NotificationId>,
}

/// An example of a kind of notification, for operators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotificationPreview {
    /// The kind.
    pub kind: NotificationKind,
    /// The words in the app, and those of a web push message with details.
    pub said: Said,
    /// The text of a web push message without details.
    pub push_text: String,
    /// The Telegram message without details.
    pub telegram_text: String,
    /// The subject and the text of the email; `None` if there is none.
    pub mail: Option<(String, String)>,
}

/// The reader of notifications: a person, and one of their profiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reader {
    /// The person.
    pub user: UserId,
    /// The profile.
    pub profile: ProfileId,
}

/// Which notifications.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NotificationFilter {
    /// Of this topic only.
    pub topic: Option<Topic>,
    /// Unread ones only.
    pub is_unread: bool,
}

impl Identity {
    /// A page of notifications, newest first, after `after`; and whether there are more.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] when the tenant has no such person.
    pub async fn notifications(
        &self,
        tenant: &Tenant,
        reader: Reader,
        filter: NotificationFilter,
        after: Option<NotificationId>,
        limit: u32,
    ) -> Result<(Vec<Notification>, bool), IdentityError> {
        let mut tx = self.store().tenant_read(tenant.id).await?;
        let language = language_of(&mut tx, reader.user).await?;
        let mut rows = store::list(tx.conn(), tenant.id, reader, filter, after, i64::from(limit) + 1).await?;
        let size = usize::try_from(limit).unwrap_or(usize::MAX);
        let has_more = rows.len() > size;
        rows.truncate(size);
        let read: Result<Vec<_>, _> = rows.into_iter().map(|row| told(row, language, &tenant.name)).collect();
        Ok((read?, has_more))
    }

    /// How many notifications are unread, and which is the newest.
    ///
    /// # Errors
    /// Database errors.
    pub async fn unread_notifications(&self, tenant: TenantId, reader: Reader) -> Result<Unread, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let whose = TenantUser { tenant, user: reader.user };
        let (count, latest) = store::unread(tx.conn(), whose, reader.profile, i64::from(UNREAD_MAX)).await?;
        Ok(Unread { count: u32::try_from(count).unwrap_or(UNREAD_MAX), latest })
    }

    /// Marks a notification as read or unread; `None` changes nothing.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] if the person has none with this id.
    pub async fn mark_notification(
        &self,
        tenant: &Tenant,
        user: UserId,
        id: NotificationId,
        is_read: Option<bool>,
    ) -> Result<Notification, IdentityError> {
        let mut tx = self.store().tenant(tenant.id).await?;
        let language = language_of(&mut tx, user).await?;
        let unknown = || IdentityError::NotFound("The notification");
        store::find(tx.conn(), tenant.id, user, id).await?.ok_or_else(unknown)?;
        if let Some(is_read) = is_read {
            store::mark(tx.conn(), tenant.id, id, is_read.then(|| self.world().now())).await?;
            tx.signal(user.uuid());
        }
        let row = store::find(tx.conn(), tenant.id, user, id).await?.ok_or_else(unknown)?;
        tx.commit().await?;
        told(row, language, &tenant.name)
    }

    /// Marks all notifications as read, up to `up_to` if it is given: newer ones have not been seen.
    ///
    /// # Errors
    /// Database errors.
    pub async fn mark_notifications(
        &self,
        tenant: TenantId,
        reader: Reader,
        up_to: Option<NotificationId>,
    ) -> Result<(), IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        store::mark_all(tx.conn(), TenantUser { tenant, user: reader.user }, reader.profile, up_to, self.world().now())
            .await?;
        tx.signal(reader.user.uuid());
        Ok(tx.commit().await?)
    }

    /// An example of every kind in a language, as the tenant's customers read it.
    #[must_use]
    pub fn notification_previews(&self, tenant: &Tenant, language: Language) -> Vec<NotificationPreview> {
        let site = site_of(tenant);
        let preview = |kind| {
            let content = examples::of(kind, self.world().now());
            let mail = content.letter(language, &tenant.name, site.as_deref());
            let said = content.said(language, &tenant.name);
            let push_text = without_details(language, &tenant.name);
            let short = Said { title: said.title.clone(), text: push_text.clone() };
            NotificationPreview {
                kind,
                telegram_text: telegram_text(&short, site.as_deref(), &content.link()),
                said,
                push_text,
                mail: mail.map(|mail| (mail.subject, mail.text)),
            }
        };
        NotificationKind::all().map(preview).collect()
    }

    /// The HTML of an example of an email, as it is sent but without an anti-phishing phrase; `None` for a kind without one.
    #[must_use]
    pub fn mail_preview(&self, tenant: &Tenant, kind: NotificationKind, language: Language) -> Option<String> {
        let content = examples::of(kind, self.world().now());
        let site = site_of(tenant);
        content.letter(language, &tenant.name, site.as_deref()).map(|mail| mail.html(tenant))
    }

    /// The notification settings of a person.
    ///
    /// # Errors
    /// Database errors.
    pub async fn notification_settings(
        &self,
        tenant: TenantId,
        user: UserId,
    ) -> Result<NotificationSettings, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::settings(tx.conn(), tenant, user).await?.unwrap_or_default())
    }

    /// Changes what a person wants to be told. Changes of one person happen one after the other, so that none is lost.
    ///
    /// # Errors
    /// A field error of `off` for a topic that cannot be switched off, of `time_zone` for an unknown one, and of `by_text`
    /// for a person without a verified number.
    pub async fn change_notification_settings(
        &self,
        tenant: TenantId,
        user: UserId,
        change: impl FnOnce(NotificationSettings) -> NotificationSettings + Send,
    ) -> Result<NotificationSettings, IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        user::store::lock(tx.conn(), tenant, user).await?;
        let before = store::settings(tx.conn(), tenant, user).await?.unwrap_or_default();
        let had_texts = before.by_text;
        let settings = change(before);
        if settings.by_text && !had_texts {
            let person = user::store::find(tx.conn(), tenant, user).await?;
            if person.is_none_or(|person| person.phone.is_none()) {
                return Err(IdentityError::field("by_text", "phone", "needs a verified phone number"));
            }
        }
        if settings.off.iter().any(|(topic, _)| !topic.is_optional()) {
            return Err(IdentityError::field("off", "invalid", "security notices cannot be switched off"));
        }
        if !store::knows_zone(tx.conn(), &settings.time_zone).await? {
            return Err(IdentityError::field("time_zone", "invalid", "must be a time zone such as Europe/Warsaw"));
        }
        store::set_settings(tx.conn(), TenantUser { tenant, user }, &settings, self.world().now()).await?;
        tx.commit().await?;
        Ok(settings)
    }

    /// Inserts a notification of `user` about `key` in the caller's transaction, and signals the person's screens.
    /// `None` if the event has a notification already.
    pub(crate) async fn add_notification(
        &self,
        tx: &mut TenantTx,
        (user, profile): (UserId, Option<ProfileId>),
        key: &str,
        content: &Content,
    ) -> Result<Option<NotificationId>, IdentityError> {
        let kind = content.kind();
        let new = store::New {
            id: self.world().id(),
            user,
            profile,
            key,
            kind: kind.code(),
            topic: kind.topic(),
            content: serde_json::to_value(content).map_err(|error| IdentityError::internal(&error))?,
        };
        let tenant = tx.tenant();
        if !store::insert(tx.conn(), tenant, &new, self.world().now()).await? {
            return Ok(None);
        }
        tx.signal(user.uuid());
        tracing::debug!(
            event = "notification.added", tenant = %tenant, user = %user, kind = kind.code(),
            "A person has a new notification."
        );
        Ok(Some(new.id))
    }

    /// The content of a notification; `None` if it no longer exists.
    pub(crate) async fn notification_content(
        &self,
        tx: &mut TenantTx,
        user: UserId,
        id: NotificationId,
    ) -> Result<Option<Content>, IdentityError> {
        let tenant = tx.tenant();
        let row = store::find(tx.conn(), tenant, user, id).await?;
        row.map(|row| read(row.content)).transpose()
    }

    /// Whether a message to a person is sent now, later or never, with the person's settings.
    pub(crate) async fn verdict(
        &self,
        tx: &mut TenantTx,
        user: UserId,
        (topic, channel): (Topic, Channel),
    ) -> Result<(Verdict, NotificationSettings), IdentityError> {
        let tenant = tx.tenant();
        let settings = store::settings(tx.conn(), tenant, user).await?.unwrap_or_default();
        let can_wait = topic.is_optional() && settings.quiet.is_some();
        let minute =
            if can_wait { store::minute_in(tx.conn(), &settings.time_zone, self.world().now()).await? } else { 0 };
        Ok((settings.verdict(topic, channel, minute), settings))
    }
}

/// When quiet hours with `minutes` left are over: the beginning of that minute.
pub(crate) fn end_of_quiet(now: DateTime<Utc>, minutes: u16) -> DateTime<Utc> {
    let into_minute = TimeDelta::seconds(now.timestamp().rem_euclid(60));
    now - into_minute + TimeDelta::minutes(i64::from(minutes))
}

async fn language_of(tx: &mut TenantTx, user: UserId) -> Result<Language, IdentityError> {
    let tenant = tx.tenant();
    let person = user::store::find(tx.conn(), tenant, user).await?.ok_or(IdentityError::NotFound("The user"))?;
    Ok(person.settings.language)
}

fn read(content: serde_json::Value) -> Result<Content, IdentityError> {
    serde_json::from_value(content).map_err(|error| IdentityError::internal(&error))
}

fn told(row: store::Row, language: Language, tenant: &str) -> Result<Notification, IdentityError> {
    let content = read(row.content)?;
    Ok(Notification {
        id: NotificationId::from_uuid(row.id),
        kind: content.kind(),
        said: content.said(language, tenant),
        link: content.link(),
        created_at: row.created_at,
        read_at: row.read_at,
    })
}
