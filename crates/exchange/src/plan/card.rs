//! Plans that a saved card pays: the date that a charge is for, and what a decline does to the plan. Pure.
//!
//! A card is tried a few times for one date, a day apart, because schemes charge merchants for excessive retries. A
//! decline that the issuer will repeat, such as a blocked card, is not retried.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

use super::{Plan, PlanRefusal, PlanState, PlanTerms, Trigger};
use crate::decline::DeclineCode;

/// The number of declines in a row after which the plan is paused.
pub const DECLINES_MAX: u16 = 3;
/// The time between two tries of the same date.
const TRY_AGAIN: TimeDelta = TimeDelta::days(1);

/// Whether the issuer will decline the same card again, whenever it is tried.
#[must_use]
pub const fn is_hard(reason: Option<DeclineCode>) -> bool {
    use DeclineCode as D;
    matches!(
        reason,
        Some(
            D::ExpiredCard
                | D::IncorrectCard
                | D::IncorrectCvc
                | D::NotPermitted
                | D::AuthenticationFailed
                | D::CardBlocked
        )
    )
}

impl PlanTerms {
    /// The local date of the series that a charge at `now` is for: the last one that has begun. A date is charged once.
    /// `None` before the first one, and for a plan that does not repeat.
    #[must_use]
    pub fn due_on(&self, now: DateTime<Utc>) -> Option<NaiveDate> {
        let Trigger::Every { interval, first_at, zone } = self.trigger else { return None };
        Some(zone.date(interval.begun((first_at, zone), now)?))
    }
}

impl Plan {
    /// The plan after its card was declined. It is paused if the decline is final, or after [`DECLINES_MAX`] declines.
    #[must_use]
    pub fn declined(&self, is_final: bool, now: DateTime<Utc>) -> Self {
        let refusals = self.refusals.saturating_add(1);
        let is_paused = is_final || refusals >= DECLINES_MAX;
        let regular = self.terms.next_at(now);
        let again = now.checked_add_signed(TRY_AGAIN);
        Self {
            state: if is_paused { PlanState::Paused } else { self.state },
            next_at: regular.min(again).or(regular),
            refusal: Some(PlanRefusal::CardDeclined),
            refusals,
            updated_at: now,
            ..self.clone()
        }
    }

    /// The plan without a card that can pay: paused.
    #[must_use]
    pub fn without_card(&self, why: PlanRefusal, now: DateTime<Utc>) -> Self {
        Self { state: PlanState::Paused, refusal: Some(why), updated_at: now, ..self.clone() }
    }

    /// The plan after its card has paid: earlier declines no longer count.
    #[must_use]
    pub fn paid(&self, now: DateTime<Utc>) -> Self {
        Self { refusal: None, refusals: 0, updated_at: now, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use chrono::Datelike;
    use kernel::{Amount, Currency, PlanId, ProfileId, UserId};
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::super::{Interval, PlanZone};
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn weekly() -> Plan {
        let trigger = Trigger::Every {
            interval: Interval::Week,
            first_at: at("2026-01-05T09:00:00Z"),
            zone: PlanZone::default(),
        };
        let amount = Some(Amount::parse("50", Currency::EUR).unwrap());
        let to_currency = "BTC".parse().unwrap();
        Plan {
            id: PlanId::from_uuid(Uuid::nil()),
            profile: ProfileId::from_uuid(Uuid::nil()),
            user: UserId::from_uuid(Uuid::nil()),
            terms: PlanTerms { from_currency: Currency::EUR, to_currency, amount, trigger, card: None },
            state: PlanState::Active,
            run: 1,
            next_at: None,
            refusal: None,
            refusals: 0,
            created_at: at("2026-01-01T09:00:00Z"),
            updated_at: at("2026-01-01T09:00:00Z"),
        }
    }

    #[test]
    fn a_declined_card_is_tried_a_day_later_for_the_same_date_and_three_times_at_most() {
        let mut plan = weekly();
        let mut now = at("2026-01-05T09:00:05Z");
        for tries in 1..=DECLINES_MAX {
            assert_eq!(plan.terms.due_on(now), at("2026-01-05T00:00:00Z").date_naive().into());
            plan = plan.declined(false, now);
            assert_eq!(plan.state == PlanState::Paused, tries == DECLINES_MAX, "{tries}");
            now = plan.next_at.unwrap();
        }
        assert_eq!(plan.refusal, Some(PlanRefusal::CardDeclined));
        let paid = weekly().declined(false, now).paid(now);
        assert_eq!((paid.refusal, paid.refusals), (None, 0), "a payment forgives");
    }

    #[test]
    fn a_blocked_card_pauses_the_plan_at_once() {
        assert!(is_hard(Some(DeclineCode::CardBlocked)) && !is_hard(Some(DeclineCode::InsufficientFunds)));
        assert!(!is_hard(None));
        assert_eq!(weekly().declined(true, at("2026-01-05T09:00:05Z")).state, PlanState::Paused);
    }

    #[test]
    fn a_try_never_comes_after_the_next_date() {
        let trigger =
            Trigger::Every { interval: Interval::Day, first_at: at("2026-01-05T09:00:00Z"), zone: PlanZone::default() };
        let daily = Plan { terms: PlanTerms { trigger, ..weekly().terms }, ..weekly() };
        let declined = daily.declined(false, at("2026-01-05T10:00:00Z"));
        assert_eq!(declined.next_at, Some(at("2026-01-06T09:00:00Z")), "and is for that date");
    }

    proptest! {
        #[test]
        fn the_date_of_a_run_has_begun_and_the_next_one_has_not(hours in 0_i64..20_000, interval in 0_usize..3) {
            let interval = [Interval::Day, Interval::Week, Interval::Month][interval];
            let (first_at, zone) = (at("2026-01-31T09:00:00Z"), PlanZone::default());
            let terms = PlanTerms { trigger: Trigger::Every { interval, first_at, zone }, ..weekly().terms };
            let now = first_at + TimeDelta::hours(hours);
            let due = terms.due_on(now).unwrap();
            let next = interval.next_after((first_at, zone), now).unwrap();
            prop_assert!(due <= now.date_naive() && now < next);
            prop_assert!(due < next.date_naive());
            let longest = match interval { Interval::Day => 1, Interval::Week => 7, Interval::Month => 31 };
            prop_assert!((next.date_naive() - due).num_days() <= longest, "{due} {next} {}", due.day());
        }
    }
}
