//! The tokens that a request carries outside its body.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::principal;
use crate::AppState;
use crate::cookie::{Carried, read};
use crate::problem::Problem;

impl FromRequestParts<AppState> for Carried {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &AppState) -> Result<Self, Problem> {
        let authority = parts.uri.authority().map(|authority| authority.as_str());
        let mut carried = read(&parts.headers, authority);
        carried.access = principal::bearer(parts).map(str::to_owned);
        Ok(carried)
    }
}
