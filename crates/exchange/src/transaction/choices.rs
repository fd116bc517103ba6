//! The proceeds and the cost of each choice about held money. Pure.

use chrono::{DateTime, Utc};
use kernel::{Amount, PaywayKind};

use super::decide::{Facts, Outcome, decide};
use super::{Allowed, Command, Transaction};
use crate::ExchangeError;

/// A choice of the customer about held money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The action.
    pub action: Allowed,
    /// The amount for the customer: on the balance, at the destination, or refunded.
    pub gets: Amount,
    /// The cost, in the currency of the held money. Zero if free.
    pub cost: Amount,
}

/// The choices of the owner about the held money, each with its cost to the last unit. A choice that would be refused
/// now is left out, such as a refund that is worth less than its fee. `facts` must have the network fees of a refund
/// and of the result.
///
/// # Errors
/// Only internal errors.
pub fn choices(transaction: &Transaction, facts: &Facts, now: DateTime<Utc>) -> Result<Vec<Choice>, ExchangeError> {
    let Some(held) = transaction.available().filter(|held| held.is_positive()) else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for action in transaction.allowed(now) {
        let choice = match action {
            Allowed::Refund if goes_to_an_address(transaction) => refund_of_coins(held, facts),
            Allowed::Refund => after(transaction, (action, &Command::Refund { to: None }), held, facts, now)?,
            Allowed::Deposit => after(transaction, (action, &Command::Deposit), held, facts, now)?,
            Allowed::UpdateAmount => after(transaction, (action, &Command::UpdateAmount), held, facts, now)?,
            Allowed::Cancel | Allowed::PayCard | Allowed::PayCode | Allowed::Appeal | Allowed::Repeat => None,
        };
        found.extend(choice);
    }
    Ok(found)
}

fn goes_to_an_address(transaction: &Transaction) -> bool {
    transaction.collect().is_some_and(|collect| collect.payway.kind() == PaywayKind::Crypto)
}

/// The network fee is deducted from the refund.
fn refund_of_coins(held: Amount, facts: &Facts) -> Option<Choice> {
    let cost = facts.refund_fee.filter(|fee| fee.currency() == held.currency())?;
    let gets = held.checked_sub(cost).ok().filter(|gets| gets.is_positive())?;
    Some(Choice { action: Allowed::Refund, gets, cost })
}

/// Decides the command without committing it, and reads what the customer would get.
fn after(
    transaction: &Transaction,
    (action, command): (Allowed, &Command),
    held: Amount,
    facts: &Facts,
    now: DateTime<Utc>,
) -> Result<Option<Choice>, ExchangeError> {
    let decision = match decide(transaction, command, facts, now) {
        Ok(Outcome::Changed(decision)) => decision,
        Ok(_) => return Ok(None),
        Err(ExchangeError::Internal(fault)) => return Err(ExchangeError::Internal(fault)),
        // Not now: without a price, outside the limits, or its rail cannot send it back.
        Err(_) => return Ok(None),
    };
    let summary = decision.transaction.summary();
    let gets = match action {
        Allowed::Refund => summary.refund.map(|refund| refund.amount).or(summary.deposited),
        Allowed::Deposit => summary.deposited,
        _ => Some(decision.transaction.price.to_amount),
    };
    let Some(gets) = gets else { return Ok(None) };
    let cost = if gets.currency() == held.currency() && gets.atoms() <= held.atoms() {
        Amount::new(held.atoms() - gets.atoms(), held.currency())
    } else {
        Amount::zero(held.currency())
    };
    Ok(Some(Choice { action, gets, cost }))
}
