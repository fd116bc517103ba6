//! The two response types of lists: a complete list, and one page of a long list with a cursor.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A complete list, short enough for one response.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct List<T> {
    /// The entries.
    pub data: Vec<T>,
}

/// One page of a long list.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Page<T> {
    /// The entries, newest first.
    pub data: Vec<T>,
    /// Cursor for the next page: send it as `cursor`. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// Whether there is a next page.
    pub has_more: bool,
}
