//! From a command to what is committed for it: everything between loading and committing. Pure but for the ids that
//! `World` gives; the use cases and the simulation both stand on it.

use chrono::{DateTime, Utc};
use kernel::{TransactionId, World};
use ledger::{CommitError, Receipt};
use sha2::{Digest, Sha256};

use super::{Collect, Command, Decision, Facts, Outcome, Stray, Transaction, decide, stray};
use crate::ExchangeError;
use crate::rails::{RailEvent, RailEventKind};

/// What a command comes to, before anything is committed.
#[derive(Debug, Clone)]
pub enum Answer {
    /// It changes nothing.
    Nothing,
    /// It changes nothing, and is committed under this key all the same: what is no news now must not become news when it is
    /// told once more, after the payment that it tells of has been taken back, or has come again.
    Heard(String),
    /// This is to be written.
    Change(Box<Prepared>),
}

/// A decision that is ready to be committed.
#[derive(Debug, Clone)]
pub struct Prepared {
    /// What is to be written.
    pub decision: Decision,
    /// The key under which it happens once.
    pub key: String,
    /// Whether it makes a transaction of its own for money that the asked one no longer takes.
    pub is_stray: bool,
}

/// What the Journal's answer means for a prepared decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Committed {
    /// It is written now.
    Now,
    /// It had been written before: what stands is to be read.
    Before,
    /// The transaction has moved since it was loaded: load and decide again.
    Again,
    /// It was not written, or nobody knows.
    Failed(CommitError),
}

impl Prepared {
    /// The same under a key of its owner's; a stray payment keeps the key that its own transaction knows.
    #[must_use]
    pub fn under(self, own: Option<String>) -> Self {
        match own {
            Some(key) if !self.is_stray => Self { key, ..self },
            _ => self,
        }
    }

    /// Reads the Journal's answer. A stray payment's transaction that exists already is kept as it is.
    #[must_use]
    pub fn committed(&self, answer: Result<Receipt, CommitError>) -> Committed {
        match answer {
            Ok(receipt) if receipt.replayed => Committed::Before,
            Ok(_) => Committed::Now,
            Err(CommitError::Moved { .. }) if self.is_stray => Committed::Before,
            Err(CommitError::Moved { .. }) => Committed::Again,
            Err(error) => Committed::Failed(error),
        }
    }
}

/// The key of a wish that its owner has given a name: the same one each time they come with it.
#[must_use]
pub fn once_key(id: TransactionId, name: &str) -> String {
    format!("once:{id}:{}", short_hash(name))
}

/// Decides `command` and names the key it is committed under.
///
/// # Errors
/// Those of [`decide`].
pub fn prepare(
    transaction: &Transaction,
    command: &Command,
    facts: &Facts,
    world: &World,
    now: DateTime<Utc>,
) -> Result<Answer, ExchangeError> {
    match decide(transaction, command, facts, now)? {
        Outcome::Nothing if is_old_news(transaction, command) => Ok(Answer::Heard(key(command, world))),
        Outcome::Nothing => Ok(Answer::Nothing),
        Outcome::Changed(decision) => {
            let key = key(command, world);
            Ok(Answer::Change(Box::new(Prepared { decision: *decision, key, is_stray: false })))
        }
        Outcome::Stray(found) => {
            let own = stray_id(transaction.id, &found.reference);
            let decision = stray(transaction, own, &found, facts, now)?;
            Ok(Answer::Change(Box::new(Prepared {
                decision,
                key: stray_key(transaction, &found, command, world),
                is_stray: true,
            })))
        }
    }
}

/// The key under which a stray payment is kept. Of a payment that is new here its own transaction hears of the same event
/// afterwards: there the event is known by this key, so it is not news. A payment that the asked transaction knows was told
/// to it before: what it has heard already keeps nothing apart.
fn stray_key(transaction: &Transaction, found: &Stray, command: &Command, world: &World) -> String {
    match command {
        Command::Rail(event) if knows(transaction, event) => key(command, world),
        Command::Rail(event) => match of_stray(event, transaction.id) {
            Some(own) => key(&Command::Rail(own), world),
            None => format!("stray:{}:{}", transaction.id, short_hash(&found.reference)),
        },
        _ => format!("stray:{}:{}", transaction.id, short_hash(&found.reference)),
    }
}

/// Whether a rail tells again, in other words, what is known of a payment. Chains count how often a payment has come
/// ([`RailEvent::sighting`]), so their old news are known by that.
fn is_old_news(transaction: &Transaction, command: &Command) -> bool {
    let Command::Rail(event) = command else { return false };
    event.sighting.is_none() && knows(transaction, event)
}

/// Whether an event is of a payment that the transaction has heard of.
fn knows(transaction: &Transaction, event: &RailEvent) -> bool {
    let (RailEventKind::Credited { reference, .. } | RailEventKind::Reversed { reference }) = &event.kind else {
        return false;
    };
    let same = |collect: &Collect| collect.payments.iter().any(|payment| payment.reference == *reference);
    transaction.collect().is_some_and(same)
}

/// The key that makes a command happen once: an event's own name, or a new one.
pub(crate) fn key(command: &Command, world: &World) -> String {
    match command {
        Command::Rail(event) => event_key(event),
        _ => format!("command:{}", world.uuid()),
    }
}

/// The key under which an event takes effect once.
#[must_use]
pub fn event_key(event: &RailEvent) -> String {
    let told = short_hash(&format!("{}\n{}", event.rail, event.event_id));
    format!("rail:{}:{told}", event.target)
}

/// The event as the transaction hears it that keeps a stray payment; nothing for events that are not of a payment. It
/// hears of it after the transaction that the payment was for.
#[must_use]
pub fn of_stray(event: &RailEvent, parent: TransactionId) -> Option<RailEvent> {
    let (RailEventKind::Credited { reference, .. } | RailEventKind::Reversed { reference }) = &event.kind else {
        return None;
    };
    Some(RailEvent { target: stray_id(parent, reference).into(), ..event.clone() })
}

/// Names from outside are of any length and alphabet; keys are not.
fn short_hash(name: &str) -> String {
    hex::encode(&Sha256::digest(name.as_bytes())[..16])
}

/// The id of the transaction that keeps a stray payment: always the same one, so that it can be found again when the
/// payment is taken back. It has its parent's moment, and so stands beside it in lists.
fn stray_id(parent: TransactionId, reference: &str) -> TransactionId {
    let digest = Sha256::digest(format!("{parent}\n{reference}").as_bytes());
    let moment = parent.uuid().as_u128() >> 80;
    let mut bytes = [0_u8; 16];
    bytes.copy_from_slice(&digest[..16]);
    let random = u128::from_be_bytes(bytes) & ((1 << 80) - 1);
    let mut id = uuid::Builder::from_u128(moment << 80 | random);
    id.set_version(uuid::Version::SortRand).set_variant(uuid::Variant::RFC4122);
    TransactionId::from_uuid(id.into_uuid())
}
