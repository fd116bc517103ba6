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
    let found = if decision.transaction.draws().any(|draw| draw.conversion.is_some()) {
        wrong_of_several(decision)
    } else {
        wrong(decision)
    };
    let found = found.unwrap_or_else(|error| Some(format!("it cannot be reckoned: {error}")));
    let told = |what: String| Broken { rule: "I8", what: format!("{}: {what}", decision.transaction.id) };
    found.map_or(Ok(()), |what| Err(told(what)))
}

fn wrong(decision: &Decision) -> Result<Option<String>, AmountError> {
    let price = &decision.transaction.price;
    let (from, to) = (price.from_currency, price.to_currency);
    let quoted = price.line(LineKind::AmountConverted, from);
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
    if quoted.atoms() + fees(from) != price.from_amount.atoms() {
        return Ok(Some(format!("of {}, {quoted} are converted and {} atoms are fees", price.from_amount, fees(from))));
    }
    let bought = moved(to, AccountRole::Desk, AccountRole::Transit);
    let net = bought - moved(to, AccountRole::Transit, AccountRole::Spread);
    if (bought, net) != (below(&price.reference_rate)?, below(&price.rate)?) {
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
    if net != fees(to) + rest + held || held != price.to_amount.atoms() {
        let promised = price.to_amount;
        return Ok(Some(format!(
            "of {net} atoms {rest} are rounding, {held} go to the customer, who was promised {promised}"
        )));
    }
    let worth = price.rate.apply(Amount::new(1, from), Rounding::Up)?.atoms();
    Ok((rest >= worth)
        .then(|| format!("{rest} atoms of {to} were left to rounding, and an atom given is worth {worth}")))
}

/// Several draws, each with a conversion of its own into the currency of the price.
fn wrong_of_several(decision: &Decision) -> Result<Option<String>, AmountError> {
    let tx = &decision.transaction;
    let to = tx.price.to_currency;
    let moved = |currency: Currency, debit: AccountRole, credit: AccountRole| {
        sum(decision, currency, |p| p.debit == debit && p.credit == credit)
    };
    let fees = |currency: Currency| {
        let all = [AccountRole::OurFee, AccountRole::ProcessingFee, AccountRole::NetworkFee];
        all.into_iter().map(|fee| moved(currency, AccountRole::Transit, fee)).sum::<i128>()
    };
    let (mut bought, mut net, mut given, mut worth) = (0, 0, 0, 0);
    for quote in tx.draws().filter_map(|draw| draw.conversion.as_ref()) {
        let from = quote.from_currency;
        let quoted = quote.line(LineKind::AmountConverted, from);
        let sold = moved(from, AccountRole::Transit, AccountRole::Desk);
        if sold != quoted.atoms() || sold + fees(from) != quote.from_amount.atoms() {
            return Ok(Some(format!(
                "of {}, {sold} are converted and {} atoms are fees",
                quote.from_amount,
                fees(from)
            )));
        }
        bought += quote.reference_rate.apply(quoted, Rounding::Down)?.atoms();
        net += quote.rate.apply(quoted, Rounding::Down)?.atoms();
        worth += quote.rate.apply(Amount::new(1, from), Rounding::Up)?.atoms();
        given += quote.to_amount.atoms();
    }
    let plain = |currency: Currency| {
        let own = tx.draws().filter(|draw| draw.conversion.is_none() && draw.amount.currency() == currency);
        own.map(|draw| draw.amount.atoms()).sum::<i128>()
    };
    let rest = moved(to, AccountRole::Transit, AccountRole::Rounding);
    let got = moved(to, AccountRole::Desk, AccountRole::Transit);
    let spread = moved(to, AccountRole::Transit, AccountRole::Spread);
    if (got, got - spread) != (bought, net) || net != fees(to) + rest + given || rest >= worth {
        return Ok(Some(format!(
            "{got} atoms of {to} were bought for {bought}, {spread} are spread and {rest} rounding"
        )));
    }
    let paid = moved(to, AccountRole::Transit, AccountRole::Issuer);
    let due = given + plain(to);
    Ok((paid != due || paid != tx.price.to_amount.atoms()).then(|| format!("{paid} atoms of {to} are paid of {due}")))
}

fn sum(decision: &Decision, currency: Currency, counts: impl Fn(&Posting) -> bool) -> i128 {
    let of = decision.postings.iter().filter(|posting| posting.amount.currency() == currency && counts(posting));
    of.map(|posting| posting.amount.atoms()).sum()
}
