//! The other party of a transaction.

use super::value::{limited, maybe, maybe_at, text_at};
use super::{Account, CamtError, MAX_REFERENCE_CHARS};
use crate::xml::Element;

/// A name and an account, as far as the bank gives them.
#[derive(Default)]
pub struct Party {
    pub name: Option<String>,
    pub account: Option<Account>,
}

/// The other party of a transaction. `is_debtor` tells whether the roles make it the debtor.
///
/// Some banks swap the roles in a return, so a party with the statement's own account is never the other one.
pub fn counterparty(details: Element<'_>, own: &Account, is_debtor: bool) -> Result<Party, CamtError> {
    let Some(parties) = maybe(details, "RltdPties")? else { return Ok(Party::default()) };
    let debtor = party(parties, "Dbtr", "DbtrAcct")?;
    let creditor = party(parties, "Cdtr", "CdtrAcct")?;
    let (expected, other) = if is_debtor { (debtor, creditor) } else { (creditor, debtor) };
    let is_own = expected.account.as_ref().is_some_and(|account| account.number() == own.number());
    Ok(if is_own { other } else { expected })
}

/// The party of a role. Its name is in `Nm`, since version 001.08 in `Pty/Nm`, or in `Agt` if it is a bank.
fn party(parties: Element<'_>, role: &'static str, account_role: &'static str) -> Result<Party, CamtError> {
    let mut name = None;
    if let Some(party) = maybe(parties, role)? {
        for path in [&["Nm"][..], &["Pty", "Nm"], &["Agt", "FinInstnId", "Nm"]] {
            name = name.or(text_at(party, path)?);
        }
    }
    let account = maybe(parties, account_role)?.map_or(Ok(None), account)?;
    Ok(Party { name, account })
}

/// The number of an account element: `Id/IBAN` or `Id/Othr/Id`; `None` if it has neither.
pub fn account(element: Element<'_>) -> Result<Option<Account>, CamtError> {
    let number = |path: &[&'static str]| -> Result<Option<String>, CamtError> {
        let found = maybe_at(element, path)?.map_or(Ok(None), |found| limited(found, MAX_REFERENCE_CHARS))?;
        Ok(found.map(|number| number.replace(' ', "")))
    };
    if let Some(iban) = number(&["Id", "IBAN"])? {
        return Ok(Some(Account::Iban(iban.to_ascii_uppercase())));
    }
    Ok(number(&["Id", "Othr", "Id"])?.map(Account::Other))
}
