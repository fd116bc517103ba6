//! What one change may be. Far above what any transaction of the specification needs, and small enough that a full
//! batch of the largest changes stays within a statement timeout.

/// Transfers of one change.
pub const TRANSFERS_MAX: usize = 64;
/// Events of one change.
pub const EVENTS_MAX: usize = 64;
/// Jobs of one change.
pub const JOBS_MAX: usize = 64;
/// Expected versions of one change.
pub const EXPECTS_MAX: usize = 16;
/// A record's body as JSON, in bytes.
pub const BODY_BYTES_MAX: usize = 256 * 1024;
/// A change's key, in bytes.
pub const KEY_BYTES_MAX: usize = 200;
/// Rows of one page of a list.
pub const PAGE_MAX: i64 = 200;
