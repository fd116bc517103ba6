//! Statements and notifications, and the check of their balances.

use kernel::{Amount, Currency};

use super::value::{amount, at, currency, day, id, is_credit, maybe, maybe_at, missing, moment, one, reference_at};
use super::{Balance, CamtError, Entry, MAX_ENTRIES, MessageKind, Reason, Statement, entry, key, party};
use crate::xml::{Element, Tree, quoted};

const NAMESPACE: &str = "urn:iso:std:iso:20022:tech:xsd:";
const VERSIONS: [&str; 7] = ["001.02", "001.03", "001.04", "001.05", "001.06", "001.07", "001.08"];

/// Every statement or notification of a document.
pub fn read(tree: &Tree) -> Result<Vec<Statement>, CamtError> {
    let root = tree.root();
    let kind = kind(tree).ok_or_else(|| {
        let (name, namespace) = (quoted(root.name()), quoted(tree.namespace()));
        at(root, Reason::WrongRoot { name, namespace })
    })?;
    let (message, each) = match kind {
        MessageKind::Statement => ("BkToCstmrStmt", "Stmt"),
        MessageKind::Notification => ("BkToCstmrDbtCdtNtfctn", "Ntfctn"),
    };
    let message = one(root, message)?;
    let header = one(message, "GrpHdr")?;
    let mut left = MAX_ENTRIES;
    let mut statements = Vec::new();
    for element in message.children(each) {
        statements.push(statement(element, header, kind, &mut left)?);
    }
    if statements.is_empty() {
        return Err(missing(message, each));
    }
    Ok(statements)
}

fn kind(tree: &Tree) -> Option<MessageKind> {
    let (message, version) = tree.namespace().strip_prefix(NAMESPACE)?.split_at_checked("camt.053.".len())?;
    let kind = match message {
        "camt.053." => MessageKind::Statement,
        "camt.054." => MessageKind::Notification,
        _ => return None,
    };
    (tree.root().name() == "Document" && VERSIONS.contains(&version)).then_some(kind)
}

/// One statement. `left` is the number of entries that the file may still have.
fn statement(
    element: Element<'_>,
    header: Element<'_>,
    kind: MessageKind,
    left: &mut usize,
) -> Result<Statement, CamtError> {
    let (message_id, id) = (id(header, "MsgId")?, id(element, "Id")?);
    let created_at = moment(maybe(element, "CreDtTm")?.map_or_else(|| one(header, "CreDtTm"), Ok)?)?;
    let account_element = one(element, "Acct")?;
    let account = party::account(account_element)?.ok_or_else(|| missing(account_element, "Id"))?;
    let currency = account_currency(element, account_element)?;
    let opening = match balance(element, "OPBD", currency)? {
        Some(opening) => Some(opening),
        None => balance(element, "PRCD", currency)?,
    };
    let closing = balance(element, "CLBD", currency)?;
    let mut entries = Vec::new();
    for found in element.children("Ntry") {
        *left = left.checked_sub(1).ok_or_else(|| at(found, Reason::TooManyEntries))?;
        entries.push(entry::read(found, &account, currency)?);
    }
    let page = page(element, header)?;
    let place = key::StatementContext { kind, page: page.as_deref(), statement_id: &id };
    key::set_keys(&account, &place, &mut entries);
    if let (Some((opening, _)), Some((closing, closing_element))) = (opening, closing) {
        check_balances(opening.amount, closing.amount, &entries, closing_element)?;
    }
    let (opening, closing) = (opening.map(|(balance, _)| balance), closing.map(|(balance, _)| balance));
    let sequence = sequence(element)?;
    Ok(Statement { kind, message_id, id, sequence, account, created_at, currency, opening, closing, entries })
}

/// The number of the page: of the statement, or of the message in versions in which a statement has none.
fn page(statement: Element<'_>, header: Element<'_>) -> Result<Option<String>, CamtError> {
    for (place, path) in
        [(statement, ["StmtPgntn", "PgNb"]), (statement, ["NtfctnPgntn", "PgNb"]), (header, ["MsgPgntn", "PgNb"])]
    {
        if let Some(page) = reference_at(place, &path)? {
            return Ok(Some(page));
        }
    }
    Ok(None)
}

/// The sequence number, if it is a whole number. Bookings do not depend on it, so another text counts as none.
fn sequence(statement: Element<'_>) -> Result<Option<u64>, CamtError> {
    for name in ["ElctrncSeqNb", "LglSeqNb"] {
        let found = reference_at(statement, &[name])?.and_then(|number| number.parse().ok());
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// The currency of the account, or of the first amount if the account has none.
fn account_currency(statement: Element<'_>, account: Element<'_>) -> Result<Currency, CamtError> {
    if let Some(code) = maybe(account, "Ccy")? {
        return currency(code, code.text());
    }
    let first = statement.children("Bal").chain(statement.children("Ntry")).next();
    let first = first.ok_or_else(|| missing(account, "Ccy"))?;
    Ok(amount(one(first, "Amt")?)?.currency())
}

/// The balance of a kind, with its element. Two different ones are refused.
fn balance<'t>(
    statement: Element<'t>,
    code: &str,
    currency: Currency,
) -> Result<Option<(Balance, Element<'t>)>, CamtError> {
    let mut found: Option<(Balance, Element<'t>)> = None;
    for element in statement.children("Bal") {
        if maybe_at(element, &["Tp", "CdOrPrtry", "Cd"])?.is_none_or(|kind| kind.text() != code) {
            continue;
        }
        let amount_element = one(element, "Amt")?;
        let amount = in_currency(amount_element, currency)?;
        let amount = if is_credit(element)? { amount } else { amount.negated() };
        let balance = Balance { amount, date: day(one(element, "Dt")?)? };
        match found {
            Some((known, _)) if known != balance => return Err(at(element, Reason::Repeated { element: "Bal" })),
            Some(_) => {}
            None => found = Some((balance, amount_element)),
        }
    }
    Ok(found)
}

/// The amount of an element, which must be in the account's currency.
pub fn in_currency(element: Element<'_>, account: Currency) -> Result<Amount, CamtError> {
    let amount = amount(element)?;
    if amount.currency() == account {
        return Ok(amount);
    }
    Err(at(element, Reason::OtherCurrency { found: amount.currency(), account }))
}

fn check_balances(
    opening: Amount,
    stated: Amount,
    entries: &[Entry],
    closing_element: Element<'_>,
) -> Result<(), CamtError> {
    let mut computed = opening;
    for entry in entries.iter().filter(|entry| entry.booked) {
        let change = if entry.is_credit { entry.amount } else { entry.amount.negated() };
        computed = computed.checked_add(change).map_err(|error| {
            let text = entry.amount.to_decimal();
            at(closing_element, Reason::BadAmount { text, error })
        })?;
    }
    if computed == stated {
        return Ok(());
    }
    Err(at(closing_element, Reason::BalanceMismatch { stated, computed }))
}
