//! The numbers of confirmations that a tenant requires beyond the table of networks.

use std::collections::BTreeMap;

use kernel::Network;
use serde::{Deserialize, Serialize};

use super::check::ensure;
use crate::ExchangeError;

/// The numbers of confirmations that every payment needs at least, by network. A payment of a higher value needs the
/// number of [`Network::confirmations`], if that is higher. New orders and new deposit addresses take the numbers over.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Confirmations(pub BTreeMap<Network, u32>);

impl Confirmations {
    /// Whether the table of networks holds everywhere.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number that every payment on a network needs at least; 1 where its value alone decides.
    #[must_use]
    pub fn at_least(&self, network: Network) -> u32 {
        self.0.get(&network).copied().unwrap_or(1)
    }

    /// Checks every number: fewer confirmations than those of the smallest payments are unsafe, and more than those of the
    /// largest ones hold up customers without a gain.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] naming the first number out of range.
    pub(super) fn check(&self) -> Result<(), ExchangeError> {
        self.0.iter().try_for_each(|(network, number)| {
            let range = network.confirmations_range();
            ensure(range.contains(number), || {
                format!("confirmations.{network} must be between {} and {}", range.start(), range.end())
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_below_the_safe_minimum_is_refused_with_the_rule() {
        let of = |network, number| Confirmations(BTreeMap::from([(network, number)]));
        let refused = |confirmations: Confirmations| confirmations.check().unwrap_err().to_string();
        assert!(refused(of(Network::Litecoin, 2)).contains("confirmations.litecoin must be between 3 and 12"));
        assert!(refused(of(Network::Litecoin, 13)).contains("confirmations.litecoin"));
        for network in Network::all() {
            let range = network.confirmations_range();
            assert!(
                range.start() >= &1 && range.clone().all(|number| of(network, number).check().is_ok()),
                "{network}"
            );
            assert_eq!((*range.start(), *range.end()), (network.confirmations(0), network.confirmations(u128::MAX)));
        }
        assert_eq!(of(Network::Bitcoin, 4).at_least(Network::Bitcoin), 4);
    }
}
