//! Whether a payout's transaction may be replaced. Pure.

use exchange::rails::{FeeBounds, FeeRefusal};
use identity::operator::FeeRaise;
use kernel::Amount;

use super::REPLACEMENTS_MAX;
use crate::payouts::attempts::Attempt;
use crate::payouts::{Payout, PayoutState};

/// The attempt that a replacement would replace: the live one.
///
/// # Errors
/// Why there is none. The order of the checks is the order in which an operator should learn them.
pub(super) fn replaceable<'a>(payout: &Payout, attempts: &'a [Attempt]) -> Result<&'a Attempt, FeeRefusal> {
    match payout.state {
        PayoutState::Requested | PayoutState::Built => return Err(FeeRefusal::NotSent),
        PayoutState::Signed | PayoutState::Sent => {}
        PayoutState::Included | PayoutState::Final | PayoutState::Failed => return Err(FeeRefusal::NotUnconfirmed),
    }
    let live = attempts.iter().find(|attempt| attempt.is_live).ok_or(FeeRefusal::NotSent)?;
    if !attempts.iter().any(|attempt| attempt.was_broadcast) {
        return Err(FeeRefusal::NotSent);
    }
    let replacements = attempts.iter().filter(|attempt| attempt.replaces.is_some()).count();
    match u32::try_from(replacements).is_ok_and(|count| count < REPLACEMENTS_MAX) {
        true => Ok(live),
        false => Err(FeeRefusal::TooOften(REPLACEMENTS_MAX)),
    }
}

/// The highest fee of the attempts. Nodes may have any of them in their mempool, so a replacement must pay more than all.
pub(super) fn highest_fee(attempts: &[Attempt], live: &Attempt) -> Amount {
    let highest = attempts.iter().map(|attempt| attempt.plan.fee.atoms()).max();
    Amount::new(highest.unwrap_or_default().max(live.plan.fee.atoms()), live.plan.fee.currency())
}

/// Checks that the agreed raise concerns the present transaction.
pub(super) fn fits(live: &Attempt, raise: &FeeRaise) -> Result<(), FeeRefusal> {
    match live.txid == raise.txid && live.plan.fee == raise.fee {
        true => Ok(()),
        false => Err(FeeRefusal::Changed),
    }
}

/// Whether an attempt is the result of this raise: the job has recorded it before a crash.
pub(super) fn is_done(attempts: &[Attempt], raise: &FeeRaise) -> bool {
    let original = attempts.iter().find(|attempt| attempt.txid == raise.txid);
    original.is_some_and(|original| {
        attempts.iter().any(|attempt| attempt.replaces == Some(original.number) && attempt.plan.fee == raise.new_fee)
    })
}

/// Checks the agreed fee against what nodes accept now.
pub(super) fn within(bounds: &FeeBounds, raise: &FeeRaise) -> Result<(), FeeRefusal> {
    bounds.refusal(bounds.rate(raise.new_fee.atoms())).map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use kernel::{Currency, Network, TenantId, TransactionId};
    use uuid::Uuid;

    use super::*;
    use crate::chain::TxPlan;

    fn attempt(number: i32, fee: i128, replaces: Option<i32>) -> Attempt {
        let fee = Amount::new(fee, Currency::LTC);
        let plan = TxPlan { inputs: Vec::new(), fee, body: serde_json::Value::Null };
        let txid = format!("t{number}");
        let made_at = DateTime::UNIX_EPOCH;
        Attempt { number, plan, txid, is_live: false, replaces, was_broadcast: true, made_at }
    }

    fn payout(state: PayoutState) -> Payout {
        Payout {
            tenant: TenantId::from_uuid(Uuid::nil()),
            id: Uuid::nil(),
            transaction: TransactionId::from_uuid(Uuid::nil()),
            leg: 2,
            network: Network::Litecoin,
            amount: Amount::new(7, Currency::LTC),
            address: "ltc1".into(),
            memo: None,
            state,
            attempt: 1,
            required: 2,
            confirmations: 0,
            block_height: None,
            reason: None,
            reported: None,
            reports: 0,
            txid: Some("t1".into()),
            network_fee: None,
        }
    }

    fn raise(txid: &str, fee: i128, new_fee: i128) -> FeeRaise {
        let amount = |atoms| Amount::new(atoms, Currency::LTC);
        FeeRaise {
            movement: TransactionId::from_uuid(Uuid::nil()),
            leg: 2,
            network: Network::Litecoin,
            txid: txid.into(),
            fee: amount(fee),
            rate: 1_000,
            new_fee: amount(new_fee),
            new_rate: 2_000,
            cost: amount(new_fee - fee),
            worth: None,
        }
    }

    #[test]
    fn only_a_broadcast_and_unconfirmed_transaction_is_replaced_and_not_too_often() {
        let first = Attempt { is_live: true, ..attempt(1, 10, None) };
        for (state, expected) in [
            (PayoutState::Requested, Some(FeeRefusal::NotSent)),
            (PayoutState::Built, Some(FeeRefusal::NotSent)),
            (PayoutState::Signed, None),
            (PayoutState::Sent, None),
            (PayoutState::Included, Some(FeeRefusal::NotUnconfirmed)),
            (PayoutState::Final, Some(FeeRefusal::NotUnconfirmed)),
            (PayoutState::Failed, Some(FeeRefusal::NotUnconfirmed)),
        ] {
            assert_eq!(replaceable(&payout(state), std::slice::from_ref(&first)).err(), expected, "{state:?}");
        }
        let unsent = Attempt { was_broadcast: false, ..first.clone() };
        let sent = payout(PayoutState::Sent);
        assert_eq!(replaceable(&payout(PayoutState::Signed), &[unsent]), Err(FeeRefusal::NotSent));
        let mut all = vec![attempt(1, 10, None)];
        all.extend((2..=5).map(|number| attempt(number, 10 * i128::from(number), Some(number - 1))));
        all.push(Attempt { is_live: true, was_broadcast: false, ..attempt(6, 60, Some(5)) });
        assert_eq!(replaceable(&sent, &all), Err(FeeRefusal::TooOften(5)));
        all.remove(1);
        assert_eq!(replaceable(&sent, &all).map(|live| live.number), Ok(6));
        assert_eq!(highest_fee(&all, &all[0]).atoms(), 60);
    }

    #[test]
    fn an_agreed_raise_is_done_once_and_only_for_the_transaction_that_it_names() {
        let live = Attempt { is_live: true, ..attempt(1, 10, None) };
        assert_eq!(fits(&live, &raise("t1", 10, 20)), Ok(()));
        assert_eq!(fits(&live, &raise("t2", 10, 20)), Err(FeeRefusal::Changed));
        assert_eq!(fits(&live, &raise("t1", 11, 20)), Err(FeeRefusal::Changed));
        let all = [attempt(1, 10, None), Attempt { is_live: true, ..attempt(2, 20, Some(1)) }];
        assert!(is_done(&all, &raise("t1", 10, 20)));
        assert!(!is_done(&all, &raise("t1", 10, 30)));
        assert!(!is_done(&all, &raise("t2", 20, 20)));
        assert!(!is_done(&all[..1], &raise("t1", 10, 20)));
    }
}
