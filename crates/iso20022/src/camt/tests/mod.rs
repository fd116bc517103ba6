//! Tests of the reader of bank statements, on example files of several countries.

mod broken;
mod fixtures;
mod keys;
mod mutated;

use super::{CamtError, Statement, read};

const GERMAN: &str = include_str!("../../../fixtures/german_053_02_batch.xml");
const AUSTRIAN: &str = include_str!("../../../fixtures/austrian_053_04_return.xml");
const DUTCH: &str = include_str!("../../../fixtures/dutch_053_02.xml");
const POLISH: &str = include_str!("../../../fixtures/polish_053_02_othr.xml");
const UKRAINIAN: &str = include_str!("../../../fixtures/ukrainian_053_06_reversal.xml");
const SWISS: &str = include_str!("../../../fixtures/swiss_054_04_reference.xml");
const NEOBANK: &str = include_str!("../../../fixtures/neobank_053_08.xml");
const NEOBANK_NOTICE: &str = include_str!("../../../fixtures/neobank_054_08.xml");
const ALL: [&str; 8] = [GERMAN, AUSTRIAN, DUTCH, POLISH, UKRAINIAN, SWISS, NEOBANK, NEOBANK_NOTICE];

/// The statements of a file that is expected to be right.
fn good(xml: &str) -> Vec<Statement> {
    read(xml.as_bytes()).expect("the file is right")
}

/// The only statement of a file.
fn only(xml: &str) -> Statement {
    let mut statements = good(xml);
    assert_eq!(statements.len(), 1);
    statements.remove(0)
}

/// The error of a file with the first `from` replaced by `to`, which must be found.
fn refused(xml: &str, from: &str, to: &str) -> CamtError {
    assert!(xml.contains(from), "{from:?} is not in the file");
    read(xml.replacen(from, to, 1).as_bytes()).expect_err("the file is broken")
}

/// The line of the first `text`, from one.
fn line_of(xml: &str, text: &str) -> usize {
    let at = xml.find(text).expect("the text is in the file");
    xml[..at].matches('\n').count() + 1
}
