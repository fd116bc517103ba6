//! Path and query parameters, with errors that name the parameter.

use std::str::FromStr;

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{FromRequestParts, Path, Query};
use axum::http::request::Parts;
use kernel::{Currency, Id, IdKind};
use serde::de::DeserializeOwned;

use crate::AppState;
use crate::document::operation;
use crate::dto::scalar::AccountKey;
use crate::problem::{FieldError, Problem};

/// The query parameters.
pub struct Params<T>(pub T);

impl<T: DeserializeOwned + Send> FromRequestParts<AppState> for Params<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let pairs = pairs(parts, state).await;
        printable(&pairs)?;
        let read: Result<Query<T>, QueryRejection> = Query::from_request_parts(parts, state).await;
        let read = read.map(|query| Self(query.0)).map_err(|refused| {
            let text = refused.body_text();
            let rule = text.strip_prefix("Failed to deserialize query string: ").unwrap_or(&text);
            // The rejection reads "name: rule" where it knows the parameter.
            let (name, rule) = rule.split_once(": ").unwrap_or(("query", rule));
            Problem::field(FieldError::new(name, "invalid", rule))
        })?;
        documented(parts, &pairs)?;
        Ok(read)
    }
}

async fn pairs(parts: &mut Parts, state: &AppState) -> Vec<(String, String)> {
    let pairs: Result<Query<Vec<(String, String)>>, QueryRejection> = Query::from_request_parts(parts, state).await;
    pairs.map(|pairs| pairs.0).unwrap_or_default()
}

/// Validates query parameters against the document.
fn documented(parts: &Parts, pairs: &[(String, String)]) -> Result<(), Problem> {
    let Some(said) = operation(&parts.method, &parts.extensions) else { return Ok(()) };
    said.check_parameters(&parts.headers, pairs).map_err(Problem::field)
}

/// Rejects control characters in parameters: none is meaningful, and PostgreSQL does not store NUL.
fn printable(pairs: &[(String, String)]) -> Result<(), Problem> {
    let Some((name, _)) = pairs.iter().find(|(name, value)| has_control(name) || has_control(value)) else {
        return Ok(());
    };
    let shown = if has_control(name) { "query" } else { name };
    Err(Problem::field(FieldError::new(shown, "invalid", "must have no control characters")))
}

fn has_control(text: &str) -> bool {
    text.chars().any(char::is_control)
}

/// An id in the path. A malformed id gives 404, as an unknown one does.
pub struct IdInPath<K>(pub Id<K>);

impl<K: IdKind + Send> FromRequestParts<AppState> for IdInPath<K> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        in_path(parts, state, "id").await.map(Self)
    }
}

/// A currency in the path. An unknown currency gives 404.
pub struct CurrencyInPath(pub Currency);

impl FromRequestParts<AppState> for CurrencyInPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        in_path(parts, state, "currency").await.map(Self)
    }
}

/// An account of the platform's ledger in the path. A malformed id gives 404.
pub struct AccountInPath(pub AccountKey);

impl FromRequestParts<AppState> for AccountInPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        in_path(parts, state, "id").await.map(Self)
    }
}

async fn in_path<T: FromStr>(parts: &mut Parts, state: &AppState, name: &str) -> Result<T, Problem> {
    let read: Result<Path<std::collections::HashMap<String, String>>, PathRejection> =
        Path::from_request_parts(parts, state).await;
    let value = read.ok().and_then(|path| path.get(name).and_then(|text| text.parse().ok()));
    value.ok_or_else(Problem::not_found)
}
