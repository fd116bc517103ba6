//! The discount of a promo code, and the customers who can use it. Pure.

use chrono::{DateTime, Utc};
use exchange::promotion::{Offer, PromotionRefusal, Redeemer, WHOLE_PPM};
use kernel::{Amount, CampaignId, Country, Currency, Payway};

use crate::CampaignError;
use crate::schedule::{LocalRange, Phase, Schedule};

/// The maximum number of codes of a campaign.
pub const CODES_MAX: u32 = 1_000;
/// The maximum number of characters of a name.
const NAME_CHARS_MAX: usize = 80;
/// The maximum number of uses that a limit may name.
const USES_MAX: u32 = 1_000_000;
/// The smallest discount: one percent of the fee.
const PPM_MIN: u32 = 10_000;
/// Up to so many uses, they are counted exactly each time.
const EXACT_USES: i64 = 1_000;
/// The length of a generated code. Ten of 32 letters are 50 bits, which nobody guesses within the rate limits.
const CODE_CHARS: usize = 10;
/// The letters of a generated code: Crockford's base 32, without letters that look like figures.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

kernel::codes! {
    /// The state of a campaign.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum CampaignState {
        /// Made by one operator, not published.
        Draft = "DRAFT",
        /// Published by two operators.
        On = "ON",
        /// Stopped by an operator.
        Stopped = "STOPPED",
    }
}

impl CampaignState {
    /// An unknown code is stopped: it gives nothing.
    pub(super) fn read(code: &str) -> Self {
        Self::from_code(code).unwrap_or(Self::Stopped)
    }
}

/// The codes of a new campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Codes {
    /// One code for everybody.
    Shared(String),
    /// So many generated codes, each for one use.
    Single(u32),
}

/// The discount of a campaign, and its audience.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    /// The part of the platform's fee, in millionths. Zero with a bonus only.
    pub ppm: u32,
    /// The amount that a completed order earns for the customer's reward account.
    pub bonus: Option<Amount>,
    /// The maximum number of uses.
    pub uses_max: Option<u32>,
    /// The maximum number of uses of one person.
    pub per_person: Option<u32>,
    /// The currency of bonus, budget and minimum.
    pub currency: Currency,
    /// The maximum sum of all discounts.
    pub budget: Option<Amount>,
    /// The minimum value of an order.
    pub minimum: Option<Amount>,
    /// Whether it is only for customers without a completed exchange.
    pub is_first_only: bool,
    /// The countries of residence; empty for all.
    pub countries: Vec<Country>,
    /// The payways, of which the order uses one on either side; empty for all.
    pub payways: Vec<Payway>,
}

/// A campaign to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewCampaign {
    /// Its name, for operators.
    pub name: String,
    /// Its codes.
    pub codes: Codes,
    /// Its terms.
    pub terms: Terms,
    /// When it runs, by the tenant's clock.
    pub range: LocalRange,
}

/// A campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Campaign {
    /// The id.
    pub id: CampaignId,
    /// The name.
    pub name: String,
    /// The state.
    pub state: CampaignState,
    /// The terms.
    pub terms: Terms,
    /// The time zone in which it begins and ends.
    pub time_zone: String,
    /// The period in which it runs, in that time zone.
    pub range: LocalRange,
    /// The period in which it runs, in UTC.
    pub schedule: Schedule,
    /// An upper bound of the counted uses.
    pub uses: i64,
    /// An upper bound of the sum of the counted discounts, in the currency of the terms.
    pub spent: Amount,
    /// The operator who made it.
    pub made_by: String,
    /// When.
    pub made_at: DateTime<Utc>,
}

/// The counted uses of a code by a person.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counted {
    /// The uses of a code that is for one use; zero for a shared code.
    pub of_code: i64,
    /// The uses of the person.
    pub of_person: i64,
    /// Whether the person has completed an exchange.
    pub has_completed: bool,
}

/// Normalizes a code: upper case, 2 to 40 letters, digits, dashes and underscores. `None` for other text.
#[must_use]
pub fn read_code(text: &str) -> Option<String> {
    let code = text.trim().to_ascii_uppercase();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    ((2..=40).contains(&code.len()) && code.bytes().all(plain)).then_some(code)
}

/// A generated code from 16 random bytes.
pub(super) fn code_of(random: [u8; 16]) -> String {
    random.iter().take(CODE_CHARS).map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

impl NewCampaign {
    /// Checks the campaign, and normalizes its name and code.
    ///
    /// # Errors
    /// A field error.
    pub fn check(mut self) -> Result<Self, CampaignError> {
        let name = kernel::text::strip_invisible(self.name.trim()).trim().to_owned();
        if name.is_empty() || name.chars().count() > NAME_CHARS_MAX || name.chars().any(char::is_control) {
            return Err(CampaignError::invalid("name", "must have 1 to 80 characters"));
        }
        self.name = name;
        match &mut self.codes {
            Codes::Shared(code) => {
                let rule = "must have 2 to 40 letters, digits, dashes and underscores";
                *code = read_code(code).ok_or_else(|| CampaignError::invalid("code", rule))?;
            }
            Codes::Single(count) if !(1..=CODES_MAX).contains(count) => {
                return Err(CampaignError::invalid("code_count", format!("must be 1 to {CODES_MAX}")));
            }
            Codes::Single(_) => {}
        }
        self.terms.check()?;
        Ok(self)
    }
}

impl Terms {
    fn check(&self) -> Result<(), CampaignError> {
        let is_bonus_only = self.ppm == 0 && self.bonus.is_some();
        if !is_bonus_only && !(PPM_MIN..=WHOLE_PPM).contains(&self.ppm) {
            return Err(CampaignError::invalid("percent", "must be 1 to 100; 0 with a bonus"));
        }
        // Without both limits, one person could earn it again and again, and nothing would end it.
        if self.bonus.is_some() && (self.per_person.is_none() || self.budget.is_none()) {
            let field = if self.per_person.is_none() { "per_person" } else { "budget" };
            return Err(CampaignError::invalid(field, "is needed with a bonus"));
        }
        for (limit, field) in [(self.uses_max, "uses_max"), (self.per_person, "per_person")] {
            if limit.is_some_and(|limit| !(1..=USES_MAX).contains(&limit)) {
                return Err(CampaignError::invalid(field, format!("must be 1 to {USES_MAX}")));
            }
        }
        for (amount, field) in [(self.bonus, "bonus"), (self.budget, "budget"), (self.minimum, "minimum")] {
            if amount.is_some_and(|amount| !amount.is_positive() || amount.currency() != self.currency) {
                return Err(CampaignError::invalid(field, "must be above zero"));
            }
        }
        let most = [("countries", self.countries.len(), 250), ("payways", self.payways.len(), 60)];
        for (field, len, max) in most {
            if len > max {
                return Err(CampaignError::invalid(field, format!("must be at most {max}")));
            }
        }
        Ok(())
    }
}

impl Campaign {
    /// The present discount of the code for this person.
    ///
    /// # Errors
    /// The reason why it gives nothing. `counted` is exact; so are `uses` and `spent` where they reach their limits.
    pub fn offer(
        &self,
        code: &str,
        redeemer: &Redeemer,
        counted: Counted,
        now: DateTime<Utc>,
    ) -> Result<Offer, PromotionRefusal> {
        match self.state {
            CampaignState::Draft => return Err(PromotionRefusal::Unknown),
            CampaignState::Stopped => return Err(PromotionRefusal::Stopped),
            CampaignState::On => {}
        }
        match self.schedule.phase(now) {
            Phase::NotYet(at) => return Err(PromotionRefusal::NotYet(at)),
            Phase::Ended(at) => return Err(PromotionRefusal::Ended(at)),
            Phase::Running => {}
        }
        self.check_reach(redeemer)?;
        if self.terms.uses_max.is_some_and(|max| self.uses >= i64::from(max)) || counted.of_code > 0 {
            return Err(PromotionRefusal::UsedUp);
        }
        if self.terms.per_person.is_some_and(|max| counted.of_person >= i64::from(max)) {
            return Err(PromotionRefusal::UsedByYou);
        }
        // A use that is not completed yet counts too, so that two at once are not both the first.
        if self.terms.is_first_only && (counted.has_completed || counted.of_person > 0) {
            return Err(PromotionRefusal::NotFirstOrder);
        }
        let budget_left = self.terms.budget.map(|budget| {
            let left = budget.atoms().saturating_sub(self.spent.atoms()).max(0);
            Amount::new(left, budget.currency())
        });
        if budget_left.is_some_and(|left| !left.is_positive()) {
            return Err(PromotionRefusal::BudgetUsedUp);
        }
        let Terms { ppm, bonus, minimum: min, .. } = self.terms;
        let (campaign, code, until) = (self.id, code.to_owned(), self.schedule.until);
        Ok(Offer { campaign, code, ppm, bonus, min, budget_left, until })
    }

    fn check_reach(&self, redeemer: &Redeemer) -> Result<(), PromotionRefusal> {
        let (countries, payways) = (&self.terms.countries, &self.terms.payways);
        let lives_there = redeemer.residence.is_some_and(|country| countries.contains(&country));
        // A visitor's country is not known before the sign-in.
        if !countries.is_empty() && !lives_there && (redeemer.user.is_some() || redeemer.residence.is_some()) {
            return Err(PromotionRefusal::OtherCountry);
        }
        let sides = [redeemer.from.1.payway(), redeemer.to.1.payway()];
        if !payways.is_empty() && !sides.into_iter().flatten().any(|payway| payways.contains(&payway)) {
            return Err(PromotionRefusal::OtherPayway);
        }
        Ok(())
    }

    /// Whether its limits need exact numbers instead of the upper bounds. Few uses are counted quickly. Among many uses,
    /// one discount is never worth the last quarter of a budget.
    pub(super) fn needs_exact(&self) -> bool {
        let Terms { uses_max, budget, .. } = &self.terms;
        let is_limited = uses_max.is_some() || budget.is_some();
        let is_full = uses_max.is_some_and(|max| self.uses >= i64::from(max));
        let is_late = budget.is_some_and(|budget| self.spent.atoms() > budget.atoms() / 4 * 3);
        is_limited && (self.uses <= EXACT_USES || is_full || is_late)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use chrono::TimeDelta;
    use kernel::{Endpoint, Id};
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    fn euro(cents: i128) -> Amount {
        Amount::new(cents, Currency::EUR)
    }

    pub fn campaign() -> Campaign {
        let terms = Terms {
            ppm: 500_000,
            bonus: None,
            uses_max: Some(100),
            per_person: Some(1),
            currency: Currency::EUR,
            budget: Some(euro(10_000)),
            minimum: Some(euro(5_000)),
            is_first_only: false,
            countries: Vec::new(),
            payways: Vec::new(),
        };
        Campaign {
            id: Id::from_uuid(Uuid::from_u128(1)),
            name: "Spring".into(),
            state: CampaignState::On,
            terms,
            time_zone: "UTC".into(),
            range: LocalRange::default(),
            schedule: Schedule::default(),
            uses: 0,
            spent: euro(0),
            made_by: "ada@bank.example".into(),
            made_at: DateTime::UNIX_EPOCH,
        }
    }

    fn redeemer() -> Redeemer {
        Redeemer {
            user: Some(Id::from_uuid(Uuid::from_u128(2))),
            order: None,
            residence: None,
            from: (Currency::EUR, Endpoint::Payway(Payway::Visamc)),
            to: (Currency::LTC, Endpoint::Payway(Payway::Ltc)),
        }
    }

    fn refused(campaign: &Campaign, counted: Counted) -> PromotionRefusal {
        campaign.offer("SPRING", &redeemer(), counted, DateTime::UNIX_EPOCH).unwrap_err()
    }

    #[test]
    fn a_promo_code_without_a_discount_says_why() {
        let (on, none) = (campaign(), Counted::default());
        assert_eq!(
            on.offer("SPRING", &redeemer(), none, DateTime::UNIX_EPOCH).unwrap().budget_left,
            Some(euro(10_000))
        );
        let of_state = |state| refused(&Campaign { state, ..campaign() }, none);
        assert_eq!(of_state(CampaignState::Draft), PromotionRefusal::Unknown, "customers learn nothing of a draft");
        assert_eq!(of_state(CampaignState::Stopped), PromotionRefusal::Stopped);
        let at = DateTime::UNIX_EPOCH;
        let of_schedule = |schedule| refused(&Campaign { schedule, ..campaign() }, none);
        let later = at + TimeDelta::seconds(1);
        assert_eq!(of_schedule(Schedule { from: Some(later), until: None }), PromotionRefusal::NotYet(later));
        assert_eq!(of_schedule(Schedule { from: None, until: Some(at) }), PromotionRefusal::Ended(at));
        assert_eq!(refused(&Campaign { uses: 100, ..campaign() }, none), PromotionRefusal::UsedUp);
        assert_eq!(refused(&on, Counted { of_code: 1, ..none }), PromotionRefusal::UsedUp);
        assert_eq!(refused(&on, Counted { of_person: 1, ..none }), PromotionRefusal::UsedByYou);
        assert_eq!(refused(&Campaign { spent: euro(10_000), ..campaign() }, none), PromotionRefusal::BudgetUsedUp);
    }

    #[test]
    fn a_promo_code_is_limited_to_its_audience() {
        let with = |change: fn(&mut Terms)| {
            let mut campaign = campaign();
            change(&mut campaign.terms);
            campaign
        };
        let first = with(|terms| (terms.is_first_only, terms.per_person) = (true, None));
        let again = Counted { has_completed: true, ..Counted::default() };
        let begun = Counted { of_person: 1, ..Counted::default() };
        assert_eq!(refused(&first, again), PromotionRefusal::NotFirstOrder);
        assert_eq!(refused(&first, begun), PromotionRefusal::NotFirstOrder, "two at once are not both the first");
        let bank = with(|terms| terms.payways = vec![Payway::Iban]);
        assert_eq!(refused(&bank, Counted::default()), PromotionRefusal::OtherPayway);
        let poland = with(|terms| terms.countries = vec!["PL".parse().unwrap()]);
        assert_eq!(refused(&poland, Counted::default()), PromotionRefusal::OtherCountry, "who has not said it");
        let of = |residence: Option<&str>, user| {
            let residence = residence.map(|code| code.parse().unwrap());
            let redeemer = Redeemer { residence, user, ..redeemer() };
            poland.offer("SPRING", &redeemer, Counted::default(), DateTime::UNIX_EPOCH).is_ok()
        };
        assert_eq!(
            (of(Some("PL"), redeemer().user), of(Some("DE"), redeemer().user), of(None, None)),
            (true, false, true)
        );
    }

    #[test]
    fn a_bonus_is_limited_for_each_person_and_by_a_budget() {
        let bonus = |change: fn(&mut Terms)| {
            let mut terms = Terms { ppm: 0, bonus: Some(euro(500)), ..campaign().terms };
            change(&mut terms);
            terms.check().err().map(|error| error.to_string())
        };
        assert_eq!(bonus(|_| ()), None, "a bonus alone is a campaign");
        assert!(bonus(|terms| terms.bonus = None).unwrap().contains("percent"), "nothing is no campaign");
        assert!(bonus(|terms| terms.per_person = None).unwrap().contains("per_person"));
        assert!(bonus(|terms| terms.budget = None).unwrap().contains("budget"));
        assert!(bonus(|terms| terms.bonus = Some(euro(0))).unwrap().contains("bonus"));
    }

    #[test]
    fn a_generated_code_is_a_code() {
        let code = code_of([255; 16]);
        assert_eq!(read_code(&code), Some(code.clone()));
        assert_eq!(code.len(), CODE_CHARS);
        assert_eq!(read_code(" spring-26 ").as_deref(), Some("SPRING-26"));
        for odd in ["", "A", "A B", "код", &"A".repeat(41)] {
            assert_eq!(read_code(odd), None, "{odd}");
        }
    }

    proptest! {
        /// An offered discount never exceeds the rest of the budget.
        #[test]
        fn no_discount_exceeds_a_limit_of_its_campaign(uses in 0_i64..200, spent in 0_i128..20_000, of_person in 0_i64..3) {
            let campaign = Campaign { uses, spent: euro(spent), ..campaign() };
            let offer = campaign.offer("SPRING", &redeemer(), Counted { of_person, ..Counted::default() }, DateTime::UNIX_EPOCH);
            prop_assert_eq!(offer.is_ok(), uses < 100 && spent < 10_000 && of_person < 1);
            if let Ok(offer) = offer {
                prop_assert_eq!(offer.budget_left.unwrap().atoms() + spent, 10_000);
            }
        }
    }
}
