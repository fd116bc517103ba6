//! Broken statement files are refused at the right line for the right reason.

use kernel::{Amount, AmountError, Currency, DecimalError};

use super::super::{MAX_BYTES, MAX_ENTRIES, MAX_REFERENCE_CHARS, MAX_TEXT_CHARS, Reason, XmlReason};
use super::*;

/// The file with the change is refused at the line of the change, for the reason.
#[track_caller]
fn refused_for(xml: &str, from: &str, to: &str, reason: &Reason) {
    let error = refused(xml, from, to);
    assert_eq!((error.line, &error.reason), (line_of(xml, from), reason));
}

#[test]
fn a_wrong_document_is_refused() {
    for (from, to) in [
        ("camt.053.001.02\" xmlns:xsi", "camt.053.001.01\" xmlns:xsi"),
        ("camt.053.001.02\" xmlns:xsi", "camt.053.001.09\" xmlns:xsi"),
        ("camt.053.001.02\" xmlns:xsi", "camt.052.001.02\" xmlns:xsi"),
        ("xmlns=\"urn", "xmlns=\"URN"),
    ] {
        let error = refused(GERMAN, from, to);
        assert!(matches!(error.reason, Reason::WrongRoot { .. }), "{error}");
        assert_eq!(error.line, 3);
    }
    let error = read(GERMAN.replace("Document", "Dokument").as_bytes()).unwrap_err();
    assert!(matches!(error.reason, Reason::WrongRoot { ref name, .. } if name == "Dokument"), "{error}");
    let error = read(SWISS.replace("camt.054", "camt.053").as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), "line 3: \"Document\" has no \"BkToCstmrStmt\"");
}

#[test]
fn a_missing_element_is_named_with_its_parent() {
    let gone = |element, inside: &str| Reason::Missing { element, inside: inside.to_owned() };
    for (from, to, line, reason) in [
        ("<MsgId>DE-MSG-0001</MsgId>", "", 5, gone("MsgId", "GrpHdr")),
        ("<MsgId>DE-MSG-0001</MsgId>", "<MsgId> </MsgId>", 5, gone("MsgId", "GrpHdr")),
        ("<Id>DE-STMT-0042</Id>", "", 10, gone("Id", "Stmt")),
        ("<Id><IBAN>DE93999999990000000001</IBAN></Id>", "", 14, gone("Id", "Acct")),
        ("<Amt Ccy=\"EUR\">1000.00", "<Amt>1000.00", 22, gone("Ccy", "Amt")),
        ("<Amt Ccy=\"EUR\">350.00</Amt>", "", 32, gone("Amt", "Ntry")),
        ("<Sts>BOOK</Sts>", "", 32, gone("Sts", "Ntry")),
        ("<BookgDt><Dt>2026-03-02</Dt></BookgDt>", "<BookgDt/>", 36, gone("Dt", "BookgDt")),
        ("<AmtDtls><TxAmt><Amt Ccy=\"EUR\">100.00</Amt></TxAmt></AmtDtls>", "", 42, gone("Amt", "TxDtls")),
    ] {
        let error = refused(GERMAN, from, to);
        assert_eq!((error.line, error.reason), (line, reason), "{from}");
    }
    let statement = &GERMAN[GERMAN.find("<Stmt>").unwrap()..GERMAN.find("</BkToCstmrStmt>").unwrap()];
    assert_eq!(refused(GERMAN, statement, "").reason, gone("Stmt", "BkToCstmrStmt"));
    let entries = &NEOBANK_NOTICE[NEOBANK_NOTICE.find("<Ntry>").unwrap()..NEOBANK_NOTICE.find("</Ntfctn>").unwrap()];
    assert_eq!(refused(NEOBANK_NOTICE, entries, "").reason, gone("Ccy", "Acct"));
}

#[test]
fn a_bad_amount_is_refused() {
    let bad = |text: &str, error| Reason::BadAmount { text: text.to_owned(), error };
    let malformed = AmountError::Decimal(DecimalError::Malformed);
    let too_precise = AmountError::Decimal(DecimalError::TooPrecise { scale: 2 });
    for (text, error) in [
        ("350,00", malformed),
        ("", malformed),
        ("1e3", malformed),
        ("350.", malformed),
        ("-350.00", AmountError::Negative),
        ("350.001", too_precise),
        ("350.0010", too_precise),
    ] {
        refused_for(GERMAN, ">350.00<", &format!(">{text}<"), &bad(text, error));
    }
    refused_for(GERMAN, ">350.00<", ">3€<", &bad("3€", malformed));
}

#[test]
fn a_currency_that_is_unknown_crypto_or_not_the_accounts_is_refused() {
    for code in ["CHF", "BTC", "eur", ""] {
        let to = format!("<Amt Ccy=\"{code}\">350.00");
        refused_for(GERMAN, "<Amt Ccy=\"EUR\">350.00", &to, &Reason::UnsupportedCurrency(code.to_owned()));
    }
    refused_for(GERMAN, "<Ccy>EUR</Ccy>", "<Ccy>GBP</Ccy>", &Reason::UnsupportedCurrency("GBP".to_owned()));
    let other = Reason::OtherCurrency { found: Currency::USD, account: Currency::EUR };
    refused_for(GERMAN, "<Amt Ccy=\"EUR\">350.00", "<Amt Ccy=\"USD\">350.00", &other);
    refused_for(GERMAN, "<Amt Ccy=\"EUR\">1245.50", "<Amt Ccy=\"USD\">1245.50", &other);
}

#[test]
fn a_bad_date_is_refused() {
    for text in ["2026-02-30", "02.03.2026", "2026-3-2", "", "2026-03-02x", "2026-03-02+1:00", "é026-03-02"] {
        let to = format!("<BookgDt><Dt>{text}<");
        refused_for(GERMAN, "<BookgDt><Dt>2026-03-02<", &to, &Reason::BadDate(text.to_owned()));
    }
    for text in ["2026-03-04", "2026-03-04T25:00:00Z", "2026-03-04T00:30", "+12026-03-04T00:30:00"] {
        let to = format!("DtTm>{text}<");
        refused_for(AUSTRIAN, "DtTm>2026-03-04T00:30:00+01:00<", &to, &Reason::BadDate(text.to_owned()));
    }
}

#[test]
fn a_bad_code_is_refused() {
    let bad = |element: &str, text: &str| Reason::BadCode { element: element.to_owned(), text: text.to_owned() };
    refused_for(GERMAN, "<Sts>BOOK", "<Sts>DONE", &bad("Sts", "DONE"));
    refused_for(NEOBANK, "<Cd>BOOK</Cd>", "<Cd>DONE</Cd>", &bad("Cd", "DONE"));
    refused_for(UKRAINIAN, "<RvslInd>false", "<RvslInd>nein", &bad("RvslInd", "nein"));
    let to = "<Amt Ccy=\"EUR\">350.00</Amt><CdtDbtInd>CR</CdtDbtInd></Ntry><Ntry>";
    let error = refused(GERMAN, "<Amt Ccy=\"EUR\">350.00</Amt>", to);
    assert_eq!(error.reason, bad("CdtDbtInd", "CR"));
}

#[test]
fn a_closing_balance_that_does_not_add_up_is_refused() {
    let euro = |atoms| Amount::new(atoms, Currency::EUR);
    let mismatch = Reason::BalanceMismatch { stated: euro(124_551), computed: euro(124_550) };
    refused_for(GERMAN, "<Amt Ccy=\"EUR\">1245.50", "<Amt Ccy=\"EUR\">1245.51", &mismatch);
    let pending = refused(GERMAN, "<Sts>BOOK", "<Sts>PDNG");
    let mismatch = Reason::BalanceMismatch { stated: euro(124_550), computed: euro(89_550) };
    assert_eq!((pending.line, pending.reason), (line_of(GERMAN, "1245.50"), mismatch));
    let huge = format!("{}.00", "9".repeat(36));
    let to = format!("<Amt Ccy=\"EUR\">{huge}");
    let error = refused(GERMAN, "<Amt Ccy=\"EUR\">350.00", &to);
    assert_eq!(error.reason, Reason::BadAmount { text: huge, error: AmountError::TooLarge });
}

#[test]
fn two_values_where_one_belongs_are_refused() {
    let twice = |element| Reason::Repeated { element };
    refused_for(GERMAN, "<Sts>BOOK</Sts>", "<Sts>BOOK</Sts><Sts>PDNG</Sts>", &twice("Sts"));
    let again = "<Amt Ccy=\"EUR\">350.00</Amt><Amt Ccy=\"EUR\">350.00</Amt>";
    refused_for(GERMAN, "<Amt Ccy=\"EUR\">350.00</Amt>", again, &twice("Amt"));
    assert_eq!(refused(GERMAN, "<Cd>PRCD</Cd>", "<Cd>CLBD</Cd>").reason, twice("Bal"));
}

#[test]
fn a_text_beyond_its_limit_is_refused() {
    let long = |chars| format!("<Nm>Max Erfunden{}", "n".repeat(chars - "Max Erfunden".len()));
    let changed = GERMAN.replacen("<Nm>Max Erfunden", &long(MAX_TEXT_CHARS), 1);
    assert_eq!(good(&changed).len(), 1);
    refused_for(GERMAN, "<Nm>Max Erfunden", &long(MAX_TEXT_CHARS + 1), &Reason::TooLong("Nm".to_owned()));
    let reference = format!("DEBATCH{}", "1".repeat(MAX_REFERENCE_CHARS));
    refused_for(GERMAN, "DEBATCH0001", &reference, &Reason::TooLong("AcctSvcrRef".to_owned()));
}

#[test]
fn too_many_entries_are_refused_at_the_first_that_is_too_many() {
    let entry = "<Ntry><Amt Ccy=\"EUR\">0</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts></Ntry>\n";
    let second = "</Stmt>\n    <Stmt>\n      <Id>NL-STMT-0002";
    let full = DUTCH.replacen(second, &format!("{}{second}", entry.repeat(MAX_ENTRIES - 2)), 1);
    assert_eq!(good(&full)[0].entries.len(), MAX_ENTRIES);
    let last = "</Stmt>\n  </BkToCstmrStmt>";
    let error = refused(&full, last, &format!("{entry}{last}"));
    assert_eq!((error.line, error.reason), (line_of(&full, last), Reason::TooManyEntries));
}

#[test]
fn a_file_that_is_no_document_is_refused() {
    let error = read(GERMAN.replace("DE-MSG", "DE\u{1}MSG").as_bytes()).unwrap_err();
    assert_eq!(error.line, line_of(GERMAN, "DE-MSG"));
    assert!(matches!(error.reason, Reason::Xml(XmlReason::Malformed(_))), "{error}");
    let error = read(&vec![b' '; MAX_BYTES + 1]).unwrap_err();
    assert_eq!(error.reason, Reason::Xml(XmlReason::TooBig));
    assert!(read(b"").is_err());
}
