//! What a payway itself can carry. No policy loosens it. Pure.

use kernel::{Amount, Currency, Payway};

/// The maximum of one payment of a currency by a payway, as its rail sets it: an instant SEPA transfer, a BLIK payment
/// and a hryvnia card payment. `None` if the rail sets none. From the specification's table of payway limits.
pub(super) fn technical_max(payway: Payway, currency: Currency) -> Option<Amount> {
    let (own, atoms) = match payway {
        Payway::Iban => (Currency::EUR, 10_000_000),
        Payway::Blik => (Currency::PLN, 1_000_000),
        Payway::Mono | Payway::Card => (Currency::UAH, 2_999_900),
        _ => return None,
    };
    (own == currency).then_some(Amount::new(atoms, own))
}
