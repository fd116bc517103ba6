//! Conversion of domain values to response types.

mod choice;
pub(crate) mod movement;
mod partner_consents;
mod pay;
mod payment;
mod payment_link;
mod quote;
mod shared_status;
mod summary;
mod transaction;

pub(crate) use choice::choice;
pub(crate) use partner_consents::partner_consents;
pub(crate) use pay::{
    merchant, merchant_overview, merchant_payment, merchant_refund, pay_money, pay_page, payment_details,
};
pub(crate) use payment_link::{link_page, logo_path, payment_link};
pub(crate) use quote::rate;
pub(crate) use shared_status::shared_status;
pub(crate) use transaction::{sides, statement_transaction, transaction};

use exchange::requisite::{Party, Requisite};

use crate::dto::order::RequisiteKind;
use crate::dto::payee::PayeeInfo;
use crate::dto::transaction::RequisiteInfo;

/// A requisite as its owner sees it: in full, except for a card, of which four digits are known.
pub(crate) fn requisite(requisite: &Requisite) -> RequisiteInfo {
    let info = |kind, display| RequisiteInfo {
        kind,
        display,
        value: None,
        memo: None,
        full_name: None,
        payee: None,
        note: None,
    };
    match requisite {
        Requisite::Address { value, memo } => RequisiteInfo {
            value: Some(value.clone()),
            memo: memo.clone(),
            ..info(RequisiteKind::Address, requisite.display())
        },
        Requisite::Iban { value, full_name, payee } => RequisiteInfo {
            value: Some(value.clone()),
            full_name: Some(full_name.clone()),
            payee: payee.as_deref().map(PayeeInfo::from),
            ..info(RequisiteKind::Iban, requisite.display())
        },
        Requisite::Card { .. } => info(RequisiteKind::Card, requisite.display()),
        Requisite::Customer(party) => customer(party),
        Requisite::Code => info(RequisiteKind::Code, requisite.display()),
    }
}

/// The other customer of a transfer.
pub(crate) fn customer(party: &Party) -> RequisiteInfo {
    RequisiteInfo {
        kind: RequisiteKind::Customer,
        display: party.name.clone(),
        value: party.contact.clone(),
        memo: None,
        full_name: Some(party.name.clone()),
        payee: None,
        note: party.note.clone(),
    }
}
