//! Payment and payout of a transaction, from its legs.

use exchange::Transaction;
use exchange::transaction::{Collect, CollectState, Instructions, PayOut, PayOutState, PaymentState};
use kernel::{Amount, Network, PaywayKind};

use crate::dto::payment::{
    BankPayment, BlikPayment, BlikState, CardPayment, CardState, CryptoPayment, Payment, PaymentKind, Payout,
    PayoutState,
};
use crate::dto::scalar::{CurrencyCode, NetworkCode};

/// The payment of a collect leg; `None` if there is no payer, because it is a returned payout.
pub(crate) fn payment(collect: &Collect) -> Option<Payment> {
    let empty = |kind| Payment { kind, card: None, bank: None, blik: None, crypto: None };
    let amount = collect.expected;
    let is_code = collect.payway.kind() == PaywayKind::Code;
    Some(match &collect.instructions {
        Instructions::Blik { .. } if !is_code => return None,
        Instructions::Card { card, challenge_url, .. } => {
            let state = card_state(collect);
            Payment {
                card: Some(CardPayment {
                    state,
                    last4: card.as_ref().map(|card| card.last4.clone()),
                    brand: card.as_ref().map(|card| card.brand.clone()),
                    challenge_url: challenge_url.clone().filter(|_| state == CardState::Challenge),
                }),
                ..empty(PaymentKind::Card)
            }
        }
        Instructions::Blik { approve_until } => Payment {
            blik: Some(BlikPayment { state: blik_state(collect), approve_until: *approve_until }),
            ..empty(PaymentKind::Blik)
        },
        Instructions::Bank { details } => Payment {
            bank: Some(BankPayment {
                iban: details.iban.clone(),
                bic: details.bic.clone(),
                beneficiary: details.beneficiary.clone(),
                reference: details.reference.clone(),
                amount: amount.into(),
                currency: CurrencyCode(amount.currency()),
            }),
            ..empty(PaymentKind::Bank)
        },
        Instructions::Crypto { address, network } => {
            let seen = collect.payments.iter().rfind(|payment| payment.state != PaymentState::Reversed);
            let required = seen.map_or(address.confirmations_required, |payment| payment.required);
            Payment {
                crypto: Some(CryptoPayment {
                    uri: uri(*network, &address.address, amount),
                    address: Some(address.address.clone()),
                    memo: address.memo.clone(),
                    network: NetworkCode(*network),
                    amount: amount.into(),
                    currency: CurrencyCode(amount.currency()),
                    confirmations: seen.map_or(0, |payment| payment.confirmations.min(required)),
                    required,
                    txid: seen.and_then(|payment| payment.reference.split(':').next()).map(str::to_owned),
                }),
                ..empty(PaymentKind::Crypto)
            }
        }
    })
}

fn card_state(collect: &Collect) -> CardState {
    match collect.state {
        CollectState::Waiting => CardState::Waiting,
        CollectState::Charging => CardState::Authorizing,
        CollectState::Approval => CardState::Challenge,
        CollectState::Collected => CardState::Paid,
        CollectState::Declined => CardState::Declined,
        CollectState::Closed if is_credited(collect) => CardState::Paid,
        CollectState::Closed => CardState::Waiting,
    }
}

fn blik_state(collect: &Collect) -> BlikState {
    match collect.state {
        CollectState::Waiting => BlikState::Waiting,
        CollectState::Charging | CollectState::Approval => BlikState::Pending,
        CollectState::Collected => BlikState::Paid,
        CollectState::Declined => BlikState::Declined,
        CollectState::Closed if is_credited(collect) => BlikState::Paid,
        CollectState::Closed => BlikState::Expired,
    }
}

fn is_credited(collect: &Collect) -> bool {
    collect.payments.iter().any(|payment| payment.state == PaymentState::Credited)
}

/// The payment URI for a QR code: BIP 21 for Bitcoin and Litecoin; `None` for other chains.
fn uri(network: Network, address: &str, amount: Amount) -> Option<String> {
    let scheme = match network {
        Network::Bitcoin => "bitcoin",
        Network::Litecoin => "litecoin",
        _ => return None,
    };
    let decimal = amount.to_decimal();
    Some(format!("{scheme}:{address}?amount={}", decimal.trim_end_matches('0').trim_end_matches('.')))
}

/// The relevant payout: a refund, else the payout of the result. `None` before it begins.
pub(crate) fn payout(transaction: &Transaction) -> Option<Payout> {
    let refund = transaction.payouts().rfind(|(_, leg)| leg.to.is_refund());
    let (_, leg) = refund.or_else(|| transaction.result_leg())?;
    leg.started_at?;
    let counts = leg.required > 0;
    Some(Payout {
        state: state(leg),
        hash: leg.reference.clone(),
        explorer_url: None,
        confirmations: counts.then_some(leg.confirmations.min(leg.required)),
        required: counts.then_some(leg.required),
    })
}

fn state(leg: &PayOut) -> PayoutState {
    match leg.state {
        PayOutState::Planned => PayoutState::Waiting,
        PayOutState::Sending | PayOutState::Unknown => PayoutState::Sending,
        PayOutState::Sent => PayoutState::Sent,
        PayOutState::Settled => PayoutState::Settled,
        PayOutState::Failed => PayoutState::Failed,
    }
}
