//! Utxo selection for a payment. Pure.

use custody::chain::Utxo;

/// The maximum number of inputs of one transaction: more are slow to sign and costly to relay.
pub(super) const INPUTS_MAX: usize = 100;
/// The virtual bytes of a transaction without inputs and outputs.
pub(super) const FRAME_VBYTES: u64 = 11;
/// The virtual bytes of an input that spends a P2WPKH coin.
pub(super) const INPUT_VBYTES: u64 = 68;

/// The requirements of a payment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Need {
    /// The payee's amount in atoms.
    pub(super) amount: i128,
    /// The virtual bytes of the payee's output.
    pub(super) output_vbytes: u64,
    /// The virtual bytes of the change output.
    pub(super) change_vbytes: u64,
    /// The fee rate in atoms per 1000 virtual bytes.
    pub(super) rate: u64,
    /// The minimum value of a change output in atoms.
    pub(super) change_min: i128,
}

/// The selected coins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Selection {
    /// The number of coins, from the largest.
    pub(super) count: usize,
    /// The change in atoms; zero for none.
    pub(super) change: i128,
    /// The fee in atoms.
    pub(super) fee: i128,
}

/// The fee of `vbytes` at `rate` per 1000 virtual bytes, rounded up.
pub(super) fn fee(rate: u64, vbytes: u64) -> i128 {
    i128::try_from((u128::from(rate) * u128::from(vbytes)).div_ceil(1000)).unwrap_or(i128::MAX)
}

/// Selects the fewest of the largest coins that cover the payment. `coins` must be sorted, largest first.
///
/// # Errors
/// The required atoms, fee included, if the coins are not sufficient.
pub(super) fn select(coins: &[Utxo], need: &Need) -> Result<Selection, i128> {
    let mut total = 0_i128;
    let mut needed = need.amount + fee(need.rate, FRAME_VBYTES + INPUT_VBYTES + need.output_vbytes);
    for (count, coin) in coins.iter().take(INPUTS_MAX).enumerate().map(|(index, coin)| (index + 1, coin)) {
        total = total.saturating_add(coin.atoms);
        let inputs = u64::try_from(count).unwrap_or(u64::MAX) * INPUT_VBYTES;
        let plain = fee(need.rate, FRAME_VBYTES + inputs + need.output_vbytes);
        needed = need.amount + plain;
        if total < needed {
            continue;
        }
        let with_change = fee(need.rate, FRAME_VBYTES + inputs + need.output_vbytes + need.change_vbytes);
        let change = total - need.amount - with_change;
        // A remainder below the minimum goes to the miner as a fee.
        let (change, fee) = if change >= need.change_min { (change, with_change) } else { (0, total - need.amount) };
        return Ok(Selection { count, change, fee });
    }
    Err(needed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use custody::chain::{AddressPath, Branch};
    use proptest::prelude::*;

    fn coins(atoms: &[i128]) -> Vec<Utxo> {
        let mut atoms = atoms.to_vec();
        atoms.sort_unstable_by(|a, b| b.cmp(a));
        let place = AddressPath { branch: Branch::Deposit, index: 0 };
        atoms.into_iter().map(|atoms| Utxo { outpoint: format!("a:{atoms}"), atoms, place }).collect()
    }

    fn need(amount: i128) -> Need {
        Need { amount, output_vbytes: 31, change_vbytes: 31, rate: 10_000, change_min: 2_940 }
    }

    proptest! {
        #[test]
        fn not_one_atom_is_lost_and_the_fee_is_never_below_the_rate(
            atoms in proptest::collection::vec(1_i128..10_000_000, 1..150),
            amount in 3_000_i128..200_000_000,
            rate in 1_000_u64..1_000_000,
        ) {
            let coins = coins(&atoms);
            let need = Need { rate, ..need(amount) };
            match select(&coins, &need) {
                Ok(chosen) => {
                    let spent: i128 = coins[..chosen.count].iter().map(|coin| coin.atoms).sum();
                    prop_assert_eq!(spent, amount + chosen.change + chosen.fee);
                    let outputs = 31 * (1 + u64::from(chosen.change > 0));
                    prop_assert!(chosen.fee >= fee(rate, 11 + 68 * chosen.count as u64 + outputs));
                    prop_assert!(chosen.change == 0 || chosen.change >= need.change_min);
                    prop_assert!(chosen.count <= INPUTS_MAX);
                }
                Err(needed) => {
                    let held: i128 = coins.iter().take(INPUTS_MAX).map(|coin| coin.atoms).sum();
                    prop_assert!(held < needed);
                }
            }
        }
    }

    #[test]
    fn the_fewest_coins_are_spent() {
        let chosen = select(&coins(&[100_000, 400_000, 50_000]), &need(300_000)).unwrap();
        assert_eq!(chosen, Selection { count: 1, change: 400_000 - 300_000 - 1_410, fee: 1_410 });
        assert_eq!(select(&coins(&[100_000, 400_000]), &need(450_000)).unwrap().count, 2);
        assert!(select(&coins(&[100]), &need(450_000)).unwrap_err() > 450_000);
        assert!(select(&[], &need(450_000)).is_err());
    }

    #[test]
    fn a_rest_that_is_not_worth_an_output_goes_to_the_miner() {
        let chosen = select(&coins(&[302_000]), &need(300_000)).unwrap();
        assert_eq!(chosen, Selection { count: 1, change: 0, fee: 2_000 });
    }
}
