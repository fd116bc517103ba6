//! The query parameters that filter a list of transactions.

use chrono::{DateTime, Datelike, Utc};
use exchange::listing::{SEARCH_CHARS_MAX, SEARCH_CHARS_MIN, SearchText, TransactionFilter};
use serde::Deserialize;
use serde::de::value::Error as ValueError;
use serde::de::{DeserializeOwned, IntoDeserializer};
use utoipa::IntoParams;

use crate::dto::scalar::CurrencyCode;
use crate::dto::transaction::{DisplayType, Status};
use crate::problem::{FieldError, Problem};

/// Maximum values of a repeated parameter: the number of statuses.
const REPEATED_MAX: usize = 11;

/// First and last year allowed in a period.
const YEAR_MIN: i32 = 1970;
const YEAR_MAX: i32 = 9999;

/// Which transactions to list.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "for the document alone: the handler reads repeated parameters from the raw query")]
pub(crate) struct RepeatedParams {
    /// Only transactions in these statuses. Repeat the parameter for more than one.
    #[param(inline = false, max_items = 11)]
    pub status: Option<Vec<Status>>,
    /// Only transactions with these display types. Repeat the parameter for more than one.
    #[param(inline = false, max_items = 11)]
    pub display_type: Option<Vec<DisplayType>>,
}

/// Which transactions to list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct FilterParams {
    /// Only transactions with this currency on either side.
    #[param(inline = false)]
    pub currency: Option<CurrencyCode>,
    /// Only transactions that debit or credit the profile's balance of this currency, or are going to.
    #[param(inline = false)]
    pub balance: Option<CurrencyCode>,
    /// Only transactions created at this time or later.
    #[param(value_type = Option<String>, format = DateTime, max_length = 40)]
    pub from: Option<DateTime<Utc>>,
    /// Only transactions created before this time.
    #[param(value_type = Option<String>, format = DateTime, max_length = 40)]
    pub to: Option<DateTime<Utc>>,
    /// Only transactions that match: the beginning of the short reference (4 characters or more) or of an amount, or a
    /// part of the counterparty's name, account, address, card or hash. 2 to 100 characters.
    #[param(min_length = 2, max_length = 100)]
    pub search: Option<String>,
}

impl FilterParams {
    /// The filter for these parameters, with the repeated parameters taken from `pairs`.
    ///
    /// # Errors
    /// 400 naming the invalid parameter.
    pub(crate) fn filter(self, pairs: &[(String, String)]) -> Result<TransactionFilter, Problem> {
        in_order(self.from, self.to)?;
        let statuses = repeated::<Status>(pairs, "status", "is not a status")?;
        let display_types = repeated::<DisplayType>(pairs, "display_type", "is not a display type")?;
        Ok(TransactionFilter {
            statuses: statuses.into_iter().map(|status| status.0).collect(),
            display_types: display_types.into_iter().map(|display| display.0).collect(),
            currency: self.currency.map(|code| code.0),
            balance: self.balance.map(|code| code.0),
            from: self.from,
            to: self.to,
            search: self.search.as_deref().map(search_text).transpose()?,
        })
    }
}

/// Validates a search text.
///
/// # Errors
/// 400 if it is too short or too long.
pub(crate) fn search_text(typed: &str) -> Result<SearchText, Problem> {
    let (min, max) = (SEARCH_CHARS_MIN, SEARCH_CHARS_MAX);
    let refused = || FieldError::new("search", "length", format!("must have {min} to {max} characters"));
    SearchText::parse(typed).ok_or_else(|| Problem::field(refused().with("min", min).with("max", max)))
}

/// Checks that a period is plausible and does not end before it starts.
///
/// # Errors
/// 400 naming `from` or `to`.
pub(crate) fn in_order(from: Option<DateTime<Utc>>, to: Option<DateTime<Utc>>) -> Result<(), Problem> {
    let is_strange = |at: DateTime<Utc>| !(YEAR_MIN..=YEAR_MAX).contains(&at.year());
    if let Some((name, _)) = [("from", from), ("to", to)].into_iter().find(|(_, at)| at.is_some_and(is_strange)) {
        let rule = format!("must be in the years {YEAR_MIN} to {YEAR_MAX}");
        return Err(Problem::field(FieldError::new(name, "range", rule).with("min", YEAR_MIN).with("max", YEAR_MAX)));
    }
    match (from, to) {
        (Some(from), Some(to)) if to < from => {
            Err(Problem::field(FieldError::new("to", "range", "must not be before `from`")))
        }
        _ => Ok(()),
    }
}

/// All values of a repeated parameter (specification, "The calls it makes": repeated array parameters).
fn repeated<T: DeserializeOwned>(pairs: &[(String, String)], name: &str, rule: &str) -> Result<Vec<T>, Problem> {
    let refused = |code: &'static str, rule: &str| Problem::field(FieldError::new(name, code, rule));
    let given = pairs.iter().filter(|(key, _)| key.strip_suffix("[]").unwrap_or(key) == name);
    let read = |text: &str| {
        let text = IntoDeserializer::<ValueError>::into_deserializer(text);
        T::deserialize(text).map_err(|_| refused("invalid", rule))
    };
    let values = given.map(|(_, text)| read(text)).collect::<Result<Vec<T>, _>>()?;
    if values.len() > REPEATED_MAX {
        return Err(refused("max_items", "must have at most 11 entries"));
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use exchange::transaction as domain;

    use super::*;

    fn pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
        all.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn repeated_parameters_are_read_with_and_without_brackets() {
        let asked = pairs(&[("status", "DONE"), ("status[]", "FAIL"), ("display_type", "deposit"), ("limit", "5")]);
        let filter = FilterParams::default().filter(&asked).unwrap();
        assert_eq!(filter.statuses, [domain::Status::Done, domain::Status::Fail]);
        assert_eq!(filter.display_types, [domain::DisplayType::Deposit]);
    }

    #[test]
    fn an_invalid_filter_names_its_parameter() {
        let refused = |params: FilterParams, asked: &[(&str, &str)]| {
            let problem = params.filter(&pairs(asked)).unwrap_err();
            problem.errors[0].pointer.clone()
        };
        assert_eq!(refused(FilterParams::default(), &[("status", "NOPE")]), "status");
        assert_eq!(refused(FilterParams::default(), &[("display_type", "DEPOSIT")]), "display_type");
        assert_eq!(refused(FilterParams::default(), &[("status", "DONE"); 12]), "status");
        assert_eq!(refused(FilterParams { search: Some(" x ".into()), ..Default::default() }, &[]), "search");
        let [from, to] = [7, 6].map(|second| DateTime::from_timestamp(second, 0));
        assert_eq!(refused(FilterParams { from, to, ..Default::default() }, &[]), "to");
        for at in [DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC] {
            assert_eq!(refused(FilterParams { from: Some(at), ..Default::default() }, &[]), "from");
        }
    }
}
