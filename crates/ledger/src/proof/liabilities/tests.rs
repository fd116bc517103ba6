//! The example in docs/ledger.md, which the web app's verifier is tested with: built from fixed facts, so that its
//! bytes never change. Every change of one of its values must be detected.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta};
use kernel::TenantId;
use uuid::Uuid;

use super::sum_tree::{Node, Page, leaves_for, padding, pages, root, split};
use super::*;
use crate::proof::{Checkpoint, Hash, LogKeys, origin};

const EXAMPLE: &str = include_str!("../../../../../docs/liabilities-example.json");
const SECRET: [u8; 32] = [3; 32];

fn owner() -> Uuid {
    Uuid::from_u128(0x0190_0000_0000_7000_9000_0000_0000_0001)
}

fn tenant() -> TenantId {
    TenantId::from_uuid(Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_0002))
}

/// A tree of `customers`, and the proof of the first customer, who has `balance`.
fn tree(currency: &str, customers: u128, balance: u128) -> (Line, Own) {
    let all = (0..customers).map(|n| (Uuid::from_u128(owner().as_u128() + n), balance + n * 7));
    let mut leaves: Vec<Node> = all
        .flat_map(|(owner, balance)| split(&SECRET, owner, currency, balance).map(|part| Node::leaf(owner, &part)))
        .collect();
    let size = leaves_for(leaves.len() as u64).expect("an example is small");
    leaves.extend((leaves.len() as u64..size).map(|number| padding(&SECRET, currency, number)));
    leaves.sort_unstable();
    let parts = split(&SECRET, owner(), currency, balance).map(|part| {
        let place = leaves.binary_search(&Node::leaf(owner(), &part)).expect("it is in the tree");
        let Page { nodes, .. } = pages(&leaves, 0, 0).remove(0);
        let path = Page { level: 0, index: 0, nodes }.siblings(place);
        ProvedPart { salt: part.salt, amount: part.amount, index: place as u64, path }
    });
    let root = root(&leaves).expect("an example is small");
    let line = Line { currency: currency.to_owned(), leaves: size, root, under_way: 3_000, held: 0 };
    (line, Own { currency: currency.to_owned(), balance, parts: parts.to_vec() })
}

fn reserve(currency: &str, rail: &str, booked: i128, addresses: Option<Vec<ReserveAddress>>) -> Reserve {
    Reserve { rail: rail.to_owned(), currency: currency.to_owned(), booked, addresses }
}

fn example() -> ProofOfBalances {
    let address = |address: &str, amount| ReserveAddress { address: address.to_owned(), amount };
    let coins = vec![address("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", 150_000_000), address("", 5_000)];
    let reserves = vec![
        reserve("BTC", "btc", 140_000_000, Some(coins)),
        reserve("EUR", "card", 90_000, None),
        reserve("EUR", "iban", -1_250, None),
        reserve("PLN", "blik", -77, None),
    ];
    let held = held_by_currency(&reserves).expect("an example is small");
    let (lines, own): (Vec<Line>, Vec<Own>) = [
        tree("BTC", 3, 12_345_678),
        // Beyond the integers that a double represents exactly.
        tree("EUR", 40, 90_071_992_547_409_930_001),
        tree("PLN", 1, 100),
    ]
    .into_iter()
    .map(|(line, own)| (Line { held: held[line.currency.as_str()], ..line }, own))
    .unzip();
    let statement = Statement {
        origin: origin(tenant()),
        number: 7,
        at: DateTime::UNIX_EPOCH + TimeDelta::microseconds(1_795_000_000_000_004),
        log_size: 20,
        log_root: Hash::leaf(b"the log"),
        reserves: hash_of(&reserves),
        lines,
    };
    let signer = LogKeys::new([1; 32]).signer(tenant());
    let published = Published { key: signer.verifier().to_string(), note: signer.sign(&statement.text()), reserves };
    ProofOfBalances { format: FORMAT.to_owned(), owner: owner(), published, own }
}

#[test]
fn the_example_of_the_documentation_is_what_this_program_makes_and_accepts() {
    let made = serde_json::to_string_pretty(&example()).expect("a proof is JSON") + "\n";
    if std::env::var_os("AGIO_WRITE_EXAMPLE").is_some() {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/liabilities-example.json");
        std::fs::write(file, &made).expect("docs can be written");
        return;
    }
    assert_eq!(made, EXAMPLE);
    let read: ProofOfBalances = serde_json::from_str(EXAMPLE).expect("it reads");
    let CheckedBalances { statement, balances } = check(&read, None, None).expect("it holds");
    let all = BTreeMap::from([("BTC", 12_345_678), ("EUR", 90_071_992_547_409_930_001), ("PLN", 100)]);
    assert_eq!(balances, all.into_iter().map(|(currency, balance)| (currency.to_owned(), balance)).collect());
    assert_eq!((statement.number, statement.log_size, statement.lines.len()), (7, 20, 3));
    let covered: Vec<Option<i128>> = statement.lines.iter().map(Line::covered_percent).collect();
    assert_eq!(covered, [Some(404), Some(0), Some(-3)]);
}

/// The paths of all texts and numbers.
fn leaves_of(value: &serde_json::Value, at: &str) -> Vec<String> {
    match value {
        serde_json::Value::Object(fields) => {
            fields.iter().flat_map(|(name, value)| leaves_of(value, &format!("{at}/{name}"))).collect()
        }
        serde_json::Value::Array(items) => {
            items.iter().enumerate().flat_map(|(n, value)| leaves_of(value, &format!("{at}/{n}"))).collect()
        }
        _ => vec![at.to_owned()],
    }
}

/// The text with one digit changed, so that it still parses if possible.
fn tweaked(text: &str) -> String {
    let at = text.rfind(|c: char| c.is_ascii_digit()).unwrap_or(0);
    if text.is_empty() {
        return "1".to_owned();
    }
    let other = if text[at..].starts_with('1') { "2" } else { "1" };
    format!("{}{other}{}", &text[..at], &text[at + 1..])
}

#[test]
fn a_proof_in_which_anything_was_altered_is_refused() {
    let value = serde_json::to_value(example()).expect("a proof is JSON");
    let mut refused = 0;
    for pointer in leaves_of(&value, "") {
        let mut altered = value.clone();
        let place = altered.pointer_mut(&pointer).expect("it is there");
        *place = match &*place {
            serde_json::Value::String(text) => tweaked(text).into(),
            other => (other.as_i64().expect("a number") + 1).into(),
        };
        let Ok(altered) = serde_json::from_value::<ProofOfBalances>(altered) else { continue };
        assert!(check(&altered, None, None).is_err(), "{pointer} was altered and nothing was said");
        refused += 1;
    }
    assert!(refused > 60, "{refused}");
}

/// Signs a statement that differs from the example's, as a dishonest platform would.
fn resigned(change: impl FnOnce(&mut Statement, &mut ProofOfBalances)) -> ProofOfBalances {
    let mut proof = example();
    let signer = LogKeys::new([1; 32]).signer(tenant());
    let mut statement = check_published(&proof.published, None).expect("the example holds");
    change(&mut statement, &mut proof);
    proof.published.note = signer.sign(&statement.text());
    proof
}

#[test]
fn a_false_total_fails_even_with_the_signing_key() {
    let not_included = |currency: &str| Err(LiabilityProblem::NotIncluded(currency.to_owned()));
    let less = resigned(|statement, _| statement.lines[1].root.sum -= 1);
    assert_eq!(check(&less, None, None), not_included("EUR"));
    let taller = resigned(|statement, _| statement.lines[1].leaves *= 2);
    assert_eq!(check(&taller, None, None), not_included("EUR"));
    let gone = resigned(|statement, _| {
        statement.lines.remove(2);
    });
    assert_eq!(check(&gone, None, None), Err(LiabilityProblem::Reserves), "PLN is held and no line says so");
    let richer = resigned(|statement, _| statement.lines[1].held += 1_000);
    assert_eq!(check(&richer, None, None), Err(LiabilityProblem::Reserves));

    // One part used twice instead of both.
    let twice = resigned(|_, proof| {
        let own = &mut proof.own[0];
        own.parts[1] = own.parts[0].clone();
        own.balance = own.parts[0].amount * 2;
    });
    assert_eq!(check(&twice, None, None), not_included("BTC"));
    let again = resigned(|_, proof| proof.own.push(proof.own[0].clone()));
    assert_eq!(check(&again, None, None), not_included("BTC"));
    // Another customer's leaves.
    let stranger = resigned(|_, proof| proof.owner = Uuid::from_u128(owner().as_u128() + 1));
    assert_eq!(check(&stranger, None, None), not_included("BTC"));
}

#[test]
fn a_proof_must_match_the_given_key_and_the_stored_checkpoint() {
    let proof = example();
    let other = LogKeys::new([2; 32]).signer(tenant()).verifier();
    assert!(matches!(check(&proof, Some(&other), None), Err(LiabilityProblem::OtherKey(_))));
    let kept = |size, root| Checkpoint { origin: origin(tenant()), size, root, previous: None };
    assert!(check(&proof, None, Some(&kept(20, Hash::leaf(b"the log")))).is_ok());
    let other = check(&proof, None, Some(&kept(20, Hash::leaf(b"another"))));
    assert_eq!(other, Err(LiabilityProblem::OtherRoot(20)));
    let other = check(&proof, None, Some(&kept(21, Hash::leaf(b"the log"))));
    assert_eq!(other, Err(LiabilityProblem::OtherSize { given: 21, found: 20 }));
    // A signed checkpoint cannot pass for a statement, nor the reverse.
    let signer = LogKeys::new([1; 32]).signer(tenant());
    assert!(signer.verifier().checkpoint(&proof.published.note).is_err());
    let note = signer.sign(&kept(20, Hash::leaf(b"x")).text());
    let false_one = ProofOfBalances { published: Published { note, ..proof.published.clone() }, ..proof };
    assert!(matches!(check(&false_one, None, None), Err(LiabilityProblem::Note(_))));
}

#[test]
fn one_statement_has_one_text() {
    let text = check_published(&example().published, None).expect("the example holds").text();
    assert!(Statement::parse(&text).is_ok());
    for other in [
        text.replace("7 2026", "07 2026"),
        text.replace("Z\nlog", "+00:00\nlog"),
        text.replace("BTC 16", "BTC 16.0"),
        text.replace("BTC 16 ", "BTC 15 "),
        text.replace(" 3000 ", " -3000 "),
        text.replace(" 3000 ", " +3000 "),
        text.replace("\nEUR", "\nBTC"),
        text.replace("liabilities 1", "liabilities 2"),
        format!("{text}more\n"),
        text.trim_end().to_owned(),
        String::new(),
    ] {
        assert!(other != text && Statement::parse(&other).is_err(), "{other}");
    }
}
