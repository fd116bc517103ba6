//! CSV files (RFC 4180) that a spreadsheet opens without executing a cell. Pure.

use documents::harmless;

/// One row with its line end. Every cell is quoted. A cell that a spreadsheet could execute begins with an apostrophe,
/// which spreadsheets take for "this is text".
pub(crate) fn row<'a>(cells: impl IntoIterator<Item = &'a str>) -> String {
    let cells: Vec<String> = cells.into_iter().map(cell).collect();
    format!("{}\r\n", cells.join(","))
}

fn cell(text: &str) -> String {
    format!("\"{}\"", harmless(text).replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use documents::FORMULA;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_row_has_quoted_cells() {
        assert_eq!(row(["25.00", "Two \"bags\"", ""]), "\"25.00\",\"Two \"\"bags\"\"\",\"\"\r\n");
        assert_eq!(row(["=1+1"]), "\"'=1+1\"\r\n");
    }

    proptest! {
        /// Any text stays one cell, and no cell begins as a formula.
        #[test]
        fn no_cell_is_executed_or_splits(text in any::<String>(), sign in prop::sample::select(FORMULA.to_vec()),
                                         pad in "[ \\t\\r\\n]{0,3}") {
            for text in [text.clone(), format!("{pad}{sign}{text}")] {
                let line = row([text.as_str()]);
                let inner = line.strip_prefix('"').and_then(|rest| rest.strip_suffix("\"\r\n")).unwrap();
                prop_assert!(!inner.trim_start().starts_with(FORMULA));
                prop_assert!(!inner.replace("\"\"", "").contains('"') && !inner.contains(['\r', '\n', '\t']));
            }
        }
    }
}
