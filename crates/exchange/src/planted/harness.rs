//! Bugs that the crash harness plants to prove that it detects them. Only builds of the harness contain this file.

use kernel::{Amount, Rounding, World};
use ledger::{Account, Change, Transfer, TransferKind};
use store::planted;

use crate::rails::{RailEvent, RailEventKind};

/// Corrupts a change in the way that the planted bug would.
pub(crate) fn spoil(mut change: Change, world: &World) -> Change {
    let version = change.record.as_ref().map_or(0, |record| record.version);
    if planted("event-lost") && version % 3 == 0 {
        change.events.clear();
    }
    if planted("task-forgotten") && version % 3 == 0 {
        change.jobs.clear();
    }
    let twice: Vec<Transfer> = change.transfers.iter().filter(|_| planted("fee-taken-twice")).cloned().collect();
    let fees = twice.into_iter().filter(|transfer| transfer.code == "our_fee");
    change.transfers.extend(fees.map(|fee| Transfer { id: world.uuid(), ..fee }).collect::<Vec<_>>());
    change.transfers = change.transfers.into_iter().map(mistaken).collect();
    change
}

/// Rounds in the customer's favour, which creates an atom out of nothing.
pub(crate) fn conversion_rounding() -> Rounding {
    if planted("rounded-for-the-customer") { Rounding::Up } else { Rounding::Down }
}

/// A rail's second event for one payment, under another reference. Code that trusts the reference books the payment
/// twice.
pub(crate) fn told_again(event: &RailEvent) -> Option<RailEvent> {
    let RailEventKind::Credited { amount, reference, payer } = event.kind.clone() else { return None };
    let kind = RailEventKind::Credited { amount, reference: format!("notice:{reference}"), payer };
    let event_id = format!("notice:{}", event.event_id);
    planted("payment-booked-twice").then(|| RailEvent { event_id, kind, ..event.clone() })
}

fn mistaken(transfer: Transfer) -> Transfer {
    let currency = transfer.amount.currency();
    let to_transit = transfer.credit == Account::transit(currency);
    match transfer.kind {
        TransferKind::Post if planted("atom-made") && transfer.code == "convert" && to_transit => {
            Transfer { amount: Amount::new(transfer.amount.atoms() + 1, currency), ..transfer }
        }
        TransferKind::Post if planted("deposit-from-elsewhere") && transfer.code == "deposit" => {
            Transfer { debit: Account::desk(currency), ..transfer }
        }
        TransferKind::Post if planted("rounding-kept") && transfer.code == "rounding" => {
            Transfer { credit: Account::desk(currency), ..transfer }
        }
        TransferKind::PostHold { .. } if planted("hold-never-ended") => {
            Transfer { kind: TransferKind::Post, ..transfer }
        }
        _ => transfer,
    }
}
