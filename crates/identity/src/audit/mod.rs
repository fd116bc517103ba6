//! The audit log: who did what, when and from where. It is append-only.

pub(crate) mod store;

use kernel::{SessionId, UserId};
use serde_json::Value;

/// One entry.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The event code, such as `login.succeeded`.
    pub action: &'static str,
    /// The user, if known.
    pub user: Option<UserId>,
    /// The session, if any.
    pub session: Option<SessionId>,
    /// Facts for investigations: ids and figures, but no codes, tokens or addresses.
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
