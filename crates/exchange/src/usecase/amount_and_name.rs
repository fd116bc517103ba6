//! Bank transfers that carry no reference of ours: the one order that waits for the amount, and whose customer has the
//! payer's name.

use kernel::{Amount, Payway, ProfileId, TenantId, TransactionId};

use super::Exchange;
use crate::ExchangeError;
use crate::rails::{RailEvent, RailEventKind, Target};
use crate::transaction::{Collect, CollectState, Transaction, read, store as records};

/// The most waiting orders of one amount that are compared. With more of them, an operator decides.
const SAME_AMOUNT_MAX: i64 = 200;

/// An order that waits for a bank transfer, with the verified name of its customer.
#[derive(Debug, Clone, PartialEq, Eq)]
struct WaitingOrder {
    id: TransactionId,
    expected: Amount,
    first_name: String,
    last_name: String,
}

/// The order that a transfer pays: the only one with exactly this amount and this customer's name. `None` if no order or
/// several orders fit. Names are compared as those of saved bank accounts are. Pure.
fn only_order(amount: Amount, payer: &str, waiting: &[WaitingOrder]) -> Option<TransactionId> {
    let is_theirs = |order: &&WaitingOrder| {
        order.expected == amount && identity::is_own_name(&order.first_name, &order.last_name, payer)
    };
    let mut fitting = waiting.iter().filter(is_theirs);
    let first = fitting.next()?;
    fitting.next().is_none().then_some(first.id)
}

/// Whether an order waits for its first bank transfer.
fn is_waiting(order: &Transaction) -> bool {
    let awaits = |collect: &Collect| {
        collect.payway == Payway::Iban && collect.state == CollectState::Waiting && collect.payments.is_empty()
    };
    let is_open = order.ending.is_none() && order.action.is_none() && order.review.is_none();
    is_open && !order.is_arrival() && order.parent.is_none() && order.collect().is_some_and(awaits)
}

impl Exchange {
    /// The order of a credited transfer that names no order and no account of ours.
    pub(super) async fn order_by_amount_and_name(
        &self,
        tenant: TenantId,
        event: &RailEvent,
    ) -> Result<Option<TransactionId>, ExchangeError> {
        let (Target::Transfer { payer, .. }, RailEventKind::Credited { amount, .. }) = (&event.target, &event.kind)
        else {
            return Ok(None);
        };
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let found = records::awaiting_transfer(tx.conn(), tenant, *amount, SAME_AMOUNT_MAX + 1).await?;
        if i64::try_from(found.len()).unwrap_or(i64::MAX) > SAME_AMOUNT_MAX {
            return Ok(None);
        }
        let mut orders = Vec::new();
        for (id, body) in found {
            orders.push(read(id, body)?);
        }
        orders.retain(is_waiting);
        let owners: Vec<ProfileId> = orders.iter().map(|order| order.profile).collect();
        let names = records::verified_names(tx.conn(), tenant, &owners).await?;
        let waiting = orders.iter().filter_map(|order| {
            let (first_name, last_name) = names.get(&order.profile)?.clone();
            Some(WaitingOrder { id: order.id, expected: order.collect()?.expected, first_name, last_name })
        });
        Ok(only_order(*amount, payer, &waiting.collect::<Vec<_>>()))
    }
}

#[cfg(test)]
mod tests {
    use kernel::Currency;
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    const NAMES: [(&str, &str); 3] = [("Ada", "Lovelace"), ("Grace", "Hopper"), ("Олена", "Шевченко")];

    fn order(number: usize, atoms: i128, name: usize) -> WaitingOrder {
        let (first, last) = NAMES[name % NAMES.len()];
        WaitingOrder {
            id: TransactionId::from_uuid(Uuid::from_u128(number as u128)),
            expected: Amount::new(atoms, Currency::EUR),
            first_name: first.to_owned(),
            last_name: last.to_owned(),
        }
    }

    fn found(atoms: i128, payer: &str, waiting: &[WaitingOrder]) -> Option<TransactionId> {
        only_order(Amount::new(atoms, Currency::EUR), payer, waiting)
    }

    #[test]
    fn the_order_of_the_amount_and_the_name_is_found_however_the_bank_writes_the_name() {
        let waiting = [order(1, 25_000, 0), order(2, 25_000, 1), order(3, 10_000, 0)];
        for payer in ["Ada Lovelace", "LOVELACE ADA", "A. Lovelace"] {
            assert_eq!(found(25_000, payer, &waiting), Some(waiting[0].id), "{payer}");
        }
        assert_eq!(found(25_000, "Olena Shevchenko", &[order(4, 25_000, 2)]), Some(order(4, 1, 2).id));
        for payer in ["", "Ada", "Lovelace", "Charles Babbage", "Ada Lovelace and Grace Hopper"] {
            assert_eq!(found(25_000, payer, &waiting), None, "{payer}");
        }
        let zlotys = only_order(Amount::new(25_000, Currency::PLN), "Ada Lovelace", &waiting);
        assert_eq!(zlotys, None, "another currency");
    }

    proptest! {
        #[test]
        fn exactly_one_order_fits_or_none_is_matched(
            orders in prop::collection::vec((1_i128..4, 0_usize..3), 0..8),
            atoms in 1_i128..4,
            name in 0_usize..3,
        ) {
            let numbered = orders.iter().enumerate();
            let waiting: Vec<_> = numbered.map(|(number, (atoms, name))| order(number, *atoms, *name)).collect();
            let payer = format!("{} {}", NAMES[name].1.to_uppercase(), NAMES[name].0);
            let fitting: Vec<_> = orders.iter().zip(&waiting).filter(|(one, _)| **one == (atoms, name)).collect();
            let only = match fitting.as_slice() {
                [(_, only)] => Some(only.id),
                _ => None,
            };
            prop_assert_eq!(found(atoms, &payer, &waiting), only);
        }

        #[test]
        fn an_amount_that_differs_by_one_unit_is_never_matched(atoms in 2_i128..1_000_000, is_more in any::<bool>()) {
            let paid = if is_more { atoms + 1 } else { atoms - 1 };
            prop_assert_eq!(found(paid, "Ada Lovelace", &[order(1, atoms, 0)]), None);
            prop_assert!(found(atoms, "Ada Lovelace", &[order(1, atoms, 0)]).is_some());
        }
    }
}
