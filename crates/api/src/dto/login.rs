//! Sign-in.

use serde::Deserialize;
use utoipa::ToSchema;

/// A sign-in method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Method {
    /// One-time code by email.
    Email,
}
