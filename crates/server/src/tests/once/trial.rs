//! Fifty who want the same at the same moment, and one who comes later.

use std::pin::Pin;

use serde_json::Value;

use crate::tests::operators::Colleague;
use crate::tests::support::{Answer, Person};

pub const TRIES: usize = 50;

pub type Trial = Pin<Box<dyn Future<Output = Answer> + Send>>;

/// What fifty who ask at the same moment are answered.
pub async fn all_at_once(ask: &dyn Fn(usize) -> Trial) -> Vec<Answer> {
    let tries: Vec<_> = (0..TRIES).map(|n| tokio::spawn(ask(n))).collect();
    let mut answers = Vec::new();
    for tried in tries {
        answers.push(tried.await.unwrap());
    }
    answers
}

/// One thing, and how the nth who wants it asks for it.
pub struct Once {
    pub what: &'static str,
    pub ask: Box<dyn Fn(usize) -> Trial>,
}

impl Once {
    /// `person` asks, each time under an idempotency key of its own.
    pub fn asked(what: &'static str, person: &Person, method: &'static str, path: &str, body: Value) -> Self {
        let (person, path) = (person.clone(), path.to_owned());
        let ask = move |n: usize| -> Trial {
            let (person, path, body) = (person.clone(), path.clone(), body.clone());
            let key = format!("once-{n}");
            Box::pin(async move { person.call(method, &path, Some(&body), &[("idempotency-key", &key)]).await })
        };
        Self { what, ask: Box::new(ask) }
    }

    /// A code of the second factor is shown in many sessions; the last of them is for later.
    pub fn by_sessions(what: &'static str, mut sessions: Vec<Person>, body: Value) -> Self {
        let last = sessions.pop().unwrap();
        let ask = move |n: usize| -> Trial {
            let person = if n == TRIES { last.clone() } else { sessions[n % sessions.len()].clone() };
            let body = body.clone();
            Box::pin(async move { person.post("login/second-factor", &body).await })
        };
        Self { what, ask: Box::new(ask) }
    }

    /// An operator asks in their browser.
    pub fn by_operator(what: &'static str, who: &Colleague, path: &str, body: Value) -> Self {
        let (who, path) = (who.clone(), path.to_owned());
        let ask = move |_| -> Trial {
            let (mut who, path, body) = (who.clone(), path.clone(), body.clone());
            Box::pin(async move { who.post(&path, &body).await })
        };
        Self { what, ask: Box::new(ask) }
    }

    /// Tries it, and says what is wrong with what came of it.
    pub async fn tried(self) -> Option<String> {
        let answers = all_at_once(&*self.ask).await;
        let passed = answers.iter().filter(|answer| answer.status.is_success()).count();
        let failed = answers.iter().find(|answer| answer.status.is_server_error());
        let late = (self.ask)(TRIES).await;
        let right = passed == 1 && failed.is_none() && late.status.is_client_error();
        let heard = failed.or_else(|| answers.first()).map(|answer| answer.body.to_string()).unwrap_or_default();
        (!right).then(|| format!("{}: {passed} at once, later {} {}; {heard}", self.what, late.status, late.body))
    }
}
