//! One entry.

use kernel::Currency;

use super::statement::in_currency;
use super::transaction::{self, Head};
use super::value::{bad_code, boolean, day, is_credit, maybe, one, reference_at};
use super::{Account, CamtError, Entry};
use crate::xml::Element;

/// The entry of an element `Ntry`. Its key is still empty.
pub fn read(element: Element<'_>, account: &Account, currency: Currency) -> Result<Entry, CamtError> {
    let amount = in_currency(one(element, "Amt")?, currency)?;
    let is_credit = is_credit(element)?;
    let is_reversal = maybe(element, "RvslInd")?.map_or(Ok(false), boolean)?;
    let booked = is_booked(element)?;
    let booking_date = maybe(element, "BookgDt")?.map(day).transpose()?;
    let value_date = maybe(element, "ValDt")?.map(day).transpose()?;
    let own_reference = reference_at(element, &["AcctSvcrRef"])?;
    let head = Head { amount, is_credit, is_reversal, account, bank_reference: own_reference.as_deref() };
    let transactions = transaction::read_all(element, &head)?;
    let only = match &transactions[..] {
        [only] => only.bank_reference.clone(),
        _ => None,
    };
    let bank_reference = own_reference.or(only);
    let key = String::new();
    Ok(Entry { key, booked, is_credit, is_reversal, amount, booking_date, value_date, bank_reference, transactions })
}

/// The status is a text, and since version 001.07 a code inside the element.
fn is_booked(element: Element<'_>) -> Result<bool, CamtError> {
    let status = one(element, "Sts")?;
    let code = maybe(status, "Cd")?.unwrap_or(status);
    match code.text() {
        "BOOK" => Ok(true),
        "PDNG" | "INFO" | "FUTR" => Ok(false),
        _ => Err(bad_code(code)),
    }
}
