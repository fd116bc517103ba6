//! Tests of payment files: each rule names its field, and a written file reads back.

use chrono::{DateTime, NaiveDate};
use kernel::{Amount, Currency, parse_decimal};
use proptest::prelude::*;

use super::*;
use crate::is_sepa_char;
use crate::xml::{Element, Tree, read};

const DEBTOR: &str = "DE93 9999 9999 0000 0000 01";
const CREDITOR: &str = "AT749999900000000002";

fn transfer(amount: Amount) -> Transfer {
    Transfer {
        end_to_end_id: "PAYOUT-1".to_owned(),
        amount,
        creditor_name: "Зіна & Søn".to_owned(),
        creditor_iban: CREDITOR.to_owned(),
        remittance: "Order <1>".to_owned(),
    }
}

fn initiation(transfers: Vec<Transfer>) -> Initiation {
    Initiation {
        message_id: "OUT-2026-03-12-0001".to_owned(),
        created_at: DateTime::parse_from_rfc3339("2026-03-12T09:30:15.5+01:00").unwrap().to_utc(),
        debtor: Debtor {
            name: "Müster Zahlungen".to_owned(),
            iban: DEBTOR.to_owned(),
            bic: Some("TESTDEFFXXX".to_owned()),
        },
        execution_date: NaiveDate::from_ymd_opt(2026, 3, 13).unwrap(),
        transfers,
    }
}

fn euro(atoms: i128) -> Amount {
    Amount::new(atoms, Currency::EUR)
}

fn tree(xml: &str) -> Tree {
    read(xml.as_bytes()).expect("the message is well-formed")
}

/// The text of the element along a path, or `-`.
fn at<'t>(parent: Element<'t>, path: &'static str) -> &'t str {
    path.split('/').try_fold(parent, |element, name| element.children(name).next()).map_or("-", Element::text)
}

fn payments(tree: &Tree) -> Vec<Element<'_>> {
    let message = tree.root().children("CstmrCdtTrfInitn").next().unwrap();
    message.children("PmtInf").collect()
}

#[test]
fn an_account_can_be_checked_before_there_is_a_message() {
    let good = initiation(vec![]).debtor;
    assert_eq!(good.check(), Ok(()));
    for (name, bic, field) in [
        ("山本", "TESTDEFFXXX", Field::DebtorName),
        ("", "TESTDEFFXXX", Field::DebtorName),
        ("Müster", "TEST1EFFXXX", Field::DebtorBic),
    ] {
        let bad = Debtor { name: name.to_owned(), bic: Some(bic.to_owned()), ..good.clone() };
        assert_eq!(bad.check().map_err(|error| error.field), Err(field), "{name} {bic}");
        let whole = Initiation { debtor: bad.clone(), ..initiation(vec![transfer(euro(1))]) };
        assert_eq!(whole.to_xml().map(drop), bad.check(), "the message is refused for the same reason");
    }
}

#[test]
fn a_message_contains_every_field_of_the_initiation() {
    let xml = initiation(vec![transfer(euro(12_345)), transfer(euro(5))]).to_xml().unwrap();
    let tree = tree(&xml);
    assert_eq!(tree.namespace(), "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09");
    let header = tree.root().elements().next().unwrap().elements().next().unwrap();
    let paths = ["MsgId", "CreDtTm", "NbOfTxs", "CtrlSum", "InitgPty/Nm"];
    let values = ["OUT-2026-03-12-0001", "2026-03-12T08:30:15Z", "2", "123.50", "Muster Zahlungen"];
    assert_eq!(paths.map(|path| at(header, path)), values);

    let payment = payments(&tree)[0];
    let names: Vec<_> = payment.elements().map(Element::name).collect();
    let order = "PmtInfId PmtMtd BtchBookg NbOfTxs CtrlSum PmtTpInf ReqdExctnDt Dbtr DbtrAcct DbtrAgt ChrgBr CdtTrfTxInf CdtTrfTxInf";
    assert_eq!(names.join(" "), order);
    for (path, value) in [
        ("PmtInfId", "OUT-2026-03-12-0001"),
        ("PmtMtd", "TRF"),
        ("NbOfTxs", "2"),
        ("CtrlSum", "123.50"),
        ("PmtTpInf/SvcLvl/Cd", "SEPA"),
        ("ReqdExctnDt/Dt", "2026-03-13"),
        ("Dbtr/Nm", "Muster Zahlungen"),
        ("DbtrAcct/Id/IBAN", "DE93999999990000000001"),
        ("DbtrAgt/FinInstnId/BICFI", "TESTDEFFXXX"),
        ("ChrgBr", "SLEV"),
        ("CdtTrfTxInf/PmtId/EndToEndId", "PAYOUT-1"),
        ("CdtTrfTxInf/Amt/InstdAmt", "123.45"),
        ("CdtTrfTxInf/Cdtr/Nm", "Zina + Son"),
        ("CdtTrfTxInf/CdtrAcct/Id/IBAN", CREDITOR),
        ("CdtTrfTxInf/RmtInf/Ustrd", "Order .1."),
    ] {
        assert_eq!(at(payment, path), value, "{path}");
    }
}

#[test]
fn omitted_fields_have_the_schemes_defaults() {
    let mut without = initiation(vec![Transfer { remittance: " ".to_owned(), ..transfer(euro(1)) }]);
    without.debtor.bic = None;
    let tree = tree(&without.to_xml().unwrap());
    let payment = payments(&tree)[0];
    assert_eq!(at(payment, "DbtrAgt/FinInstnId/Othr/Id"), "NOTPROVIDED");
    assert_eq!(at(payment, "CdtTrfTxInf/RmtInf"), "-");
}

#[test]
fn each_currency_has_a_payment() {
    let amounts = [euro(100), Amount::new(250, Currency::PLN), euro(1)];
    let mut mixed = initiation(amounts.map(transfer).to_vec());
    mixed.message_id = "12345678901234567890123456789012345".to_owned();
    let tree = tree(&mixed.to_xml().unwrap());
    let seen: Vec<_> = payments(&tree)
        .iter()
        .map(|payment| {
            ["PmtInfId", "NbOfTxs", "CtrlSum", "PmtTpInf/SvcLvl/Cd", "ChrgBr"].map(|path| at(*payment, path))
        })
        .collect();
    assert_eq!(
        seen,
        [
            ["EUR-5678901234567890123456789012345", "2", "1.01", "SEPA", "SLEV"],
            ["PLN-5678901234567890123456789012345", "1", "2.50", "-", "SHAR"],
        ]
    );
    let header = tree.root().elements().next().unwrap();
    assert_eq!(at(header, "GrpHdr/CtrlSum"), "3.51");
}

#[test]
fn a_text_is_cut_after_the_mapping() {
    let long = Transfer { creditor_name: "щ".repeat(70), remittance: "щ".repeat(140), ..transfer(euro(1)) };
    let tree = tree(&initiation(vec![long]).to_xml().unwrap());
    let payment = payments(&tree)[0];
    assert_eq!(at(payment, "CdtTrfTxInf/Cdtr/Nm").len(), MAX_NAME_CHARS);
    assert_eq!(at(payment, "CdtTrfTxInf/RmtInf/Ustrd"), "shch".repeat(35));
}

/// The error of a message with one transfer, changed by `change`.
fn refused(change: impl Fn(&mut Initiation)) -> (Field, Rule) {
    let mut initiation = initiation(vec![transfer(euro(1))]);
    change(&mut initiation);
    let error = initiation.to_xml().unwrap_err();
    (error.field, error.rule)
}

#[test]
fn each_rule_names_its_field() {
    let id = |text: &str| refused(|message| text.clone_into(&mut message.message_id));
    assert_eq!(id(""), (Field::MessageId, Rule::Empty));
    assert_eq!(id(&"x".repeat(36)), (Field::MessageId, Rule::IdTooLong));
    assert_eq!(id("a_b"), (Field::MessageId, Rule::NotSepa('_')));
    for text in ["/a", "a/", "a//b", " a", "a "] {
        assert_eq!(id(text), (Field::MessageId, Rule::Slashes));
    }
    let bic = |text: &str| refused(|message| message.debtor.bic = Some(text.to_owned()));
    for text in ["", "TESTDEF", "TESTDEFFXX", "TEST99FF", "testdeff", "TESTDEFFÉ"] {
        assert_eq!(bic(text), (Field::DebtorBic, Rule::BadBic));
    }
    let late = NaiveDate::from_ymd_opt(10_000, 1, 1).unwrap();
    assert_eq!(refused(|message| message.execution_date = late), (Field::ExecutionDate, Rule::BadYear));
    let moment = late.and_hms_opt(0, 0, 0).unwrap().and_utc();
    assert_eq!(refused(|message| message.created_at = moment), (Field::CreatedAt, Rule::BadYear));
    let name = |text: &str| refused(|message| text.clone_into(&mut message.debtor.name));
    assert_eq!(name(" "), (Field::DebtorName, Rule::Empty));
    assert_eq!(name("山本"), (Field::DebtorName, Rule::NothingLeft));
    assert_eq!(name(&"x".repeat(MAX_NAME_INPUT_CHARS + 1)), (Field::DebtorName, Rule::NameTooLong));
    let iban = |text: &str| refused(|message| text.clone_into(&mut message.debtor.iban));
    for text in ["", "DE94999999990000000001", "XX"] {
        assert_eq!(iban(text), (Field::DebtorIban, Rule::BadIban));
    }
    assert_eq!(refused(|message| message.transfers.clear()), (Field::Transfers, Rule::Empty));
    let many = refused(|message| message.transfers = vec![transfer(euro(1)); MAX_TRANSFERS + 1]);
    assert_eq!(many, (Field::Transfers, Rule::TooManyTransfers));
}

#[test]
fn each_rule_of_a_transfer_names_its_field() {
    let amount = |amount| refused(|message| message.transfers[0].amount = amount);
    assert_eq!(amount(euro(0)), (Field::Amount, Rule::NotPositive));
    assert_eq!(amount(euro(-1)), (Field::Amount, Rule::NotPositive));
    assert_eq!(amount(euro(MAX_EURO_ATOMS + 1)), (Field::Amount, Rule::TooLarge));
    assert_eq!(amount(Amount::new(FIRST_TOO_LONG, Currency::UAH)), (Field::Amount, Rule::TooLarge));
    assert_eq!(amount(Amount::new(1, Currency::BTC)), (Field::Amount, Rule::NotFiat));
    let most = Amount::new(FIRST_TOO_LONG - 1, Currency::UAH);
    let two = refused(|message| message.transfers = vec![transfer(most), transfer(most)]);
    assert_eq!(two, (Field::ControlSum, Rule::TooLarge));
    let long = refused(|message| message.transfers[0].remittance = "é".repeat(MAX_REMITTANCE_CHARS + 1));
    assert_eq!(long, (Field::Remittance, Rule::RemittanceTooLong));
    let id = refused(|message| message.transfers[0].end_to_end_id = "№".to_owned());
    assert_eq!(id, (Field::EndToEndId, Rule::NotSepa('№')));
    let name = refused(|message| message.transfers[0].creditor_name = String::new());
    assert_eq!(name, (Field::CreditorName, Rule::Empty));
}

#[test]
fn an_error_counts_transfers_from_one() {
    let broken = Transfer { creditor_iban: "AT00".to_owned(), ..transfer(euro(1)) };
    let error = initiation(vec![transfer(euro(MAX_EURO_ATOMS)), broken]).to_xml().unwrap_err();
    assert_eq!(error.transfer, Some(1));
    assert_eq!(error.to_string(), "transfer 2: creditor IBAN is not a valid IBAN");
}

fn any_transfer() -> impl Strategy<Value = Transfer> {
    let currency = prop_oneof![Just(Currency::EUR), Just(Currency::PLN), Just(Currency::UAH), Just(Currency::USD)];
    let amount = (1..=MAX_EURO_ATOMS, currency).prop_map(|(atoms, currency)| Amount::new(atoms, currency));
    let texts = ("[A-Za-z0-9.:-]{1,35}", "a.{0,80}|Ж[Ѐ-ӿ]{0,80}", "(?s).{0,140}|[&<>'\"щ]{140}");
    (amount, texts).prop_map(|(amount, (end_to_end_id, creditor_name, remittance))| Transfer {
        end_to_end_id,
        amount,
        creditor_name,
        creditor_iban: CREDITOR.to_owned(),
        remittance,
    })
}

fn check_payment(payment: Element<'_>, transfers: &[Transfer]) -> Result<i128, TestCaseError> {
    let lines: Vec<Element<'_>> = payment.children("CdtTrfTxInf").collect();
    let currency = lines[0].children("Amt").next().unwrap().elements().next().unwrap().currency();
    let meant: Vec<_> = transfers.iter().filter(|meant| Some(meant.amount.currency().code()) == currency).collect();
    prop_assert_eq!(lines.len(), meant.len());
    prop_assert_eq!(at(payment, "NbOfTxs"), meant.len().to_string());
    let mut sum = 0;
    for (line, meant) in lines.iter().zip(&meant) {
        prop_assert_eq!(at(*line, "PmtId/EndToEndId"), &meant.end_to_end_id);
        prop_assert_eq!(at(*line, "Amt/InstdAmt"), meant.amount.to_decimal());
        sum += parse_decimal(at(*line, "Amt/InstdAmt"), 2).unwrap();
        for (path, max) in [("Cdtr/Nm", MAX_NAME_CHARS), ("RmtInf/Ustrd", MAX_REMITTANCE_CHARS)] {
            let text = at(*line, path);
            prop_assert!(!text.is_empty() && text.len() <= max && text.chars().all(is_sepa_char), "{:?}", text);
        }
    }
    prop_assert_eq!(parse_decimal(at(payment, "CtrlSum"), 2).unwrap(), sum);
    Ok(sum)
}

proptest! {
    #[test]
    fn a_written_message_reads_back(transfers in proptest::collection::vec(any_transfer(), 1..20)) {
        let xml = initiation(transfers.clone()).to_xml().unwrap();
        let tree = tree(&xml);
        let mut sum = 0;
        for payment in payments(&tree) {
            sum += check_payment(payment, &transfers)?;
        }
        let meant: i128 = transfers.iter().map(|transfer| transfer.amount.atoms()).sum();
        prop_assert_eq!(sum, meant);
        let message = tree.root().elements().next().unwrap();
        prop_assert_eq!(parse_decimal(at(message, "GrpHdr/CtrlSum"), 2).unwrap(), meant);
        prop_assert_eq!(at(message, "GrpHdr/NbOfTxs"), transfers.len().to_string());
    }
}
