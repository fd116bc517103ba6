//! Tests of a transaction's full view: legs, price, instructions and parties of each transaction type.

use std::sync::Arc;

use chrono::TimeDelta;
use exchange::admission::{OpenFacts, OpenRequest, decide_open};
use exchange::limits::Demand;
use exchange::policy::{Policy, seed_prices};
use exchange::quote::Basis;
use exchange::rails::{CardToken, RailEvent, RailEventKind};
use exchange::transaction::{Admission, Asker, Command, Facts, Instructions, Outcome, Transaction, decide};
use exchange::{FixedSide, PriceBook, QuoteRequest};
use identity::CustomerStatus;
use kernel::{Amount, Currency, Payway, ProfileId, QuoteId, TransactionId};
use serde_json::{Value, json};
use uuid::Uuid;

use super::*;

const EUR: Currency = Currency::EUR;
const LTC: Currency = Currency::LTC;
const ADDRESS: &str = "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9";

fn now() -> DateTime<Utc> {
    DateTime::from_timestamp(1_767_225_600, 0).unwrap()
}

fn facts() -> Facts {
    let prices = PriceBook { prices: seed_prices(), source: "test".to_owned(), at: now(), awaiting_rate: [].into() };
    Facts {
        policy: Arc::new(Policy::sandbox()),
        prices: Ok(Arc::new(prices)),
        network_fee: None,
        refund_fee: None,
        admission: Admission::default(),
        asker: Asker::System,
        fresh: Uuid::from_u128(1 << 64),
    }
}

fn party(profile: u128, contact: &str) -> Party {
    let (profile, contact) = (Some(ProfileId::from_uuid(Uuid::from_u128(profile))), Some(contact.to_owned()));
    Party { profile, contact, name: "B•••".to_owned(), note: None }
}

fn opened(from: (Currency, Endpoint), to: (Currency, Endpoint), requisite: Option<Requisite>) -> Transaction {
    let plain = facts();
    let asked = QuoteRequest {
        side: None,
        source: from.1,
        sink: to.1,
        from_currency: from.0,
        to_currency: to.0,
        fixed_side: FixedSide::From,
        amount: Amount::parse("250", from.0).unwrap(),
        is_unified: false,
        firm: true,
        residence: None,
        payer: exchange::policy::FeePayer::default(),
    };
    let prices = plain.prices.clone().unwrap();
    let basis = Basis { policy: &plain.policy, prices: &prices, network_fee: None };
    let request = OpenRequest {
        id: TransactionId::from_uuid(Uuid::from_u128(7)),
        profile: ProfileId::from_uuid(Uuid::from_u128(8)),
        quote: quote::quote(&asked, basis, QuoteId::from_uuid(Uuid::from_u128(7)), now()).unwrap(),
        payer: matches!(requisite, Some(Requisite::Customer(_))).then(|| party(8, "payer@example.com")),
        requisite,
        refund_to: None,
        consent: None,
        customer_status: CustomerStatus::default(),
        client_key: None,
        preset: None,
        plan: None,
        refund_of: None,
    };
    let card = Instructions::Card { card: None, launch: None, return_url: None };
    let instructions = from.1.payway().map(|_| card);
    let facts = OpenFacts {
        plain,
        demand: Demand::nothing(),
        available: None,
        payee: None,
        counts: None,
        instructions,
        promotion: None,
    };
    decide_open(&request, &facts, now()).unwrap().transaction
}

fn after(transaction: &Transaction, command: &Command) -> Transaction {
    match decide(transaction, command, &facts(), now() + TimeDelta::seconds(60)).unwrap() {
        Outcome::Changed(decision) => decision.transaction,
        other => panic!("{other:?}"),
    }
}

fn rail(charge: Option<u16>, kind: RailEventKind) -> Command {
    let target = TransactionId::from_uuid(Uuid::from_u128(7)).into();
    let (rail, event_id) = ("any".to_owned(), "e".to_owned());
    Command::Rail(RailEvent { target, rail, event_id, leg: None, charge, reorg_epoch: None, kind })
}

fn card() -> CardToken {
    CardToken { token: "tok_secret".to_owned(), last4: "4242".to_owned(), brand: "visa".to_owned() }
}

fn to_address() -> Option<Requisite> {
    Some(Requisite::Address { value: ADDRESS.to_owned(), memo: None })
}

/// A purchase that was ordered, for which a card of 4242 was charged `amount`.
fn purchase(amount: &str) -> Transaction {
    let ordered = opened((EUR, Payway::Visamc.into()), (LTC, Payway::Ltc.into()), to_address());
    let charged = after(&ordered, &Command::PayByCard { card: card(), return_url: None, device: None });
    let amount = Amount::parse(amount, EUR).unwrap();
    after(&charged, &rail(Some(1), RailEventKind::Credited { amount, reference: "ch_1".to_owned(), payer: None }))
}

/// The JSON that a customer gets.
fn shown(transaction: &Transaction) -> Value {
    serde_json::to_value(crate::view::transaction(transaction, now())).unwrap()
}

/// The kinds and the states of all legs.
fn states(shown: &Value) -> Vec<(&str, &str)> {
    let legs = shown["legs"].as_array().unwrap();
    legs.iter().map(|leg| (leg["kind"].as_str().unwrap(), leg["state"].as_str().unwrap())).collect()
}

/// The lines in the given currency add up to the total, and the customer pays each.
fn check_price(shown: &Value) {
    let total = &shown["price"]["total"];
    let currency: Currency = total["currency"].as_str().unwrap().parse().unwrap();
    let atoms = |amount: &Value| Amount::parse(amount.as_str().unwrap(), currency).unwrap().atoms();
    let lines = shown["price"]["lines"].as_array().unwrap();
    let own = lines.iter().filter(|line| line["currency"] == total["currency"]);
    let own = own.filter(|line| !matches!(line["kind"].as_str(), Some("spread" | "rounding")));
    let given: i128 = own.map(|line| atoms(&line["amount"])).sum();
    assert_eq!(given, atoms(&total["amount"]), "{shown:#}");
    assert!(lines.iter().all(|line| line["paid_by"] == "customer"), "{shown:#}");
}

#[test]
fn a_purchase_shows_its_card_price_and_address() {
    let paid = shown(&purchase("250"));
    assert_eq!(paid["source"]["kind"], "collect");
    assert_eq!(paid["source"]["endpoint"], "visamc");
    assert_eq!((&paid["source"]["amount"], &paid["source"]["currency"]), (&json!("250.00"), &json!("EUR")));
    assert_eq!(paid["source"]["state"], "done");
    assert_eq!(paid["source"]["instructions"]["card"]["last4"], "4242");
    assert_eq!((&paid["sink"]["kind"], &paid["sink"]["endpoint"]), (&json!("payout"), &json!("ltc")));
    assert_eq!((&paid["sink"]["amount"], &paid["sink"]["state"]), (&paid["to"]["amount"], &json!("sending")));
    let masked = paid["sink"]["requisite"]["display"].as_str().unwrap();
    assert!(masked.contains('…') && !masked.contains(ADDRESS), "{masked}");
    assert_eq!(states(&paid), [("collect", "done"), ("convert", "done"), ("pay_out", "sending")]);
    assert_eq!(paid["remedies"], json!({"available": [], "taken": []}));
    check_price(&paid);
    assert!(!paid.to_string().contains("tok_secret"), "the card's token stays on the platform");

    let sent = RailEventKind::PayoutSent { reference: "f00d".to_owned() };
    let sent = after(&purchase("250"), &rail(None, sent));
    let leg = &shown(&sent)["legs"][2];
    assert_eq!((&leg["state"], &leg["reference"]), (&json!("sent"), &json!("f00d")));
    assert_eq!(leg["since"], json!(now() + TimeDelta::seconds(60)));
}

#[test]
fn a_withdrawal_has_no_instructions_and_a_rate_of_one() {
    let card = Requisite::Card { card: card() };
    let held = shown(&opened((EUR, Endpoint::Balance), (EUR, Payway::Visamc.into()), Some(card)));
    assert_eq!((&held["source"]["kind"], &held["source"]["endpoint"]), (&json!("draw"), &json!("balance")));
    assert_eq!((&held["source"]["state"], held["source"].get("instructions")), (&json!("held"), None));
    assert_eq!((&held["sink"]["kind"], &held["sink"]["state"]), (&json!("payout"), &json!("planned")));
    assert_eq!(held["sink"]["requisite"], json!({"kind": "card", "display": "visa •••• 4242"}));
    assert!(!held.to_string().contains("tok_secret"), "the card's token stays on the platform");
    assert_eq!(states(&held), [("draw", "held"), ("pay_out", "planned")]);
    assert_eq!((&held["legs"][0]["since"], held["legs"][1].get("since")), (&json!(now()), None));
    assert_eq!(held["price"]["rate"].as_str().unwrap().parse::<u8>(), Ok(1), "{held:#}");
    check_price(&held);
}

#[test]
fn a_conversion_has_two_own_accounts() {
    let done = shown(&opened((EUR, Endpoint::Balance), (LTC, Endpoint::Balance), None));
    assert_eq!((&done["source"]["endpoint"], &done["sink"]["endpoint"]), (&json!("balance"), &json!("balance")));
    assert_eq!((&done["sink"]["kind"], done["sink"].get("requisite")), (&json!("credit"), None));
    assert_eq!((&done["sink"]["amount"], &done["sink"]["currency"]), (&done["to"]["amount"], &json!("LTC")));
    assert_eq!(states(&done), [("draw", "done"), ("convert", "done"), ("credit", "done")]);
    check_price(&done);
}

#[test]
fn a_transfer_shows_each_side_the_other_one_masked() {
    let receiver = Requisite::Customer(party(12, "receiver@example.com"));
    let made = opened((EUR, Endpoint::Balance), (EUR, Endpoint::Customer), Some(receiver));
    let paid = shown(&made);
    assert_eq!((&paid["sink"]["kind"], &paid["sink"]["endpoint"]), (&json!("credit"), &json!("customer")));
    assert_eq!(paid["sink"]["requisite"], json!({"kind": "customer", "display": "B•••"}));
    assert_eq!(states(&paid), [("draw", "done"), ("credit", "done")]);
    check_price(&paid);

    let got = shown(&made.as_received().unwrap());
    assert_eq!((&got["source"]["kind"], &got["source"]["endpoint"]), (&json!("draw"), &json!("customer")));
    assert_eq!((&got["sink"]["endpoint"], got["sink"].get("requisite")), (&json!("balance"), None));
    assert!(!got.to_string().contains("payer@example.com"), "the payer's contact is not for the receiver: {got:#}");
    check_price(&got);
}

#[test]
fn a_refunded_purchase_keeps_its_plan_and_shows_what_was_done() {
    let short = purchase("100");
    let asked = shown(&short);
    assert_eq!(asked["remedies"]["available"], json!(["refund", "deposit", "update_amount"]));
    assert_eq!(asked["remedies"]["taken"], json!([]));

    let back = after(&short, &Command::Refund { to: None });
    let back = after(&back, &rail(None, RailEventKind::PayoutSettled { network_cost: None }));
    let refunded = shown(&back);
    assert_eq!(refunded["source"]["instructions"]["card"]["state"], "paid");
    assert_eq!(refunded["status"], "RESOLVED");
    assert_eq!(
        states(&refunded),
        [("collect", "closed"), ("convert", "planned"), ("pay_out", "planned"), ("pay_out", "done")]
    );
    assert_eq!((&refunded["sink"]["state"], &refunded["sink"]["endpoint"]), (&json!("planned"), &json!("ltc")));
    let taken = json!([
        {"kind": "refund", "leg": 3, "amount": {"amount": "100.00", "currency": "EUR"}, "state": "done"}
    ]);
    assert_eq!(refunded["remedies"], json!({"available": [], "taken": taken}));
}
