//! The query parameters of the console's list of transactions, converted to a filter of the exchange.

use chrono::{DateTime, Utc};
use exchange::backoffice::MovementFilter;
use kernel::{Amount, Currency, UserId};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::dto::scalar::{CurrencyCode, EndpointCode, TransactionTypeCode};
use crate::dto::transaction::{DisplayType, Status};
use crate::problem::{FieldError, Problem};

/// Which transactions to list. All given conditions must match.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::operator) struct MovementParams {
    /// A complete id, or the short reference that customers see, such as `7K2M-94QD`. It overrides all other
    /// conditions.
    #[param(max_length = 64)]
    pub search: Option<String>,
    /// Only this transaction type.
    #[serde(rename = "type")]
    #[param(inline = false)]
    pub kind: Option<TransactionTypeCode>,
    /// Only this display type.
    #[param(inline = false)]
    pub display_type: Option<DisplayType>,
    /// Only this status.
    #[param(inline = false)]
    pub status: Option<Status>,
    /// Only transactions with this currency on either side.
    #[param(inline = false)]
    pub currency: Option<CurrencyCode>,
    /// Minimum ordered amount in `currency`.
    #[param(max_length = 64)]
    pub min: Option<String>,
    /// Maximum ordered amount in `currency`.
    #[param(max_length = 64)]
    pub max: Option<String>,
    /// Only transactions from or to this payway, or `balance`.
    #[param(inline = false)]
    pub payway: Option<EndpointCode>,
    /// Only transactions of this customer. Requires `customers.read`, and the access is recorded in the audit log.
    #[param(max_length = 36)]
    pub customer: Option<String>,
    /// Only transactions created at this time or later.
    #[param(value_type = Option<String>, format = DateTime, max_length = 40)]
    pub from: Option<DateTime<Utc>>,
    /// Only transactions created before this time.
    #[param(value_type = Option<String>, format = DateTime, max_length = 40)]
    pub until: Option<DateTime<Utc>>,
}

fn invalid(name: &'static str, rule: &'static str) -> Problem {
    Problem::field(FieldError::new(name, "invalid", rule))
}

impl MovementParams {
    /// The search text.
    pub fn name(&self) -> Option<&str> {
        self.search.as_deref().map(str::trim).filter(|name| !name.is_empty())
    }

    /// The requested customer.
    pub fn customer(&self) -> Result<Option<UserId>, Problem> {
        let read = |id: &String| id.parse().map_err(|_| invalid("customer", "is not the id of a customer"));
        self.customer.as_ref().map(read).transpose()
    }

    /// The other parameters, as a filter.
    pub fn filter(&self) -> Result<MovementFilter, Problem> {
        if self.from.zip(self.until).is_some_and(|(from, until)| from >= until) {
            return Err(invalid("until", "must be later than `from`"));
        }
        Ok(MovementFilter {
            kind: self.kind.map(|code| code.0),
            display: self.display_type.map(|code| code.0),
            statuses: self.status.iter().map(|status| status.0).collect(),
            currency: self.currency.map(|code| code.0),
            min: self.amount("min", self.min.as_deref())?,
            max: self.amount("max", self.max.as_deref())?,
            endpoint: self.payway.map(|code| code.0),
            from: self.from,
            until: self.until,
            profiles: None,
        })
    }

    fn amount(&self, name: &'static str, text: Option<&str>) -> Result<Option<Amount>, Problem> {
        let Some(text) = text else { return Ok(None) };
        let currency: Currency =
            self.currency.ok_or_else(|| invalid(name, "needs `currency`: an amount has a currency"))?.0;
        Amount::parse(text, currency).map(Some).map_err(|_| invalid(name, "must be an amount of `currency`"))
    }
}
