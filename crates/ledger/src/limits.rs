//! Limits of one change. They are far above the needs of any transaction type, and low enough that a full batch of the
//! largest changes finishes within a statement timeout.

/// The maximum number of transfers of a change.
pub const TRANSFERS_MAX: usize = 64;
/// The maximum number of events of a change.
pub const EVENTS_MAX: usize = 64;
/// The maximum number of jobs of a change.
pub const JOBS_MAX: usize = 64;
/// The maximum number of sets of rows of other crates in a change.
pub const ROWS_MAX: usize = 8;
/// The maximum number of expected versions of a change.
pub const EXPECTS_MAX: usize = 16;
/// The maximum size of a record's body as JSON, in bytes.
pub const BODY_BYTES_MAX: usize = 256 * 1024;
/// The maximum size of a change's key, in bytes.
pub const KEY_BYTES_MAX: usize = 200;
/// The maximum number of rows of a list page.
pub const PAGE_MAX: i64 = 200;
