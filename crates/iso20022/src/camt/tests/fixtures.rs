//! Statement files in the style of several countries' banks are read with every payment in them.

use chrono::NaiveDate;
use iban::Iban;
use kernel::{Amount, Currency};

use super::super::{Account, EntryTransaction, MessageKind};
use super::*;

fn euro(text: &str) -> Amount {
    Amount::parse(text, Currency::EUR).unwrap()
}

fn day(text: &str) -> Option<NaiveDate> {
    Some(text.parse().unwrap())
}

fn iban(text: &str) -> Option<Account> {
    Some(Account::Iban(text.to_owned()))
}

/// The end-to-end id, the name and the remittance.
fn seen(transaction: &EntryTransaction) -> [&str; 3] {
    [&transaction.end_to_end_id, &transaction.counterparty_name, &transaction.remittance]
        .map(|text| text.as_deref().unwrap_or("-"))
}

#[test]
fn a_german_batch_gives_each_payment() {
    let statement = only(GERMAN);
    assert_eq!(
        (statement.kind, &*statement.message_id, &*statement.id),
        (MessageKind::Statement, "DE-MSG-0001", "DE-STMT-0042")
    );
    assert_eq!(Some(statement.account), iban("DE93999999990000000001"));
    assert_eq!(statement.created_at.to_rfc3339(), "2026-03-03T05:15:00+00:00");
    assert_eq!(statement.currency, Currency::EUR);
    let [opening, closing] = [statement.opening, statement.closing].map(Option::unwrap);
    assert_eq!((opening.amount, Some(opening.date)), (euro("1000.00"), day("2026-02-27")));
    assert_eq!((closing.amount, Some(closing.date)), (euro("1245.50"), day("2026-03-02")));

    let [batch, payout] = &statement.entries[..] else { panic!("two entries") };
    assert!(batch.booked && batch.is_credit && !batch.is_reversal && batch.details_add_up());
    assert_eq!((batch.amount, batch.bank_reference.as_deref()), (euro("350.00"), Some("DEBATCH0001")));
    let [first, second] = &batch.transactions[..] else { panic!("two payments") };
    assert_eq!(first.amount, euro("100.00"));
    let remittance = "EREF+ORDER-1001 SVWZ+Einzahlung Kunde 1001";
    assert_eq!(seen(first), ["ORDER-1001", "Erika Beispiel & Söhne", remittance]);
    assert_eq!(first.counterparty_account, iban("DE17999999990000000011"));
    assert_eq!((second.amount, seen(second)), (euro("250.00"), ["-", "Max Erfunden", "SVWZ+Kunde 1002"]));

    assert!(!payout.is_credit && payout.bank_reference.is_none() && !payout.has_lasting_key());
    assert_eq!((payout.booking_date, payout.value_date), (day("2026-03-02"), day("2026-03-03")));
    let [paid] = &payout.transactions[..] else { panic!("one payment") };
    assert_eq!(seen(paid), ["PAYOUT-77", "Lieschen Niemand", "EREF+PAYOUT-77 SVWZ+Auszahlung"]);
    assert_eq!((paid.amount, paid.instruction_id.as_deref()), (euro("104.50"), Some("INSTR-77")));
    assert_eq!(paid.counterparty_account, iban("DE60999999990000000013"));
    assert_eq!(paid.return_reason, None);
}

#[test]
fn an_austrian_return_names_the_payout_and_its_reason() {
    let statement = only(AUSTRIAN);
    assert_eq!(statement.opening.unwrap().amount, Amount::new(-2000, Currency::EUR));
    let [entry] = &statement.entries[..] else { panic!("one entry") };
    assert!(entry.is_credit && !entry.is_reversal);
    assert_eq!((entry.booking_date, entry.value_date), (day("2026-03-04"), day("2026-03-04")));
    assert_eq!(entry.bank_reference.as_deref(), Some("ATRET0001"));
    let [back] = &entry.transactions[..] else { panic!("one payment") };
    assert_eq!((back.amount, seen(back)), (euro("75.25"), ["PAYOUT-78", "Franzi Fiktiv", "Auszahlung 78"]));
    assert_eq!(back.counterparty_account, iban("AT749999900000000002"));
    let reason = back.return_reason.as_ref().unwrap();
    assert_eq!([&reason.code, &reason.text].map(Option::as_deref), [Some("AC04"), Some("KONTO ERLOSCHEN")]);
}

#[test]
fn a_return_is_known_by_its_code_alone() {
    let start = AUSTRIAN.find("<ns2:RtrInf>").unwrap();
    let end = AUSTRIAN.find("</ns2:RtrInf>").unwrap() + "</ns2:RtrInf>".len();
    let without = format!("{}{}", &AUSTRIAN[..start], &AUSTRIAN[end..]);
    let back = only(&without).entries.remove(0).transactions.remove(0);
    assert!(back.return_reason.is_some_and(|reason| reason.code.is_none()));
    assert_eq!(back.counterparty_name.as_deref(), Some("Franzi Fiktiv"));
    let paid_in = only(&without.replace("RRTN", "ESCT")).entries.remove(0).transactions.remove(0);
    assert_eq!(paid_in.return_reason, None);
}

#[test]
fn a_dutch_file_has_two_statements_and_a_fee_without_details() {
    let statements = good(DUTCH);
    assert_eq!(statements.iter().map(|statement| statement.entries.len()).collect::<Vec<_>>(), [2, 0]);
    let [paid_in, fee] = &statements[0].entries[..] else { panic!("two entries") };
    let [payment] = &paid_in.transactions[..] else { panic!("one payment") };
    assert_eq!(seen(payment), ["04-03-2026 12:00 0001", "P. Verzonnen e/o J. Nergens", "RF95ORDER00042"]);
    assert_eq!(payment.creditor_reference.as_deref(), Some("RF95ORDER00042"));
    assert_eq!(payment.instruction_id, None);
    let [only] = &fee.transactions[..] else { panic!("one transaction") };
    assert_eq!((only.amount, only.is_credit, seen(only)), (euro("2.45"), false, ["-", "-", "Kosten zakelijk pakket"]));
}

#[test]
fn a_polish_file_has_other_accounts_and_a_pending_entry() {
    let statement = only(POLISH);
    assert_eq!(statement.currency, Currency::PLN);
    assert_eq!(statement.account, Account::Other("14999999990000000000000001".to_owned()));
    assert_eq!(statement.account.iban(), None);
    assert_eq!(statement.created_at.to_rfc3339(), "2026-03-06T21:05:11.250+00:00");
    let [paid_in, pending] = &statement.entries[..] else { panic!("two entries") };
    assert_eq!(paid_in.amount, Amount::new(44_440, Currency::PLN));
    let [payment] = &paid_in.transactions[..] else { panic!("one payment") };
    assert_eq!(seen(payment), ["-", "ZMYŚLONA ŁUCJA", "Wpłata na konto klient 3003"]);
    assert_eq!(payment.counterparty_account, Some(Account::Other("84999999990000000000000002".to_owned())));
    assert!(paid_in.booked && !pending.booked);
    assert_eq!((pending.booking_date, pending.value_date), (None, None));
}

#[test]
fn a_ukrainian_reversal_takes_the_money_back() {
    let statement = only(UKRAINIAN);
    assert_eq!(statement.created_at.to_rfc3339(), "2026-03-09T16:00:00+00:00");
    let [paid_in, taken] = &statement.entries[..] else { panic!("two entries") };
    assert_eq!((paid_in.is_credit, paid_in.is_reversal), (true, false));
    assert_eq!((taken.is_credit, taken.is_reversal), (false, true));
    let text = "Поповнення рахунку, замовлення № 4004";
    assert_eq!(seen(&paid_in.transactions[0]), ["-", "Вигадана Оксана Іванівна", text]);
    assert_eq!(taken.transactions[0].counterparty_name.as_deref(), Some("Вигадана Оксана Іванівна"));
    assert_eq!(taken.transactions[0].counterparty_account, iban("UA329999990000000000000000002"));
}

#[test]
fn a_swiss_notification_has_references_and_no_balances() {
    let notice = only(SWISS);
    assert_eq!((notice.kind, notice.opening, notice.closing), (MessageKind::Notification, None, None));
    let [entry] = &notice.entries[..] else { panic!("one entry") };
    assert!(!entry.details_add_up(), "charges are apart");
    let [first, second] = &entry.transactions[..] else { panic!("two payments") };
    assert_eq!(seen(first), ["-", "Ueli Niemandshausen", "000000000000000000000424242"]);
    assert_eq!(first.bank_reference.as_deref(), Some("CH2603100001-1"));
    assert_eq!(seen(second), ["-", "-", "ohne Referenz"]);
    assert_eq!(second.creditor_reference, first.creditor_reference);
}

#[test]
fn a_neobank_names_parties_in_the_newer_form() {
    let statement = only(NEOBANK);
    assert_eq!(Some(statement.account), iban("LT029999900000000001"));
    let [paid_in, fee] = &statement.entries[..] else { panic!("two entries") };
    let [payment] = &paid_in.transactions[..] else { panic!("one payment") };
    assert_eq!((payment.amount, seen(payment)), (euro("19.99"), ["ORDER-5005", "Väljamõeldud OÜ", "Order <5005> €"]));
    assert_eq!((paid_in.booking_date, paid_in.booked), (day("2026-03-11"), true));
    assert_eq!(fee.transactions[0].counterparty_name.as_deref(), Some("Niekur Bankas"));
    assert_eq!(fee.value_date, None);
    assert_eq!(only(NEOBANK_NOTICE).currency, Currency::EUR);
}

#[test]
fn a_party_with_the_own_account_is_not_the_other_one() {
    let (own, other) = ("DE93999999990000000001", "DE60999999990000000013");
    let account = |iban: &str, role: &str| format!("<IBAN>{iban}</IBAN></Id></{role}>");
    let swapped = GERMAN
        .replace(&account(own, "DbtrAcct"), &account(other, "DbtrAcct"))
        .replace(&account(other, "CdtrAcct"), &account(own, "CdtrAcct"));
    assert_ne!(swapped, GERMAN);
    let payout = only(&swapped).entries.remove(1).transactions.remove(0);
    assert_eq!(payout.counterparty_account, iban("DE60999999990000000013"));
}

#[test]
fn a_payment_that_comes_back_keeps_its_roles_when_accounts_do_not_tell() {
    let without = |xml: &str, account: &str| {
        assert!(xml.contains(account));
        only(&xml.replace(account, "")).entries.pop().unwrap().transactions.remove(0)
    };
    let own = "<ns2:DbtrAcct><ns2:Id><ns2:IBAN>AT049999900000000001</ns2:IBAN></ns2:Id></ns2:DbtrAcct>";
    assert_eq!(without(AUSTRIAN, own).counterparty_name.as_deref(), Some("Franzi Fiktiv"));
    let own = "<CdtrAcct><Id><IBAN>UA599999990000000000000000001</IBAN></Id></CdtrAcct>";
    assert_eq!(without(UKRAINIAN, own).counterparty_name.as_deref(), Some("Вигадана Оксана Іванівна"));
}

#[test]
fn every_iban_of_the_fixtures_has_valid_check_digits() {
    let mut count = 0;
    for xml in ALL {
        for part in xml.replace("ns2:", "").split("<IBAN>").skip(1) {
            let text = part.split('<').next().unwrap().to_uppercase();
            assert!(text.parse::<Iban>().is_ok(), "{text}");
            count += 1;
        }
    }
    assert_eq!(count, 23);
}
