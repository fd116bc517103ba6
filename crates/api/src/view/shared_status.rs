//! A transaction as everybody with its link sees it: an explicit list of fields, without persons and accounts.

use chrono::{DateTime, Utc};
use exchange::transaction as domain;

use super::payment::{payment, payout, payout_leg};
use super::transaction;
use crate::dto::scalar::{EndpointCode, NetworkCode};
use crate::dto::status_link::{SharedStatus, SharedTransfer};

/// The status of a transaction, at `now`.
pub(crate) fn shared_status(found: &domain::Transaction, now: DateTime<Utc>) -> SharedStatus {
    let whole = transaction(found, now);
    SharedStatus {
        display_type: whole.display_type,
        side: whole.side,
        status: whole.status,
        sub_state: whole.sub_state,
        from: whole.from,
        to: whole.to,
        rate_locked: whole.price.rate_locked,
        paid: whole.paid,
        refunded: found.summary().refund.map(|refund| refund.amount.into()),
        payment_kind: whole.source.instructions.map(|payment| payment.kind),
        incoming: incoming(found),
        outgoing: outgoing(found),
        steps: whole.steps,
        progress: whole.progress,
        expires_at: whole.expires_at,
        server_time: whole.server_time,
        created_at: whole.created_at,
        updated_at: whole.updated_at,
    }
}

fn incoming(found: &domain::Transaction) -> Option<SharedTransfer> {
    let collect = found.collect()?;
    let crypto = payment(collect)?.crypto?;
    Some(SharedTransfer {
        payway: EndpointCode(collect.payway.into()),
        network: crypto.network,
        hash: crypto.txid,
        confirmations: crypto.confirmations,
        required: crypto.required,
    })
}

/// A bank's or acquirer's reference stays private: only networks are public.
fn outgoing(found: &domain::Transaction) -> Option<SharedTransfer> {
    let leg = payout_leg(found)?;
    let network = leg.payway.network()?;
    let sent = payout(found)?;
    Some(SharedTransfer {
        payway: EndpointCode(leg.payway.into()),
        network: NetworkCode(network),
        hash: sent.hash,
        confirmations: sent.confirmations.unwrap_or(0),
        required: sent.required.unwrap_or(0),
    })
}
