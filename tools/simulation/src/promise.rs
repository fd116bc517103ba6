//! I8, too: an executed order gives what its firm quote promised, or a make-good exists, or the customer chose another
//! price. What the guarantee account pays is what the transaction records, and is paid once.

use chrono::TimeDelta;
use exchange::guarantee::{MakeGood, MakeGoodKind};
use exchange::policy::GuaranteeRule;
use exchange::transaction::{AccountRole, ActionReason, Collect, Decision, PaymentState, Transaction};
use ledger::memory::Broken;

/// The reason of the change by which the customer takes another price.
const CHOSEN: &str = "amount_updated";

/// Checks a decision about the transaction `before`.
///
/// # Errors
/// The violated rule.
pub fn kept(before: Option<&Transaction>, decision: &Decision, rule: Option<&GuaranteeRule>) -> Result<(), Broken> {
    let found = wrong_posting(before, decision).or_else(|| wrong_price(before?, decision, rule?));
    let told = |what: String| Broken { rule: "I8", what: format!("{}: {what}", decision.transaction.id) };
    found.map_or(Ok(()), |what| Err(told(what)))
}

/// The guarantee account pays the recorded cost, to the desk or to the customer, in the change that records it.
fn wrong_posting(before: Option<&Transaction>, decision: &Decision) -> Option<String> {
    let was = before.and_then(|before| before.make_good);
    let is = decision.transaction.make_good;
    if was.is_some() && is != was {
        return Some(format!("the make-good {was:?} became {is:?}"));
    }
    let paid: Vec<_> = decision.postings.iter().filter(|posting| posting.debit == AccountRole::Guarantee).collect();
    let credited = decision.postings.iter().any(|posting| posting.credit == AccountRole::Guarantee);
    let is_right = match (was, is, paid.as_slice()) {
        (None, Some(MakeGood { kind, cost, .. }), [posting]) => {
            let place = match kind {
                MakeGoodKind::Kept => AccountRole::Desk,
                MakeGoodKind::Credited => AccountRole::Customer,
            };
            posting.credit == place && posting.amount == cost
        }
        (None, None, []) | (Some(_), _, []) => true,
        _ => false,
    };
    (!is_right || credited).then(|| format!("{is:?} is booked as {paid:?}"))
}

/// A locked price is the quoted one until the order is executed.
fn wrong_price(before: &Transaction, decision: &Decision, rule: &GuaranteeRule) -> Option<String> {
    let (quoted, after) = (&before.price, &decision.transaction);
    let is_firm = quoted.rate_locked && quoted.direction().converts() && before.collect().is_some();
    if !is_firm || before.is_collected() || !after.is_collected() {
        return None;
    }
    let missing = quoted.to_amount.atoms() - after.price.to_amount.atoms();
    if decision.reason != CHOSEN {
        return (missing != 0)
            .then(|| format!("{} was promised, and {} given", quoted.to_amount, after.price.to_amount));
    }
    let is_owed = missing > 0 && is_in_time(before, rule) && before.received() == Some(quoted.from_amount);
    (is_owed && after.make_good.is_none()).then(|| format!("{missing} atoms too little were given without a make-good"))
}

fn is_in_time(before: &Transaction, rule: &GuaranteeRule) -> bool {
    let is_late = before.action.as_ref().is_some_and(|action| action.reason == ActionReason::Late);
    let last = before.collect().and_then(|collect| last_credit(before, collect));
    is_late && last.is_some_and(|late_by| late_by <= TimeDelta::minutes(i64::from(rule.max_minutes)))
}

/// How long after the expiry the last payment was credited; `None` if one was first seen after it.
fn last_credit(before: &Transaction, collect: &Collect) -> Option<TimeDelta> {
    let credited = || collect.payments.iter().filter(|payment| payment.state == PaymentState::Credited);
    let in_time = collect.is_charging() || credited().all(|payment| payment.seen_at < before.expires_at);
    let last = credited().filter_map(|payment| payment.credited_at).max()?;
    in_time.then(|| last - before.expires_at)
}
