use chrono::{DateTime, Utc};
use kernel::{Amount, Country, Currency, Endpoint, FeeKind, ProfileId, QuoteId, Rate, Rounding};
use serde::{Deserialize, Serialize};

use crate::policy::Direction;

/// The specification's exchange kinds (section 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Side {
    /// Fiat for crypto.
    Buy,
    /// Crypto for fiat.
    Sell,
    /// Crypto for crypto.
    Swap,
}

impl Side {
    /// The side of a pair; `None` for one currency and for fiat against fiat.
    #[must_use]
    pub fn of(from: Currency, to: Currency) -> Option<Self> {
        if from == to {
            return None;
        }
        match (from.is_fiat(), to.is_fiat()) {
            (true, false) => Some(Self::Buy),
            (false, true) => Some(Self::Sell),
            (false, false) => Some(Self::Swap),
            (true, true) => None,
        }
    }

    /// The specification's display type: purchase, sale, swap.
    #[must_use]
    pub const fn display_type(self) -> &'static str {
        match self {
            Self::Buy => "purchase",
            Self::Sell => "sale",
            Self::Swap => "swap",
        }
    }
}

/// Which amount the person named; the other follows (reference api B4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum FixedSide {
    /// The amount given.
    From,
    /// The amount received.
    To,
}

/// How binding a quote is (reference api B4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum QuoteKind {
    /// To look at; refreshed every 8 s, and not kept.
    Indicative,
    /// For one order within 60 s; signed and kept.
    Firm,
}

/// What a line of a quote is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineKind {
    /// What goes into the conversion, in the given currency.
    AmountConverted,
    /// What the house takes.
    OurFee,
    /// What the payway costs.
    ProcessingFee,
    /// What sending over the chain costs, an estimate that is charged as shown.
    NetworkFee,
    /// The difference to the reference rate, in the received currency.
    Spread,
    /// What is left below the asked amount's next step, in the received currency; less than one atom given is worth.
    Rounding,
}

/// The rule behind a fee line, as the specification shows it: ADD, MULT (percent) or COOPERATE.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeeShown {
    /// The shape.
    #[serde(rename = "type")]
    pub kind: FeeKind,
    /// The fixed part, a decimal in the line's currency.
    pub add: String,
    /// The fraction in percent, without the sign.
    pub mult: String,
    /// Never less than this, a decimal in the line's currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<String>,
    /// Never more than this, a decimal in the line's currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<String>,
}

/// One line of the breakdown. In the given currency: `amount_converted + fees = given`. In the received currency:
/// `amount_converted at the reference rate - spread - fees - rounding = received`. Both hold to the last atom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// What it is.
    pub kind: LineKind,
    /// How much.
    pub amount: Amount,
    /// The rule behind it, for fees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fee: Option<FeeShown>,
}

/// A price for one exchange, with everything that makes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    /// Its name; an order names it.
    pub id: QuoteId,
    /// How binding it is.
    pub kind: QuoteKind,
    /// What is given.
    pub from_currency: Currency,
    /// What is received.
    pub to_currency: Currency,
    /// Where it comes from.
    pub source: Endpoint,
    /// Where it goes.
    pub sink: Endpoint,
    /// Which amount the person named.
    pub fixed_side: FixedSide,
    /// What is given, all in all.
    pub from_amount: Amount,
    /// What is received, all in all.
    pub to_amount: Amount,
    /// The rate of the conversion: the reference rate less the spread.
    pub rate: Rate,
    /// The market's rate.
    pub reference_rate: Rate,
    /// Which market.
    pub reference_source: String,
    /// When it was read.
    pub reference_at: DateTime<Utc>,
    /// Whether the rate holds until the order expires. Bank transfers float: the rate is fixed when the money
    /// is credited, and this is an estimate (reference api B4).
    pub rate_locked: bool,
    /// Everything between given and received.
    pub lines: Vec<Line>,
    /// The least that can be given.
    pub min_from: Amount,
    /// The most that can be given.
    pub max_from: Amount,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// Until when it holds.
    pub expires_at: DateTime<Utc>,
    /// Where whoever asked lives, if they have said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub residence: Option<Country>,
    /// Who may make an order of it: the profile that a firm one was promised to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<ProfileId>,
    /// JWS (EdDSA) over the quote with detached content, for a firm one; see [`Quote::compact_jws`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
}

impl Quote {
    /// From what to what, and how.
    #[must_use]
    pub const fn direction(&self) -> Direction {
        Direction {
            from_currency: self.from_currency,
            source: self.source,
            to_currency: self.to_currency,
            sink: self.sink,
        }
    }

    /// What all of it costs, fees and spread: the part of what is given that is not received, at the market's rate, in percent
    /// with two decimals, rounded up.
    #[must_use]
    pub fn cost_percent(&self) -> String {
        let worth = self.reference_rate.apply(self.from_amount, Rounding::Up).map_or(0, Amount::atoms);
        let cost = (worth - self.to_amount.atoms()).max(0);
        let hundredths =
            cost.checked_mul(10_000).and_then(|scaled| (scaled + worth - 1).checked_div(worth)).unwrap_or(0);
        format!("{}.{:02}", hundredths / 100, hundredths % 100)
    }

    /// The sum of the lines of one kind, in `currency`.
    #[must_use]
    pub fn line(&self, kind: LineKind, currency: Currency) -> Amount {
        let atoms = self.lines.iter().filter(|line| line.kind == kind && line.amount.currency() == currency);
        Amount::new(atoms.map(|line| line.amount.atoms()).sum(), currency)
    }
}

/// What a person asks for: the pair, the ways, and one of the two amounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuoteRequest {
    /// Where the asker says which; must be the side of the pair.
    pub side: Option<Side>,
    /// Where it comes from.
    pub source: Endpoint,
    /// Where it goes.
    pub sink: Endpoint,
    /// What is given.
    pub from_currency: Currency,
    /// What is received.
    pub to_currency: Currency,
    /// Which amount is named.
    pub fixed_side: FixedSide,
    /// The named amount, in the currency of that side.
    pub amount: Amount,
    /// Whether an order shall follow.
    pub firm: bool,
    /// Where the asker lives, if they have said so: it decides what may be offered.
    pub residence: Option<Country>,
}
