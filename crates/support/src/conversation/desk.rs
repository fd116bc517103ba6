//! The support desk: operators read, answer and close conversations. The audit log records every action and every read.

use ::store::TenantTx;
use identity::ClientContext;
use identity::mail::{self, SealedLetter, SupportEvent};
use identity::operator::{OperatorPrincipal, StateChange, SupportAct};
use kernel::{ConversationId, SupportPictureId, TenantId, UserId};
use serde_json::json;
use uuid::Uuid;

use super::model::{Conversation, MessageKind, Progress, checked_labels, checked_text};
use super::store::{self, NewMessage};
use super::views::{self, DeskMessage, DeskView, Listed};
use super::{notice_of, picture};
use crate::{Support, SupportError, clocks};

/// The maximum number of conversations in a list of operators.
const LISTED: i64 = 100;

kernel::codes! {
    /// The list of conversations that an operator opens.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum View {
        /// Only conversations that support owes an answer, the most urgent first.
        #[default]
        Open = "open",
        /// Of these, those of the operator.
        Mine = "mine",
        /// Of these, those without an assigned operator.
        Unassigned = "unassigned",
        /// Of these, those whose deadline is missed.
        Overdue = "overdue",
        /// All complaints that have not ended.
        Complaints = "complaints",
        /// All, the latest first.
        All = "all",
    }
}

/// A filter of conversations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeskFilter {
    /// Which.
    pub view: View,
    /// Of this customer only.
    pub customer: Option<UserId>,
}

/// A change of an operator. What is `None` stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Whether the operator works on it; false gives it back.
    pub is_mine: Option<bool>,
    /// The labels.
    pub labels: Option<Vec<String>>,
}

/// A text that an operator writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyedText<'a> {
    /// The text.
    pub text: &'a str,
    /// The idempotency key: a repetition with the same key adds no second message.
    pub key: Uuid,
}

/// The change of a conversation's state, for the log.
fn state_change(before: &Progress, after: &Progress) -> StateChange {
    StateChange { before: json!({ "state": before.state.code() }), after: json!({ "state": after.state.code() }) }
}

impl Support {
    /// Conversations for operators, at most 100; whether there are more.
    ///
    /// # Errors
    /// 403 without the permission, and database errors.
    pub async fn desk_list(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        filter: DeskFilter,
    ) -> Result<(Vec<Listed>, bool), SupportError> {
        self.inner.identity.may_support(who, SupportAct::Read)?;
        let now = self.inner.world.now();
        let mut tx = self.inner.store.tenant(tenant).await?;
        let mut found = store::for_desk(tx.conn(), tenant, (filter, who.id, now), LISTED + 1).await?;
        let has_more = found.len() > usize::try_from(LISTED).unwrap_or(usize::MAX);
        found.truncate(usize::try_from(LISTED).unwrap_or(usize::MAX));
        Ok((self.listed(&mut tx, found).await?, has_more))
    }

    /// One conversation with its notes. The look is logged.
    ///
    /// # Errors
    /// 403 without the permission, [`SupportError::NotFound`].
    pub async fn desk_one(
        &self,
        tenant: TenantId,
        who: (&OperatorPrincipal, &ClientContext),
        id: ConversationId,
    ) -> Result<DeskView, SupportError> {
        self.inner.identity.may_support(who.0, SupportAct::Read)?;
        let mut tx = self.inner.store.tenant(tenant).await?;
        let found = store::find(tx.conn(), tenant, id).await?;
        found.ok_or(SupportError::NotFound("conversation"))?;
        self.log(&mut tx, who, SupportAct::Read, id, StateChange::none()).await?;
        tx.commit().await?;
        self.seen(tenant, id).await
    }

    async fn seen(&self, tenant: TenantId, id: ConversationId) -> Result<DeskView, SupportError> {
        let mut tx = self.inner.store.tenant(tenant).await?;
        let found = store::find(tx.conn(), tenant, id).await?;
        let conversation = found.ok_or(SupportError::NotFound("conversation"))?;
        let operators = store::operators_of(tx.conn(), tenant, id).await?;
        let mut pictures = picture::store::of_conversation(tx.conn(), tenant, id.uuid()).await?;
        let mut messages = Vec::new();
        for stored in store::messages(tx.conn(), tenant, id, true).await? {
            let text = self.text(&mut tx, stored.id, &stored.sealed).await?;
            let operator = stored.operator.and_then(|operator| operators.get(&operator).cloned());
            let message = views::message(&stored, text, &mut pictures);
            messages.push(DeskMessage { message, kind: stored.kind, operator });
        }
        let assigned_to = conversation.assigned_to.and_then(|one| operators.get(&one.uuid()).cloned());
        Ok(DeskView { conversation, messages, assigned_to })
    }

    /// A picture of a conversation, as a JPEG. The look is logged.
    ///
    /// # Errors
    /// 403 without the permission, [`SupportError::NotFound`].
    pub async fn desk_picture(
        &self,
        tenant: TenantId,
        who: (&OperatorPrincipal, &ClientContext),
        id: SupportPictureId,
    ) -> Result<Vec<u8>, SupportError> {
        self.inner.identity.may_support(who.0, SupportAct::Picture)?;
        let mut tx = self.inner.store.tenant(tenant).await?;
        let found = picture::store::find(tx.conn(), tenant, id, None).await?;
        let sealed = found.ok_or(SupportError::NotFound("picture"))?;
        let jpeg = self.open(&mut tx, id.uuid(), &sealed).await?;
        let change = StateChange::none();
        self.inner.identity.support_act(&mut tx, who, SupportAct::Picture, &id.to_string(), change).await?;
        tx.commit().await?;
        Ok(jpeg)
    }

    /// Replies; `asks` if the customer has to answer. The customer is told in the app and by email.
    ///
    /// # Errors
    /// 403 without the permission, [`SupportError::NotFound`], [`SupportError::Invalid`], [`SupportError::Conflict`] if the
    /// conversation is full.
    pub async fn reply(
        &self,
        tenant: TenantId,
        who: (&OperatorPrincipal, &ClientContext),
        id: ConversationId,
        said: KeyedText<'_>,
        asks: bool,
    ) -> Result<DeskView, SupportError> {
        let Some((mut tx, conversation, text)) = self.begin_act(tenant, who, SupportAct::Reply, id, said).await? else {
            return self.seen(tenant, id).await;
        };
        let now = self.inner.world.now();
        let clocks = clocks::store::find(tx.conn(), tenant).await?.unwrap_or_default();
        let progress = conversation.progress.replied(asks, &clocks, now);
        let message = NewMessage { kind: MessageKind::Reply, operator: Some(who.0.id), key: said.key };
        let message_id = self.add_text(&mut tx, id, &message, &text, now).await?;
        store::set_progress(tx.conn(), tenant, id, &progress).await?;
        let event = if asks { SupportEvent::Asked } else { SupportEvent::Answered };
        let notice = notice_of(&conversation, event);
        tx.enqueue(now, &[mail::support(tenant, &notice, &message_id.to_string())]).await?;
        let change = state_change(&conversation.progress, &progress);
        self.log(&mut tx, who, SupportAct::Reply, id, change).await?;
        tx.commit().await?;
        tracing::info!(event = "support.answered", %tenant, conversation = %id, "Support has written to a customer.");
        self.seen(tenant, id).await
    }

    /// Gives the final answer to a complaint. The customer gets it as a letter by email.
    ///
    /// # Errors
    /// The errors of [`Support::reply`], [`SupportError::Conflict`] for a question and after the end.
    pub async fn answer_complaint(
        &self,
        tenant: TenantId,
        who: (&OperatorPrincipal, &ClientContext),
        id: ConversationId,
        said: KeyedText<'_>,
    ) -> Result<DeskView, SupportError> {
        let Some((mut tx, conversation, text)) = self.begin_act(tenant, who, SupportAct::Answer, id, said).await?
        else {
            return self.seen(tenant, id).await;
        };
        let now = self.inner.world.now();
        let clocks = clocks::store::find(tx.conn(), tenant).await?.unwrap_or_default();
        let progress = conversation.progress.answered(&clocks, now)?;
        let message = NewMessage { kind: MessageKind::Answer, operator: Some(who.0.id), key: said.key };
        let message_id = self.add_text(&mut tx, id, &message, &text, now).await?;
        store::set_progress(tx.conn(), tenant, id, &progress).await?;
        let sealed = self.seal(&mut tx, message_id, text.as_bytes()).await?;
        let event = SupportEvent::ComplaintAnswered { letter: SealedLetter::new(message_id, &sealed) };
        let notice = notice_of(&conversation, event);
        tx.enqueue(now, &[mail::support(tenant, &notice, &message_id.to_string())]).await?;
        let change = state_change(&conversation.progress, &progress);
        self.log(&mut tx, who, SupportAct::Answer, id, change).await?;
        tx.commit().await?;
        tracing::info!(event = "complaint.answered", %tenant, conversation = %id, "A complaint has its final answer.");
        self.seen(tenant, id).await
    }

    /// Writes a note that the customer never sees.
    ///
    /// # Errors
    /// The errors of [`Support::reply`].
    pub async fn note(
        &self,
        tenant: TenantId,
        who: (&OperatorPrincipal, &ClientContext),
        id: ConversationId,
        said: KeyedText<'_>,
    ) -> Result<DeskView, SupportError> {
        let Some((mut tx, _, text)) = self.begin_act(tenant, who, SupportAct::Note, id, said).await? else {
            return self.seen(tenant, id).await;
        };
        let now = self.inner.world.now();
        let message = NewMessage { kind: MessageKind::Note, operator: Some(who.0.id), key: said.key };
        self.add_text(&mut tx, id, &message, &text, now).await?;
        self.log(&mut tx, who, SupportAct::Note, id, StateChange::none()).await?;
        tx.commit().await?;
        self.seen(tenant, id).await
    }

    /// Takes a conversation or gives it back, and sets its labels.
    ///
    /// # Errors
    /// 403 without the permission, [`SupportError::NotFound`], [`SupportError::Invalid`].
    pub async fn change(
        &self,
        tenant: TenantId,
        who: (&OperatorPrincipal, &ClientContext),
        id: ConversationId,
        change: Change,
    ) -> Result<DeskView, SupportError> {
        self.inner.identity.may_support(who.0, SupportAct::Assign)?;
        let mut tx = self.inner.store.tenant(tenant).await?;
        let found = store::lock(tx.conn(), tenant, id).await?.ok_or(SupportError::NotFound("conversation"))?;
        let labels = match &change.labels {
            Some(labels) => checked_labels(labels)?,
            None => found.labels.clone(),
        };
        let assigned_to = match change.is_mine {
            Some(true) => Some(who.0.id),
            Some(false) => None,
            None => found.assigned_to,
        };
        store::set_desk(tx.conn(), tenant, id, (assigned_to, &labels)).await?;
        let before = json!({ "assigned_to": found.assigned_to, "labels": found.labels });
        let after = json!({ "assigned_to": assigned_to, "labels": labels });
        if before != after {
            self.log(&mut tx, who, SupportAct::Assign, id, StateChange { before, after }).await?;
        }
        tx.commit().await?;
        self.seen(tenant, id).await
    }

    /// Ends a conversation.
    ///
    /// # Errors
    /// 403 without the permission, [`SupportError::NotFound`], [`SupportError::Conflict`] if it has ended, and for a
    /// complaint without its final answer.
    pub async fn end(
        &self,
        tenant: TenantId,
        who: (&OperatorPrincipal, &ClientContext),
        id: ConversationId,
    ) -> Result<DeskView, SupportError> {
        self.inner.identity.may_support(who.0, SupportAct::End)?;
        let now = self.inner.world.now();
        let mut tx = self.inner.store.tenant(tenant).await?;
        let found = store::lock(tx.conn(), tenant, id).await?.ok_or(SupportError::NotFound("conversation"))?;
        let progress = found.progress.ended(now)?;
        store::set_progress(tx.conn(), tenant, id, &progress).await?;
        let change = state_change(&found.progress, &progress);
        self.log(&mut tx, who, SupportAct::End, id, change).await?;
        tx.commit().await?;
        self.seen(tenant, id).await
    }

    /// Checks the permission and the text, and locks the conversation. `None` if this request has had its effect.
    async fn begin_act(
        &self,
        tenant: TenantId,
        who: (&OperatorPrincipal, &ClientContext),
        act: SupportAct,
        id: ConversationId,
        said: KeyedText<'_>,
    ) -> Result<Option<(TenantTx, Conversation, String)>, SupportError> {
        self.inner.identity.may_support(who.0, act)?;
        let mut tx = self.inner.store.tenant(tenant).await?;
        let found = store::lock(tx.conn(), tenant, id).await?.ok_or(SupportError::NotFound("conversation"))?;
        let text = checked_text(said.text)?;
        if store::has_message(tx.conn(), tenant, id, said.key).await? {
            return Ok(None);
        }
        Ok(Some((tx, found, text)))
    }

    async fn log(
        &self,
        tx: &mut TenantTx,
        who: (&OperatorPrincipal, &ClientContext),
        act: SupportAct,
        id: ConversationId,
        change: StateChange,
    ) -> Result<(), SupportError> {
        Ok(self.inner.identity.support_act(tx, who, act, &id.to_string(), change).await?)
    }
}
