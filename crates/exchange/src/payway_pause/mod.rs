//! Payway pauses: an operator switches a payway off at once, or for a maintenance window. The clock ends a window; no job
//! does. Orders that are paid go on, and payouts wait.

pub(crate) mod store;

use std::collections::BTreeMap;
use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};
use identity::Language;
use kernel::text::strip_invisible;
use kernel::{Endpoint, Payway};
use uuid::Uuid;

/// Customers see a planned window this long before it begins.
pub const NOTICE: TimeDelta = TimeDelta::hours(24);
/// The maximum number of present and planned pauses of a tenant.
pub const PAUSES_MAX: usize = 100;
/// A window begins at most this far ahead.
const AHEAD_MAX: TimeDelta = TimeDelta::days(90);
/// The maximum length of a window.
const LENGTH_MAX: TimeDelta = TimeDelta::days(30);
/// The maximum number of characters of a text for customers.
const TEXT_MAX: usize = 200;

/// The direction in which money moves by a payway, seen from the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoneyFlow {
    /// Payments of customers.
    In,
    /// Payouts and refunds to customers.
    Out,
}

kernel::codes! {
    /// The paused directions of a payway.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum PausedFlow {
        /// Payments of customers.
        In = "IN",
        /// Payouts and refunds to customers.
        Out = "OUT",
        /// Both.
        Both = "BOTH",
    }
}

impl PausedFlow {
    /// Whether it includes this direction.
    #[must_use]
    pub const fn includes(self, flow: MoneyFlow) -> bool {
        matches!((self, flow), (Self::Both, _) | (Self::In, MoneyFlow::In) | (Self::Out, MoneyFlow::Out))
    }

    const fn overlaps(self, other: Self) -> bool {
        !matches!((self, other), (Self::In, Self::Out) | (Self::Out, Self::In))
    }
}

kernel::codes! {
    /// Why a payway is off, for customers: a closed list, which the app has in every language.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum PauseCause {
        /// Planned work.
        Maintenance = "MAINTENANCE",
        /// The provider of the payway has a fault.
        ProviderOutage = "PROVIDER_OUTAGE",
        /// The blockchain is congested or halted.
        NetworkTrouble = "NETWORK_TROUBLE",
        /// The bank is closed.
        BankClosed = "BANK_CLOSED",
        /// A check for everybody's safety.
        Precaution = "PRECAUTION",
    }
}

impl PauseCause {
    const fn sentence(self) -> &'static str {
        match self {
            Self::Maintenance => "planned maintenance",
            Self::ProviderOutage => "its provider has a fault",
            Self::NetworkTrouble => "its network has a fault",
            Self::BankClosed => "the bank is closed",
            Self::Precaution => "a safety check",
        }
    }
}

/// A pause of a payway.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaywayPause {
    /// The id.
    pub id: Uuid,
    /// The payway.
    pub payway: Payway,
    /// The paused directions.
    pub flow: PausedFlow,
    /// Why, for customers.
    pub cause: PauseCause,
    /// A text for customers by language code. May be empty.
    pub texts: BTreeMap<String, String>,
    /// Why, for operators.
    pub reason: String,
    /// The beginning.
    pub from: DateTime<Utc>,
    /// The end; `None` until an operator resumes it.
    pub until: Option<DateTime<Utc>>,
    /// Email of the operator.
    pub by: String,
    /// When the operator made it.
    pub at: DateTime<Utc>,
}

impl PaywayPause {
    /// Whether the payway is off at `now`.
    #[must_use]
    pub fn is_standing(&self, now: DateTime<Utc>) -> bool {
        self.from <= now && !self.is_over(now)
    }

    /// Whether customers see it: it stands, or it begins within [`NOTICE`].
    #[must_use]
    pub fn is_shown(&self, now: DateTime<Utc>) -> bool {
        self.from <= now + NOTICE && !self.is_over(now)
    }

    fn is_over(&self, now: DateTime<Utc>) -> bool {
        self.until.is_some_and(|until| until <= now)
    }

    fn overlaps(&self, new: &NewPaywayPause, from: DateTime<Utc>) -> bool {
        let ends_before = |until: Option<DateTime<Utc>>, start| until.is_some_and(|until| until <= start);
        self.payway == new.payway
            && self.flow.overlaps(new.flow)
            && !ends_before(self.until, from)
            && !ends_before(new.until, self.from)
    }
}

/// Why a pause is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PauseRefusal {
    /// A field is invalid.
    #[error("{field} {rule}")]
    Field {
        /// The field of the request.
        field: &'static str,
        /// The broken rule.
        rule: String,
    },
    /// The other pauses do not permit it.
    #[error("{0}")]
    Conflict(String),
}

fn invalid(field: &'static str, rule: impl Into<String>) -> PauseRefusal {
    PauseRefusal::Field { field, rule: rule.into() }
}

/// A pause as an operator writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPaywayPause {
    /// The payway.
    pub payway: Payway,
    /// The paused directions.
    pub flow: PausedFlow,
    /// Why, for customers.
    pub cause: PauseCause,
    /// A text for customers by language code.
    pub texts: BTreeMap<String, String>,
    /// The beginning; `None` for now.
    pub from: Option<DateTime<Utc>>,
    /// The end; `None` until an operator resumes it.
    pub until: Option<DateTime<Utc>>,
}

impl NewPaywayPause {
    /// Checks the window and the texts at `now`, and normalizes the texts. Returns also the beginning.
    ///
    /// # Errors
    /// [`PauseRefusal::Field`].
    pub fn checked(mut self, now: DateTime<Utc>) -> Result<(Self, DateTime<Utc>), PauseRefusal> {
        let from = self.from.map_or(now, |from| from.max(now));
        if from > now + AHEAD_MAX {
            return Err(invalid("from", "must be within 90 days"));
        }
        match self.until {
            Some(until) if until <= from => {
                return Err(invalid("until", "must be later than the beginning, and in the future"));
            }
            Some(until) if until > from + LENGTH_MAX => {
                return Err(invalid("until", "must be at most 30 days after the beginning"));
            }
            None if from > now => return Err(invalid("until", "is required for a planned window")),
            _ => {}
        }
        self.texts = checked_texts(&self.texts)?;
        Ok((self, from))
    }
}

/// Texts without invisible characters and empty ones.
fn checked_texts(texts: &BTreeMap<String, String>) -> Result<BTreeMap<String, String>, PauseRefusal> {
    let mut checked = BTreeMap::new();
    for (language, text) in texts {
        if Language::from_code(language).is_none() {
            return Err(invalid("texts", "must be in en, uk, ru or pl"));
        }
        let text = strip_invisible(text.trim());
        if text.chars().count() > TEXT_MAX {
            return Err(invalid("texts", format!("must have at most {TEXT_MAX} characters")));
        }
        if text.chars().any(char::is_control) {
            return Err(invalid("texts", "must not have control characters"));
        }
        if !text.is_empty() {
            checked.insert(language.clone(), text.into_owned());
        }
    }
    Ok(checked)
}

/// Whether a new pause may be made beside these.
///
/// # Errors
/// [`PauseRefusal::Conflict`] if the payway is off at that time anyway, or there are too many pauses.
pub(crate) fn check_new(pauses: &[PaywayPause], new: &NewPaywayPause, from: DateTime<Utc>) -> Result<(), PauseRefusal> {
    if pauses.len() >= PAUSES_MAX {
        return Err(PauseRefusal::Conflict(format!("at most {PAUSES_MAX} pauses stand or are planned")));
    }
    match pauses.iter().find(|pause| pause.overlaps(new, from)) {
        None => Ok(()),
        Some(other) => {
            let end = other.until.map_or_else(|| "it is resumed".to_owned(), shown);
            let (name, start) = (other.payway.name(), shown(other.from));
            Err(PauseRefusal::Conflict(format!("{name} is off already from {start} until {end}")))
        }
    }
}

/// Why a payout waits, and when it is tried again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayoutPause {
    /// Why, in a sentence for operators.
    pub reason: String,
    /// When it is tried again.
    pub again: DateTime<Utc>,
}

/// A payway that is off, as the error for customers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct PaywayOff {
    /// The payway.
    pub payway: Payway,
    /// Why.
    pub cause: PauseCause,
    /// The end; `None` if it is not known.
    pub until: Option<DateTime<Utc>>,
}

impl fmt::Display for PaywayOff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, cause) = (self.payway.name(), self.cause.sentence());
        match self.until {
            Some(until) => write!(f, "{name} is switched off until {}: {cause}", shown(until)),
            None => write!(f, "{name} is switched off for now: {cause}"),
        }
    }
}

fn shown(at: DateTime<Utc>) -> String {
    at.format("%F %H:%M UTC").to_string()
}

/// The pause that stops a direction of a payway at `now`: of several, the one that lasts longest.
#[must_use]
pub fn in_force(pauses: &[PaywayPause], payway: Payway, flow: MoneyFlow, now: DateTime<Utc>) -> Option<&PaywayPause> {
    let stops = |pause: &&PaywayPause| pause.payway == payway && pause.flow.includes(flow) && pause.is_standing(now);
    pauses.iter().filter(stops).max_by_key(|pause| pause.until.unwrap_or(DateTime::<Utc>::MAX_UTC))
}

/// The pause that stops a movement between these ends at `now`.
#[must_use]
pub fn stopped_by(
    pauses: &[PaywayPause],
    (source, sink): (Endpoint, Endpoint),
    now: DateTime<Utc>,
) -> Option<&PaywayPause> {
    let of = |end: Endpoint, flow| end.payway().and_then(|payway| in_force(pauses, payway, flow, now));
    of(source, MoneyFlow::In).or_else(|| of(sink, MoneyFlow::Out))
}

/// Refuses a movement by a payway that is off.
pub(crate) fn check(
    pauses: &[PaywayPause],
    ends: (Endpoint, Endpoint),
    now: DateTime<Utc>,
) -> Result<(), Box<PaywayOff>> {
    match stopped_by(pauses, ends, now) {
        None => Ok(()),
        Some(PaywayPause { payway, cause, until, .. }) => {
            Err(Box::new(PaywayOff { payway: *payway, cause: *cause, until: *until }))
        }
    }
}

#[cfg(test)]
mod tests;
