//! The payer's declaration of the wallet for a refund of a merchant's payment. The payer is no customer, so the
//! statement stands alone. Pure.

use std::fmt;

use kernel::Amount;
use serde::{Deserialize, Serialize};

use super::answers::named;
use super::{Holding, Need, Purpose, TravelRule};
use crate::ExchangeError;

/// A payer's statement about a wallet of their own.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PayerWallet {
    /// The payer's name.
    pub name: String,
    /// The holder of the keys.
    pub holding: Holding,
    /// The name of the hosting service, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service: Option<String>,
}

/// Names must not appear in logs.
impl fmt::Debug for PayerWallet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PayerWallet({:?})", self.holding)
    }
}

impl PayerWallet {
    /// The validated and normalized statement.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] for a missing, invalid or superfluous answer.
    pub fn checked(self) -> Result<Self, ExchangeError> {
        let service = match (self.holding, self.service) {
            (Holding::SelfHosted, None) => None,
            (Holding::SelfHosted, Some(_)) => {
                return Err(ExchangeError::invalid("service", "must be left out of a wallet that no service holds"));
            }
            (Holding::Service, service) => Some(named("service", service.as_deref())?),
        };
        Ok(Self { name: named("name", Some(&self.name))?, holding: self.holding, service })
    }
}

/// The missing data for a refund of coins worth `leaving`, in euro, to a payer (Regulation (EU) 2023/1113, Article 14).
/// Above the threshold the payer names the wallet's owner and holder. A payer cannot prove a wallet, so one that no
/// service holds is admitted as the tenant admits refunds on the owner's word.
#[must_use]
pub fn need_of_payer(rule: &TravelRule, leaving: Amount, wallet: Option<&PayerWallet>) -> Option<Need> {
    if leaving.atoms() <= rule.above.atoms() {
        return None;
    }
    match wallet {
        None => Some(Need::Answers),
        Some(wallet) if wallet.holding == Holding::SelfHosted && !rule.on_word.allows(Purpose::Refund) => {
            Some(Need::OtherAddress)
        }
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use kernel::Currency;
    use proptest::prelude::*;

    use super::*;
    use crate::beneficiary_wallet::OnWord;

    fn wallet(holding: Holding, service: Option<&str>) -> PayerWallet {
        PayerWallet { name: "Olena Kovalenko".to_owned(), holding, service: service.map(str::to_owned) }
    }

    #[test]
    fn a_payers_statement_is_complete_and_has_no_duplicate() {
        assert!(wallet(Holding::SelfHosted, None).checked().is_ok());
        assert!(wallet(Holding::Service, Some("Kraken")).checked().is_ok());
        assert!(wallet(Holding::SelfHosted, Some("Kraken")).checked().is_err());
        assert!(wallet(Holding::Service, None).checked().is_err());
        assert!(PayerWallet { name: " ".to_owned(), ..wallet(Holding::SelfHosted, None) }.checked().is_err());
        assert!(!format!("{:?}", wallet(Holding::SelfHosted, None)).contains("Olena"));
    }

    proptest! {
        /// Above the threshold a refund requires the payer's declaration; below it no declaration is asked for.
        #[test]
        fn a_payer_is_asked_above_the_threshold_only(
            cents in 0_i128..1_000_000,
            above in 0_i128..1_000_000,
            said in prop::option::of(any::<bool>()),
            choice in 0_usize..3,
        ) {
            let on_word = [OnWord::Nothing, OnWord::Refunds, OnWord::Everything][choice];
            let rule = TravelRule { above: Amount::new(above, Currency::EUR), on_word };
            let holding = |hosted| if hosted { Holding::Service } else { Holding::SelfHosted };
            let wallet = said.map(|hosted| wallet(holding(hosted), None));
            let need = need_of_payer(&rule, Amount::new(cents, Currency::EUR), wallet.as_ref());
            let expected = match said {
                _ if cents <= above => None,
                None => Some(Need::Answers),
                Some(false) if choice == 0 => Some(Need::OtherAddress),
                Some(_) => None,
            };
            prop_assert_eq!(need, expected);
        }
    }
}
