//! I8: recalculates each conversion from the terms of its transaction. The amounts at the market rate and at the quoted
//! rate are rounded down. Every atom on either side is converted, a fee, the customer's or rounding. The rounding is
//! less than the value of one source atom.

use exchange::LineKind;
use exchange::transaction::{AccountRole, Decision, Posting, PostingKind};
use kernel::{Amount, AmountError, Currency, Rate, Rounding};
use ledger::memory::Broken;

/// Checks the conversion of a decision, if it has one.
///
/// # Errors
/// The violated rule.
pub fn reckoned(decision: &Decision) -> Result<(), Broken> {
    let converts = |posting: &Posting| posting.debit == AccountRole::Desk || posting.credit == AccountRole::Desk;
    if !decision.postings.iter().any(converts) {
        return Ok(());
    }
    let found = wrong(decision).unwrap_or_else(|error| Some(format!("it cannot be reckoned: {error}")));
    let told = |what: String| Broken { rule: "I8", what: format!("{}: {what}", decision.transaction.id) };
    found.map_or(Ok(()), |what| Err(told(what)))
}

fn wrong(decision: &Decision) -> Result<Option<String>, AmountError> {
    let quote = &decision.transaction.quote;
    let (from, to) = (quote.from_currency, quote.to_currency);
    let quoted = quote.line(LineKind::AmountConverted, from);
    let below = |rate: &Rate| Ok::<i128, AmountError>(rate.apply(quoted, Rounding::Down)?.atoms());
    let moved = |currency: Currency, debit: AccountRole, credit: AccountRole| {
        sum(decision, currency, |p| p.debit == debit && p.credit == credit)
    };
    let fees = |currency: Currency| {
        let all = [AccountRole::OurFee, AccountRole::ProcessingFee, AccountRole::NetworkFee];
        all.into_iter().map(|fee| moved(currency, AccountRole::Transit, fee)).sum::<i128>()
    };

    let sold = moved(from, AccountRole::Transit, AccountRole::Desk);
    let surplus = moved(from, AccountRole::Transit, AccountRole::Rounding);
    if sold > quoted.atoms() || (surplus > 0 && sold != quoted.atoms()) {
        return Ok(Some(format!("the desk was given {sold} of {quoted}, and rounding {surplus}")));
    }
    if quoted.atoms() + fees(from) != quote.from_amount.atoms() {
        return Ok(Some(format!("of {}, {quoted} are converted and {} atoms are fees", quote.from_amount, fees(from))));
    }
    let bought = moved(to, AccountRole::Desk, AccountRole::Transit);
    let net = bought - moved(to, AccountRole::Transit, AccountRole::Spread);
    if (bought, net) != (below(&quote.reference_rate)?, below(&quote.rate)?) {
        return Ok(Some(format!(
            "{quoted} became {bought} atoms of {to} at the market's rate and {net} at the promised one"
        )));
    }
    let rest = moved(to, AccountRole::Transit, AccountRole::Rounding);
    let payout = sum(decision, to, |p| matches!(p.kind, PostingKind::Hold(_)) && p.debit == AccountRole::Transit);
    let kept = sum(decision, to, |p| {
        p.debit == AccountRole::Transit && matches!(p.credit, AccountRole::Customer | AccountRole::Product(_))
    });
    let held = payout + kept;
    if net != fees(to) + rest + held || held != quote.to_amount.atoms() {
        let promised = quote.to_amount;
        return Ok(Some(format!(
            "of {net} atoms {rest} are rounding, {held} go to the customer, who was promised {promised}"
        )));
    }
    let worth = quote.rate.apply(Amount::new(1, from), Rounding::Up)?.atoms();
    Ok((rest >= worth)
        .then(|| format!("{rest} atoms of {to} were left to rounding, and an atom given is worth {worth}")))
}

fn sum(decision: &Decision, currency: Currency, counts: impl Fn(&Posting) -> bool) -> i128 {
    let of = decision.postings.iter().filter(|posting| posting.amount.currency() == currency && counts(posting));
    of.map(|posting| posting.amount.atoms()).sum()
}
