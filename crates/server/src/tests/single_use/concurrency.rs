//! Fifty concurrent requests, and one later.

use std::pin::Pin;

use serde_json::Value;

use crate::tests::operators::Colleague;
use crate::tests::support::{Answer, Person};

pub const TRIES: usize = 50;

pub type Trial = Pin<Box<dyn Future<Output = Answer> + Send>>;

/// The responses to fifty concurrent requests.
pub async fn all_at_once(ask: &dyn Fn(usize) -> Trial) -> Vec<Answer> {
    let tries: Vec<_> = (0..TRIES).map(|n| tokio::spawn(ask(n))).collect();
    let mut answers = Vec::new();
    for tried in tries {
        answers.push(tried.await.unwrap());
    }
    answers
}

/// A single-use value, and the nth request that uses it.
pub struct Once {
    pub what: &'static str,
    pub ask: Box<dyn Fn(usize) -> Trial>,
}

impl Once {
    /// Requests of `person`, each with its own idempotency key.
    pub fn asked(what: &'static str, person: &Person, method: &'static str, path: &str, body: Value) -> Self {
        let (person, path) = (person.clone(), path.to_owned());
        let ask = move |n: usize| -> Trial {
            let (person, path, body) = (person.clone(), path.clone(), body.clone());
            let key = format!("once-{n}");
            Box::pin(async move { person.call(method, &path, Some(&body), &[("idempotency-key", &key)]).await })
        };
        Self { what, ask: Box::new(ask) }
    }

    /// One second-factor code in many sessions. The last session is for the later request.
    pub fn by_sessions(what: &'static str, mut sessions: Vec<Person>, body: Value) -> Self {
        let last = sessions.pop().unwrap();
        let ask = move |n: usize| -> Trial {
            let person = if n == TRIES { last.clone() } else { sessions[n % sessions.len()].clone() };
            let body = body.clone();
            Box::pin(async move { person.post("login/second-factor", &body).await })
        };
        Self { what, ask: Box::new(ask) }
    }

    /// Requests of an operator.
    pub fn by_operator(what: &'static str, who: &Colleague, path: &str, body: Value) -> Self {
        let (who, path) = (who.clone(), path.to_owned());
        let ask = move |_| -> Trial {
            let (mut who, path, body) = (who.clone(), path.clone(), body.clone());
            Box::pin(async move { who.post(&path, &body).await })
        };
        Self { what, ask: Box::new(ask) }
    }

    /// Runs the trial, and describes what is wrong, if anything.
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
