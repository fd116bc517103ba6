//! Checks an initiation, and brings its texts into the form of the message.

use chrono::{DateTime, Datelike as _, NaiveDate, Utc};
use iban::{Iban, IbanLike as _};
use kernel::{Amount, Currency, format_decimal};

use super::{
    Debtor, FIRST_TOO_LONG, Field, Initiation, MAX_EURO_ATOMS, MAX_ID_CHARS, MAX_NAME_CHARS, MAX_NAME_INPUT_CHARS,
    MAX_REMITTANCE_CHARS, MAX_TRANSFERS, Pain001Error, Rule, Transfer,
};
use crate::sepa::{cut, is_sepa_char, sepa_text};

/// A transfer whose texts are in the SEPA set.
pub struct Line {
    pub end_to_end_id: String,
    pub amount: Amount,
    pub name: String,
    pub iban: String,
    pub remittance: String,
}

/// The transfers of one currency.
pub struct Payment {
    pub id: String,
    pub currency: Currency,
    pub control_sum: String,
    pub lines: Vec<Line>,
}

/// A message that breaks no rule.
pub struct Message {
    pub id: String,
    pub created_at: DateTime<Utc>,
    pub execution_date: NaiveDate,
    pub control_sum: String,
    pub count: usize,
    pub debtor_name: String,
    pub debtor_iban: String,
    pub debtor_bic: Option<String>,
    pub payments: Vec<Payment>,
}

/// The message of an initiation.
pub fn checked(initiation: &Initiation) -> Result<Message, Pain001Error> {
    let named = |field: Field| move |rule: Rule| Pain001Error { field, transfer: None, rule };
    let debtor = &initiation.debtor;
    check_id(&initiation.message_id).map_err(named(Field::MessageId))?;
    check_year(initiation.created_at.year()).map_err(named(Field::CreatedAt))?;
    check_year(initiation.execution_date.year()).map_err(named(Field::ExecutionDate))?;
    let (debtor_name, debtor_iban) = checked_debtor(debtor)?;
    match initiation.transfers.len() {
        0 => return Err(named(Field::Transfers)(Rule::Empty)),
        1..=MAX_TRANSFERS => {}
        _ => return Err(named(Field::Transfers)(Rule::TooManyTransfers)),
    }
    let amounts: Vec<Amount> = initiation.transfers.iter().map(|transfer| transfer.amount).collect();
    let payments = payments(initiation)?;
    let control_sum = control_sum(&amounts).map_err(named(Field::ControlSum))?;
    Ok(Message {
        id: initiation.message_id.clone(),
        created_at: initiation.created_at,
        execution_date: initiation.execution_date,
        control_sum,
        count: amounts.len(),
        debtor_name,
        debtor_iban,
        debtor_bic: debtor.bic.clone(),
        payments,
    })
}

/// The name in the SEPA set and the IBAN of the account that pays.
pub fn checked_debtor(debtor: &Debtor) -> Result<(String, String), Pain001Error> {
    let named = |field: Field| move |rule: Rule| Pain001Error { field, transfer: None, rule };
    let name = name(&debtor.name).map_err(named(Field::DebtorName))?;
    let iban = iban(&debtor.iban).map_err(named(Field::DebtorIban))?;
    debtor.bic.as_deref().map_or(Ok(()), check_bic).map_err(named(Field::DebtorBic))?;
    Ok((name, iban))
}

/// The transfers by currency, in the order in which the currencies first appear.
fn payments(initiation: &Initiation) -> Result<Vec<Payment>, Pain001Error> {
    let mut groups: Vec<(Currency, Vec<Line>)> = Vec::new();
    for (at, transfer) in initiation.transfers.iter().enumerate() {
        let line = line(transfer).map_err(|(field, rule)| Pain001Error { field, transfer: Some(at), rule })?;
        let currency = line.amount.currency();
        match groups.iter_mut().find(|(known, _)| *known == currency) {
            Some((_, lines)) => lines.push(line),
            None => groups.push((currency, vec![line])),
        }
    }
    let is_only = groups.len() == 1;
    let payment = |(currency, lines): (Currency, Vec<Line>)| {
        let amounts: Vec<Amount> = lines.iter().map(|line| line.amount).collect();
        let control_sum = control_sum(&amounts);
        let control_sum =
            control_sum.map_err(|rule| Pain001Error { field: Field::ControlSum, transfer: None, rule })?;
        Ok(Payment { id: payment_id(&initiation.message_id, currency, is_only), currency, control_sum, lines })
    };
    groups.into_iter().map(payment).collect()
}

/// The identification of a payment: see [`Initiation::to_xml`].
fn payment_id(message_id: &str, currency: Currency, is_only: bool) -> String {
    if is_only {
        return message_id.to_owned();
    }
    let code = currency.code();
    let start = (message_id.len() + code.len() + 1).saturating_sub(MAX_ID_CHARS);
    format!("{code}-{}", message_id.get(start..).unwrap_or(message_id))
}

fn line(transfer: &Transfer) -> Result<Line, (Field, Rule)> {
    let amount = transfer.amount;
    check_id(&transfer.end_to_end_id).map_err(|rule| (Field::EndToEndId, rule))?;
    check_amount(amount).map_err(|rule| (Field::Amount, rule))?;
    if transfer.remittance.chars().count() > MAX_REMITTANCE_CHARS {
        return Err((Field::Remittance, Rule::RemittanceTooLong));
    }
    Ok(Line {
        end_to_end_id: transfer.end_to_end_id.clone(),
        amount,
        name: name(&transfer.creditor_name).map_err(|rule| (Field::CreditorName, rule))?,
        iban: iban(&transfer.creditor_iban).map_err(|rule| (Field::CreditorIban, rule))?,
        remittance: cut(&sepa_text(&transfer.remittance), MAX_REMITTANCE_CHARS).to_owned(),
    })
}

fn check_id(id: &str) -> Result<(), Rule> {
    let odd_end = |end: Option<char>| matches!(end, Some('/' | ' '));
    if id.is_empty() {
        return Err(Rule::Empty);
    }
    if let Some(other) = id.chars().find(|character| !is_sepa_char(*character)) {
        return Err(Rule::NotSepa(other));
    }
    if id.len() > MAX_ID_CHARS {
        return Err(Rule::IdTooLong);
    }
    if odd_end(id.chars().next()) || odd_end(id.chars().next_back()) || id.contains("//") {
        return Err(Rule::Slashes);
    }
    Ok(())
}

fn check_amount(amount: Amount) -> Result<(), Rule> {
    let limit = if amount.currency() == Currency::EUR { MAX_EURO_ATOMS } else { FIRST_TOO_LONG - 1 };
    match amount {
        _ if !amount.currency().is_fiat() => Err(Rule::NotFiat),
        _ if !amount.is_positive() => Err(Rule::NotPositive),
        _ if amount.atoms() > limit => Err(Rule::TooLarge),
        _ => Ok(()),
    }
}

const fn check_year(year: i32) -> Result<(), Rule> {
    if matches!(year, 1..=9999) { Ok(()) } else { Err(Rule::BadYear) }
}

/// ISO 9362: four letters or digits, two letters of the country, two letters or digits, and three more for a branch.
fn check_bic(bic: &str) -> Result<(), Rule> {
    let is_plain = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    let has_country = bic.bytes().skip(4).take(2).all(|byte| byte.is_ascii_uppercase());
    if matches!(bic.len(), 8 | 11) && bic.bytes().all(is_plain) && has_country { Ok(()) } else { Err(Rule::BadBic) }
}

fn iban(text: &str) -> Result<String, Rule> {
    let plain: String = text.chars().filter(|character| *character != ' ').collect();
    let iban: Iban = plain.parse().map_err(|_| Rule::BadIban)?;
    Ok(iban.electronic_str().to_owned())
}

fn name(text: &str) -> Result<String, Rule> {
    if text.trim().is_empty() {
        return Err(Rule::Empty);
    }
    if text.chars().count() > MAX_NAME_INPUT_CHARS {
        return Err(Rule::NameTooLong);
    }
    let mapped = sepa_text(text);
    let name = cut(&mapped, MAX_NAME_CHARS);
    if name.chars().any(|character| character.is_ascii_alphanumeric()) {
        Ok(name.to_owned())
    } else {
        Err(Rule::NothingLeft)
    }
}

/// The sum of the numbers, whatever their currencies are (ISO 20022, `ControlSum`).
fn control_sum(amounts: &[Amount]) -> Result<String, Rule> {
    let scale = amounts.iter().map(|amount| amount.currency().scale()).max().unwrap_or_default();
    let mut sum: i128 = 0;
    for amount in amounts {
        let shift = 10_i128.pow(u32::from(scale - amount.currency().scale()));
        let atoms = amount.atoms().checked_mul(shift).ok_or(Rule::TooLarge)?;
        sum = sum.checked_add(atoms).filter(|sum| *sum < FIRST_TOO_LONG).ok_or(Rule::TooLarge)?;
    }
    Ok(format_decimal(sum, scale))
}
