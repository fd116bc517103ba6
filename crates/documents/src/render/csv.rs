//! CSV files by RFC 4180, in UTF-8 with a byte order mark, without which spreadsheet programs misread Cyrillic.
//!
//! A cell of text that a spreadsheet would execute begins with an apostrophe, which makes it text (OWASP, "CSV
//! Injection"). Numbers are plain decimals with a point.

use super::rows::{Cell, tables};
use crate::content::{Content, words};

const MARK: &[u8] = "\u{feff}".as_bytes();

/// The file up to its seal, whose row has begun: the seal is its last cell. The file of a sandbox has one more column,
/// whose name says that the money is not real.
#[must_use]
pub fn csv(content: &Content) -> Vec<u8> {
    let mut file = MARK.to_vec();
    let tables = tables(content);
    let words = words::of(content.language);
    let mut columns = tables.first().map(|table| table.columns.clone()).unwrap_or_else(|| vec![words.currency]);
    let mark = content.issuer.is_sandbox.then_some(Cell::Empty);
    if mark.is_some() {
        columns.push(words.sandbox);
    }
    let heads: Vec<Cell> = columns.iter().map(|name| Cell::Text((*name).to_owned())).collect();
    row(&mut file, &heads);
    for cells in tables.iter().flat_map(|table| &table.rows) {
        let cells: Vec<Cell> = cells.iter().chain(&mark).cloned().collect();
        row(&mut file, &cells);
    }
    if columns.len() > 1 {
        push(&mut file, &Cell::Text(words.signature.to_owned()));
        file.extend(std::iter::repeat_n(b',', columns.len() - 1));
    }
    file
}

fn row(file: &mut Vec<u8>, cells: &[Cell]) {
    for (at, cell) in cells.iter().enumerate() {
        if at > 0 {
            file.push(b',');
        }
        push(file, cell);
    }
    file.extend_from_slice(b"\r\n");
}

fn push(file: &mut Vec<u8>, cell: &Cell) {
    let text = match cell {
        Cell::Empty => return,
        Cell::Text(text) => harmless(text),
        Cell::Day(at) => at.format("%Y-%m-%d").to_string(),
        Cell::Time(at) => at.format("%H:%M:%S").to_string(),
        Cell::Amount(amount) => amount.to_decimal(),
    };
    if text.contains([',', '"', '\r', '\n']) {
        file.push(b'"');
        file.extend_from_slice(text.replace('"', "\"\"").as_bytes());
        file.push(b'"');
    } else {
        file.extend_from_slice(text.as_bytes());
    }
}

/// Signs at which spreadsheets take a cell for a formula or a command, with their full-width forms.
pub const FORMULA: [char; 10] = ['=', '+', '-', '@', '|', '%', '＝', '＋', '－', '＠'];

/// `text` in one line, as a spreadsheet shows it and does not execute it: an apostrophe before a sign of [`FORMULA`] says
/// that the cell is text.
#[must_use]
pub fn harmless(text: &str) -> String {
    // Line breaks and control characters could start another cell in a lenient parser.
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if line.trim_start().starts_with(FORMULA) { format!("'{line}") } else { line }
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn no_text_of_another_person_is_a_formula() {
        for bad in ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(1)", "\t=1", "\r\n=1", "  =1", "＝1"] {
            assert!(harmless(bad).trim_start().starts_with('\''), "{bad}");
        }
        assert_eq!(harmless("Ada = Lovelace"), "Ada = Lovelace");
        assert!(!harmless("a\r\nb").contains(['\r', '\n']));
    }
}
