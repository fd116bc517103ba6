//! The rules of a season: points of events, lengths of streaks, and exchanges of points. Pure.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate, Utc};
use exchange::transaction::{Converts, SinkKind, SourceKind, TransactionType};
use kernel::{Amount, Currency, Endpoint};
use serde::{Deserialize, Serialize};

kernel::codes! {
    /// The kind of event that a task asks for.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum TaskKind {
        /// The customer opens the page of the farm, at most once for each day.
        Visit = "visit",
        /// Money arrives on the balance from outside.
        Deposit = "deposit",
        /// An exchange of two currencies is completed.
        Exchange = "exchange",
        /// A transfer to another customer is completed.
        Transfer = "transfer",
        /// The account has a second factor. Counts once in a life.
        SecondFactor = "second_factor",
        /// The identity is verified. Counts once in a life.
        Identity = "identity",
        /// An invited friend completes a first order.
        Friend = "friend",
    }
}

impl TaskKind {
    /// Whether the event happens once in a life, so that no season pays for it again.
    #[must_use]
    pub const fn is_once(self) -> bool {
        matches!(self, Self::SecondFactor | Self::Identity)
    }

    /// The kind of event that a completed movement of this type is. Money that comes from a product, such as a reward, is
    /// none.
    #[must_use]
    pub fn of_movement(kind: TransactionType) -> Option<Self> {
        use Endpoint::{Balance, Customer};
        use SinkKind::{Credit, PayOut};
        use SourceKind::{Arrival, Collect, Draw};
        match (kind.source(), kind.converts(), kind.sink()) {
            (Collect | Arrival, Converts::No, Credit(Balance)) => Some(Self::Deposit),
            (Collect | Draw(Balance), Converts::Yes, PayOut | Credit(Balance)) => Some(Self::Exchange),
            (Draw(Balance), Converts::No, Credit(Customer)) => Some(Self::Transfer),
            _ => None,
        }
    }
}

/// A task of a season.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// The kind of event that earns. A season has at most one task of a kind.
    pub kind: TaskKind,
    /// Points for each event that counts.
    pub points: u32,
    /// How many events of one day count.
    pub per_day: u32,
    /// How many events of the season count.
    pub per_season: u32,
}

/// The rule by which points become money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExchangeRule {
    /// Points for one whole unit of the currency, such as 100 points for 1.00 EUR.
    pub points_per_unit: u32,
    /// The fewest points of one exchange.
    pub minimum: u32,
    /// The most that one customer gets in the season.
    pub per_person: Amount,
    /// The most that all customers get in the season, in the same currency.
    pub budget: Amount,
}

impl ExchangeRule {
    /// The currency of the reward.
    #[must_use]
    pub const fn currency(&self) -> Currency {
        self.budget.currency()
    }

    /// The value of points, rounded down to the unit.
    #[must_use]
    pub fn value(&self, points: u64) -> Amount {
        let atoms = i128::from(points) * self.currency().unit_atoms() / i128::from(self.points_per_unit.max(1));
        Amount::new(atoms, self.currency())
    }

    /// The most points whose value is not above `amount`.
    fn points_within(&self, amount: Amount) -> u64 {
        let (unit, per_unit) = (self.currency().unit_atoms().max(1), i128::from(self.points_per_unit));
        let atoms = amount.atoms().max(0);
        // Split, so that no product overflows.
        let points = (atoms / unit).saturating_mul(per_unit).saturating_add(atoms % unit * per_unit / unit);
        u64::try_from(points).unwrap_or(u64::MAX)
    }
}

/// The rules of a season, as data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeasonRules {
    /// The tasks.
    pub tasks: Vec<Task>,
    /// Points for the first, second, … day of a streak. The last entry is that of every later day. Empty: no streak.
    pub streak: Vec<u32>,
    /// How points become money.
    pub exchange: ExchangeRule,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Identifies the event of this customer for ever: no id counts twice.
    pub id: String,
    /// The kind.
    pub kind: TaskKind,
    /// When it happened.
    pub at: DateTime<Utc>,
    /// The tenant's day on which it happened.
    pub day: NaiveDate,
}

/// How many events of a kind have counted on a day.
pub type Counted = BTreeMap<(TaskKind, NaiveDate), u32>;

/// The points of each event, in order: its task's points, or zero above a cap and without a task.
#[must_use]
pub fn earned(rules: &SeasonRules, counted: &Counted, events: &[Event]) -> Vec<u32> {
    let mut counted = counted.clone();
    let mut seen = BTreeSet::new();
    let mut all = Vec::with_capacity(events.len());
    for event in events {
        let is_new = seen.insert(event.id.as_str());
        let task = rules.tasks.iter().find(|task| task.kind == event.kind && is_new);
        all.push(task.map_or(0, |task| take(task, &mut counted, event.day)));
    }
    all
}

/// The points of one more event of a task; zero above a cap. Counts the event if it earns.
fn take(task: &Task, counted: &mut Counted, day: NaiveDate) -> u32 {
    let of_season: u32 = counted.iter().filter(|((kind, _), _)| *kind == task.kind).map(|(_, count)| count).sum();
    let of_day = counted.entry((task.kind, day)).or_default();
    if of_season >= task.per_season || *of_day >= task.per_day {
        return 0;
    }
    *of_day += 1;
    task.points
}

/// The length of the streak that ends on `day`: the number of days without a gap, `day` included. Zero without a visit
/// on `day`.
#[must_use]
pub fn streak(days: &BTreeSet<NaiveDate>, day: NaiveDate) -> u32 {
    let mut length = 0;
    let mut at = Some(day);
    while let Some(found) = at.filter(|at| days.contains(at)) {
        length += 1;
        at = found.pred_opt();
    }
    length
}

/// The points for day `length` of a streak.
#[must_use]
pub fn streak_points(table: &[u32], length: u32) -> u32 {
    let Some(last) = table.last() else { return 0 };
    let index = usize::try_from(length).unwrap_or(usize::MAX);
    index.checked_sub(1).map_or(0, |index| *table.get(index).unwrap_or(last))
}

/// The facts for the decision about an exchange of points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Account {
    /// The customer's points.
    pub points: u64,
    /// The total that the customer has received for points in the season.
    pub exchanged: Amount,
    /// The total that all customers have received for points in the season.
    pub spent: Amount,
    /// Whether the season is open.
    pub is_open: bool,
    /// Whether the customer's identity is verified.
    pub is_verified: bool,
}

/// Why points cannot be exchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoExchange {
    /// The season is not open.
    Closed,
    /// The identity is not verified.
    NotVerified,
    /// The budget of the season is used up.
    BudgetUsed,
    /// The customer has got the most of the season.
    PersonMax,
    /// The customer has fewer points than the minimum of an exchange.
    TooFewPoints,
    /// The amount of points is below the minimum of an exchange.
    BelowMinimum(u32),
    /// The amount of points is above what can be exchanged.
    AboveMost(u64),
}

impl NoExchange {
    /// The rule in plain English.
    #[must_use]
    pub fn rule(self) -> String {
        match self {
            Self::Closed => "the season is not open".to_owned(),
            Self::NotVerified => "points are exchanged after the identity is verified".to_owned(),
            Self::BudgetUsed => "the budget of the season is used up".to_owned(),
            Self::PersonMax => "the most of the season is reached".to_owned(),
            Self::TooFewPoints => "there are too few points for an exchange".to_owned(),
            Self::BelowMinimum(least) => format!("must be {least} or more"),
            Self::AboveMost(most) => format!("must be {most} or less"),
        }
    }
}

/// The most points that can be exchanged at once.
///
/// # Errors
/// Why none can.
pub fn most(rule: &ExchangeRule, account: &Account) -> Result<u64, NoExchange> {
    if !account.is_open {
        return Err(NoExchange::Closed);
    }
    if !account.is_verified {
        return Err(NoExchange::NotVerified);
    }
    let least = u64::from(rule.minimum.max(1));
    let left = |max: Amount, used: Amount| {
        let left = max.checked_sub(used).unwrap_or_else(|_| Amount::zero(rule.currency()));
        rule.points_within(left)
    };
    let of_budget = left(rule.budget, account.spent);
    let of_person = left(rule.per_person, account.exchanged);
    match (of_budget < least, of_person < least, account.points < least) {
        (true, ..) => Err(NoExchange::BudgetUsed),
        (_, true, _) => Err(NoExchange::PersonMax),
        (.., true) => Err(NoExchange::TooFewPoints),
        _ => Ok(account.points.min(of_budget).min(of_person)),
    }
}

/// The amount that the customer receives for these points.
///
/// # Errors
/// The reason why they cannot be exchanged.
pub fn exchange(rule: &ExchangeRule, account: &Account, points: u64) -> Result<Amount, NoExchange> {
    let most = most(rule, account)?;
    let value = rule.value(points);
    if points < u64::from(rule.minimum) || !value.is_positive() {
        return Err(NoExchange::BelowMinimum(rule.minimum.max(1)));
    }
    if points > most {
        return Err(NoExchange::AboveMost(most));
    }
    Ok(value)
}

#[cfg(test)]
mod tests;
