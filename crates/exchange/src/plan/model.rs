//! The kinds of plans, when a plan is due, and its state after a run. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Amount, Currency, PlanId, Price, ProfileId, Rate, SavedCardId, UserId};
use serde::{Deserialize, Serialize};

use super::PlanZone;
use crate::ExchangeError;
use crate::saved_card::CardFault;

/// The number of refused runs in a row after which a recurring plan is paused.
pub const REFUSALS_MAX: u16 = 5;
/// The time between two attempts of a target order whose run was refused.
const TRY_AGAIN: TimeDelta = TimeDelta::hours(1);
/// The time between two attempts of a run that was stopped by something that passes.
const SOON: TimeDelta = TimeDelta::minutes(1);
/// The longest time that a plan can wait for its start or its price.
const AHEAD_MAX: TimeDelta = TimeDelta::days(366);

kernel::codes! {
    /// How often a recurring plan runs.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Interval {
        /// Every day.
        Day = "day",
        /// Every seven days.
        Week = "week",
        /// Every month, on the day of the first run or the last day of a shorter month.
        Month = "month",
    }
}

kernel::codes! {
    /// On which side of its bound a price must be.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Bound {
        /// At the bound or below.
        AtMost = "at_most",
        /// At the bound or above.
        AtLeast = "at_least",
    }
}

/// A bound of a market price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriceTarget {
    /// The currency whose price it is; one of the plan's pair. The other one is what it is counted in.
    pub price_of: Currency,
    /// The side.
    pub bound: Bound,
    /// The price of one unit, in the other currency. The type has the range and the precision; it is not in euro.
    pub price: Price,
}

/// When a plan runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Trigger {
    /// Again and again.
    Every {
        /// The time between two executions.
        interval: Interval,
        /// The first run; the later ones are at the same time of the day in the time zone.
        first_at: DateTime<Utc>,
        /// The time zone; UTC in plans that were made without one.
        #[serde(default)]
        zone: PlanZone,
    },
    /// Once, when the price is reached.
    AtPrice {
        /// The price.
        target: PriceTarget,
        /// The plan waits until then.
        until: DateTime<Utc>,
    },
}

/// The saved card that pays a recurring plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanCard {
    /// The saved card.
    pub id: SavedCardId,
    /// The card scheme.
    pub brand: String,
    /// The last four digits.
    pub last4: String,
}

/// The terms of a plan: its exchange and its trigger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanTerms {
    /// The given currency.
    pub from_currency: Currency,
    /// The received currency.
    pub to_currency: Currency,
    /// The amount to convert, from balance to balance. `None` for a price alert, which only sends an email.
    pub amount: Option<Amount>,
    /// When it runs.
    pub trigger: Trigger,
    /// The saved card that pays, for a recurring plan; `None` if the balance pays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<PlanCard>,
}

kernel::codes! {
    /// The state of a plan.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum PlanState {
        /// It runs when it is due.
        Active = "active",
        /// It does not run until its owner resumes it.
        Paused = "paused",
        /// It has run, and does not run again.
        Done = "done",
        /// Its price was not reached in time.
        Expired = "expired",
    }
}

kernel::codes! {
    /// Why the last run made no order.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum PlanRefusal {
        /// The balance is too low.
        InsufficientBalance = "insufficient_balance",
        /// The customer's limits do not allow it.
        Limit = "limit",
        /// The amount is below the minimum or above the maximum of the pair.
        Amount = "amount",
        /// The pair cannot be exchanged.
        Unavailable = "unavailable",
        /// The card was declined.
        CardDeclined = "card_declined",
        /// The card has expired.
        CardExpired = "card_expired",
        /// The customer has deleted the card.
        CardGone = "card_gone",
        /// The acquirer has no mandate for the card: its holder must pay with it once.
        CardUnconfirmed = "card_unconfirmed",
        /// Another rule refuses it.
        Refused = "refused",
    }
}

impl PlanRefusal {
    /// The refusal behind an error. `None` for a temporary error, so that the run is attempted again.
    #[must_use]
    pub const fn of(error: &ExchangeError) -> Option<Self> {
        match error {
            ExchangeError::UnusableCard(CardFault::Expired) => Some(Self::CardExpired),
            ExchangeError::UnusableCard(CardFault::Gone) => Some(Self::CardGone),
            ExchangeError::UnusableCard(CardFault::Unconfirmed) => Some(Self::CardUnconfirmed),
            ExchangeError::InsufficientBalance { .. } => Some(Self::InsufficientBalance),
            ExchangeError::Limit(_) | ExchangeError::NewCard(_) | ExchangeError::TooMany { .. } => Some(Self::Limit),
            ExchangeError::BelowMinimum { .. } | ExchangeError::AboveMaximum { .. } => Some(Self::Amount),
            ExchangeError::DirectionUnavailable { .. }
            | ExchangeError::Mica { .. }
            | ExchangeError::CountryNotAllowed { .. } => Some(Self::Unavailable),
            ExchangeError::Busy
            | ExchangeError::Internal(_)
            | ExchangeError::NotFound { .. }
            | ExchangeError::QuoteExpired
            | ExchangeError::QuoteUsed
            | ExchangeError::Rates(_)
            | ExchangeError::Unavailable { .. } => None,
            _ => Some(Self::Refused),
        }
    }

    /// Whether the plan's card is the reason.
    #[must_use]
    pub const fn is_of_card(self) -> bool {
        matches!(self, Self::CardDeclined | Self::CardExpired | Self::CardGone | Self::CardUnconfirmed)
    }
}

/// The number of a run of a plan. It is the key of the run's order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanRun {
    /// The plan.
    pub plan: PlanId,
    /// The first run is 1.
    pub run: u32,
}

/// An exchange that a customer plans: it repeats, or it waits for a price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The id.
    pub id: PlanId,
    /// The profile that owns it.
    pub profile: ProfileId,
    /// The person whose limits apply.
    pub user: UserId,
    /// The terms.
    pub terms: PlanTerms,
    /// The state.
    pub state: PlanState,
    /// The number of the next run.
    pub run: u32,
    /// The earliest time of the next run; `None` if only the price decides.
    pub next_at: Option<DateTime<Utc>>,
    /// Why the last run made no order; `None` if it made one.
    pub refusal: Option<PlanRefusal>,
    /// The number of refused runs in a row.
    pub refusals: u16,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    pub updated_at: DateTime<Utc>,
}

/// The outcome of a due plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunOutcome {
    /// It made its order, or the price of an alert was reached.
    Done,
    /// It made its order, and the card is charged next. Earlier declines count on.
    Charging,
    /// A rule refused the order.
    Refused(PlanRefusal),
    /// Its time is over.
    Expired,
    /// A temporary condition stopped it, such as a missing price.
    Later,
    /// Its date is paid already.
    Skipped,
}

impl PriceTarget {
    /// Whether a market rate between the currencies of the plan, in either direction, reaches the price.
    #[must_use]
    pub fn is_reached(&self, rate: &Rate) -> bool {
        let rate = if rate.from() == self.price_of { *rate } else { rate.inverse() };
        let bound = Rate::from_prices(rate.from(), rate.to(), self.price, Price::ONE);
        match self.bound {
            Bound::AtLeast => rate.is_at_least(&bound),
            Bound::AtMost => bound.is_at_least(&rate),
        }
        .unwrap_or(false)
    }
}

impl PlanTerms {
    /// Validates the terms.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] with the field.
    pub fn validate(&self, now: DateTime<Utc>) -> Result<(), ExchangeError> {
        if self.from_currency == self.to_currency {
            return Err(ExchangeError::invalid("to_currency", "must be another currency"));
        }
        if self.amount.is_some_and(|amount| amount.currency() != self.from_currency || amount.atoms() <= 0) {
            return Err(ExchangeError::invalid("amount", "must be above zero"));
        }
        let within = |field, at: DateTime<Utc>| {
            if at > now && at <= now + AHEAD_MAX {
                return Ok(());
            }
            Err(ExchangeError::invalid(field, "must be in the future, and within a year"))
        };
        match self.trigger {
            Trigger::AtPrice { .. } if self.card.is_some() => {
                Err(ExchangeError::invalid("card", "must be left out for this kind of plan"))
            }
            Trigger::Every { .. } if self.amount.is_none() => {
                Err(ExchangeError::invalid("amount", "field is required"))
            }
            Trigger::Every { first_at, .. } => within("first_at", first_at),
            Trigger::AtPrice { target, .. } if ![self.from_currency, self.to_currency].contains(&target.price_of) => {
                Err(ExchangeError::invalid("target", "must be the price of one of the two currencies"))
            }
            Trigger::AtPrice { until, .. } => within("until", until),
        }
    }

    /// When the plan runs next at the earliest; `None` if only the price decides.
    #[must_use]
    pub fn next_at(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        match self.trigger {
            Trigger::Every { interval, first_at, zone } => interval.next_after((first_at, zone), now),
            Trigger::AtPrice { .. } => None,
        }
    }
}

impl Plan {
    /// The action that is due for an active plan at this market rate; `None` if none.
    #[must_use]
    pub fn due(&self, rate: Option<&Rate>, now: DateTime<Utc>) -> Option<Due> {
        if self.state != PlanState::Active || self.next_at.is_some_and(|at| at > now) {
            return None;
        }
        match self.terms.trigger {
            Trigger::AtPrice { until, .. } if until <= now => Some(Due::Expire),
            Trigger::AtPrice { target, .. } if !rate.is_some_and(|rate| target.is_reached(rate)) => None,
            _ => Some(if self.terms.amount.is_some() { Due::Exchange } else { Due::Alert }),
        }
    }

    /// The plan after a run. A missed run is not made up: the next one is in the future.
    #[must_use]
    pub fn after(&self, outcome: RunOutcome, now: DateTime<Utc>) -> Self {
        let is_recurring = matches!(self.terms.trigger, Trigger::Every { .. });
        let next_at = self.terms.next_at(now);
        let next = Self { updated_at: now, ..self.clone() };
        match outcome {
            RunOutcome::Done => Self {
                state: if is_recurring { PlanState::Active } else { PlanState::Done },
                run: self.run.saturating_add(1),
                next_at,
                refusal: None,
                refusals: 0,
                ..next
            },
            RunOutcome::Charging => Self { run: self.run.saturating_add(1), next_at, ..next },
            RunOutcome::Refused(refusal) => {
                let refusals = self.refusals.saturating_add(1);
                let is_paused = is_recurring && refusals >= REFUSALS_MAX;
                Self {
                    state: if is_paused { PlanState::Paused } else { PlanState::Active },
                    next_at: if is_recurring { next_at } else { now.checked_add_signed(TRY_AGAIN) },
                    refusal: Some(refusal),
                    refusals,
                    ..next
                }
            }
            RunOutcome::Skipped => Self { next_at, ..next },
            RunOutcome::Later => Self { next_at: now.checked_add_signed(SOON), ..next },
            RunOutcome::Expired => Self { state: PlanState::Expired, next_at: None, ..next },
        }
    }

    /// The plan, paused or resumed by its owner.
    ///
    /// # Errors
    /// [`ExchangeError::Refused`] for a plan that has ended.
    pub fn paused(&self, is_paused: bool, now: DateTime<Utc>) -> Result<Self, ExchangeError> {
        match (self.state, is_paused) {
            (PlanState::Done | PlanState::Expired, _) => Err(ExchangeError::refused("the plan has ended")),
            (PlanState::Active, true) => Ok(Self { state: PlanState::Paused, updated_at: now, ..self.clone() }),
            (PlanState::Paused, false) => Ok(Self {
                state: PlanState::Active,
                next_at: self.terms.next_at(now),
                refusals: 0,
                updated_at: now,
                ..self.clone()
            }),
            _ => Ok(self.clone()),
        }
    }
}

/// The action that is due for a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// Make its order.
    Exchange,
    /// Send its alert.
    Alert,
    /// End it: its price was not reached in time.
    Expire,
}
