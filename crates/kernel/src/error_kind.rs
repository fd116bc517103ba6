//! The classes of errors, which all crates share and the API maps to HTTP statuses.

/// The class of an error, the same in all crates. The HTTP edge maps it to a status and to a log level; the
/// specification's stable error code travels beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The request violates a validation rule; the caller can correct it (400).
    Invalid,
    /// The caller is not signed in, or the session has ended (401).
    Unauthenticated,
    /// The caller is signed in but lacks permission (403).
    Forbidden,
    /// The resource does not exist, or the caller may not see it (404).
    NotFound,
    /// The request conflicts with the current state (409).
    Conflict,
    /// The request is valid, but a business rule refuses it (422).
    Unprocessable,
    /// Too many requests (429).
    TooMany,
    /// Refused for legal reasons (451).
    Legal,
    /// A dependency does not answer; a retry may succeed (503).
    Unavailable,
    /// An internal error (500).
    Internal,
}
