//! Tests of the signer's rules: which transactions it signs, and which limits and tricks it refuses.

use super::*;
use crate::bitcoin::plan::plan;
use crate::bitcoin::sign::{key_account, request};
use crate::signer::Vault;
use bitcoin::hashes::Hash;
use bitcoin::{ScriptBuf, Transaction, WPubkeyHash, consensus};
use custody::chain::{AddressPath, Branch, Derived, PayoutOrder, Utxo};
use kernel::Currency;
use proptest::prelude::*;

const WORDS: &str = "legal winner thank year wave sausage worth useful legal winner thank yellow";
/// The highest fee for two inputs and two outputs: 154 bytes, 57 of signatures and 31 of an omitted change output, at
/// 1,000 atoms each, and a remainder of 2,940 that is too small for an output.
const CEILING: u64 = (154 + 57 + 31) * 1_000 + 2_940;
const PAYEE: &str = "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9";

fn litecoin(chain: Chain) -> CoinParams {
    CoinParams::of(Network::Litecoin, chain).unwrap()
}

fn account(params: &CoinParams) -> Xpub {
    Vault::from_phrase(WORDS).unwrap().account_xpub(&key_account(params, 3)).unwrap().parse().unwrap()
}

fn payee(params: &CoinParams) -> String {
    let (_, version, program) = bech32::segwit::decode(PAYEE).unwrap();
    bech32::segwit::encode(bech32::Hrp::parse(params.hrp).unwrap(), version, &program).unwrap()
}

/// Custody's request to pay `amount` from `coins` at `rate`.
fn asked(params: &CoinParams, coins: &[i128], amount: i128, rate: u64) -> Option<SignRequest> {
    let mut atoms = coins.to_vec();
    atoms.sort_unstable_by(|a, b| b.cmp(a));
    let coin = |(index, atoms): (usize, i128)| Utxo {
        outpoint: format!("{}:{index}", "ab".repeat(32)),
        atoms,
        place: AddressPath { branch: Branch::Deposit, index: u32::try_from(index).unwrap() },
    };
    let coins: Vec<Utxo> = atoms.into_iter().enumerate().map(coin).collect();
    let place = AddressPath { branch: Branch::Change, index: 7 };
    let change = crate::bitcoin::address::derive(params, &account(params).to_string(), place).unwrap();
    let amount = Amount::new(amount, Currency::LTC);
    let order = PayoutOrder { reference: "r".into(), amount, address: payee(params), memo: None };
    let planned = plan(params, &order, &coins, &change, rate).ok()?;
    Some(request(params, &planned, 3).unwrap().1)
}

fn usual(params: &CoinParams) -> SignRequest {
    asked(params, &[5_000_000, 5_000_000], 6_000_000, 10_000).unwrap()
}

/// The request with a changed transaction.
fn tampered(request: &SignRequest, change: impl FnOnce(&mut Transaction)) -> SignRequest {
    let mut tx: Transaction = consensus::deserialize(&hex::decode(&request.unsigned).unwrap()).unwrap();
    change(&mut tx);
    SignRequest { unsigned: hex::encode(consensus::serialize(&tx)), ..request.clone() }
}

fn judged(params: &CoinParams, request: &SignRequest, policy: &Policy, past: Past) -> Result<Allowed, SigningRefusal> {
    decide(params, &account(params), request, policy, |_| past)
}

fn refusal(request: &SignRequest) -> SigningRefusal {
    judged(&litecoin(Chain::Regtest), request, &Policy::default(), Past::default()).unwrap_err()
}

fn limited(limits: Limits) -> Policy {
    Policy { sealed: true, limits: [(Network::Litecoin, limits)].into() }
}

/// The request that replaces `request` with a fee that is higher by `more`, and what was signed before.
fn replacing(params: &CoinParams, request: &SignRequest, more: u64) -> (SignRequest, Past) {
    let plain = SignRequest { replaces: None, ..request.clone() };
    let first = judged(params, &plain, &Policy::default(), Past::default()).unwrap().payment;
    let raised = tampered(request, |tx| {
        let at = change_at(tx);
        tx.output[at].value -= bitcoin::Amount::from_sat(more);
    });
    let replaces = Some(first.tx.compute_txid().to_string());
    let replaced = Some(Signed { amounts: first.amounts, payee: first.payee, fee: first.fee });
    (SignRequest { fee: request.fee + more, replaces, ..raised }, Past { replaced, ..Past::default() })
}

/// The change output.
fn change_at(tx: &Transaction) -> usize {
    let to = crate::bitcoin::address::script_of(&litecoin(Chain::Regtest), &payee(&litecoin(Chain::Regtest))).unwrap();
    tx.output.iter().position(|output| output.script_pubkey != to).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn whatever_custody_plans_is_signed_and_counted_to_the_atom(
        coins in proptest::collection::vec(1_000_i128..10_000_000_000, 1..12),
        amount in 60_000_i128..20_000_000_000,
        rate in 1_000_u64..1_000_000,
    ) {
        let params = litecoin(Chain::Regtest);
        if let Some(request) = asked(&params, &coins, amount, rate) {
            let allowed = judged(&params, &request, &Policy::default(), Past::default()).unwrap();
            prop_assert_eq!(i128::from(allowed.payment.paid), amount);
            let spent: u64 = request.inputs.iter().map(|input| input.atoms).sum();
            let back: u64 = allowed.payment.tx.output.iter().map(|output| output.value.to_sat()).sum();
            prop_assert_eq!(spent, back + allowed.payment.fee);
        }
    }

    #[test]
    fn no_other_change_address_passes(index in 0_u32..1 << 31, hash in any::<[u8; 20]>()) {
        let request = usual(&litecoin(Chain::Regtest));
        let other = SignRequest { change: Some(index), ..request.clone() };
        prop_assume!(index != 7);
        prop_assert_eq!(refusal(&other), SigningRefusal::ForeignChange);
        let foreign = tampered(&request, |tx| {
            let at = change_at(tx);
            tx.output[at].script_pubkey = ScriptBuf::new_p2wpkh(&WPubkeyHash::from_byte_array(hash));
        });
        prop_assert_eq!(refusal(&foreign), SigningRefusal::ForeignChange);
        // If it is not declared as change, there are two payees.
        prop_assert_eq!(refusal(&SignRequest { change: None, ..foreign }), SigningRefusal::Outputs);
    }

    #[test]
    fn a_fee_that_differs_from_the_declared_amounts_is_refused(more in 1_u64..3_900_000) {
        let request = usual(&litecoin(Chain::Regtest));
        // The lost change goes to the miner, ...
        let bled = tampered(&request, |tx| {
            let at = change_at(tx);
            tx.output[at].value -= bitcoin::Amount::from_sat(more);
        });
        prop_assert!(["fee_differs", "dust"].contains(&refusal(&bled).rule()));
        // ... and so does an overstated input amount.
        let mut claimed = request.clone();
        claimed.inputs[0].atoms += more;
        prop_assert_eq!(refusal(&claimed).rule(), "fee_differs");
    }

    #[test]
    fn a_declared_fee_has_a_maximum(more in prop_oneof![1_u64..3_900_000, 240_000_u64..245_000]) {
        let request = usual(&litecoin(Chain::Regtest));
        let mut open = SignRequest { fee: request.fee + more, ..request };
        open.inputs[0].atoms += more;
        let verdict = judged(&litecoin(Chain::Regtest), &open, &Policy::default(), Past::default());
        prop_assert_eq!(verdict.is_ok(), open.fee <= CEILING, "{}", open.fee);
    }

    #[test]
    fn a_day_never_holds_more_than_its_limit(limit in 0_u64..20_000_000, payments in 1_usize..6) {
        let params = litecoin(Chain::Regtest);
        let policy = limited(Limits { per_day: Some(limit), ..Limits::default() });
        let mut spent = 0;
        for _ in 0..payments {
            match judged(&params, &usual(&params), &policy, Past { spent, ..Past::default() }) {
                Ok(Allowed { payment, .. }) => spent += payment.paid + payment.fee,
                Err(refused) => prop_assert_eq!(refused.rule(), "per_day"),
            }
        }
        prop_assert!(spent <= limit);
    }

    #[test]
    fn random_bytes_are_refused_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let params = litecoin(Chain::Regtest);
        let request = SignRequest { unsigned: hex::encode(bytes), ..usual(&params) };
        prop_assert!(judged(&params, &request, &Policy::default(), Past::default()).is_err());
    }
}

#[test]
fn a_transaction_is_plain_and_pays_one_payee() {
    let params = litecoin(Chain::Regtest);
    let request = usual(&params);
    let is = |change: fn(&mut Transaction), expected: SigningRefusal| {
        assert_eq!(refusal(&tampered(&request, change)), expected)
    };
    is(|tx| tx.lock_time = bitcoin::absolute::LockTime::from_consensus(9), SigningRefusal::NotPlain);
    is(|tx| tx.version = bitcoin::transaction::Version::ONE, SigningRefusal::NotPlain);
    is(|tx| tx.input[0].sequence = bitcoin::Sequence::MAX, SigningRefusal::NotPlain);
    is(|tx| tx.input[0].script_sig = ScriptBuf::from_bytes(vec![0]), SigningRefusal::NotPlain);
    is(|tx| tx.input[1] = tx.input[0].clone(), SigningRefusal::Inputs);
    is(|tx| drop(tx.input.pop()), SigningRefusal::Inputs);
    is(|tx| tx.output.push(tx.output[1 - change_at(tx)].clone()), SigningRefusal::Outputs);
    is(|tx| tx.output.push(tx.output[change_at(tx)].clone()), SigningRefusal::ForeignChange);
    is(|tx| drop(tx.output.remove(change_at(tx))), SigningRefusal::ForeignChange);
    is(|tx| drop(tx.output.remove(1 - change_at(tx))), SigningRefusal::Outputs);
    is(
        |tx| {
            let at = 1 - change_at(tx);
            tx.output[at].script_pubkey = ScriptBuf::new_op_return([7; 4]);
        },
        SigningRefusal::Payee,
    );
    let huge = SignRequest {
        inputs: vec![custody::signer::Spend { atoms: u64::MAX, ..request.inputs[0] }; 2],
        ..request.clone()
    };
    assert_eq!(refusal(&huge), SigningRefusal::Inputs);
    let poor = SignRequest {
        inputs: request.inputs.iter().map(|i| custody::signer::Spend { atoms: 1, ..*i }).collect(),
        ..request.clone()
    };
    assert_eq!(refusal(&poor), SigningRefusal::Overspent);
    let trailing = SignRequest { unsigned: format!("{}00", request.unsigned), ..request.clone() };
    assert_eq!(refusal(&trailing), SigningRefusal::Malformed);
    let other = SignRequest { unsigned: "00".repeat(9_000), ..request };
    assert_eq!(refusal(&other), SigningRefusal::Malformed);
}

#[test]
fn a_signed_transaction_is_signed_again_with_the_same_amounts_only() {
    let params = litecoin(Chain::Regtest);
    let request = usual(&params);
    let closed = limited(Limits { per_payment: Some(0), per_day: Some(0), fee_max: Some(0) });
    let first = judged(&params, &request, &Policy::default(), Past::default()).unwrap();
    let known = Past { spent: u64::MAX, amounts: Some(first.payment.amounts), replaced: None };
    assert!(judged(&params, &request, &closed, known).unwrap().again);
    // The same inputs and outputs: signatures of two such requests could be combined into a transaction with an
    // undeclared fee.
    let mut half = request.clone();
    half.inputs[0].atoms += 1_000;
    half.inputs[1].atoms -= 1_000;
    assert_eq!(judged(&params, &half, &Policy::default(), known), Err(SigningRefusal::AmountsChanged));
}

#[test]
fn limits_are_named_when_they_are_met() {
    let params = litecoin(Chain::Regtest);
    let request = usual(&params);
    let total = 6_000_000 + request.fee;
    let verdict = |limits: Limits, spent: u64| {
        judged(&params, &request, &limited(limits), Past { spent, ..Past::default() }).map(|_| ()).map_err(|r| r.rule())
    };
    let day = |atoms| Limits { per_day: Some(atoms), ..Limits::default() };
    assert_eq!(verdict(day(total), 0), Ok(()));
    assert_eq!(verdict(day(total), 1), Err("per_day"));
    assert_eq!(verdict(Limits { per_payment: Some(6_000_000), ..Limits::default() }, u64::MAX), Ok(()));
    assert_eq!(verdict(Limits { per_payment: Some(5_999_999), ..Limits::default() }, 0), Err("per_payment"));
    assert_eq!(verdict(Limits { fee_max: Some(request.fee - 1), ..Limits::default() }, 0), Err("fee_max"));
}

#[test]
fn a_live_chain_asks_for_an_encrypted_seed_and_a_limit() {
    let params = litecoin(Chain::Main);
    let request = usual(&params);
    let verdict = |policy: &Policy| judged(&params, &request, policy, Past::default()).map(|_| ());
    let day = Limits { per_day: Some(1_000_000_000), ..Limits::default() };
    assert_eq!(verdict(&Policy { sealed: false, ..limited(day) }), Err(SigningRefusal::PlainSeed));
    assert_eq!(verdict(&limited(Limits::default())), Err(SigningRefusal::NoLimit("AGIO_SIGNER_LITECOIN_PER_DAY")));
    assert_eq!(verdict(&limited(day)), Ok(()));
}

#[test]
fn the_vault_signs_the_same_bytes_each_time_and_counts_them_once() {
    let params = litecoin(Chain::Regtest);
    let policy = limited(Limits { per_day: Some(7_000_000), ..Limits::default() });
    let vault = Vault::new(WORDS, policy, crate::signer::Journal::in_memory(), kernel::World::system()).unwrap();
    let request = usual(&params);
    let first = vault.sign_now(&request).unwrap();
    assert_eq!(vault.sign_now(&request).unwrap(), first);
    let signed: Transaction = consensus::deserialize(&first.raw).unwrap();
    assert!(signed.input.iter().all(|input| input.witness.len() == 2));
    let next = asked(&params, &[9_000_000], 6_000_000, 10_000).unwrap();
    let refused = vault.sign_now(&next).unwrap_err();
    assert!(matches!(&refused, SignerError::Refused { rule, .. } if rule == "per_day"), "{refused}");
    assert!(refused.to_string().contains("of 0.07000000 LTC for 24 hours are spent already"), "{refused}");
}

#[test]
fn a_replacement_counts_the_difference_of_the_fees_only() {
    let params = litecoin(Chain::Regtest);
    let first = usual(&params);
    let total = 6_000_000 + first.fee;
    let policy = limited(Limits { per_day: Some(total + 2_000), ..Limits::default() });
    let vault = Vault::new(WORDS, policy, crate::signer::Journal::in_memory(), kernel::World::system()).unwrap();
    vault.sign_now(&first).unwrap();
    let (raised, _) = replacing(&params, &first, 2_000);
    vault.sign_now(&raised).unwrap();
    vault.sign_now(&raised).expect("the same replacement again, after a crash");
    let (more, _) = replacing(&params, &raised, 1);
    let refused = vault.sign_now(&more).unwrap_err();
    assert!(matches!(&refused, SignerError::Refused { rule, .. } if rule == "per_day"), "{refused}");
}

#[test]
fn a_replacement_spends_the_same_inputs_pays_the_same_and_costs_more() {
    let params = litecoin(Chain::Regtest);
    let first = usual(&params);
    let verdict = |request: &SignRequest, past: Past| {
        judged(&params, request, &Policy::default(), past).map(|allowed| allowed.counted).map_err(|r| r.rule())
    };
    let (raised, past) = replacing(&params, &first, 2_000);
    assert_eq!(verdict(&raised, past), Ok(2_000));
    assert_eq!(verdict(&raised, Past::default()), Err("replaced"), "it was not signed here");
    assert_eq!(verdict(&SignRequest { replaces: Some("ab".into()), ..raised.clone() }, past), Err("replaced"));
    let signed = past.replaced.unwrap();
    let of = |signed| Past { replaced: Some(signed), ..Past::default() };
    assert_eq!(verdict(&raised, of(Signed { amounts: [0; 32], ..signed })), Err("replaced"), "other inputs");
    assert_eq!(verdict(&raised, of(Signed { payee: [0; 32], ..signed })), Err("replaced"), "another payee");
    assert_eq!(verdict(&raised, of(Signed { fee: raised.fee, ..signed })), Err("replaced_fee"));
    let more = asked(&params, &[5_000_000, 5_000_000], 6_000_001, 20_000).unwrap();
    let more = SignRequest { replaces: raised.replaces.clone(), ..more };
    assert_eq!(verdict(&more, past), Err("replaced"), "another amount");
}

#[test]
fn an_unused_derived_address_is_no_change() {
    // A wallet's deposit address also belongs to the platform, but an output to it is a payment. If the signer accepted
    // it as change, it would not count against the limits.
    let params = litecoin(Chain::Regtest);
    let place = AddressPath { branch: Branch::Deposit, index: 7 };
    let Derived { watch_key, .. } =
        crate::bitcoin::address::derive(&params, &account(&params).to_string(), place).unwrap();
    let moved = tampered(&usual(&params), |tx| {
        let at = change_at(tx);
        tx.output[at].script_pubkey = ScriptBuf::from_hex(&watch_key).unwrap();
    });
    assert_eq!(refusal(&moved), SigningRefusal::ForeignChange);
}
