use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A whole list, where it is short enough to be sent at once.
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
    /// Send it as `cursor` for the entries after these; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// Whether there is a next page.
    pub has_more: bool,
}
