//! What a request asks the database, read from what its driver logs of every statement.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::{DefaultGuard, Interest};
use tracing::{Dispatch, Event, Metadata, Subscriber};

/// One statement, and how many rows it changed and gave: all that whoever asked could have gone by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statement {
    text: String,
    affected: u64,
    returned: u64,
}

impl Statement {
    /// Whether it is nobody's: a connection cleans itself when it comes back, whenever that is, and tenants are remembered for a while
    /// and then looked up anew by whoever comes.
    fn is_nobodys(&self) -> bool {
        ["BEGIN; ROLLBACK", "tenant_hosts"].iter().any(|part| self.text.contains(part))
    }
}

impl Visit for Statement {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // The whole text stands apart from its first words only where there is more of it.
        if matches!(field.name(), "summary" | "db.statement") {
            self.text.push_str(&format!("{value:?}"));
        }
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        match field.name() {
            "rows_affected" => self.affected = value,
            "rows_returned" => self.returned = value,
            _ => {}
        }
    }
}

/// Hears every statement of this thread for as long as it lives.
pub struct Statements {
    heard: Heard,
    _second: Dispatch,
    _guard: DefaultGuard,
}

#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<Statement>>>);

impl Subscriber for Heard {
    /// Asked each time: what is remembered is remembered for all threads, and those of other tests hear nothing.
    fn register_callsite(&self, _: &'static Metadata<'static>) -> Interest {
        Interest::sometimes()
    }

    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "sqlx::query"
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut one = Statement::default();
        event.record(&mut one);
        if !one.is_nobodys() {
            self.0.lock().unwrap().push(one);
        }
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

impl Statements {
    pub fn listen() -> Self {
        let heard = Heard::default();
        // With a single one, the thread that comes first is asked whether a line is wanted at all, and that may be another test's.
        let second = Dispatch::new(Heard::default());
        let guard = tracing::subscriber::set_default(heard.clone());
        Self { heard, _second: second, _guard: guard }
    }

    /// Those since the last time.
    pub fn take(&self) -> Vec<Statement> {
        std::mem::take(&mut *self.heard.0.lock().unwrap())
    }
}
