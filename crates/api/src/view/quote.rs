//! Quotes and their lines.

use chrono::{DateTime, Utc};
use exchange::quote;

use crate::dto::quote::{FeeRule, Quote, QuoteLine};
use crate::dto::scalar::{CurrencyCode, Decimal, EndpointCode};

/// Maximum digits of a displayed rate.
const RATE_DIGITS: u8 = 10;

pub(crate) fn rate(rate: &kernel::Rate) -> Decimal {
    Decimal(rate.to_decimal(RATE_DIGITS))
}

impl From<&quote::Line> for QuoteLine {
    fn from(line: &quote::Line) -> Self {
        let rule = |fee: &quote::FeeShown| FeeRule {
            kind: fee.kind.into(),
            add: fee.add.clone(),
            mult: fee.mult.clone(),
            min: fee.min.clone(),
            max: fee.max.clone(),
        };
        let currency = CurrencyCode(line.amount.currency());
        let before_discount = line.before_discount.map(Decimal::from);
        let fee = line.fee.as_ref().map(rule);
        Self { kind: line.kind.into(), amount: line.amount.into(), currency, fee, before_discount }
    }
}

impl Quote {
    pub(crate) fn of(quote: &quote::Quote, now: DateTime<Utc>) -> Self {
        Self {
            id: quote.id.to_string(),
            kind: quote.kind.into(),
            side: quote.price.direction().side().map(Into::into),
            from_currency: CurrencyCode(quote.price.from_currency),
            to_currency: CurrencyCode(quote.price.to_currency),
            from_payway: EndpointCode(quote.price.source),
            to_payway: EndpointCode(quote.price.sink),
            fixed_side: quote.price.fixed_side.into(),
            from_amount: quote.price.from_amount.into(),
            to_amount: quote.price.to_amount.into(),
            rate: rate(&quote.price.rate),
            inverse_rate: rate(&quote.price.rate.inverse()),
            reference_rate: rate(&quote.price.reference_rate),
            reference_source: quote.price.reference_source.clone(),
            reference_at: quote.price.reference_at,
            rate_locked: quote.price.rate_locked,
            lines: quote.price.lines.iter().map(QuoteLine::from).collect(),
            promo_code: quote.price.discount.as_ref().map(|discount| discount.code.clone()),
            promo_bonus: quote.price.discount.as_ref().and_then(|discount| discount.bonus).map(Into::into),
            cost_percent: Decimal(quote.price.cost_percent()),
            min_from: quote.min_from.into(),
            max_from: quote.max_from.into(),
            requirements: Vec::new(),
            halved_until: None,
            near_limit: None,
            limits_after: Vec::new(),
            payway_limits_after: Vec::new(),
            expires_at: quote.expires_at,
            server_time: now,
            signature: quote.compact_jws(),
        }
    }
}
