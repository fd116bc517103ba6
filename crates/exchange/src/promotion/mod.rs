//! Discounts on the platform's fee. The exchange prices and books a discount. A port says what a promo code gives, and
//! counts its uses.

mod redeem;

use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use kernel::{Amount, CampaignId, Country, Currency, Endpoint, Rounding, TenantId, TransactionId, UserId};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use store::StoreError;

pub use redeem::{Redeemed, Redemption};

/// All of a fee, in millionths.
pub const WHOLE_PPM: u32 = 1_000_000;

/// The discount of a promo code, as a price promises it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Discount {
    /// The campaign.
    pub campaign: CampaignId,
    /// The code, in its canonical form.
    pub code: String,
    /// The part of the platform's fee that the customer does not pay, in millionths; at most [`WHOLE_PPM`].
    pub ppm: u32,
    /// The amount that the completed order earns for the customer's reward account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bonus: Option<Amount>,
    /// The most that may be deducted, in the currency of the fee: what the firm quote deducted. An order that is priced
    /// again for another amount never gets more. `None` before the price is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<Amount>,
    /// The value of deduction and bonus in the currency of the campaign's budget, which its use is counted with. `None` before
    /// the price is known, and without a budget.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worth: Option<Amount>,
}

impl Discount {
    /// The deduction from `fee`: never below zero and never more than the fee. A fraction of an atom is rounded down,
    /// in the platform's favour. It never falls when the fee rises, so a price with it stays monotone.
    #[must_use]
    pub fn of(&self, fee: Amount) -> Amount {
        let ppm = i128::from(self.ppm.min(WHOLE_PPM));
        let whole = i128::from(WHOLE_PPM);
        let fee_atoms = fee.atoms().max(0);
        // Divides first, so that no amount overflows.
        let part = fee_atoms / whole * ppm + fee_atoms % whole * ppm / whole;
        let most = self.most.filter(|most| most.currency() == fee.currency()).map_or(part, |most| most.atoms().max(0));
        Amount::new(part.min(most), fee.currency())
    }
}

/// The customer who would use a code, and the order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Redeemer {
    /// The person; `None` before the sign-in, when nothing is counted per person.
    pub user: Option<UserId>,
    /// The order that uses it, whose own use does not count; `None` before the order.
    pub order: Option<TransactionId>,
    /// The country of residence, if declared.
    pub residence: Option<Country>,
    /// The given currency and its endpoint.
    pub from: (Currency, Endpoint),
    /// The received currency and its endpoint.
    pub to: (Currency, Endpoint),
}

/// The present discount of a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The campaign.
    pub campaign: CampaignId,
    /// The code, in its canonical form.
    pub code: String,
    /// The part of the platform's fee, in millionths.
    pub ppm: u32,
    /// The amount that the completed order earns, in the currency of the budget.
    pub bonus: Option<Amount>,
    /// The minimum value of the given amount.
    pub min: Option<Amount>,
    /// The rest of the campaign's budget.
    pub budget_left: Option<Amount>,
    /// When the campaign ends. A firm quote ends with it.
    pub until: Option<DateTime<Utc>>,
}

/// Why a code gives nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PromotionRefusal {
    /// The tenant has no such code, or its campaign is not published.
    #[error("there is no such promo code")]
    Unknown,
    /// The campaign has not begun.
    #[error("this promo code can be used from {} on", .0.format("%F %H:%M UTC"))]
    NotYet(DateTime<Utc>),
    /// The campaign is over.
    #[error("this promo code ended on {}", .0.format("%F %H:%M UTC"))]
    Ended(DateTime<Utc>),
    /// An operator has stopped the campaign.
    #[error("this promo code is not offered any more")]
    Stopped,
    /// All uses are taken.
    #[error("this promo code has been used up")]
    UsedUp,
    /// The rest of the budget is less than this discount.
    #[error("what is left of this promotion is less than the discount for this amount")]
    BudgetUsedUp,
    /// The person has used it as often as one person may.
    #[error("you have used this promo code already")]
    UsedByYou,
    /// It is for the first order only.
    #[error("this promo code is for a first order only")]
    NotFirstOrder,
    /// The amount is too small.
    #[error("this promo code needs an order of {0} or more")]
    BelowMinimum(Amount),
    /// It is not for residents of this country.
    #[error("this promo code is not offered in your country of residence")]
    OtherCountry,
    /// The campaign excludes this payway.
    #[error("this promo code is not for this way of paying or receiving")]
    OtherPayway,
    /// The order has no platform fee that could be discounted.
    #[error("this order has no fee of ours that a promo code could lower")]
    NoFee,
}

impl PromotionRefusal {
    /// The stable code of the reason.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unknown => "promo_unknown",
            Self::NotYet(_) => "promo_not_yet",
            Self::Ended(_) => "promo_ended",
            Self::Stopped => "promo_stopped",
            Self::UsedUp => "promo_used_up",
            Self::BudgetUsedUp => "promo_budget_used_up",
            Self::UsedByYou => "promo_used_by_you",
            Self::NotFirstOrder => "promo_not_first_order",
            Self::BelowMinimum(_) => "promo_below_minimum",
            Self::OtherCountry => "promo_other_country",
            Self::OtherPayway => "promo_other_payway",
            Self::NoFee => "promo_no_fee",
        }
    }
}

/// The answer to a typed code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CodeAnswer {
    /// The code gives a discount.
    Offer(Offer),
    /// The code gives nothing.
    Refused(PromotionRefusal),
}

impl CodeAnswer {
    /// The discount.
    ///
    /// # Errors
    /// The reason why the code gives nothing.
    pub fn offer(self) -> Result<Offer, PromotionRefusal> {
        match self {
            Self::Offer(offer) => Ok(offer),
            Self::Refused(refusal) => Err(refusal),
        }
    }
}

impl From<Result<Offer, PromotionRefusal>> for CodeAnswer {
    fn from(offer: Result<Offer, PromotionRefusal>) -> Self {
        offer.map_or_else(Self::Refused, Self::Offer)
    }
}

/// The port to the campaigns.
#[async_trait]
pub trait Promotions: Send + Sync {
    /// The present discount of a typed code for this person.
    ///
    /// # Errors
    /// Database errors.
    async fn offer(&self, tenant: TenantId, code: &str, redeemer: &Redeemer) -> Result<CodeAnswer, StoreError>;

    /// Counts a use in the database transaction of its order.
    ///
    /// # Errors
    /// [`StoreError::Stale`] if the code has no such use left, and database errors. Both refuse the order's change.
    async fn redeem(
        &self,
        conn: &mut PgConnection,
        tenant: TenantId,
        redemption: &Redemption,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError>;
}

/// No campaigns: every code is unknown.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoPromotions;

impl NoPromotions {
    /// The port of an installation without campaigns.
    #[must_use]
    pub fn port() -> Arc<dyn Promotions> {
        Arc::new(Self)
    }
}

#[async_trait]
impl Promotions for NoPromotions {
    async fn offer(&self, _: TenantId, _: &str, _: &Redeemer) -> Result<CodeAnswer, StoreError> {
        Ok(CodeAnswer::Refused(PromotionRefusal::Unknown))
    }

    async fn redeem(
        &self,
        _: &mut PgConnection,
        _: TenantId,
        _: &Redemption,
        _: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        Err(StoreError::Stale { what: "promo codes" })
    }
}

impl Offer {
    /// The discount before its price is known.
    #[must_use]
    pub fn discount(&self) -> Discount {
        let Self { campaign, ppm, bonus, .. } = *self;
        Discount { campaign, code: self.code.clone(), ppm, bonus, most: None, worth: None }
    }

    /// Checks a price with the discount, and completes it. `value` converts an amount at the reference rate.
    ///
    /// # Errors
    /// [`PromotionRefusal::NoFee`], [`PromotionRefusal::BelowMinimum`] and [`PromotionRefusal::BudgetUsedUp`].
    pub fn complete(
        &self,
        given: Amount,
        deducted: Amount,
        value: impl Fn(Amount, Currency, Rounding) -> Option<Amount>,
    ) -> Result<Discount, PromotionRefusal> {
        if !deducted.is_positive() && self.bonus.is_none() {
            return Err(PromotionRefusal::NoFee);
        }
        if let Some(min) = self.min {
            let worth = value(given, min.currency(), Rounding::Up);
            if worth.is_none_or(|worth| worth.atoms() < min.atoms()) {
                return Err(PromotionRefusal::BelowMinimum(min));
            }
        }
        let worth = match self.budget_left {
            None => None,
            Some(left) => {
                let bonus = self.bonus.unwrap_or(Amount::zero(left.currency()));
                let worth = value(deducted, left.currency(), Rounding::Up);
                let worth = worth.and_then(|worth| worth.checked_add(bonus).ok());
                let worth = worth.filter(|worth| worth.atoms() <= left.atoms());
                Some(worth.ok_or(PromotionRefusal::BudgetUsedUp)?)
            }
        };
        Ok(Discount { most: Some(deducted), worth, ..self.discount() })
    }

    /// Checks that a firm quote's discount still holds when its order is opened.
    ///
    /// # Errors
    /// [`PromotionRefusal::BudgetUsedUp`]; [`PromotionRefusal::Stopped`] if the code belongs to another campaign or gives
    /// less than it promised.
    pub fn keeps(&self, promised: &Discount) -> Result<(), PromotionRefusal> {
        if self.campaign != promised.campaign || self.ppm < promised.ppm || self.bonus != promised.bonus {
            return Err(PromotionRefusal::Stopped);
        }
        let is_enough = |left: Amount| promised.worth.is_some_and(|worth| worth.atoms() <= left.atoms());
        if self.budget_left.is_some_and(|left| !is_enough(left)) {
            return Err(PromotionRefusal::BudgetUsedUp);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use kernel::Id;
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    fn discount(ppm: u32, most: Option<i128>) -> Discount {
        let most = most.map(|atoms| Amount::new(atoms, Currency::EUR));
        Discount { campaign: Id::from_uuid(Uuid::nil()), code: "SPRING".into(), ppm, bonus: None, most, worth: None }
    }

    proptest! {
        /// A customer never pays a negative fee, never gets more than the fee, and gets the promised part to the last
        /// unit.
        #[test]
        fn a_discount_is_the_promised_part_of_the_fee_rounded_down(
            ppm in 0..=WHOLE_PPM, atoms in 0..=i128::MAX / 4, most in proptest::option::of(0..=10_i128.pow(9)),
        ) {
            let fee = Amount::new(atoms, Currency::EUR);
            let part = discount(ppm, most).of(fee);
            prop_assert!(!part.is_negative() && part.atoms() <= fee.atoms());
            prop_assert!(most.is_none_or(|most| part.atoms() <= most));
            if most.is_none() && atoms < 10_i128.pow(30) {
                let (millionths, whole) = (atoms * i128::from(ppm), i128::from(WHOLE_PPM));
                prop_assert!(part.atoms() * whole <= millionths && millionths < (part.atoms() + 1) * whole);
            }
        }

        /// A higher fee never has a lower discount, and the discount grows no faster than the fee: prices stay monotone.
        #[test]
        fn a_discount_grows_with_the_fee_and_no_faster(
            ppm in 0..=WHOLE_PPM, atoms in 0..=10_i128.pow(24), more in 0..=10_i128.pow(24),
            most in proptest::option::of(0..=10_i128.pow(24)),
        ) {
            let of = |atoms| discount(ppm, most).of(Amount::new(atoms, Currency::EUR)).atoms();
            let step = of(atoms + more) - of(atoms);
            prop_assert!(step >= 0 && step <= more);
        }
    }

    #[test]
    fn a_code_is_refused_for_an_order_that_is_too_small_and_for_a_budget_that_is_used_up() {
        let euro = |cents| Amount::new(cents, Currency::EUR);
        let (min, budget_left) = (Some(euro(10_000)), Some(euro(200)));
        let campaign = Id::from_uuid(Uuid::nil());
        let offer = Offer { campaign, code: "SPRING".into(), ppm: 500_000, bonus: None, min, budget_left, until: None };
        let same = |amount: Amount, _, _| Some(amount);
        assert_eq!(offer.complete(euro(9_999), euro(50), same), Err(PromotionRefusal::BelowMinimum(euro(10_000))));
        assert_eq!(offer.complete(euro(10_000), euro(201), same), Err(PromotionRefusal::BudgetUsedUp));
        assert_eq!(offer.complete(euro(10_000), euro(0), same), Err(PromotionRefusal::NoFee));
        let promised = offer.complete(euro(10_000), euro(200), same).unwrap();
        assert_eq!((promised.most, promised.worth), (Some(euro(200)), Some(euro(200))));
        assert_eq!(offer.keeps(&promised), Ok(()));
        let used = Offer { budget_left: Some(euro(199)), ..offer.clone() };
        assert_eq!(used.keeps(&promised), Err(PromotionRefusal::BudgetUsedUp));
        assert_eq!(Offer { ppm: 1, ..offer.clone() }.keeps(&promised), Err(PromotionRefusal::Stopped));

        let bonus = Offer { ppm: 0, bonus: Some(euro(150)), ..offer };
        let promised = bonus.complete(euro(10_000), euro(0), same).unwrap();
        assert_eq!((promised.bonus, promised.worth), (Some(euro(150)), Some(euro(150))), "no fee is needed");
        assert_eq!(bonus.complete(euro(10_000), euro(51), same), Err(PromotionRefusal::BudgetUsedUp), "both count");
        assert_eq!(Offer { bonus: None, ..bonus }.keeps(&promised), Err(PromotionRefusal::Stopped));
    }
}
