//! The invariants of a transaction after every change. [`ledger::memory`] checks the ledger itself; this module checks the
//! transaction, and the ledger against it.

use exchange::policy::Lifetimes;
use exchange::transaction::{PayOutState, Status, Transaction};
use ledger::memory::Broken;

use crate::recording_ledger::Ledger;

const fn broken(rule: &'static str, what: String) -> Broken {
    Broken { rule, what }
}

/// Checks a transaction after it was written.
///
/// # Errors
/// The violated invariant.
pub fn written(
    (journal, lifetimes): (&Ledger, &Lifetimes),
    before: Option<&Transaction>,
    after: &Transaction,
) -> Result<(), Broken> {
    let (was, is) = (before.map_or(Status::New, Transaction::status), after.status());
    let told = |what: &str| format!("{what}: {} from {was} to {is}", after.id);
    if was.path(is).is_none() || (was.is_final() && was != is) {
        return Err(broken("I10", told("an illegal move")));
    }
    if after.version != before.map_or(1, |before| before.version + 1) {
        return Err(broken("I10", told("a lost version")));
    }
    let recent = &after.moves[after.moves.len().saturating_sub(4)..];
    if recent.last().map(|last| last.status) != Some(is)
        || recent.windows(2).any(|pair| !pair[0].status.may_become(pair[1].status))
    {
        return Err(broken("I10", told("a history that ends elsewhere")));
    }
    transit(journal, after)?;
    let left = after.payouts().filter(|(_, leg)| matches!(leg.state, PayOutState::Sent | PayOutState::Settled));
    if left.filter(|(_, leg)| !leg.to.is_refund()).count() > 1 {
        return Err(broken("I5", told("paid twice")));
    }
    let waits = matches!(is, Status::New | Status::Wait | Status::Processing);
    if waits && after.due_at(lifetimes).is_none() {
        return Err(broken("I11", told("under way, and nothing is ever due")));
    }
    read_back(journal, after)
}

/// The transaction and the ledger agree on the amount in transit.
fn transit(journal: &Ledger, after: &Transaction) -> Result<(), Broken> {
    let id = after.id.uuid();
    // Unidentified money is in quarantine.
    let own = after.available().filter(|_| !after.is_quarantined());
    let held = after.collect().map(|collect| collect.expected.currency());
    let currencies =
        [Some(after.price.from_currency), Some(after.price.to_currency), held, own.map(|own| own.currency())];
    let drawn = after.draws().map(|draw| draw.amount.currency());
    for currency in currencies.into_iter().flatten().chain(drawn) {
        let (posted, pending) = journal.in_transit(id, currency);
        let expected = own.filter(|own| own.currency() == currency).map_or(0, |own| own.atoms());
        if posted - pending != expected {
            let what =
                format!("{} has {posted} less {pending} {currency} in transit, and counts on {expected}", after.id);
            return Err(broken("I3", what));
        }
    }
    Ok(())
}

/// The stored transaction equals the decision, so that another replica reads the same.
fn read_back(journal: &Ledger, after: &Transaction) -> Result<(), Broken> {
    let stored = journal.record(after.id.uuid()).map(|record| record.body.clone());
    let read = stored.and_then(|body| serde_json::from_value::<Transaction>(body).ok());
    if read.as_ref() == Some(after) {
        return Ok(());
    }
    Err(broken("I7", format!("{} is not read as it was written", after.id)))
}
