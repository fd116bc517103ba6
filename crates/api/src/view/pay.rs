//! Payments of merchants, for their owner and for the payer.

use chrono::{DateTime, Utc};
use exchange::requisite::Requisite;
use exchange::transaction::{ActionReason, Choice};
use kernel::Amount;
use merchants::{Looked, Merchant, Movement, Overview, Part, Payment, Refund, Refundable};

use super::choice;
use super::payment::{payment, payout_leg};
use super::payment_link::logo_path;
use crate::dto::merchant::{self as dto, HostName, MerchantPaymentDetails, MerchantSettings, PayState};
use crate::dto::pay::{PayAttempt, PayMoney, PayPage};
use crate::dto::scalar::{CurrencyCode, Decimal, EndpointCode, NetworkCode};

/// A merchant, for its owner.
pub(crate) fn merchant(found: &Merchant) -> dto::Merchant {
    let settings = &found.settings;
    let (whole, part) = (settings.tolerance_bps / 100, settings.tolerance_bps % 100);
    dto::Merchant {
        id: found.id.to_string(),
        settings: MerchantSettings {
            name: settings.name.clone(),
            settlement_currency: CurrencyCode(settings.settlement),
            tolerance_percent: Some(format!("{whole}.{part:02}")),
            return_hosts: settings.return_hosts.iter().cloned().map(HostName).collect(),
            takes_more: settings.takes_more,
            mails: Some(settings.mails),
            colour: settings.colour.clone(),
        },
        created_at: found.created_at,
    }
}

/// The sums of a period, for the merchant.
pub(crate) fn merchant_overview(found: Overview) -> dto::MerchantOverview {
    let shown = |amounts: Vec<Amount>| amounts.into_iter().map(Into::into).collect();
    dto::MerchantOverview {
        paid: found.paid,
        taken: shown(found.taken),
        settled: shown(found.settled),
        fees: shown(found.fees),
        refunds: found.refunds,
        refunded: shown(found.refunded),
        waiting: found.waiting,
        waits: shown(found.waits),
    }
}

/// A payment, for its merchant. `url` is that of the payer's page.
pub(crate) fn merchant_payment(found: &Payment, url: String) -> dto::MerchantPayment {
    dto::MerchantPayment {
        id: found.id.to_string(),
        link_id: found.link.map(|link| link.to_string()),
        order_id: found.order_id.clone(),
        price: found.terms.price.into(),
        settlement_currency: CurrencyCode(found.terms.settlement),
        description: found.terms.description.clone(),
        return_url: found.terms.return_url.clone(),
        state: found.state.into(),
        url,
        created_at: found.created_at,
        expires_at: found.expires_at,
    }
}

/// A payment with what was paid, for its merchant.
pub(crate) fn payment_details(looked: &Looked, url: String) -> MerchantPaymentDetails {
    let returned = |movement: &Movement| movement.transaction.summary().refund.map(|refund| refund.amount.into());
    MerchantPaymentDetails {
        payment: dto::MerchantPayment { state: looked.state().into(), ..merchant_payment(&looked.payment, url) },
        paid: looked.paid().map(Into::into),
        settled: looked.settled().map(Into::into),
        returned: looked.current().and_then(returned),
        transaction_ids: looked.movements.iter().map(|one| one.transaction.id.to_string()).collect(),
        refundable: looked.refundable().and_then(|can| refundable(&can)),
        refunds: looked.refunds.iter().map(merchant_refund).collect(),
        cancelled_at: looked.payment.cancelled_at,
    }
}

fn refundable(can: &Refundable) -> Option<dto::Refundable> {
    Some(dto::Refundable {
        received: can.received.into(),
        refunded: can.refunded.into(),
        left: can.left.into(),
        excess: can.excess.into(),
        currency: CurrencyCode(can.coins.currency()),
        network: NetworkCode(can.payway.network()?),
    })
}

/// A refund, for its merchant.
pub(crate) fn merchant_refund(refund: &Refund) -> dto::MerchantRefund {
    let row = &refund.row;
    let address = refund.transaction.requisite().and_then(|requisite| match requisite {
        Requisite::Address { value, .. } => Some(value.clone()),
        _ => None,
    });
    dto::MerchantRefund {
        number: u16::try_from(row.number).unwrap_or_default(),
        state: refund.state().into(),
        amount: row.amount.into(),
        rate: row.rate.into(),
        gets: row.coins.into(),
        cost: refund.cost().into(),
        address,
        transaction_id: row.transaction.to_string(),
        created_at: row.created_at,
    }
}

/// A payment, for everybody with its link. `choices` are empty for other browsers than the payer's.
pub(crate) fn pay_page(
    looked: &Looked,
    (is_payer, choices): (bool, Vec<Choice>),
    (others, terms_version): (Vec<PayMoney>, Option<i32>),
    return_url: Option<String>,
    now: DateTime<Utc>,
) -> PayPage {
    let terms = &looked.payment.terms;
    let state: PayState = looked.state().into();
    PayPage {
        merchant: looked.merchant.settings.name.clone(),
        colour: looked.merchant.settings.colour.clone(),
        logo: looked.merchant.logo.map(logo_path),
        price: terms.price.into(),
        description: terms.description.clone(),
        order_id: looked.payment.order_id.clone(),
        state,
        may_choose: looked.may_choose(),
        next_attempt: u8::try_from(looked.next).unwrap_or(u8::MAX),
        attempt: looked.current().and_then(attempt),
        is_payer,
        choices: choices.into_iter().filter_map(choice).collect(),
        others,
        terms_version,
        has_receipt: looked.payment.has_receipt,
        return_url,
        expires_at: looked.payment.expires_at,
        server_time: now,
    }
}

/// Money besides that of the payment. `choices` are empty for other browsers than its payer's.
pub(crate) fn pay_money(
    (part, movement): (Part, &Movement),
    (is_payer, choices): (bool, Vec<Choice>),
) -> Option<PayMoney> {
    Some(PayMoney {
        part: part.to_string(),
        state: movement.state().into(),
        attempt: attempt(movement)?,
        is_payer,
        choices: choices.into_iter().filter_map(choice).collect(),
    })
}

fn attempt(movement: &Movement) -> Option<PayAttempt> {
    let found = &movement.transaction;
    let collect = found.collect()?;
    let crypto = payment(collect)?.crypto?;
    let action = found.action.as_ref();
    let difference = |reason: ActionReason| {
        let action = action.filter(|action| action.reason == reason)?;
        let atoms = action.received.atoms() - action.expected.atoms();
        Some(Decimal::from(Amount::new(atoms.abs(), action.expected.currency())))
    };
    let refund = found.summary().refund;
    let back = payout_leg(found).filter(|leg| leg.to.is_refund());
    Some(PayAttempt {
        number: u8::try_from(movement.attempt.number).ok()?,
        currency: crypto.currency,
        payway: EndpointCode(collect.payway.into()),
        network: crypto.network,
        amount: crypto.amount,
        address: crypto.address?,
        memo: crypto.memo,
        uri: crypto.uri,
        rate_expires_at: found.expires_at,
        paid: found.summary().paid.map(Decimal::from),
        missing: difference(ActionReason::Underpaid),
        excess: difference(ActionReason::Overpaid),
        confirmations: crypto.confirmations,
        required: crypto.required,
        txid: crypto.txid,
        returned: refund.map(|refund| refund.amount.into()),
        returned_txid: back.and_then(|leg| leg.reference.clone()),
    })
}
