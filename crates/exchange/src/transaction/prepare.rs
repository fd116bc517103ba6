//! From a command to the change to commit: all steps between loading and committing. Pure except for the ids of
//! `World`; both the use cases and the simulation use it.

use chrono::{DateTime, Utc};
use kernel::{TransactionId, World};
use ledger::{CommitError, Receipt};
use sha2::{Digest, Sha256};

use super::{Collect, Command, Decision, Facts, Outcome, Transaction, UnmatchedPayment, decide, unmatched_payment};
use crate::ExchangeError;
use crate::rails::{RailEvent, RailEventKind};

/// The result of a command before it is committed.
#[derive(Debug, Clone)]
pub enum Answer {
    /// No change.
    Nothing,
    /// A recorded no-op, committed under this key: a replay of the event after a reversal of its payment must not take
    /// effect.
    RecordedNoOp(String),
    /// A change to commit.
    Change(Box<Prepared>),
}

/// A decision that is ready to be committed.
#[derive(Debug, Clone)]
pub struct Prepared {
    /// The decision.
    pub decision: Decision,
    /// The idempotency key of the change.
    pub key: String,
    /// Whether it opens a transaction for an unmatched payment, instead of changing the addressed one.
    pub is_unmatched: bool,
}

/// The meaning of the Journal's answer for a prepared decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Committed {
    /// Committed now.
    Now,
    /// Committed before: the caller reads the stored state.
    Before,
    /// The transaction has changed since it was loaded: the caller loads and decides again.
    Again,
    /// Not committed, or unknown.
    Failed(CommitError),
}

impl Prepared {
    /// Replaces the key by a client's idempotency key. An unmatched payment keeps its own key.
    #[must_use]
    pub fn under(self, own: Option<String>) -> Self {
        match own {
            Some(key) if !self.is_unmatched => Self { key, ..self },
            _ => self,
        }
    }

    /// Interprets the Journal's answer. An existing transaction of an unmatched payment stays unchanged.
    #[must_use]
    pub fn committed(&self, answer: Result<Receipt, CommitError>) -> Committed {
        match answer {
            Ok(receipt) if receipt.replayed => Committed::Before,
            Ok(_) => Committed::Now,
            Err(CommitError::Moved { .. }) if self.is_unmatched => Committed::Before,
            Err(CommitError::Moved { .. }) => Committed::Again,
            Err(error) => Committed::Failed(error),
        }
    }
}

/// The key of a client's idempotent command: the same for every retry.
#[must_use]
pub fn once_key(id: TransactionId, name: &str) -> String {
    format!("once:{id}:{}", short_hash(name))
}

/// Decides `command` and chooses its commit key.
///
/// # Errors
/// The errors of [`decide`].
pub fn prepare(
    transaction: &Transaction,
    command: &Command,
    facts: &Facts,
    world: &World,
    now: DateTime<Utc>,
) -> Result<Answer, ExchangeError> {
    match decide(transaction, command, facts, now)? {
        Outcome::Nothing if is_repeated_report(transaction, command) => Ok(Answer::RecordedNoOp(key(command, world))),
        Outcome::Nothing => Ok(Answer::Nothing),
        Outcome::Changed(decision) => {
            let key = match command {
                // A dispute can return to an earlier state, so its reports are not told apart by their content. A report that
                // changes nothing is ignored before.
                Command::Rail(event) if matches!(event.kind, RailEventKind::Disputed { .. }) => {
                    format!("{}@{}", key(command, world), transaction.version)
                }
                _ => key(command, world),
            };
            Ok(Answer::Change(Box::new(Prepared { decision: *decision, key, is_unmatched: false })))
        }
        Outcome::Unmatched(found) => {
            let own = unmatched_id(transaction.id, &found.reference);
            let decision = unmatched_payment(transaction, own, &found, facts, now)?;
            Ok(Answer::Change(Box::new(Prepared {
                decision,
                key: unmatched_key(transaction, &found, command, world),
                is_unmatched: true,
            })))
        }
    }
}

/// The commit key of an unmatched payment. If the addressed transaction does not know the payment, the key is that of
/// the same event for the payment's own transaction: when the event is delivered there afterwards, it counts as seen.
/// If the addressed transaction knows the payment, the key is that of the event itself.
fn unmatched_key(transaction: &Transaction, found: &UnmatchedPayment, command: &Command, world: &World) -> String {
    match command {
        Command::Rail(event) if knows(transaction, event) => key(command, world),
        Command::Rail(event) => match of_unmatched(event, transaction.id) {
            Some(own) => key(&Command::Rail(own), world),
            None => format!("unmatched_payment:{}:{}", transaction.id, short_hash(&found.reference)),
        },
        _ => format!("unmatched_payment:{}:{}", transaction.id, short_hash(&found.reference)),
    }
}

/// Whether a rail repeats, under another event id, what is known of a payment. Events of chains carry a reorg epoch
/// ([`RailEvent::reorg_epoch`]), which identifies outdated events instead.
fn is_repeated_report(transaction: &Transaction, command: &Command) -> bool {
    let Command::Rail(event) = command else { return false };
    event.reorg_epoch.is_none() && knows(transaction, event)
}

/// Whether the transaction knows the payment of an event.
fn knows(transaction: &Transaction, event: &RailEvent) -> bool {
    let (RailEventKind::Credited { reference, .. } | RailEventKind::Reversed { reference }) = &event.kind else {
        return false;
    };
    let same = |collect: &Collect| collect.payments.iter().any(|payment| payment.reference == *reference);
    transaction.collect().is_some_and(same)
}

/// The idempotency key of a command: derived from the event, or generated.
pub(crate) fn key(command: &Command, world: &World) -> String {
    match command {
        Command::Rail(event) => event_key(event),
        _ => format!("command:{}", world.uuid()),
    }
}

/// The idempotency key of an event.
#[must_use]
pub fn event_key(event: &RailEvent) -> String {
    let told = short_hash(&format!("{}\n{}", event.rail, event.event_id));
    format!("rail:{}:{told}", event.target)
}

/// The event addressed to the transaction that holds an unmatched payment; `None` for events that do not concern a
/// payment. It is applied after the event for the order.
#[must_use]
pub fn of_unmatched(event: &RailEvent, parent: TransactionId) -> Option<RailEvent> {
    let reference = match &event.kind {
        RailEventKind::Credited { reference, .. } | RailEventKind::Reversed { reference } => reference,
        RailEventKind::Disputed { dispute } => &dispute.payment,
        _ => return None,
    };
    Some(RailEvent { target: unmatched_id(parent, reference).into(), ..event.clone() })
}

/// External ids have any length and alphabet; keys do not.
fn short_hash(name: &str) -> String {
    hex::encode(&Sha256::digest(name.as_bytes())[..16])
}

/// The ids that unmatched payments of `parent` can have, first and last.
#[must_use]
pub(crate) fn unmatched_ids(parent: TransactionId) -> (uuid::Uuid, uuid::Uuid) {
    let moment = parent.uuid().as_u128() >> 80 << 80;
    (uuid::Uuid::from_u128(moment), uuid::Uuid::from_u128(moment | ((1 << 80) - 1)))
}

/// The id of the transaction that holds an unmatched payment. It is deterministic, so that a later reversal finds it.
/// It has its parent's timestamp, so that lists show both side by side.
fn unmatched_id(parent: TransactionId, reference: &str) -> TransactionId {
    let digest = Sha256::digest(format!("{parent}\n{reference}").as_bytes());
    let moment = parent.uuid().as_u128() >> 80;
    let mut bytes = [0_u8; 16];
    bytes.copy_from_slice(&digest[..16]);
    let random = u128::from_be_bytes(bytes) & ((1 << 80) - 1);
    let mut id = uuid::Builder::from_u128(moment << 80 | random);
    id.set_version(uuid::Version::SortRand).set_variant(uuid::Variant::RFC4122);
    TransactionId::from_uuid(id.into_uuid())
}
