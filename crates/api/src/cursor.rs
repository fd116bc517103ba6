//! Cursors of lists, and their page sizes.

use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use crate::problem::{FieldError, Problem};

/// Entries on a page when the caller does not say.
pub const LIMIT_DEFAULT: u32 = 50;
/// Entries on a page at most.
pub const LIMIT_MAX: u32 = 200;

/// Which page of a list.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageParams {
    /// `next_cursor` of the page before.
    #[param(pattern = "^[0-9a-f]{32}$")]
    pub cursor: Option<String>,
    /// Entries on the page: 1 to 200, 50 when absent.
    #[param(minimum = 1, maximum = 200, default = 50)]
    pub limit: Option<u32>,
}

impl PageParams {
    /// Entries on the page.
    ///
    /// # Errors
    /// 400 outside 1 to [`LIMIT_MAX`].
    pub fn limit(&self) -> Result<u32, Problem> {
        let limit = self.limit.unwrap_or(LIMIT_DEFAULT);
        if (1..=LIMIT_MAX).contains(&limit) {
            return Ok(limit);
        }
        let error = FieldError::new("limit", "range", format!("must be between 1 and {LIMIT_MAX}"));
        Err(Problem::field(error.with("min", 1).with("max", LIMIT_MAX)))
    }

    /// The last entry of the page before. Lists are in order of their ids, which are in order of time.
    ///
    /// # Errors
    /// 400 when the cursor is not one of ours.
    pub fn after(&self) -> Result<Option<Uuid>, Problem> {
        let Some(cursor) = &self.cursor else { return Ok(None) };
        let refused = || Problem::field(FieldError::new("cursor", "invalid", "is not a cursor of this list"));
        Uuid::try_parse(cursor).ok().filter(|id| id.as_simple().to_string() == *cursor).map(Some).ok_or_else(refused)
    }
}

/// The cursor after this entry.
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
