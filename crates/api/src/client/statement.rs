//! The statement of one balance over a period, in pages.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use exchange::{StatementLine, StatementRequest};
use serde::Deserialize;
use utoipa::IntoParams;

use super::transaction_filter::{in_order, search_text};
use crate::AppState;
use crate::cursor::{LIMIT_DEFAULT, LIMIT_MAX};
use crate::dto::scalar::CurrencyCode;
use crate::dto::statement as dto;
use crate::extract::{CurrencyInPath, Customer, Params};
use crate::problem::{FieldError, Problem};
use crate::view;

/// Parameters of a statement.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StatementParams {
    /// Start of the period, inclusive.
    #[param(value_type = String, format = DateTime, max_length = 40)]
    from: DateTime<Utc>,
    /// End of the period, exclusive.
    #[param(value_type = String, format = DateTime, max_length = 40)]
    to: DateTime<Utc>,
    /// Only lines that match: the beginning of an amount, or anything that `search` matches in the list of
    /// transactions.
    #[param(min_length = 2, max_length = 100)]
    search: Option<String>,
    /// `next_cursor` of the previous page.
    #[param(pattern = "^[0-9]{1,18}$")]
    cursor: Option<String>,
    /// Lines per page: 1 to 199, default 50.
    #[param(minimum = 1, maximum = 199, default = 50)]
    limit: Option<u32>,
}

/// Returns the statement of a currency's balance over a period, newest first, with opening and closing balance.
///
/// Holds and their release are not listed, because they move no money. A currency that was never used has zero balances
/// and no lines. With `search`, a page can be shorter than `limit`, or empty, and still have a next page.
#[utoipa::path(get, path = "/api/client/v1/balances/{currency}/statement", tag = "balances",
    params(("currency" = CurrencyCode, Path, description = "The currency of the balance."), StatementParams),
    security(("bearer" = [])), responses((status = 200, body = dto::Statement)))]
pub(crate) async fn get_statement(
    State(state): State<AppState>,
    customer: Customer,
    CurrencyInPath(currency): CurrencyInPath,
    Params(asked): Params<StatementParams>,
) -> Result<Json<dto::Statement>, Problem> {
    crate::state::offers(&customer.tenant, identity::Feature::Balances)?;
    let StatementParams { from, to, .. } = asked;
    in_order(Some(from), Some(to))?;
    let request = StatementRequest {
        tenant: customer.tenant.id,
        profile: customer.profile,
        currency,
        from,
        to,
        search: asked.search.as_deref().map(search_text).transpose()?,
        cursor: asked.cursor.as_deref().map(number).transpose()?,
        limit: limit(asked.limit)?,
    };
    let found = state.exchange().statement(&request).await?;
    Ok(Json(dto::Statement {
        currency: CurrencyCode(currency),
        from,
        to,
        opening: found.opening.into(),
        closing: found.closing.into(),
        data: found.lines.iter().map(line).collect(),
        has_more: found.next.is_some(),
        next_cursor: found.next.map(|number| number.to_string()),
    }))
}

fn number(cursor: &str) -> Result<i64, Problem> {
    let refused = || Problem::field(FieldError::new("cursor", "invalid", "is not a cursor of this list"));
    cursor.parse().ok().filter(|number| *number >= 0).ok_or_else(refused)
}

fn limit(asked: Option<u32>) -> Result<u16, Problem> {
    let (limit, max) = (asked.unwrap_or(LIMIT_DEFAULT), LIMIT_MAX - 1);
    let refused = || FieldError::new("limit", "range", format!("must be between 1 and {max}")).with("min", 1);
    let fits = (1..=max).contains(&limit).then(|| u16::try_from(limit).ok()).flatten();
    fits.ok_or_else(|| Problem::field(refused().with("max", max)))
}

fn line(line: &StatementLine) -> dto::StatementLine {
    let StatementLine { entry, transaction } = line;
    dto::StatementLine {
        number: entry.version,
        at: entry.at,
        change: entry.change.into(),
        balance: entry.balance.into(),
        code: entry.code.clone(),
        transaction: transaction.as_ref().map(view::statement_transaction),
    }
}
