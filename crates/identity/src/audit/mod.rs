//! The audit log: who did what, when and from where. Rows are only ever added.

pub(crate) mod store;

use kernel::{SessionId, UserId};
use serde_json::Value;

/// One entry.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// What happened: `login.succeeded`.
    pub action: &'static str,
    /// Who, if anybody is known.
    pub user: Option<UserId>,
    /// In which session.
    pub session: Option<SessionId>,
    /// Facts that help an investigation; ids and figures, no codes, tokens or addresses.
    pub details: Value,
}

impl Entry {
    pub(crate) fn new(action: &'static str) -> Self {
        Self { action, user: None, session: None, details: Value::Object(serde_json::Map::new()) }
    }

    pub(crate) fn of(mut self, user: UserId, session: Option<SessionId>) -> Self {
        self.user = Some(user);
        self.session = session;
        self
    }

    pub(crate) fn with(mut self, details: Value) -> Self {
        self.details = details;
        self
    }
}
