//! The transactions of an entry.

use kernel::Amount;

use super::party::counterparty;
use super::value::{amount, is_credit, maybe, maybe_at, missing, reference_at, text, text_at};
use super::{Account, CamtError, EntryTransaction, ReturnReason};
use crate::xml::Element;

/// The sub-families of returns (ISO 20022, bank transaction codes): reversal because of a payment return, reversal
/// because of a cancellation request, and a returned or unpaid direct debit.
const RETURN_SUB_FAMILIES: [&str; 3] = ["RRTN", "RPCR", "UPDD"];
/// The location of a transaction's amount. Versions since 001.03 have `Amt`, and 001.02 has only the details.
const AMOUNT_PATHS: [&[&str]; 3] = [&["Amt"], &["AmtDtls", "TxAmt", "Amt"], &["AmtDtls", "InstdAmt", "Amt"]];

/// The parts that transactions take from their entry.
pub struct Head<'e> {
    pub amount: Amount,
    pub is_credit: bool,
    pub is_reversal: bool,
    pub account: &'e Account,
    pub bank_reference: Option<&'e str>,
}

/// The transactions of an element `Ntry`: at least one.
pub fn read_all(entry: Element<'_>, head: &Head<'_>) -> Result<Vec<EntryTransaction>, CamtError> {
    let details: Vec<Element<'_>> = entry.children("NtryDtls").flat_map(|details| details.children("TxDtls")).collect();
    let is_only = details.len() == 1;
    let is_return = is_return_code(entry)?;
    if details.is_empty() {
        return Ok(vec![of_entry(entry, head, is_return)?]);
    }
    details.into_iter().map(|details| of_details(details, head, is_only, is_return)).collect()
}

/// The one transaction of an entry without details.
fn of_entry(entry: Element<'_>, head: &Head<'_>, is_return: bool) -> Result<EntryTransaction, CamtError> {
    let information = text_at(entry, &["AddtlNtryInf"])?;
    let reason = is_return.then(|| ReturnReason { code: None, text: information.clone() });
    Ok(EntryTransaction {
        amount: head.amount,
        is_credit: head.is_credit,
        end_to_end_id: None,
        instruction_id: None,
        bank_reference: head.bank_reference.map(str::to_owned),
        counterparty_name: None,
        counterparty_account: None,
        remittance: information,
        creditor_reference: None,
        return_reason: reason,
    })
}

fn of_details(
    details: Element<'_>,
    head: &Head<'_>,
    is_only: bool,
    entry_is_return: bool,
) -> Result<EntryTransaction, CamtError> {
    let is_credit = match maybe(details, "CdtDbtInd")? {
        Some(_) => is_credit(details)?,
        None => head.is_credit,
    };
    let return_reason = return_reason(details, entry_is_return)?;
    // The payer is the other party of a credit. A payment that comes back keeps the roles of its way out.
    let is_debtor = is_credit != (return_reason.is_some() || head.is_reversal);
    let party = counterparty(details, head.account, is_debtor)?;
    let creditor_reference = creditor_reference(details)?;
    Ok(EntryTransaction {
        amount: own_amount(details, head, is_only)?,
        is_credit,
        end_to_end_id: reference_at(details, &["Refs", "EndToEndId"])?,
        instruction_id: reference_at(details, &["Refs", "InstrId"])?,
        bank_reference: reference_at(details, &["Refs", "AcctSvcrRef"])?,
        counterparty_name: party.name,
        counterparty_account: party.account,
        remittance: joined(details, &["RmtInf"], "Ustrd")?.or_else(|| creditor_reference.clone()),
        creditor_reference,
        return_reason,
    })
}

/// The first amount in the entry's currency. Amounts in another currency are what the payer sent, before the exchange.
/// A transaction that is alone in its entry may have none: it has the entry's.
fn own_amount(details: Element<'_>, head: &Head<'_>, is_only: bool) -> Result<Amount, CamtError> {
    for path in AMOUNT_PATHS {
        match maybe_at(details, path)? {
            Some(found) if found.currency() == Some(head.amount.currency().code()) => return amount(found),
            _ => {}
        }
    }
    if is_only { Ok(head.amount) } else { Err(missing(details, "Amt")) }
}

/// The reason of a return: see [`EntryTransaction::return_reason`].
fn return_reason(details: Element<'_>, entry_is_return: bool) -> Result<Option<ReturnReason>, CamtError> {
    let information = text_at(details, &["AddtlTxInf"])?;
    if let Some(found) = maybe(details, "RtrInf")? {
        let code = match text_at(found, &["Rsn", "Cd"])? {
            Some(code) => Some(code),
            None => text_at(found, &["Rsn", "Prtry"])?,
        };
        let text = joined(found, &[], "AddtlInf")?.or(information);
        return Ok(Some(ReturnReason { code, text }));
    }
    let is_return = entry_is_return || is_return_code(details)?;
    Ok(is_return.then_some(ReturnReason { code: None, text: information }))
}

/// Whether the bank transaction code of an entry or a transaction is one of returns.
fn is_return_code(element: Element<'_>) -> Result<bool, CamtError> {
    let code = maybe_at(element, &["BkTxCd", "Domn", "Fmly", "SubFmlyCd"])?;
    Ok(code.is_some_and(|code| RETURN_SUB_FAMILIES.contains(&code.text())))
}

/// The first structured creditor reference.
fn creditor_reference(details: Element<'_>) -> Result<Option<String>, CamtError> {
    let Some(remittance) = maybe(details, "RmtInf")? else { return Ok(None) };
    for structured in remittance.children("Strd") {
        if let Some(reference) = reference_at(structured, &["CdtrRefInf", "Ref"])? {
            return Ok(Some(reference));
        }
    }
    Ok(None)
}

/// The texts of all elements of a name, joined by a space; `None` if there is none.
fn joined(parent: Element<'_>, path: &[&'static str], name: &'static str) -> Result<Option<String>, CamtError> {
    let Some(parent) = maybe_at(parent, path)? else { return Ok(None) };
    let mut lines = Vec::new();
    for line in parent.children(name) {
        lines.extend(text(line)?);
    }
    Ok(Some(lines.join(" ")).filter(|joined| !joined.is_empty()))
}
