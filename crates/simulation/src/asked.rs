//! The ledger of a run, and what was asked of it, word for word: so that the same can be asked of another ledger.

use std::ops::Deref;

use chrono::{DateTime, Utc};
use ledger::memory::{MemoryJournal, Written};
use ledger::{Change, CommitError, Receipt};
use uuid::Uuid;

/// One change that somebody asked for.
#[derive(Debug, Clone)]
pub struct Asked {
    /// When.
    pub at: DateTime<Utc>,
    /// The change.
    pub change: Change,
    /// What the ledger answered.
    pub answer: Result<Receipt, CommitError>,
    /// Whether the answer arrived. Where it did not, nobody but the ledger knows what became of the change.
    pub heard: bool,
}

/// The ledger in memory. It keeps what it is asked where somebody wants to know; a million steps need no such memory.
#[derive(Debug, Default)]
pub struct Ledger {
    journal: MemoryJournal,
    asked: Option<Vec<Asked>>,
}

impl Ledger {
    /// An empty ledger that keeps what it is asked.
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

    /// The last answer was lost on its way.
    pub fn was_not_heard(&mut self) {
        if let Some(last) = self.asked.as_mut().and_then(|asked| asked.last_mut()) {
            last.heard = false;
        }
    }

    /// Takes what was written to the outbox and the job queue since the last call.
    #[must_use]
    pub fn take_written(&mut self) -> Written {
        self.journal.take_written()
    }

    /// The books as they stand, and everything that was asked.
    #[must_use]
    pub fn into_parts(self) -> (MemoryJournal, Vec<Asked>) {
        (self.journal, self.asked.unwrap_or_default())
    }
}

/// Reading is the ledger's own.
impl Deref for Ledger {
    type Target = MemoryJournal;

    fn deref(&self) -> &MemoryJournal {
        &self.journal
    }
}
