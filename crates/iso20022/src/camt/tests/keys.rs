//! The key of an entry is the same at every reading, and no two entries share one.

use super::*;

fn keys(xml: &str) -> Vec<String> {
    good(xml).into_iter().flat_map(|statement| statement.entries).map(|entry| entry.key).collect()
}

#[test]
fn an_entry_key_has_the_documented_parts() {
    let account = "DE93999999990000000001";
    let own = format!("own|{account}|STMT|1|DE-STMT-0042|2026-03-02|2026-03-03|DBIT|104.50 EUR|1");
    assert_eq!(keys(GERMAN), [format!("ref|{account}|DEBATCH0001|CRDT|350.00 EUR|1"), own]);
    assert_eq!(
        keys(POLISH),
        [
            "ref|14999999990000000000000001|PL/2026/03/06%7C1|CRDT|444.40 PLN|1",
            "own|14999999990000000000000001|STMT|-|PL-STMT-0065|-|-|DBIT|15.00 PLN|1",
        ]
    );
}

#[test]
fn a_second_reading_gives_the_same_keys_and_no_two_are_equal() {
    for xml in ALL {
        let mut keys = keys(xml);
        assert_eq!(keys, self::keys(xml));
        let count = keys.len();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), count);
    }
}

#[test]
fn a_notification_and_its_statement_give_the_same_key() {
    assert_eq!(keys(NEOBANK_NOTICE)[0], keys(NEOBANK)[0]);
    let elsewhere = NEOBANK_NOTICE.replace("LTREF-0001", "LTREF-0002");
    assert_ne!(keys(&elsewhere)[0], keys(NEOBANK)[0]);
}

#[test]
fn the_key_of_an_entry_without_a_reference_depends_on_page_and_message_kind() {
    let without = |xml: &str| keys(&xml.replace("<AcctSvcrRef>LTREF-0001</AcctSvcrRef>", ""))[0].clone();
    let page = |number: &str| {
        let pages = format!("<StmtPgntn><PgNb>{number}</PgNb><LastPgInd>false</LastPgInd></StmtPgntn><Acct>");
        without(&NEOBANK.replacen("<Acct>", &pages, 1))
    };
    assert_ne!(page("1"), page("2"));
    assert_eq!(page("2"), page("2"));
    let id = NEOBANK.split("<Stmt>").nth(1).unwrap().split("<Id>").nth(1).unwrap().split("</Id>").next().unwrap();
    let notice_id = NEOBANK_NOTICE.split("<Ntfctn>").nth(1).unwrap().split("<Id>").nth(1).unwrap();
    let notice_id = notice_id.split("</Id>").next().unwrap();
    let same_number = NEOBANK_NOTICE.replace(notice_id, id);
    assert_ne!(without(&same_number), without(NEOBANK));
}

#[test]
fn a_statement_has_the_banks_sequence_number() {
    assert_eq!((good(GERMAN)[0].sequence, good(NEOBANK)[0].sequence), (Some(42), None));
}

#[test]
fn a_pending_entry_keeps_its_key_when_it_is_booked() {
    let pending = NEOBANK_NOTICE.replace("BOOK", "PDNG");
    assert_eq!(keys(&pending), keys(NEOBANK_NOTICE));
}

#[test]
fn identical_entries_are_counted() {
    let start = NEOBANK_NOTICE.find("<Ntry>").unwrap();
    let end = NEOBANK_NOTICE.find("</Ntfctn>").unwrap();
    let entry = &NEOBANK_NOTICE[start..end];
    let twice = NEOBANK_NOTICE.replacen(entry, &format!("{entry}{entry}"), 1);
    let base = "ref|LT029999900000000001|LTREF-0001|CRDT|19.99 EUR";
    assert_eq!(keys(&twice), [format!("{base}|1"), format!("{base}|2")]);
    // Another amount under the same reference is another entry, wherever it stands.
    let other = entry.replace("19.99", "20.00");
    let mixed = NEOBANK_NOTICE.replacen(entry, &format!("{other}{entry}"), 1);
    assert_eq!(keys(&mixed)[1], format!("{base}|1"));
    let both = NEOBANK_NOTICE.replacen(entry, &format!("{}{entry}", entry.replace("BOOK", "PDNG")), 1);
    assert_eq!(keys(&both), [format!("{base}|1"), format!("{base}|1")]);
}
