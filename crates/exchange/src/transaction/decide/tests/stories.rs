//! Stories of whole movements: what the customer sees and what is booked, from order to end.

use kernel::{Amount, Currency, Network, Payway, WalletId};
use uuid::Uuid;

use super::super::super::{
    AccountRole, Action, ActionReason, Allowed, Command, HeadlineKind, RefundTo, Status, SubState, Task,
};
use super::world::*;
use crate::ExchangeError;
use crate::beneficiary_wallet::{Holding, Owner, Travel};
use crate::rails::{PayerCode, RailEvent, RailEventKind};

fn sent() -> Command {
    rail(RailEventKind::PayoutSent { reference: "hash".to_owned() })
}

fn short(tx: &super::super::super::Transaction) -> Amount {
    Amount::new(tx.price.from_amount.atoms() / 2, tx.price.from_currency)
}

#[test]
fn a_transfer_reaches_the_other_customer_at_once_and_both_see_the_same_money() {
    let story = transfer(Some(receiver()));
    assert_eq!((story.tx.kind.code(), story.tx.status()), ("TRANSFER_PROFILE", Status::Done));
    let amount = story.tx.price.to_amount;
    assert_eq!(story.books.of(AccountRole::OtherCustomer(receiver()), Currency::EUR), amount.atoms());
    assert_eq!(story.books.of(AccountRole::Customer, Currency::EUR), -amount.atoms());
    let received = story.tx.as_received().expect("it has arrived");
    assert_eq!((received.kind.code(), received.profile), ("TRANSFER_PROFILE_RECEIVE", receiver()));
    let told = received.summary();
    assert_eq!((told.headline.kind, told.headline.amount), (HeadlineKind::Deposited, amount));
    let payer = received.counterparty().expect("its payer");
    assert_eq!((payer.profile, payer.contact.as_deref()), (None, None), "who paid is masked");
}

#[test]
fn a_transfer_to_a_person_without_an_account_waits_and_is_returned_in_the_end() {
    let waiting = transfer(None);
    assert_eq!(waiting.tx.sub_state(), SubState::WaitingForReceiver);
    assert!(waiting.tx.as_received().is_none());
    let week = 7 * 86_400;
    let mut claimed = waiting.clone();
    claimed.then(&Command::Due, week - 1);
    assert_eq!(claimed.tx.status(), Status::New, "it is not time yet");
    claimed.then(&Command::Claim { profile: receiver(), name: "O•••".to_owned() }, week - 1);
    assert_eq!(claimed.tx.status(), Status::Done);
    assert_eq!(claimed.books.of(AccountRole::OtherCustomer(receiver()), Currency::EUR), 25_000);
    let mut returned = waiting.clone();
    returned.then(&Command::Due, week);
    assert_eq!(returned.tx.status(), Status::Expired);
    assert!(returned.books.is_flat() && returned.books.of(AccountRole::Customer, Currency::EUR) == 0);
    returned.then(&Command::Claim { profile: receiver(), name: "O•••".to_owned() }, week + 1);
    assert_eq!(returned.tx.status(), Status::Expired, "who comes too late gets nothing");
    let own = Command::Claim { profile: waiting.tx.profile, name: "O•••".to_owned() };
    assert!(waiting.clone().try_do(&own, later(1)).is_err(), "nobody claims their own");
}

#[test]
fn a_purchase_by_card_is_charged_exchanged_and_paid_out() {
    let mut story = Story::of(by_card());
    assert_eq!(story.tx.allowed(later(1)), [Allowed::Cancel, Allowed::PayCard]);
    let pay = Command::PayByCard { card: card(), return_url: None, device: None };
    let decision = story.try_do(&pay, later(1)).unwrap().unwrap();
    assert_eq!((decision.tasks, story.tx.status()), (vec![Task::ChargeCard { charge: 1, device: None }], Status::Wait));
    story.then(&Command::ApprovalNeeded { launch: Some(page("https://acs")), charge: 1 }, 2);
    assert_eq!(story.tx.sub_state(), SubState::WaitingForApproval);
    let paid = story.tx.price.from_amount;
    let decision = story.try_do(&credited("ch_1", paid), later(3)).unwrap().unwrap();
    assert_eq!((decision.tasks, story.tx.sub_state()), (vec![Task::PayOut { leg: 2 }], SubState::Sending));
    story.then(&sent(), 4);
    assert_eq!((story.tx.status(), story.tx.sub_state()), (Status::Processing, SubState::Sent));
    story.then(&settled(), 5);
    assert_eq!((story.tx.status(), story.tx.progress()), (Status::Done, 100));
    assert!(story.books.is_flat());
    let cost = story.books.of(AccountRole::NetworkCost(Network::Litecoin), Currency::LTC);
    assert_eq!(-cost, NETWORK_COST_ATOMS, "what the chain took is the platform's cost");
    let sent = story.books.of(AccountRole::Rail(Payway::Ltc), Currency::LTC);
    assert_eq!(sent, story.tx.price.to_amount.atoms() + NETWORK_COST_ATOMS, "and left the chain's rail");
    let setup = |place| story.books.of(place, Currency::EUR);
    let fees = [AccountRole::OurFee, AccountRole::ProcessingFee, AccountRole::NetworkFee];
    let earned: i128 = fees.map(setup).iter().sum();
    assert_eq!(earned + setup(AccountRole::Desk), paid.atoms(), "every cent that came in is somewhere");
    assert_eq!(earned, 250 + 625);
    assert!(story.books.of(AccountRole::Spread, Currency::LTC) > 0, "the spread is a transfer of its own");
}

#[test]
fn a_sale_counts_confirmations_and_a_reorganised_block_takes_the_payment_back() {
    let mut story = Story::of(sale());
    let coins = story.tx.price.from_amount;
    story.then(&seen("tx:0", coins, 0), 1);
    assert_eq!((story.tx.status(), story.tx.sub_state()), (Status::Wait, SubState::TransferSeen));
    story.then(&seen("tx:0", coins, 2), 2);
    assert_eq!((story.tx.status(), story.tx.sub_state()), (Status::Processing, SubState::NetworkConfirmation));
    story.then(&rail(RailEventKind::Reversed { reference: "tx:0".to_owned() }), 3);
    assert_eq!((story.tx.status(), story.tx.sub_state()), (Status::New, SubState::WaitingForPayment));
    story.then(&seen("tx:0", coins, 1), 4).then(&credited("tx:0", coins), 5).then(&sent(), 6).then(&settled(), 7);
    assert_eq!(story.tx.status(), Status::Done);
    assert!(story.books.is_flat());
}

#[test]
fn a_payment_taken_back_after_it_was_spent_is_booked_as_a_loss_and_an_operator_looks() {
    let mut story = Story::of(sale());
    let coins = story.tx.price.from_amount;
    let reversed = rail(RailEventKind::Reversed { reference: "tx:0".to_owned() });
    story.then(&credited("tx:0", coins), 1).then(&reversed, 2);
    assert_eq!(story.tx.status(), Status::Manual);
    assert_eq!(story.books.of(AccountRole::Adjustment, Currency::LTC), -coins.atoms());
    story.then(&credited("tx:0", coins), 3);
    assert_eq!((story.tx.status(), story.books.of(AccountRole::Adjustment, Currency::LTC)), (Status::Processing, 0));
}

#[test]
fn an_unpaid_order_expires_and_a_late_payment_needs_a_decision() {
    let mut story = Story::of(sale());
    let coins = story.tx.price.from_amount;
    story.then(&Command::Due, 899);
    assert_eq!(story.tx.status(), Status::New);
    story.then(&Command::Due, 900);
    assert_eq!(story.tx.status(), Status::Expired);
    story.then(&credited("tx:0", coins), 1_000);
    assert_eq!(story.tx.status(), Status::ActionRequired);
    assert!(matches!(story.tx.action, Some(Action { reason: ActionReason::Late, .. })));
    story.then(&Command::UpdateAmount, 1_100).then(&sent(), 1_200).then(&settled(), 1_300);
    assert_eq!(story.tx.status(), Status::Done);
}

#[test]
fn a_payment_seen_in_time_keeps_the_order_open() {
    let mut story = Story::of(sale());
    let coins = story.tx.price.from_amount;
    story.then(&seen("tx:0", coins, 0), 899).then(&Command::Due, 901);
    assert_eq!(story.tx.status(), Status::Wait);
    story.then(&credited("tx:0", coins), 1_500);
    assert_eq!(story.tx.status(), Status::Processing, "at the rate that was promised");
}

#[test]
fn an_underpayment_can_be_refunded_less_the_network_fee() {
    let mut story = Story::of(sale());
    let half = short(&story.tx);
    story.then(&credited("tx:0", half), 1);
    assert_eq!(story.tx.allowed(later(2)), [Allowed::Refund, Allowed::Deposit, Allowed::UpdateAmount, Allowed::Appeal]);
    let nowhere = story.try_do(&Command::Refund { to: None }, later(2)).unwrap_err();
    assert_eq!(nowhere.code(), "VALIDATION_ERROR");
    story.then(&back_to(&story.tx, address()), 3);
    assert_eq!((story.tx.sub_state(), story.tx.allowed(later(3)).len()), (SubState::Refunding, 0));
    story.then(&sent(), 4).then(&settled(), 5);
    assert_eq!((story.tx.status(), story.tx.sub_state()), (Status::Resolved, SubState::Refunded));
    assert_eq!(story.books.of(AccountRole::NetworkFee, Currency::LTC), 100_000);
    assert!(story.books.is_flat());
}

#[test]
fn an_underpayment_can_be_topped_up_credited_or_exchanged_as_it_is() {
    let mut story = Story::of(sale());
    let half = short(&story.tx);
    story.then(&credited("tx:0", half), 1);
    let mut topped_up = story.clone();
    topped_up.then(&credited("tx:1", half), 2);
    assert_eq!(topped_up.tx.status(), Status::Processing);
    let mut kept = story.clone();
    kept.then(&Command::Deposit, 2);
    assert_eq!((kept.tx.status(), kept.tx.sub_state()), (Status::Resolved, SubState::Deposited));
    assert_eq!(kept.books.of(AccountRole::Customer, Currency::LTC), half.atoms());
    let mut smaller = story.clone();
    smaller.then(&Command::UpdateAmount, 2);
    assert_eq!((smaller.tx.status(), smaller.tx.price.from_amount), (Status::Processing, half));
}

#[test]
fn an_overpayment_raises_a_question_above_the_tolerance_only() {
    let mut story = Story::of(sale());
    let coins = story.tx.price.from_amount;
    let near = Amount::new(coins.atoms() + coins.atoms() / 1_000, coins.currency());
    let mut close = story.clone();
    close.then(&credited("tx:0", near), 1);
    assert_eq!(close.tx.status(), Status::Processing);
    assert_eq!(close.books.of(AccountRole::Rounding, Currency::LTC), coins.atoms() / 1_000);
    let much = Amount::new(near.atoms() + 1, coins.currency());
    story.then(&credited("tx:0", much), 1);
    assert!(matches!(story.tx.action, Some(Action { reason: ActionReason::Overpaid, .. })));
}

#[test]
fn a_second_payment_becomes_a_transaction_of_its_own() {
    let mut story = Story::of(sale());
    let coins = story.tx.price.from_amount;
    story.then(&credited("tx:0", coins), 1).then(&sent(), 2).then(&settled(), 3).then(&credited("tx:1", coins), 4);
    assert_eq!(story.tx.status(), Status::Done);
    let found = story.unmatched_payments.pop().expect("kept apart");
    assert_eq!((found.reason, found.amount), (ActionReason::Double, coins));
}

#[test]
fn a_payment_reported_twice_counts_once() {
    let mut story = Story::of(sale());
    let coins = story.tx.price.from_amount;
    story.then(&credited("tx:0", coins), 1);
    assert_eq!(story.try_do(&credited("tx:0", coins), later(2)).unwrap(), None);
    assert_eq!(story.books.of(AccountRole::Rail("ltc".parse().unwrap()), Currency::LTC), -coins.atoms());
}

#[test]
fn a_bank_transfer_gets_the_rate_of_the_day_it_arrives() {
    let mut story = Story::of(by_bank());
    let quoted = story.tx.price.to_amount;
    let mut book = (**story.facts.prices.as_ref().unwrap()).clone();
    book.prices.insert(Currency::LTC, "170".parse().unwrap());
    story.facts.prices = Ok(std::sync::Arc::new(book));
    let euros = story.tx.price.from_amount;
    story.then(&credited("line-1", euros), 86_400);
    assert_eq!(story.tx.status(), Status::Processing);
    assert!(story.tx.price.to_amount.atoms() <= quoted.atoms() / 2 + 1, "the price of a coin had doubled");
}

#[test]
fn an_order_can_be_closed_until_it_is_paid() {
    let mut story = Story::of(by_card());
    let mut paid = story.clone();
    story.then(&Command::Cancel, 1);
    assert_eq!(story.tx.status(), Status::Cancelled);
    paid.then(&Command::PayByCard { card: card(), return_url: None, device: None }, 1);
    assert_eq!(paid.try_do(&Command::Cancel, later(2)).unwrap_err().code(), "CONFLICT_ERROR");
}

#[test]
fn a_failed_payout_is_retried_as_a_new_leg_and_an_unclear_one_never() {
    let mut story = Story::of(by_card());
    let euros = story.tx.price.from_amount;
    story.then(&credited("ch", euros), 1);
    let mut unclear = story.clone();
    unclear.then(&Command::PayoutUnclear { leg: 2, detail: "timeout".to_owned() }, 2);
    assert_eq!(unclear.tx.status(), Status::Manual);
    assert!(unclear.try_do(&Command::RetryPayout, later(3)).is_err());
    unclear.then(&settled(), 4);
    assert_eq!(unclear.tx.status(), Status::Done);
    story.then(&rail(RailEventKind::PayoutFailed { reason: "rejected".to_owned() }), 2);
    assert_eq!(story.tx.status(), Status::Manual);
    story.then(&Command::RetryPayout, 3).then(&sent(), 4).then(&settled(), 5);
    assert_eq!(story.tx.status(), Status::Done);
    assert!(story.books.is_flat());
}

#[test]
fn the_timeline_says_what_is_done_what_is_now_and_what_is_ahead() {
    let mut story = Story::of(sale());
    let coins = story.tx.price.from_amount;
    let shown = |story: &Story| {
        let steps = serde_json::to_value(story.tx.steps()).unwrap();
        let of = |step: &serde_json::Value| {
            format!("{}:{}", step["kind"].as_str().unwrap(), step["state"].as_str().unwrap())
        };
        steps.as_array().unwrap().iter().map(of).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(shown(&story), "created:done payment:now confirmation:next exchange:next payout:next done:next");
    story.then(&seen("tx:0", coins, 1), 1);
    assert_eq!(shown(&story), "created:done payment:done confirmation:now exchange:next payout:next done:next");
    story.then(&credited("tx:0", coins), 2);
    assert_eq!(shown(&story), "created:done payment:done confirmation:done exchange:done payout:now done:next");
}

#[test]
fn a_swap_pays_its_fees_in_what_is_given_and_a_blik_order_in_zloty() {
    let mut story = Story::of(swap());
    let coins = story.tx.price.from_amount;
    story.then(&credited("tx:0", coins), 1).then(&sent(), 2).then(&settled(), 3);
    assert_eq!((story.tx.status(), story.books.is_flat()), (Status::Done, true));
    assert_eq!(story.books.of(AccountRole::OurFee, Currency::LTC), coins.atoms() / 100);
    let mut story = Story::of(by_blik());
    let zloty = story.tx.price.from_amount;
    let decision = story
        .try_do(&Command::PayByCode { code: Some(PayerCode("777123".to_owned())), return_url: None }, later(1))
        .unwrap()
        .unwrap();
    assert_eq!(decision.tasks, [Task::ChargeCode { charge: 1, code: Some(PayerCode("777123".to_owned())) }]);
    story.then(&Command::ApprovalNeeded { launch: None, charge: 1 }, 2).then(&credited("blik", zloty), 3);
    assert_eq!(story.books.of(AccountRole::ProcessingFee, Currency::PLN), 600, "1.2 % of 500");
}

#[test]
fn a_refund_is_decided_again_after_a_further_payment() {
    let mut story = Story::of(sale());
    story.then(&credited("tx:0", short(&story.tx)), 1);
    let judged = back_to(&story.tx, address());
    story.then(&credited("tx:1", amount("0.3", Currency::LTC)), 2);
    let refused = story.try_do(&judged, later(3)).unwrap_err();
    assert_eq!(refused, ExchangeError::refused("more has arrived meanwhile; look at the amount and ask again"));
    story.then(&back_to(&story.tx, address()), 4);
    assert_eq!(story.tx.sub_state(), SubState::Refunding);
}

#[test]
fn a_refund_keeps_whose_wallet_it_goes_to_also_when_it_is_sent_again() {
    let mut story = Story::of(sale());
    story.then(&credited("tx:0", short(&story.tx)), 1);
    let travel = Travel {
        wallet: WalletId::from_uuid(Uuid::from_u128(3)),
        owner: Owner::Own,
        holding: Holding::SelfHosted,
        proved_at: Some(start()),
        on_word: false,
    };
    let to =
        RefundTo { requisite: address(), at_most: story.tx.available().unwrap(), cost: None, travel: Some(travel) };
    story.then(&Command::Refund { to: Some(Box::new(to)) }, 2);
    story.then(&rail(RailEventKind::PayoutFailed { reason: "no coins".to_owned() }), 3).then(&Command::RetryPayout, 4);
    let kept: Vec<_> = story.tx.payouts().filter(|(_, leg)| leg.to.is_refund()).map(|(_, leg)| leg.travel).collect();
    assert_eq!((kept, story.tx.travel), (vec![Some(travel); 2], None));
}

#[test]
fn a_code_that_is_not_six_digits_is_refused_before_the_rail_is_called() {
    let mut story = Story::of(by_blik());
    for code in ["", "12345", "1234567", "12345a"] {
        let refused = story
            .try_do(&Command::PayByCode { code: Some(PayerCode(code.to_owned())), return_url: None }, later(1))
            .unwrap_err();
        assert_eq!(refused.to_string(), "code must be six digits");
    }
}

#[test]
fn the_books_take_the_fee_of_the_transaction_that_the_chain_has_in_the_end() {
    let mut story = Story::of(swap());
    story.then(&credited("tx:0", story.tx.price.from_amount), 1);
    let (at, network) = story.tx.payouts().next().map(|(at, leg)| (at, leg.payway.network().unwrap())).unwrap();
    // A chain names the leg in its reports, so that they are known when the payout is no longer in flight.
    let reported = |kind| match rail(kind) {
        Command::Rail(event) => Command::Rail(RailEvent { leg: Some(at), ..event }),
        other => other,
    };
    let sent_as = |hash: &str| reported(RailEventKind::PayoutSent { reference: hash.to_owned() });
    story.then(&sent_as("first"), 2);
    let coin = network.native();
    let cost = |text| amount(text, coin);
    let settled_for = |text| reported(RailEventKind::PayoutSettled { network_cost: Some(cost(text)) });
    let paid = story.tx.price.to_amount;
    story.then(&sent_as("second"), 3).then(&settled_for("0.0002"), 4);
    assert_eq!(story.tx.status(), Status::Done);
    let booked = |story: &Story| -story.books.of(AccountRole::NetworkCost(network), coin);
    assert_eq!(booked(&story), cost("0.0002").atoms());
    // A deep reorganisation removes it, and the first transaction is mined after all; then the second one again.
    story.then(&sent_as("first"), 5).then(&settled_for("0.0001"), 6).then(&settled_for("0.0001"), 7);
    assert_eq!((booked(&story), story.tx.status()), (cost("0.0001").atoms(), Status::Done));
    let reference = story.tx.payouts().next().and_then(|(_, leg)| leg.reference.clone());
    assert_eq!(reference.as_deref(), Some("first"));
    story.then(&sent_as("second"), 8).then(&settled_for("0.0003"), 9);
    assert_eq!(booked(&story), cost("0.0003").atoms());
    assert_eq!(story.tx.price.to_amount, paid, "the customer's amounts never change");
}

#[test]
fn a_payout_of_a_token_is_paid_for_in_the_coin_of_its_chain() {
    let tether: Currency = "USDT".parse().unwrap();
    let mut story = Story::of(order((Currency::EUR, Payway::Iban), (tether, Payway::Erc20), "250"));
    let (paid, ether) = (story.tx.price.from_amount, amount("0.0004", Currency::ETH));
    let settled = rail(RailEventKind::PayoutSettled { network_cost: Some(ether) });
    story.then(&credited("t", paid), 1).then(&sent(), 2).then(&settled, 3).then(&settled, 4);
    assert_eq!(story.tx.status(), Status::Done);
    let sent = story.tx.price.to_amount.atoms();
    assert_eq!(story.books.of(AccountRole::Rail(Payway::Erc20), tether), sent);
    assert_eq!(story.books.of(AccountRole::Rail(Payway::Eth), Currency::ETH), ether.atoms());
    assert_eq!(story.books.of(AccountRole::NetworkCost(Network::Ethereum), Currency::ETH), -ether.atoms());
}
