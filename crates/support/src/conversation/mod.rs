//! Conversations: what customers write and read here, and what operators do in `desk`.

mod desk;
mod job;
mod message_store;
mod model;
mod store;
mod views;

use ::store::{StoreError, TenantTx};
use chrono::{DateTime, TimeDelta, Utc};
use identity::mail::{self, SupportEvent, SupportNotice};
use identity::{Language, Tenant};
use kernel::{ConversationId, ProfileId, TenantId, TenantUser, UserId};
use uuid::Uuid;

pub use desk::{Change, DeskFilter, KeyedText, View};
pub(crate) use job::{TIDY, Tidy};
pub use model::{
    Context, Conversation, Kind, MessageKind, NewConversation, Part, Progress, State, TEXT_CHARS_MAX, Topic,
};
pub use views::{Author, DeskMessage, DeskView, Listed, Message, OpenedConversation};

use model::{checked_text, number_of, preview};

use crate::clocks::{self, Clocks};
use crate::picture::{self, PER_MESSAGE};
use crate::{Support, SupportError};

/// The maximum number of conversations in a customer's list.
const LISTED: i64 = 50;
/// The maximum number of conversations that a person begins in an hour and in a day, and of complaints in a day.
const NEW_PER_HOUR: i64 = 6;
const NEW_PER_DAY: i64 = 20;
const COMPLAINTS_PER_DAY: i64 = 3;
/// The maximum number of messages that a person writes in an hour.
const MESSAGES_PER_HOUR: i64 = 60;

/// The customer who writes.
#[derive(Clone, Copy, Debug)]
pub struct Writer<'a> {
    /// The tenant.
    pub tenant: &'a Tenant,
    /// The person.
    pub user: UserId,
    /// Their profile.
    pub profile: ProfileId,
    /// The language of their screen.
    pub language: Language,
}

/// The path of the page of a conversation in the app.
fn path_of(id: ConversationId) -> String {
    format!("/support?talk={id}")
}

impl Support {
    /// Opens a conversation. The same request twice opens one.
    ///
    /// # Errors
    /// [`SupportError::Invalid`] for a broken rule, [`SupportError::TooMany`] above the limits of a person.
    pub async fn begin(&self, writer: Writer<'_>, asked: NewConversation) -> Result<OpenedConversation, SupportError> {
        let (tenant, user, now) = (writer.tenant.id, writer.user, self.inner.world.now());
        let text = checked_text(&asked.part.text)?;
        check_pictures(&asked.part)?;
        let mut tx = self.inner.store.tenant(tenant).await?;
        picture::store::lock_user(tx.conn(), tenant, user).await?;
        if let Some(known) = store::by_key(tx.conn(), TenantUser { tenant, user }, asked.part.key).await? {
            drop(tx);
            return self.own(writer.tenant, user, known).await;
        }
        self.check_new(&mut tx, user, asked.kind, now).await?;
        let clocks = clocks::store::find(tx.conn(), tenant).await?.unwrap_or_default();
        let progress = self.opened(&mut tx, asked.kind, &clocks, now).await?;
        let conversation = Conversation {
            id: self.inner.world.id(),
            user,
            profile: writer.profile,
            number: number_of(self.inner.world.random()),
            kind: asked.kind,
            topic: asked.topic,
            language: writer.language,
            context: asked.context.tidied(),
            labels: Vec::new(),
            assigned_to: None,
            progress,
        };
        store::add(tx.conn(), tenant, &conversation, asked.part.key).await?;
        self.add_message(&mut tx, &conversation, (&text, &asked.part), now).await?;
        if let Some(day) = progress.answer_due_day {
            let event = SupportEvent::ComplaintReceived { answer_by: day };
            let notice = notice_of(&conversation, event);
            tx.enqueue(now, &[mail::support(tenant, &notice, &format!("received {}", conversation.id))]).await?;
        }
        tx.commit().await?;
        tracing::info!(
            event = "support.opened", %tenant, conversation = %conversation.id, kind = conversation.kind.code(),
            "A customer has written to support."
        );
        self.own(writer.tenant, user, conversation.id).await
    }

    /// The state of a new conversation. A complaint is acknowledged at once: by the mail that this transaction asks for.
    async fn opened(
        &self,
        tx: &mut TenantTx,
        kind: Kind,
        clocks: &Clocks,
        now: DateTime<Utc>,
    ) -> Result<Progress, SupportError> {
        let due = match kind {
            Kind::Question => None,
            Kind::Complaint => Some(clocks::store::complaint_due(tx.conn(), clocks, now).await?),
        };
        let new = Progress {
            kind,
            state: State::Open,
            opened_at: now,
            moved_at: now,
            waits_since: None,
            due_at: None,
            first_answer_at: None,
            acknowledge_due: due.map(|due| due.acknowledge),
            acknowledged_at: due.map(|_| now),
            answer_due: due.map(|due| due.answer),
            answer_due_day: due.map(|due| due.day),
            final_answer_at: None,
            closed_at: None,
        };
        new.asked(clocks, now)
    }

    async fn check_new(
        &self,
        tx: &mut TenantTx,
        user: UserId,
        kind: Kind,
        now: DateTime<Utc>,
    ) -> Result<(), SupportError> {
        let tenant = tx.tenant();
        let (hour, day) = (now - TimeDelta::hours(1), now - TimeDelta::days(1));
        let begun = store::begun(tx.conn(), TenantUser { tenant, user }, (hour, day)).await?;
        if begun.hour >= NEW_PER_HOUR {
            return Err(SupportError::TooMany { retry_after_s: 3_600 });
        }
        if begun.day >= NEW_PER_DAY || (kind == Kind::Complaint && begun.complaints >= COMPLAINTS_PER_DAY) {
            return Err(SupportError::TooMany { retry_after_s: 86_400 });
        }
        Ok(())
    }

    /// Writes in a conversation of one's own. The same request twice writes once.
    ///
    /// # Errors
    /// [`SupportError::NotFound`], [`SupportError::Conflict`] two weeks after its end or when it is full, and those of
    /// [`Support::begin`].
    pub async fn write(
        &self,
        tenant: &Tenant,
        user: UserId,
        id: ConversationId,
        part: Part,
    ) -> Result<OpenedConversation, SupportError> {
        let now = self.inner.world.now();
        let text = checked_text(&part.text)?;
        check_pictures(&part)?;
        let mut tx = self.inner.store.tenant(tenant.id).await?;
        picture::store::lock_user(tx.conn(), tenant.id, user).await?;
        let found = store::lock(tx.conn(), tenant.id, id).await?.filter(|found| found.user == user);
        let conversation = found.ok_or(SupportError::NotFound("conversation"))?;
        if store::has_message(tx.conn(), tenant.id, id, part.key).await? {
            drop(tx);
            return self.own(tenant, user, id).await;
        }
        let hour = now - TimeDelta::hours(1);
        if store::written(tx.conn(), TenantUser { tenant: tenant.id, user }, hour).await? >= MESSAGES_PER_HOUR {
            return Err(SupportError::TooMany { retry_after_s: 3_600 });
        }
        let clocks = clocks::store::find(tx.conn(), tenant.id).await?.unwrap_or_default();
        let progress = conversation.progress.asked(&clocks, now)?;
        self.add_message(&mut tx, &conversation, (&text, &part), now).await?;
        store::set_progress(tx.conn(), tenant.id, id, &progress).await?;
        tx.commit().await?;
        self.own(tenant, user, id).await
    }

    /// Stores a message of the customer with its pictures.
    async fn add_message(
        &self,
        tx: &mut TenantTx,
        conversation: &Conversation,
        (text, part): (&str, &Part),
        now: DateTime<Utc>,
    ) -> Result<(), SupportError> {
        let message = store::NewMessage { kind: MessageKind::Customer, operator: None, key: part.key };
        let id = self.add_text(tx, conversation.id, &message, text, now).await?;
        let tenant = tx.tenant();
        let owner = TenantUser { tenant, user: conversation.user };
        let attached = picture::store::attach(tx.conn(), owner, id, &part.pictures).await?;
        if attached != u64::try_from(part.pictures.len()).unwrap_or(u64::MAX) {
            return Err(SupportError::invalid(
                "picture_ids",
                "names a picture that was not uploaded, or was used before",
            ));
        }
        Ok(())
    }

    /// Stores the text of a message. Returns the id of the message.
    async fn add_text(
        &self,
        tx: &mut TenantTx,
        conversation: ConversationId,
        message: &store::NewMessage,
        text: &str,
        now: DateTime<Utc>,
    ) -> Result<Uuid, SupportError> {
        let tenant = tx.tenant();
        if store::count_messages(tx.conn(), tenant, conversation).await? >= message.kind.room() {
            return Err(SupportError::Conflict("This conversation is full. Write a new one."));
        }
        let id = self.inner.world.uuid();
        let sealed = self.seal(tx, id, text.as_bytes()).await?;
        store::add_message(tx.conn(), tenant, conversation, id, message, (&sealed, now)).await?;
        Ok(id)
    }

    /// The person's conversations, the latest first.
    ///
    /// # Errors
    /// Database errors.
    pub async fn own_list(&self, tenant: TenantId, user: UserId) -> Result<Vec<Listed>, SupportError> {
        let mut tx = self.inner.store.tenant(tenant).await?;
        let found = store::of_user(tx.conn(), TenantUser { tenant, user }, LISTED).await?;
        self.listed(&mut tx, found).await
    }

    /// Conversations with the beginning of their latest message that is no note.
    async fn listed(&self, tx: &mut TenantTx, found: Vec<Conversation>) -> Result<Vec<Listed>, SupportError> {
        let tenant = tx.tenant();
        let ids: Vec<Uuid> = found.iter().map(|one| one.id.uuid()).collect();
        let mut latest = store::latest_messages(tx.conn(), tenant, &ids).await?;
        let mut listed = Vec::with_capacity(found.len());
        for conversation in found {
            let text = match latest.remove(&conversation.id.uuid()) {
                Some((id, sealed)) => preview(&self.text(tx, id, &sealed).await?),
                None => String::new(),
            };
            listed.push(Listed { conversation, preview: text });
        }
        Ok(listed)
    }

    /// One of the person's conversations, without the notes of operators.
    ///
    /// # Errors
    /// [`SupportError::NotFound`].
    pub async fn own(
        &self,
        tenant: &Tenant,
        user: UserId,
        id: ConversationId,
    ) -> Result<OpenedConversation, SupportError> {
        let now = self.inner.world.now();
        let mut tx = self.inner.store.tenant(tenant.id).await?;
        let found = store::find(tx.conn(), tenant.id, id).await?.filter(|found| found.user == user);
        let conversation = found.ok_or(SupportError::NotFound("conversation"))?;
        let mut pictures = picture::store::of_conversation(tx.conn(), tenant.id, id.uuid()).await?;
        let mut messages = Vec::new();
        for stored in store::messages(tx.conn(), tenant.id, id, false).await? {
            let text = self.text(&mut tx, stored.id, &stored.sealed).await?;
            messages.push(views::message(&stored, text, &mut pictures));
        }
        let takes_messages = conversation.progress.takes_messages(now);
        Ok(OpenedConversation { conversation, messages, takes_messages })
    }

    /// Ends a question of one's own.
    ///
    /// # Errors
    /// [`SupportError::NotFound`], [`SupportError::Conflict`] if it has ended, and for a complaint.
    pub async fn end_own(
        &self,
        tenant: &Tenant,
        user: UserId,
        id: ConversationId,
    ) -> Result<OpenedConversation, SupportError> {
        let now = self.inner.world.now();
        let mut tx = self.inner.store.tenant(tenant.id).await?;
        let found = store::lock(tx.conn(), tenant.id, id).await?.filter(|found| found.user == user);
        let conversation = found.ok_or(SupportError::NotFound("conversation"))?;
        let progress = conversation.progress.ended(now)?;
        store::set_progress(tx.conn(), tenant.id, id, &progress).await?;
        tx.commit().await?;
        self.own(tenant, user, id).await
    }

    async fn text(&self, tx: &mut TenantTx, id: Uuid, sealed: &[u8]) -> Result<String, SupportError> {
        let plain = self.open(tx, id, sealed).await?;
        String::from_utf8(plain).map_err(|error| SupportError::Internal(error.to_string()))
    }

    /// Deletes what these profiles wrote, in `tx`. Of a complaint, number, dates and state stay.
    ///
    /// # Errors
    /// Database errors.
    pub async fn forget(&self, tx: &mut TenantTx, profiles: &[ProfileId]) -> Result<(), StoreError> {
        let tenant = tx.tenant();
        let ids: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
        store::forget(tx.conn(), tenant, &ids).await?;
        picture::store::forget(tx.conn(), tenant, &ids).await
    }
}

fn check_pictures(part: &Part) -> Result<(), SupportError> {
    let mut pictures = part.pictures.clone();
    pictures.sort_unstable();
    pictures.dedup();
    if pictures.len() != part.pictures.len() || pictures.len() > PER_MESSAGE {
        return Err(SupportError::invalid("picture_ids", format!("has at most {PER_MESSAGE} pictures, each once")));
    }
    Ok(())
}

/// The notice to the customer about an event.
fn notice_of(conversation: &Conversation, event: SupportEvent) -> SupportNotice {
    SupportNotice {
        profile: conversation.profile,
        number: conversation.number.clone(),
        path: path_of(conversation.id),
        event,
    }
}
