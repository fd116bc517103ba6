//! Tests of the gate that every new order passes: each refusal has its code, and limits hold for concurrent orders.

use chrono::TimeDelta;
use identity::{CustomerStatus, Individual};
use kernel::{Amount, Country, Currency, Endpoint, Payway, QuoteId};
use proptest::prelude::*;

use super::*;
use crate::beneficiary_wallet::OnWord;
use crate::limits::Ends;
use crate::originator::Sender;
use crate::policy::seed_prices;
use crate::quote::{Basis, FixedSide, QuoteRequest, quote};
use crate::rates::PriceBook;
use crate::transaction::{Admission, Asker};

fn now() -> DateTime<Utc> {
    DateTime::from_timestamp(1_767_225_600, 0).unwrap()
}

fn euro(cents: i128) -> Amount {
    Amount::new(cents, Currency::EUR)
}

/// A withdrawal of euro from the balance to an address of a coin, by a customer of the sandbox.
fn withdrawal(cents: i128) -> (OpenRequest, OpenFacts) {
    let policy = Policy { travel_rule: None, new_addresses: None, ..Policy::sandbox() };
    let prices =
        Arc::new(PriceBook { prices: seed_prices(), source: "test".to_owned(), at: now(), awaiting_rate: [].into() });
    let asked = QuoteRequest {
        side: None,
        source: Endpoint::Balance,
        sink: Endpoint::Payway(Payway::Ltc),
        from_currency: Currency::EUR,
        to_currency: Currency::LTC,
        fixed_side: FixedSide::From,
        amount: euro(cents),
        is_unified: false,
        firm: true,
        residence: None,
        payer: crate::policy::FeePayer::default(),
    };
    let network_fee = Some(Amount::new(10_000, Currency::LTC));
    let basis = Basis { policy: &policy, prices: &prices, network_fee };
    let quote = quote(&asked, basis, QuoteId::from_uuid(Uuid::from_u128(9)), now()).unwrap();
    let request = OpenRequest {
        id: TransactionId::from_uuid(Uuid::from_u128(7)),
        profile: ProfileId::from_uuid(Uuid::from_u128(8)),
        requisite: Some(Requisite::Address { value: "ltc1qexample".to_owned(), memo: None }),
        refund_to: None,
        consent: None,
        payer: None,
        customer_status: CustomerStatus::default(),
        client_key: None,
        preset: None,
        plan: None,
        refund_of: None,
        quote,
    };
    let plain = Facts {
        policy: Arc::new(policy),
        prices: Ok(prices),
        network_fee: None,
        refund_fee: None,
        admission: Admission::default(),
        asker: Asker::Owner,
        fresh: Uuid::from_u128(1 << 64),
    };
    let demand = Demand { fiat: euro(0), crypto_out: euro(cents), is_incoming: false, ends: Ends::default() };
    let counts = Some(Counts::none(UserId::from_uuid(Uuid::from_u128(3)), 4));
    let facts = OpenFacts {
        plain,
        demand,
        available: Some(euro(cents)),
        payee: None,
        counts,
        instructions: None,
        promotion: None,
    };
    (request, facts)
}

fn refused(request: &OpenRequest, facts: &OpenFacts) -> String {
    let refusal = decide_open(request, facts, now()).expect_err("it is refused");
    refusal.error.code().to_owned()
}

fn with_policy(facts: &mut OpenFacts, change: impl FnOnce(&mut Policy)) {
    change(Arc::make_mut(&mut facts.plain.policy));
}

#[test]
fn a_withdrawal_is_opened_with_its_hold_and_what_it_counts() {
    let (request, facts) = withdrawal(20_000);
    let opened = decide_open(&request, &facts, now()).unwrap();
    assert_eq!(opened.postings.len(), 1);
    let counted = opened.counted.expect("its limit is used");
    assert_eq!(counted.step(), ledger::CounterStep { counter: Uuid::from_u128(3), version: 4 });
    assert_eq!(counted.demand, Some((facts.demand, false)));
    assert_eq!((counted.address.clone(), counted.wallet, counted.statement), (None, None, None));
}

/// One fact at a time, with the code of its refusal.
#[test]
fn each_refusal_has_its_code() {
    let of = |change: &dyn Fn(&mut OpenRequest, &mut OpenFacts)| {
        let (mut request, mut facts) = withdrawal(20_000);
        change(&mut request, &mut facts);
        refused(&request, &facts)
    };
    assert_eq!(of(&|request, _| request.customer_status.is_closing = true), "CONFLICT_ERROR");
    let later = now() + TimeDelta::hours(1);
    assert_eq!(of(&|request, _| request.customer_status.payouts_held_until = Some(later)), "PAYOUTS_HELD");
    assert_eq!(of(&|request, _| request.quote.expires_at = now()), "QUOTE_EXPIRED");
    let country: Country = "US".parse().unwrap();
    let forbidden = |request: &mut OpenRequest, facts: &mut OpenFacts| {
        request.customer_status.residence = Some(country);
        with_policy(facts, |policy| policy.forbidden = [country].into());
    };
    assert_eq!(of(&forbidden), "COUNTRY_NOT_ALLOWED");
    assert_eq!(of(&|_, facts| facts.available = Some(euro(19_999))), "INSUFFICIENT_BALANCE");
    assert_eq!(of(&|_, facts| facts.demand.crypto_out = euro(100_000_000)), "PAYOUT_DAILY_LIMIT_EXCEEDED");
}

#[test]
fn a_new_address_is_registered_even_if_its_order_is_refused() {
    let (mut request, mut facts) = withdrawal(20_000);
    (request.customer_status.raised_to, request.customer_status.individual) = (Some(4), Individual::Unlimited);
    with_policy(&mut facts, |policy| policy.new_addresses = Some(crate::cooling_off::NewAddresses::seed()));
    let counts = facts.counts.as_mut().unwrap();
    counts.address = Some(KnownAddress { id: Uuid::from_u128(5), first_at: None, paid_at: None });
    let opened = decide_open(&request, &facts, now()).unwrap().counted.unwrap();
    assert_eq!(opened.address.as_ref().map(|one| one.id), Some(Uuid::from_u128(5)));
    assert_eq!(opened.demand.map(|(_, to_new)| to_new), Some(true));
    let earlier = Use { at: now(), fiat: euro(0), crypto_out: euro(90_000), to_new: true, ends: Ends::default() };
    facts.counts.as_mut().unwrap().uses = vec![earlier];
    let refusal = decide_open(&request, &facts, now()).unwrap_err();
    assert_eq!((refusal.error.code(), refusal.named), ("NEW_ADDRESS_HELD", Some(now() + TimeDelta::hours(24))));
}

#[test]
fn incoming_coins_above_the_threshold_use_up_an_originator_statement() {
    let (mut request, mut facts) = withdrawal(20_000);
    request.quote.price.source = Endpoint::Payway(Payway::Ltc);
    let rules = |facts: &OpenFacts| {
        let rules = Rules { policy: &facts.plain.policy, customer_status: &request.customer_status };
        rules.keep(request.id, Payway::Ltc, facts.counts.as_ref().unwrap())
    };
    with_policy(&mut facts, |policy| {
        policy.travel_rule = Some(TravelRule { above: euro(100_000), on_word: OnWord::default() })
    });
    let counts = facts.counts.as_mut().unwrap();
    (counts.coming, counts.came) = (Some(euro(60_000)), euro(50_000));
    assert_eq!(rules(&facts).unwrap_err().code(), "TRAVEL_RULE_REQUIRED");
    let told = Uuid::from_u128(6);
    let owner = crate::beneficiary_wallet::Owner::Own;
    let holding = crate::beneficiary_wallet::Holding::SelfHosted;
    facts.counts.as_mut().unwrap().statement = Some(Sender { told, owner, holding });
    let counted = rules(&facts).unwrap().counted.unwrap();
    assert_eq!((counted.came, counted.statement), (Some(euro(60_000)), Some(told)));
}

proptest! {
    /// Two withdrawals decided on the same facts never fit a limit together unless both fit it, and each names the same
    /// version of the counter, so that the ledger refuses the second.
    #[test]
    fn an_admitted_order_advances_the_counter_version(cents in 2_000_i128..200_000, used in 0_i128..2_000_000) {
        let (request, mut facts) = withdrawal(cents);
        facts.counts.as_mut().unwrap().uses = vec![Use { at: now(), fiat: euro(0), crypto_out: euro(used), to_new: false, ends: Ends::default() }];
        let fits = crate::limits::admit(&request.customer_status, &facts.demand, &facts.counts.as_ref().unwrap().uses,
            &facts.plain.policy.tiers, now()).is_ok();
        match decide_open(&request, &facts, now()) {
            Ok(opened) => {
                prop_assert!(fits);
                prop_assert_eq!(opened.counted.unwrap().version, 4);
            }
            Err(refusal) => {
                prop_assert!(!fits);
                prop_assert!(matches!(refusal.error, ExchangeError::Limit(_)) && refusal.named.is_none());
            }
        }
    }
}
