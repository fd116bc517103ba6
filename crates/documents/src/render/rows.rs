//! The tables of a document, for every format that has cells.

use chrono::{DateTime, Utc};
use kernel::{Amount, Currency};

use crate::content::format::money;
use crate::content::words::{self, Words};
use crate::content::{AccountPart, Content, Kind, Movement};

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// Text of a person or of ours.
    Text(String),
    /// A time; a column of days and a column of times hold the same.
    Day(DateTime<Utc>),
    /// The time of day.
    Time(DateTime<Utc>),
    /// An amount without its currency.
    Amount(Amount),
}

/// A table with its columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The currency of all its amounts, or several.
    pub currency: Option<Currency>,
    /// The decimals of its amounts.
    pub decimals: u8,
    /// The names of the columns.
    pub columns: Vec<&'static str>,
    /// The rows, each with a cell for each column.
    pub rows: Vec<Vec<Cell>>,
}

/// The tables of a document: one for each balance of an account statement, and one of all balances otherwise.
#[must_use]
pub fn tables(content: &Content) -> Vec<Table> {
    let words = words::of(content.language);
    match content.kind {
        Kind::AccountStatement => content.accounts.iter().map(|account| movements(content, account, words)).collect(),
        Kind::WalletStatement | Kind::LetterOfGoodStanding => vec![balances(content, words)],
    }
}

fn balances(content: &Content, words: &'static Words) -> Table {
    let row = |account: &AccountPart| {
        let amounts = [account.opening, account.money_in, account.money_out, account.closing];
        let name = Cell::Text(account.currency.code().to_owned());
        std::iter::once(name).chain(amounts.map(Cell::Amount)).collect()
    };
    Table {
        currency: None,
        decimals: content.accounts.iter().map(AccountPart::decimals).max().unwrap_or(2),
        columns: vec![words.currency, words.opening, words.money_in, words.money_out, words.closing],
        rows: content.accounts.iter().map(row).collect(),
    }
}

fn movements(content: &Content, account: &AccountPart, words: &'static Words) -> Table {
    let edge = |name: &str, balance: Amount| {
        let mut cells = vec![Cell::Empty; 10];
        cells[2] = Cell::Text(account.currency.code().to_owned());
        cells[3] = Cell::Text(name.to_owned());
        cells[7] = Cell::Amount(balance);
        cells
    };
    let own = account.movements.iter().map(|movement| movement_row(content, movement, words));
    let rows = std::iter::once(edge(words.opening, account.opening)).chain(own);
    Table {
        currency: Some(account.currency),
        decimals: account.decimals(),
        columns: vec![
            words.date,
            words.time,
            words.currency,
            words.description,
            words.reference,
            words.counterparty,
            words.amount,
            words.balance,
            words.rate,
            words.fees,
        ],
        rows: rows.chain(std::iter::once(edge(words.closing, account.closing))).collect(),
    }
}

fn movement_row(content: &Content, movement: &Movement, words: &Words) -> Vec<Cell> {
    let text = |value: Option<&String>| value.map_or(Cell::Empty, |value| Cell::Text(value.clone()));
    let fees: Vec<String> = movement
        .fees
        .iter()
        .filter_map(|fee| Some(format!("{} {}", words.fee(fee.kind)?, money(fee.amount, content.language))))
        .collect();
    let name = std::iter::once(words.movement(movement).to_owned());
    let description = name.chain(words.kept(movement, content.language)).collect::<Vec<_>>().join("; ");
    let rate = movement.exchange.as_ref().map(|deal| format!("1 {} = {} {}", deal.of, deal.rate, deal.in_));
    vec![
        Cell::Day(movement.at),
        Cell::Time(movement.at),
        Cell::Text(movement.change.currency().code().to_owned()),
        Cell::Text(description),
        text(movement.reference.as_ref()),
        text(movement.counterparty.as_ref()),
        Cell::Amount(movement.change),
        Cell::Amount(movement.balance),
        text(rate.as_ref()),
        if fees.is_empty() { Cell::Empty } else { Cell::Text(fees.join("; ")) },
    ]
}
