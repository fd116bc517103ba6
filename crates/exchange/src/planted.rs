//! Mistakes that the crash harness plants, to show that it would find them. No other build has this file.

use kernel::{Amount, World};
use ledger::{Account, Change, Transfer, TransferKind};
use store::planted;

/// The change as a mistaken program would make it.
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
        TransferKind::PostHold { .. } if planted("hold-never-ended") => {
            Transfer { kind: TransferKind::Post, ..transfer }
        }
        _ => transfer,
    }
}
