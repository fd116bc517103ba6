use chrono::{DateTime, Utc};
use exchange::backoffice::MovementFilter;
use exchange::transaction::DisplayType as Displayed;
use kernel::{Amount, Currency, UserId};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::dto::scalar::{CurrencyCode, EndpointCode, TransactionTypeCode};
use crate::dto::transaction::{DisplayType, Status};
use crate::problem::{FieldError, Problem};

/// Which movements. Everything that is given must fit.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::operator) struct MovementParams {
    /// A whole id, or the short reference that customers are told, such as `7K2M-94QD`. It goes before every other condition.
    #[param(max_length = 64)]
    pub search: Option<String>,
    /// Of this type.
    #[serde(rename = "type")]
    #[param(inline = false)]
    pub kind: Option<TransactionTypeCode>,
    /// Displayed as this.
    #[param(inline = false)]
    pub display_type: Option<DisplayType>,
    /// In this status.
    #[param(inline = false)]
    pub status: Option<Status>,
    /// Given or received in this currency.
    #[param(inline = false)]
    pub currency: Option<CurrencyCode>,
    /// At least this much was ordered of `currency`.
    #[param(max_length = 64)]
    pub min: Option<String>,
    /// At most this much was ordered of `currency`.
    #[param(max_length = 64)]
    pub max: Option<String>,
    /// Coming from or going to this payway, or `balance`.
    #[param(inline = false)]
    pub payway: Option<EndpointCode>,
    /// Of this customer. That somebody looked is in the log then; it takes `customers.read`.
    #[param(max_length = 36)]
    pub customer: Option<String>,
    /// Made at this moment or later.
    #[param(value_type = Option<String>, format = DateTime, max_length = 40)]
    pub from: Option<DateTime<Utc>>,
    /// Made before this moment.
    #[param(value_type = Option<String>, format = DateTime, max_length = 40)]
    pub until: Option<DateTime<Utc>>,
}

fn invalid(name: &'static str, rule: &'static str) -> Problem {
    Problem::field(FieldError::new(name, "invalid", rule))
}

impl MovementParams {
    /// The name that is looked for.
    pub fn name(&self) -> Option<&str> {
        self.search.as_deref().map(str::trim).filter(|name| !name.is_empty())
    }

    /// The customer that is asked for.
    pub fn customer(&self) -> Result<Option<UserId>, Problem> {
        let read = |id: &String| id.parse().map_err(|_| invalid("customer", "is not the id of a customer"));
        self.customer.as_ref().map(read).transpose()
    }

    /// The rest, as a filter.
    pub fn filter(&self) -> Result<MovementFilter, Problem> {
        if self.from.zip(self.until).is_some_and(|(from, until)| from >= until) {
            return Err(invalid("until", "must be later than `from`"));
        }
        Ok(MovementFilter {
            kind: self.kind.map(|code| code.0),
            display: self.display_type.map(Displayed::from),
            statuses: exchange::Status::all().filter(|one| self.status == Some(Status::from(*one))).collect(),
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
