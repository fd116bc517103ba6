//! The trace of a run in words.

use exchange::rails::{RailEvent, RailEventKind};
use exchange::transaction::Command;
use uuid::Uuid;

use crate::task::{Stage, Task};

/// The end of an id, which distinguishes the ids of one run.
#[must_use]
pub fn short(id: Uuid) -> String {
    id.simple().to_string().split_off(26)
}

/// The text of an event.
#[must_use]
pub fn event(event: &RailEvent) -> String {
    let what = match &event.kind {
        RailEventKind::Seen { amount, confirmations, required, txid } => {
            format!("{amount} seen as {txid}, {confirmations} of {required}")
        }
        RailEventKind::Credited { amount, reference, .. } => format!("{amount} credited as {reference}"),
        RailEventKind::Declined { reason } => format!("declined: {reason}"),
        RailEventKind::Reversed { reference } => format!("{reference} taken back"),
        RailEventKind::Unclear { reference, detail, .. } => format!("{reference} unclear: {detail}"),
        RailEventKind::Disputed { dispute } => format!("{} disputed: {:?}", dispute.payment, dispute.state),
        RailEventKind::PayoutSent { reference } => format!("payout sent as {reference}"),
        RailEventKind::PayoutConfirmations { confirmations, .. } => format!("payout at {confirmations} blocks"),
        RailEventKind::PayoutSettled { .. } => "payout settled".to_owned(),
        RailEventKind::PayoutFailed { reason } => format!("payout failed: {reason}"),
    };
    let leg = event.leg.map_or_else(String::new, |leg| format!(" leg {leg}"));
    let target = event.target.order().map_or_else(|| event.target.to_string(), |order| short(order.uuid()));
    format!("{what} for {target}{leg} ({} {})", event.rail, event.event_id)
}

/// The text of a command.
#[must_use]
pub fn command(command: &Command) -> String {
    match command {
        Command::Rail(told) => event(told),
        other => format!("{other:?}"),
    }
}

/// The text of a task's next step.
#[must_use]
pub fn stage(task: &Task) -> String {
    let asks = || task.asks.front().map_or_else(String::new, |ask| command(&ask.command));
    match &task.stage {
        Stage::Load => format!("loads for: {}", asks()),
        Stage::Decide(tx) => format!("decides on version {}: {}", tx.version, asks()),
        Stage::Unsure(..) => format!("asks the ledger again: {}", asks()),
        Stage::Open(..) => "writes the order".to_owned(),
        Stage::Job => "begins the job".to_owned(),
        Stage::LookedUp(_, leg, known) => format!("knows of leg {leg} from its rail: {known:?}"),
        Stage::Pay(_, leg) => format!("pays leg {leg}"),
        Stage::Charge(_) => "charges".to_owned(),
        Stage::Chain(request, turn) => format!("has leg {} of a chain payout at {turn:?}", request.leg),
        Stage::HandedOver(request) => format!("notes that leg {} was handed over", request.leg),
    }
}
