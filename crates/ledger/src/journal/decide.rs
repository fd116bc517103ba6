//! Accepts or refuses one change by itself. Pure: the same state, change and time give the same answer.

use chrono::{DateTime, Utc};
use kernel::{Amount, Currency};
use uuid::Uuid;

use super::check::CheckedChange;
use super::state::{AccountState, HoldState, HoldStatus, RecordState, State};
pub(super) use crate::proof::entry::Side;
use crate::proof::entry::TransferFacts;
use crate::{CommitError, CounterStep, InvalidChange, Limit, Receipt, Transfer, TransferKind};

/// A row of `transfers` to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TransferRow {
    pub id: Uuid,
    pub change: Uuid,
    pub record: Option<Uuid>,
    pub kind: &'static str,
    pub code: &'static str,
    pub debit: Side,
    pub credit: Side,
    pub posted: i128,
    pub pending: i128,
    pub hold: Option<Uuid>,
    /// The expiry of the hold that it creates, if any.
    pub expires_at: Option<DateTime<Utc>>,
    pub currency: Currency,
}

impl TransferRow {
    /// The hashed facts of the row.
    pub fn facts(&self) -> TransferFacts<'static> {
        TransferFacts {
            id: self.id,
            kind: self.kind,
            code: self.code,
            currency: self.currency.code(),
            posted: self.posted,
            pending: self.pending,
            hold: self.hold,
            expires_at: self.expires_at,
            debit: self.debit,
            credit: self.credit,
        }
    }
}

/// The decision on an accepted change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Decided {
    /// The key is known: nothing is written.
    Known(Receipt),
    /// The change is written, with these transfers.
    Accepted(Receipt, Vec<TransferRow>),
}

/// Applies `checked` to `state`, fully or not at all.
pub(super) fn decide(state: &mut State, checked: &CheckedChange, now: DateTime<Utc>) -> Result<Decided, CommitError> {
    let change = &checked.change;
    if let Some(receipt) = state.receipts.get(&change.key) {
        // A receipt with this change's own id comes from an earlier attempt that was committed although its answer was
        // lost.
        return Ok(Decided::Known(Receipt { replayed: receipt.change != checked.id, ..receipt.clone() }));
    }
    check_versions(state, checked)?;
    let rows = apply_all(state, checked, now)?;
    if let Some(record) = &change.record {
        let stored = RecordState { kind: record.kind.to_string(), owner: record.owner, version: record.version };
        state.records.insert(record.id, stored);
    }
    if let Some(step) = change.counter {
        state.counters.insert(step.counter, step.version + 1);
    }
    let receipt = Receipt {
        change: checked.id,
        key: change.key.clone(),
        record: change.record.as_ref().map(|record| record.id),
        version: change.record.as_ref().map_or(0, |record| record.version),
        committed_at: now,
        replayed: false,
    };
    state.receipts.insert(change.key.clone(), receipt.clone());
    Ok(Decided::Accepted(receipt, rows))
}

fn check_versions(state: &State, checked: &CheckedChange) -> Result<(), CommitError> {
    let found = |record: &Uuid| state.records.get(record).map_or(0, |stored| stored.version);
    let own = checked.change.record.iter().map(|record| (record.id, record.version - 1));
    for (record, expected) in checked.change.expects.iter().map(|e| (e.record, e.version)).chain(own) {
        let found = found(&record);
        if found != expected {
            return Err(CommitError::Moved { record, expected, found });
        }
    }
    if let Some(CounterStep { counter, version: expected }) = checked.change.counter {
        let found = state.counters.get(&counter).copied().unwrap_or(0);
        if found != expected {
            return Err(CommitError::Moved { record: counter, expected, found });
        }
    }
    let Some(record) = &checked.change.record else { return Ok(()) };
    match state.records.get(&record.id) {
        Some(stored) if stored.kind != record.kind || stored.owner != record.owner => {
            Err(InvalidChange::RecordIdentity(record.id).into())
        }
        _ => Ok(()),
    }
}

/// The state to restore if a later transfer of the same change is refused.
#[derive(Default)]
struct Undo {
    accounts: Vec<(i64, Option<AccountState>)>,
    holds: Vec<(Uuid, Option<HoldState>)>,
}

fn apply_all(state: &mut State, checked: &CheckedChange, now: DateTime<Utc>) -> Result<Vec<TransferRow>, CommitError> {
    let mut undo = Undo::default();
    let mut rows = Vec::with_capacity(checked.keys.len());
    for (transfer, keys) in checked.change.transfers.iter().zip(&checked.keys) {
        match apply(state, &mut undo, transfer, *keys, now) {
            Ok(row) => rows.push(TransferRow {
                change: checked.id,
                record: checked.change.record.as_ref().map(|record| record.id),
                ..row
            }),
            Err(error) => {
                roll_back(state, undo);
                for row in rows {
                    state.transfers.remove(&row.id);
                }
                return Err(error);
            }
        }
    }
    Ok(rows)
}

fn roll_back(state: &mut State, undo: Undo) {
    for (key, before) in undo.accounts.into_iter().rev() {
        match before {
            Some(account) => state.accounts.insert(key, account),
            None => state.accounts.remove(&key),
        };
    }
    for (id, before) in undo.holds.into_iter().rev() {
        match before {
            Some(hold) => state.holds.insert(id, hold),
            None => state.holds.remove(&id),
        };
    }
}

/// The effect of a transfer on the posted and pending totals of its two accounts.
struct Effect {
    posted: i128,
    pending: i128,
}

fn apply(
    state: &mut State,
    undo: &mut Undo,
    transfer: &Transfer,
    (debit, credit): (i64, i64),
    now: DateTime<Utc>,
) -> Result<TransferRow, CommitError> {
    if state.transfers.contains(&transfer.id) {
        return Err(InvalidChange::TransferExists(transfer.id).into());
    }
    let effect = effect_of(state, transfer, (debit, credit), now)?;
    let giver = after(state, transfer, debit, &effect, true)?;
    let receiver = after(state, transfer, credit, &effect, false)?;
    let side =
        |account: i64, after: &AccountState| Side { account, version: after.version, balance: after.figures.balance() };
    let row = TransferRow {
        id: transfer.id,
        change: Uuid::nil(),
        record: None,
        kind: transfer.kind.name(),
        code: transfer.code,
        debit: side(debit, &giver),
        credit: side(credit, &receiver),
        posted: effect.posted,
        pending: effect.pending,
        hold: transfer.kind.ends(),
        expires_at: match transfer.kind {
            TransferKind::Hold { expires_at } => expires_at,
            _ => None,
        },
        currency: transfer.amount.currency(),
    };
    undo.accounts.push((debit, state.accounts.insert(debit, giver)));
    undo.accounts.push((credit, state.accounts.insert(credit, receiver)));
    move_hold(state, undo, transfer, (debit, credit));
    state.transfers.insert(transfer.id);
    Ok(row)
}

fn effect_of(
    state: &State,
    transfer: &Transfer,
    keys: (i64, i64),
    now: DateTime<Utc>,
) -> Result<Effect, InvalidChange> {
    let amount = transfer.amount.atoms();
    let hold = match transfer.kind {
        TransferKind::Post => return Ok(Effect { posted: amount, pending: 0 }),
        TransferKind::Hold { .. } => return Ok(Effect { posted: 0, pending: amount }),
        TransferKind::PostHold { hold } | TransferKind::VoidHold { hold } | TransferKind::ExpireHold { hold } => hold,
    };
    let held = state.holds.get(&hold).ok_or(InvalidChange::NoSuchHold(hold))?;
    if held.status != HoldStatus::Open {
        return Err(InvalidChange::HoldEnded(hold));
    }
    if (held.debit, held.credit) != keys {
        return Err(InvalidChange::HoldMismatch(hold));
    }
    let expired = held.expires_at.is_some_and(|expires_at| expires_at <= now);
    let released = Effect { posted: 0, pending: -held.amount };
    match transfer.kind {
        TransferKind::PostHold { .. } if expired => Err(InvalidChange::HoldExpired(hold)),
        TransferKind::PostHold { .. } if amount <= held.amount => Ok(Effect { posted: amount, ..released }),
        TransferKind::ExpireHold { .. } if !expired => Err(InvalidChange::HoldNotExpired(hold)),
        TransferKind::VoidHold { .. } | TransferKind::ExpireHold { .. } if amount == held.amount => Ok(released),
        _ => Err(InvalidChange::HoldMismatch(hold)),
    }
}

/// The account after the transfer, if its limit permits.
fn after(
    state: &State,
    transfer: &Transfer,
    key: i64,
    effect: &Effect,
    gives: bool,
) -> Result<AccountState, CommitError> {
    let name = if gives { &transfer.debit } else { &transfer.credit };
    let mut account = state.accounts.get(&key).cloned().unwrap_or_else(|| AccountState::opened(name.clone()));
    if account.account != *name {
        return Err(InvalidChange::AccountKeyTaken(Box::new(name.clone())).into());
    }
    let available = account.figures.available();
    let figures = &mut account.figures;
    let (posted, pending) = if gives {
        (&mut figures.debits_posted, &mut figures.debits_pending)
    } else {
        (&mut figures.credits_posted, &mut figures.credits_pending)
    };
    *posted = posted.checked_add(effect.posted).ok_or(InvalidChange::TooLarge(transfer.id))?;
    *pending = pending.checked_add(effect.pending).ok_or(InvalidChange::TooLarge(transfer.id))?;
    if !figures.fits() {
        return Err(InvalidChange::TooLarge(transfer.id).into());
    }
    let takes = gives && effect.posted + effect.pending > 0;
    if takes && account.limit == Limit::DebitsWithinCredits && account.figures.available() < 0 {
        return Err(CommitError::Insufficient {
            account: Box::new(name.clone()),
            needed: transfer.amount,
            available: Amount::new(available, name.currency),
        });
    }
    account.version += 1;
    Ok(account)
}

fn move_hold(state: &mut State, undo: &mut Undo, transfer: &Transfer, (debit, credit): (i64, i64)) {
    let (id, moved) = match transfer.kind {
        TransferKind::Post => return,
        TransferKind::Hold { expires_at } => {
            let amount = transfer.amount.atoms();
            let status = HoldStatus::Open;
            (transfer.id, HoldState { debit, credit, amount, expires_at, status, stored: false, ended_now: false })
        }
        TransferKind::PostHold { hold } => (hold, ended(state, hold, HoldStatus::Posted)),
        TransferKind::VoidHold { hold } => (hold, ended(state, hold, HoldStatus::Voided)),
        TransferKind::ExpireHold { hold } => (hold, ended(state, hold, HoldStatus::Expired)),
    };
    undo.holds.push((id, state.holds.insert(id, moved)));
}

fn ended(state: &State, hold: Uuid, status: HoldStatus) -> HoldState {
    let held = state.holds.get(&hold).expect("effect_of has found it");
    HoldState { status, ended_now: true, ..*held }
}
