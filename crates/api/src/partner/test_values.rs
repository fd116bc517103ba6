//! Amounts of coins that mean something in the test mode of partners.

use exchange::Transaction;
use exchange::transaction::Instructions;
use kernel::Amount;

use crate::dto::sandbox::SandboxAction;

/// The hundredths of an amount, and what is paid instead of it. docs/partners.md has the same table.
pub(super) const ENDINGS: [(i128, SandboxAction); 5] = [
    (1, SandboxAction::Underpay),
    (2, SandboxAction::Overpay),
    (3, SandboxAction::PayLate),
    (4, SandboxAction::Double),
    (5, SandboxAction::WrongToken),
];

/// What an action of a test key does to a transaction: `pay` of coins follows the amount.
pub(super) fn chosen(transaction: &Transaction, action: SandboxAction) -> SandboxAction {
    let Some(collect) = transaction.collect() else { return action };
    match (action, &collect.instructions) {
        (SandboxAction::Pay, Instructions::Crypto { .. }) => by_ending(collect.expected).unwrap_or(action),
        _ => action,
    }
}

/// The meaning of an amount with exactly two decimals; `None` for an amount without one.
fn by_ending(amount: Amount) -> Option<SandboxAction> {
    let hundredth = 10_i128.pow(u32::from(amount.currency().scale()).checked_sub(2)?);
    if amount.atoms() % hundredth != 0 {
        return None;
    }
    let ending = amount.atoms() / hundredth % 100;
    ENDINGS.iter().find(|(known, _)| *known == ending).map(|(_, action)| *action)
}

#[cfg(test)]
mod tests {
    use kernel::Currency;

    use super::*;

    #[test]
    fn the_last_two_decimals_of_an_amount_choose_what_is_paid() {
        let of = |text: &str| by_ending(Amount::parse(text, Currency::LTC).unwrap());
        for (text, action) in [
            ("1.01", Some(SandboxAction::Underpay)),
            ("1.02", Some(SandboxAction::Overpay)),
            ("25.03", Some(SandboxAction::PayLate)),
            ("0.04", Some(SandboxAction::Double)),
            ("1.05", Some(SandboxAction::WrongToken)),
            ("1.00", None),
            ("1.06", None),
            ("1.011", None),
            ("1.00000001", None),
            ("1.10", None),
        ] {
            assert_eq!(of(text), action, "{text}");
        }
        assert_eq!(by_ending(Amount::parse("3.02", Currency::USDT).unwrap()), Some(SandboxAction::Overpay));
    }
}
