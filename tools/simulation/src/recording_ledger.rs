//! The ledger of a run with a record of all requests, so that another ledger can get the same ones.

use std::ops::Deref;

use chrono::{DateTime, Utc};
use ledger::memory::{MemoryJournal, Written};
use ledger::{Change, CommitError, Receipt};
use uuid::Uuid;

/// A requested change.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The time of the request.
    pub at: DateTime<Utc>,
    /// The change.
    pub change: Change,
    /// The ledger's answer.
    pub answer: Result<Receipt, CommitError>,
    /// Whether the caller received the answer. Otherwise the caller does not know the outcome.
    pub heard: bool,
}

/// The ledger in memory. It records requests only on demand: long runs do not need the memory.
#[derive(Debug, Default)]
pub struct Ledger {
    journal: MemoryJournal,
    asked: Option<Vec<Asked>>,
}

impl Ledger {
    /// An empty ledger that records its requests.
    #[must_use]
    pub fn that_remembers() -> Self {
        Self { asked: Some(Vec::new()), ..Self::default() }
    }

    /// Commits `change`; see [`MemoryJournal::commit`].
    ///
    /// # Errors
    /// The ledger's refusals.
    pub fn commit(&mut self, id: Uuid, change: Change, now: DateTime<Utc>) -> Result<Receipt, CommitError> {
        let kept = self.asked.is_some().then(|| change.clone());
        let answer = self.journal.commit(id, change, now);
        if let (Some(asked), Some(change)) = (&mut self.asked, kept) {
            asked.push(Asked { at: now, change, answer: answer.clone(), heard: true });
        }
        answer
    }

    /// Marks the last answer as lost.
    pub fn was_not_heard(&mut self) {
        if let Some(last) = self.asked.as_mut().and_then(|asked| asked.last_mut()) {
            last.heard = false;
        }
    }

    /// Returns the new rows of the outbox and the job queue since the last call.
    #[must_use]
    pub fn take_written(&mut self) -> Written {
        self.journal.take_written()
    }

    /// The final state of the ledger, and all recorded requests.
    #[must_use]
    pub fn into_parts(self) -> (MemoryJournal, Vec<Asked>) {
        (self.journal, self.asked.unwrap_or_default())
    }
}

/// Reads go directly to the ledger.
impl Deref for Ledger {
    type Target = MemoryJournal;

    fn deref(&self) -> &MemoryJournal {
        &self.journal
    }
}
