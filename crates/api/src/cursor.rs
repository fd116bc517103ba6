//! Cursor pagination.

use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use crate::problem::{FieldError, Problem};

/// Default page size.
pub const LIMIT_DEFAULT: u32 = 50;
/// Maximum page size.
pub const LIMIT_MAX: u32 = 200;

/// Which page of a list.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageParams {
    /// `next_cursor` of the previous page.
    #[param(pattern = "^[0-9a-f]{32}$")]
    pub cursor: Option<String>,
    /// Entries per page: 1 to 200, default 50.
    #[param(minimum = 1, maximum = 200, default = 50)]
    pub limit: Option<u32>,
}

impl PageParams {
    /// The page size.
    ///
    /// # Errors
    /// 400 outside 1 to [`LIMIT_MAX`].
    pub fn limit(&self) -> Result<u32, Problem> {
        page_size(self.limit)
    }

    /// The last entry of the previous page. Lists are ordered by id, and ids by time.
    ///
    /// # Errors
    /// 400 for an invalid cursor.
    pub fn after(&self) -> Result<Option<Uuid>, Problem> {
        let Some(cursor) = &self.cursor else { return Ok(None) };
        let refused = || Problem::field(FieldError::new("cursor", "invalid", "is not a cursor of this list"));
        Uuid::try_parse(cursor).ok().filter(|id| id.as_simple().to_string() == *cursor).map(Some).ok_or_else(refused)
    }
}

/// The page size that was asked for, or the default.
///
/// # Errors
/// 400 outside 1 to [`LIMIT_MAX`].
pub fn page_size(asked: Option<u32>) -> Result<u32, Problem> {
    let limit = asked.unwrap_or(LIMIT_DEFAULT);
    if (1..=LIMIT_MAX).contains(&limit) {
        return Ok(limit);
    }
    let error = FieldError::new("limit", "range", format!("must be between 1 and {LIMIT_MAX}"));
    Err(Problem::field(error.with("min", 1).with("max", LIMIT_MAX)))
}

/// The cursor that points after this entry.
pub fn cursor_after(id: Uuid) -> String {
    id.as_simple().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_reads_back_and_a_made_up_one_is_refused() {
        let id = Uuid::from_u128(7);
        let page = |cursor: &str| PageParams { cursor: Some(cursor.into()), limit: None };
        assert_eq!(page(&cursor_after(id)).after().unwrap(), Some(id));
        assert_eq!(page("../../etc").after().unwrap_err().code(), "VALIDATION_ERROR");
    }

    #[test]
    fn a_page_has_a_size() {
        assert!(PageParams { cursor: None, limit: Some(0) }.limit().is_err());
        assert!(PageParams { cursor: None, limit: Some(201) }.limit().is_err());
    }
}
