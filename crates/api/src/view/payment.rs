//! Payment and payout of a transaction, from its legs.

use exchange::requisite::Requisite;
use exchange::transaction::{Collect, CollectState, Instructions, PayOut, PayOutState, PaymentState};
use exchange::{Transaction, rails};
use kernel::{Amount, Network, PaywayKind};

use crate::dto::order::RefundAddress;
use crate::dto::payment::{
    BankPayment, CardPayment, CardState, CodePayment, CodeState, CryptoPayment, Launch, LaunchField, LaunchKind,
    Payment, PaymentKind, Payout, PayoutState,
};
use crate::dto::scalar::{CurrencyCode, NetworkCode};

/// The payment of a collect leg; `None` if there is no payer, because it is a returned payout.
pub(crate) fn payment(collect: &Collect) -> Option<Payment> {
    let empty = |kind| Payment { kind, card: None, bank: None, code: None, crypto: None };
    let amount = collect.expected;
    let is_code = collect.payway.kind() == PaywayKind::Code;
    Some(match &collect.instructions {
        Instructions::Code { .. } if !is_code => return None,
        Instructions::Card { card, launch, .. } => {
            let state = card_state(collect);
            Payment {
                card: Some(CardPayment {
                    state,
                    last4: card.as_ref().map(|card| card.last4.clone()),
                    brand: card.as_ref().map(|card| card.brand.clone()),
                    launch: launch.as_ref().filter(|_| state == CardState::Challenge).map(shown_launch),
                }),
                ..empty(PaymentKind::Card)
            }
        }
        Instructions::Code { launch, approve_until, .. } => Payment {
            code: Some(CodePayment {
                state: code_state(collect),
                form: collect.payway.code_form().map(Into::into),
                launch: launch.as_ref().filter(|_| collect.state == CollectState::Approval).map(shown_launch),
                approve_until: *approve_until,
            }),
            ..empty(PaymentKind::Code)
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
                    refund_to: collect.refund_to.as_ref().and_then(refund_address),
                }),
                ..empty(PaymentKind::Crypto)
            }
        }
    })
}

fn refund_address(requisite: &Requisite) -> Option<RefundAddress> {
    let Requisite::Address { value, memo } = requisite else { return None };
    Some(RefundAddress { value: value.clone(), memo: memo.clone() })
}

fn card_state(collect: &Collect) -> CardState {
    match collect.state {
        CollectState::Charging | CollectState::Approval if is_credited(collect) => CardState::Paid,
        CollectState::Waiting => CardState::Waiting,
        CollectState::Charging => CardState::Authorizing,
        CollectState::Approval => CardState::Challenge,
        CollectState::Collected => CardState::Paid,
        CollectState::Declined => CardState::Declined,
        CollectState::Closed if is_credited(collect) => CardState::Paid,
        CollectState::Closed => CardState::Waiting,
    }
}

fn code_state(collect: &Collect) -> CodeState {
    match collect.state {
        CollectState::Charging | CollectState::Approval if is_credited(collect) => CodeState::Paid,
        CollectState::Waiting => CodeState::Waiting,
        CollectState::Charging | CollectState::Approval => CodeState::Pending,
        CollectState::Collected => CodeState::Paid,
        CollectState::Declined => CodeState::Declined,
        CollectState::Closed if is_credited(collect) => CodeState::Paid,
        CollectState::Closed => CodeState::Expired,
    }
}

fn shown_launch(launch: &rails::Launch) -> Launch {
    let kind = match launch {
        rails::Launch::Get { .. } => LaunchKind::Get,
        rails::Launch::Post { .. } => LaunchKind::Post,
        rails::Launch::Iframe { .. } => LaunchKind::Iframe,
        rails::Launch::Qrcode { .. } => LaunchKind::Qrcode,
        rails::Launch::Deeplink { .. } => LaunchKind::Deeplink,
    };
    let fields = match launch {
        rails::Launch::Post { fields, .. } => fields.as_slice(),
        _ => &[],
    };
    let field = |one: &rails::LaunchField| LaunchField { name: one.name.clone(), value: one.value.clone() };
    Launch { kind, url: launch.url().to_owned(), fields: fields.iter().map(field).collect() }
}

/// Whether a payment has come. It may have another amount than the order, and then the order does not go on by itself.
pub(super) fn is_credited(collect: &Collect) -> bool {
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
    let leg = payout_leg(transaction)?;
    let counts = leg.required > 0;
    Some(Payout {
        state: state(leg),
        hash: leg.reference.clone(),
        confirmations: counts.then_some(leg.confirmations.min(leg.required)),
        required: counts.then_some(leg.required),
    })
}

/// The leg of the relevant payout.
pub(crate) fn payout_leg(transaction: &Transaction) -> Option<&PayOut> {
    let refund = transaction.payouts().rfind(|(_, leg)| leg.to.is_refund());
    let (_, leg) = refund.or_else(|| transaction.result_leg())?;
    leg.started_at.map(|_| leg)
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
