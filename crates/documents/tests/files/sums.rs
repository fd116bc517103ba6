//! Whatever a balance did, the file states it to the last unit.

use documents::content::{AccountPart, Format, Kind, Movement};
use exchange::transaction::DisplayType;
use identity::Language;
use kernel::{Amount, Currency, parse_decimal};
use proptest::prelude::*;

use super::sample::{content, currency, file};

/// A balance with these changes, as the ledger would have it.
fn account(currency: Currency, opening: i128, changes: &[i128]) -> AccountPart {
    let mut balance = Amount::new(opening, currency);
    let movements = (1..).zip(changes).map(|(number, change)| {
        let change = Amount::new(*change, currency);
        balance = balance.checked_add(change).unwrap();
        Movement {
            number,
            at: "2026-09-01T08:15:00Z".parse().unwrap(),
            what: Some(DisplayType::Deposit),
            reference: None,
            counterparty: None,
            change,
            balance,
            fees: Vec::new(),
            exchange: None,
            promise: None,
        }
    });
    let movements: Vec<Movement> = movements.collect();
    AccountPart::new(Amount::new(opening, currency), balance, movements).unwrap()
}

/// A signed decimal of the file in the smallest unit.
fn atoms(cell: &str, currency: Currency) -> i128 {
    parse_decimal(cell, currency.scale()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_csv_file_adds_up_to_the_last_unit(
        code in prop::sample::select(vec!["EUR", "BTC", "ETH"]),
        opening in 0_i128..1 << 80,
        changes in prop::collection::vec(-(1_i128 << 90)..1_i128 << 90, 0..40),
    ) {
        let currency = currency(code);
        let part = account(currency, opening, &changes);
        let closing = part.closing;
        let bytes = file(&content(Kind::AccountStatement, Language::Uk, vec![part]), Format::Csv);
        let mut reader = csv::Reader::from_reader(bytes.strip_prefix("\u{feff}".as_bytes()).unwrap());
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        prop_assert_eq!(rows.len(), changes.len() + 3);
        let mut running = atoms(&rows[0][7], currency);
        prop_assert_eq!(running, opening);
        for row in &rows[1..=changes.len()] {
            running += atoms(&row[6], currency);
            prop_assert_eq!(atoms(&row[7], currency), running);
        }
        prop_assert_eq!(atoms(&rows[changes.len() + 1][7], currency), closing.atoms());
    }
}
