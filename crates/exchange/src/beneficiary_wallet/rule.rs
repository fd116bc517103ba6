//! The travel rule for an order to an address (Regulation (EU) 2023/1113, Article 14, with a threshold of 1,000 euro).
//! Pure.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Amount, WalletId};
use serde::{Deserialize, Serialize};

use super::{Holding, Owner, Wallet};
use crate::error::Need;

/// The period within which coins count together, so that a split transfer counts as one.
pub const LINKED_WITHIN: TimeDelta = TimeDelta::hours(24);

/// A tenant's travel rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TravelRule {
    /// The threshold in euro for coins within a day. Above it, the destination wallet must be declared.
    pub above: Amount,
    /// The permitted payouts above the threshold to an own wallet without a proof method.
    #[serde(default, skip_serializing_if = "OnWord::is_usual")]
    pub on_word: OnWord,
}

/// The permitted payouts on the customer's statement alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnWord {
    /// Nothing.
    Nothing,
    /// Refunds only. Otherwise only an operator could end such a transaction.
    #[default]
    Refunds,
    /// Orders and refunds.
    Everything,
}

impl OnWord {
    const fn is_usual(&self) -> bool {
        matches!(self, Self::Refunds)
    }

    pub(super) const fn allows(self, purpose: Purpose) -> bool {
        match self {
            Self::Nothing => false,
            Self::Refunds => matches!(purpose, Purpose::Refund),
            Self::Everything => true,
        }
    }
}

/// The purpose of a payout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// An order's result.
    Order,
    /// A refund.
    Refund,
}

/// The missing data for a payout to `wallet`; `leaving` is the sum of these coins and the linked ones, in euro.
#[must_use]
pub fn need(
    rule: &TravelRule,
    purpose: Purpose,
    leaving: Amount,
    wallet: Option<&Wallet>,
    now: DateTime<Utc>,
) -> Option<Need> {
    if leaving.atoms() <= rule.above.atoms() {
        return None;
    }
    match wallet {
        None => Some(Need::Answers),
        Some(wallet) if wallet.needs_proof(now) => Some(Need::Proof(wallet.id)),
        Some(wallet) if wallet.is_on_word() && !rule.on_word.allows(purpose) => Some(Need::OtherAddress),
        Some(_) => None,
    }
}

/// The part of a declaration that an order keeps. The declaration itself is retained as long as the order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Travel {
    /// The declared wallet.
    pub wallet: WalletId,
    /// The declared owner.
    pub owner: Owner,
    /// The declared holder of the keys.
    pub holding: Holding,
    /// When ownership was proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proved_at: Option<DateTime<Utc>>,
    /// Whether ownership rests on the customer's statement alone, because the address cannot be proved.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on_word: bool,
}

impl From<&Wallet> for Travel {
    fn from(wallet: &Wallet) -> Self {
        let Wallet { id, owner, holding, proved_at, .. } = wallet.clone();
        Self { wallet: id, owner, holding, proved_at, on_word: wallet.is_on_word() }
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Currency, Network};
    use proptest::prelude::*;

    use super::*;

    const TAPROOT: &str = "bc1p94c3vs4hy6cygqtz0j5lhtpj7hy9xra3jq7vfkczykr30ys6fzqs3kh3lj";

    fn wallet(owner: Owner, holding: Holding, proved_at: Option<DateTime<Utc>>) -> Wallet {
        Wallet {
            id: WalletId::from_uuid(uuid::Uuid::nil()),
            network: Network::Bitcoin,
            address: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa".into(),
            owner,
            holding,
            service: None,
            declared_at: DateTime::UNIX_EPOCH,
            proved_at,
        }
    }

    proptest! {
        /// Above the threshold, no payout goes to an undeclared address, nor to an own wallet without a valid proof;
        /// the tenant's choice decides where no proof is possible. Up to the threshold, nothing is required.
        #[test]
        fn the_travel_rule_applies_above_the_threshold_only(
            cents in 0_i128..1_000_000,
            above in 0_i128..1_000_000,
            said in prop::option::of((any::<bool>(), any::<bool>(), prop::option::of(0_i64..800))),
            (taproot, goes_back, choice) in (any::<bool>(), any::<bool>(), 0_usize..3),
        ) {
            let now = DateTime::UNIX_EPOCH + TimeDelta::days(1_000);
            let on_word = [OnWord::Nothing, OnWord::Refunds, OnWord::Everything][choice];
            let rule = TravelRule { above: Amount::new(above, Currency::EUR), on_word };
            let purpose = if goes_back { Purpose::Refund } else { Purpose::Order };
            let leaving = Amount::new(cents, Currency::EUR);
            let known = said.map(|(own, hosted, days)| {
                let owner = if own { Owner::Own } else { Owner::Other };
                let holding = if hosted { Holding::Service } else { Holding::SelfHosted };
                let proved_at = days.filter(|_| !taproot).map(|days| now - TimeDelta::days(days));
                let known = wallet(owner, holding, proved_at);
                if taproot { Wallet { address: TAPROOT.to_owned(), ..known } } else { known }
            });
            let lacks = need(&rule, purpose, leaving, known.as_ref(), now);
            let asked = cents > above;
            let expected = match said {
                _ if !asked => None,
                None => Some(Need::Answers),
                Some((true, false, _)) if taproot => match choice {
                    0 => Some(Need::OtherAddress),
                    1 if !goes_back => Some(Need::OtherAddress),
                    _ => None,
                },
                Some((true, false, proved)) if proved.is_none_or(|days| days >= 365) => {
                    Some(Need::Proof(WalletId::from_uuid(uuid::Uuid::nil())))
                }
                Some(_) => None,
            };
            prop_assert_eq!(lacks, expected);
        }
    }
}
