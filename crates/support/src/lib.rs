//! Support: conversations of customers with operators, complaints with their legal deadlines, and the answers that
//! operators keep.
//!
//! `clocks` decides when an answer is due; it is pure. `picture` keeps what customers send, `saved_answer` what operators
//! use again, and `conversation` holds the two sides of a conversation. [`Support`] is the entry point.

pub mod clocks;
mod conversation;
mod error;
mod picture;
mod saved_answer;

use std::sync::Arc;

use ::store::{JobHandler, Schedule, Store, TenantTx};
use chrono::TimeDelta;
use identity::Identity;
use identity::envelope::Class;
use kernel::World;
use uuid::Uuid;

pub use clocks::{ClockChange, Clocks};
pub use conversation::{
    Author, Change, Context, Conversation, DeskFilter, DeskMessage, DeskView, KeyedText, Kind, Listed, Message,
    MessageKind, NewConversation, OpenedConversation, Part, Progress, State, TEXT_CHARS_MAX, Topic, View, Writer,
};
pub use error::SupportError;
pub use picture::{PER_MESSAGE as PICTURES_PER_MESSAGE, PICTURE_BYTES_MAX};
pub use saved_answer::{SavedAnswer, SavedAnswerText};

/// The entry point of this crate. Cheap to clone.
#[derive(Clone)]
pub struct Support {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    world: World,
    identity: Identity,
}

impl Support {
    /// Creates an instance on this database.
    #[must_use]
    pub fn new(store: Store, world: World, identity: Identity) -> Self {
        Self { inner: Arc::new(Inner { store, world, identity }) }
    }

    /// The job handlers, for a worker.
    #[must_use]
    pub fn handlers(&self) -> Vec<Arc<dyn JobHandler>> {
        vec![Arc::new(conversation::Tidy(self.clone()))]
    }

    /// The scheduled jobs, for a worker.
    #[must_use]
    pub fn schedules() -> Vec<Schedule> {
        vec![Schedule::every(conversation::TIDY, TimeDelta::minutes(10))]
    }

    /// Encrypts what a customer or an operator wrote or sent.
    async fn seal(&self, tx: &mut TenantTx, record: Uuid, plain: &[u8]) -> Result<Vec<u8>, SupportError> {
        let sealed = self.inner.identity.envelope().seal(tx, Class::Pii, record, plain).await;
        sealed.map_err(|error| SupportError::Internal(error.to_string()))
    }

    /// The opposite of [`Support::seal`].
    async fn open(&self, tx: &mut TenantTx, record: Uuid, sealed: &[u8]) -> Result<Vec<u8>, SupportError> {
        let plain = self.inner.identity.envelope().open(tx, Class::Pii, record, sealed).await;
        Ok(plain.map_err(|error| SupportError::Internal(error.to_string()))?.to_vec())
    }
}
