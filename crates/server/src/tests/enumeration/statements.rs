//! The database statements of a request, recorded from the driver's log.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::{DefaultGuard, Interest};
use tracing::{Dispatch, Event, Metadata, Subscriber};

/// A statement with the number of rows it affected and returned: everything that a caller could observe by timing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statement {
    text: String,
    affected: u64,
    returned: u64,
}

impl Statement {
    /// Whether it is independent of the request: the opening or the return of a connection, a refresh of cached tenants,
    /// or the reader of test clocks. That reader ends by ROLLBACK at any time; what a request has read before its own
    /// ROLLBACK is compared.
    fn is_nobodys(&self) -> bool {
        ["ROLLBACK", "pg_backend_pid", "tenant_hosts", "test_clocks"].iter().any(|part| self.text.contains(part))
    }
}

impl Visit for Statement {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // The driver logs the full text separately only if the summary is truncated.
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

/// Records every statement of this thread while it lives.
pub struct Statements {
    heard: Recorder,
    _second: Dispatch,
    _guard: DefaultGuard,
}

#[derive(Clone, Default)]
struct Recorder(Arc<Mutex<Vec<Statement>>>);

impl Subscriber for Recorder {
    /// Asked for each event: a fixed interest would be cached for all threads, including those of other tests.
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
        let heard = Recorder::default();
        // With a single dispatcher, tracing caches the interest of the first thread, which may belong to another test.
        let second = Dispatch::new(Recorder::default());
        let guard = tracing::subscriber::set_default(heard.clone());
        Self { heard, _second: second, _guard: guard }
    }

    /// The statements since the last call.
    pub fn take(&self) -> Vec<Statement> {
        std::mem::take(&mut *self.heard.0.lock().unwrap())
    }
}
