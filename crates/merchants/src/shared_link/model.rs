//! Links that many payers use: their terms, their state, and what one payer pays. Pure.

use chrono::{DateTime, Utc};
use exchange::ExchangeError;
use kernel::{Amount, Currency, MerchantId, PaymentLinkId};
use serde::{Deserialize, Serialize};

use crate::merchant::invalid;

/// The maximum of [`Link::payments_max`].
pub const LINK_PAYMENTS_MAX: u32 = 10_000;

/// The price of a payment by a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LinkPrice {
    /// The merchant named it.
    Fixed {
        /// The price.
        amount: Amount,
    },
    /// The payer names it.
    Open {
        /// The least that the merchant takes.
        least: Amount,
        /// The most that the merchant takes.
        most: Amount,
    },
}

impl LinkPrice {
    /// The price, from what a request says.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] naming the field.
    pub fn read(
        amount: Option<Amount>,
        (least, most): (Option<Amount>, Option<Amount>),
    ) -> Result<Self, ExchangeError> {
        match (amount, least, most) {
            (Some(amount), None, None) => Ok(Self::Fixed { amount }),
            (None, Some(least), Some(most)) if most.atoms() >= least.atoms() => Ok(Self::Open { least, most }),
            (None, Some(_), Some(_)) => Err(invalid("max_amount", "must be at least min_amount")),
            (Some(_), _, _) => Err(invalid("amount", "must be absent if the payer names the amount")),
            (None, Some(_), None) => Err(invalid("max_amount", "is required if the payer names the amount")),
            (None, None, Some(_)) => Err(invalid("min_amount", "is required if the payer names the amount")),
            (None, None, None) => Err(invalid("amount", "is required, or min_amount and max_amount")),
        }
    }

    /// The amount of one payment. `named` is what the payer typed.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] of `amount`, if it is missing, outside the bounds, or fixed by the merchant.
    pub fn of_payer(&self, named: Option<Amount>) -> Result<Amount, ExchangeError> {
        match (*self, named) {
            (Self::Fixed { amount }, None) => Ok(amount),
            (Self::Fixed { amount }, Some(named)) if named == amount => Ok(amount),
            (Self::Fixed { .. }, Some(_)) => Err(invalid("amount", "is fixed by the shop")),
            (Self::Open { .. }, None) => Err(invalid("amount", "is required")),
            (Self::Open { least, most }, Some(named)) => {
                let fits =
                    named.currency() == least.currency() && (least.atoms()..=most.atoms()).contains(&named.atoms());
                let rule =
                    || format!("must be {} to {} {}", least.to_decimal(), most.to_decimal(), least.currency().code());
                if fits { Ok(named) } else { Err(invalid("amount", rule())) }
            }
        }
    }

    /// The currency of the amounts.
    #[must_use]
    pub const fn currency(&self) -> Currency {
        self.least().currency()
    }

    /// The amount that a payer is asked for at least.
    pub(crate) const fn least(&self) -> Amount {
        match self {
            Self::Fixed { amount } => *amount,
            Self::Open { least, .. } => *least,
        }
    }
}

/// The terms of a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkTerms {
    /// The price of each payment.
    pub price: LinkPrice,
    /// The description for payers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The return address of payers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub return_url: Option<String>,
}

kernel::codes! {
    /// Whether a link can be used.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum LinkState {
        /// It can.
        Open = "open",
        /// As many payments as the merchant permits are paid or can still be paid.
        UsedUp = "used_up",
        /// Its time is over, or the merchant ended it.
        Ended = "ended",
    }
}

/// A link that many payers use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The id.
    pub id: PaymentLinkId,
    /// The merchant.
    pub merchant: MerchantId,
    /// The terms.
    pub terms: LinkTerms,
    /// The maximum number of payments.
    pub payments_max: Option<u32>,
    /// The number of payments that are paid or can still be paid. One that expires unpaid frees its place.
    pub taken: u32,
    /// The number of payments that are paid.
    pub paid: u32,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// The time until which payers can open it.
    pub ends_at: Option<DateTime<Utc>>,
    /// When the merchant ended it.
    pub ended_at: Option<DateTime<Utc>>,
}

impl Link {
    /// Whether the link can be used at `now`.
    #[must_use]
    pub fn state(&self, now: DateTime<Utc>) -> LinkState {
        if self.ended_at.is_some() || self.ends_at.is_some_and(|end| now >= end) {
            return LinkState::Ended;
        }
        if self.payments_max.is_some_and(|max| self.taken >= max) { LinkState::UsedUp } else { LinkState::Open }
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    fn eur(atoms: i128) -> Amount {
        Amount::new(atoms, Currency::EUR)
    }

    #[test]
    fn a_link_has_one_price_or_both_bounds() {
        let field = |amount, bounds| match LinkPrice::read(amount, bounds) {
            Err(ExchangeError::Invalid { field, .. }) => field,
            other => panic!("{other:?}"),
        };
        assert_eq!(field(None, (None, None)), "amount");
        assert_eq!(field(Some(eur(5)), (Some(eur(1)), None)), "amount");
        assert_eq!(field(None, (Some(eur(1)), None)), "max_amount");
        assert_eq!(field(None, (None, Some(eur(1)))), "min_amount");
        assert_eq!(field(None, (Some(eur(2)), Some(eur(1)))), "max_amount");
        assert_eq!(LinkPrice::read(Some(eur(5)), (None, None)).unwrap(), LinkPrice::Fixed { amount: eur(5) });
    }

    #[test]
    fn a_link_ends_by_its_time_by_its_number_or_by_its_merchant() {
        let now = DateTime::UNIX_EPOCH;
        let link = Link {
            id: PaymentLinkId::from_uuid(Uuid::nil()),
            merchant: MerchantId::from_uuid(Uuid::nil()),
            terms: LinkTerms { price: LinkPrice::Fixed { amount: eur(5) }, description: None, return_url: None },
            payments_max: Some(2),
            taken: 1,
            paid: 0,
            created_at: now,
            ends_at: Some(now + TimeDelta::days(1)),
            ended_at: None,
        };
        assert_eq!(link.state(now), LinkState::Open);
        assert_eq!(link.state(now + TimeDelta::days(1)), LinkState::Ended);
        assert_eq!(Link { taken: 2, ..link.clone() }.state(now), LinkState::UsedUp);
        assert_eq!(Link { taken: 2, payments_max: None, ..link.clone() }.state(now), LinkState::Open);
        assert_eq!(Link { ended_at: Some(now), ..link }.state(now), LinkState::Ended);
    }

    proptest! {
        /// A payer never pays outside the bounds, and any amount within them is taken.
        #[test]
        fn a_payer_pays_within_the_bounds(least in 1_i128..1_000, width in 0_i128..1_000, named in 0_i128..3_000) {
            let price = LinkPrice::read(None, (Some(eur(least)), Some(eur(least + width)))).unwrap();
            let fits = (least..=least + width).contains(&named);
            prop_assert_eq!(price.of_payer(Some(eur(named))).is_ok(), fits);
            prop_assert!(price.of_payer(Some(Amount::new(named, Currency::USD))).is_err());
            prop_assert!(price.of_payer(None).is_err());
        }

        #[test]
        fn a_fixed_price_stays_fixed(atoms in 1_i128..1_000, named in 1_i128..1_000) {
            let price = LinkPrice::Fixed { amount: eur(atoms) };
            prop_assert_eq!(price.of_payer(None).ok(), Some(eur(atoms)));
            prop_assert_eq!(price.of_payer(Some(eur(named))).is_ok(), named == atoms);
        }
    }
}
