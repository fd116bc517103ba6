/// What an error means to a caller, whatever crate it comes from. The HTTP edge maps a kind to a status and to
/// how loudly it is logged; the stable code of the specification travels beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The request does not hold to a rule; the caller can correct it (400).
    Invalid,
    /// Nobody is signed in, or no longer (401).
    Unauthenticated,
    /// Signed in, but not allowed (403).
    Forbidden,
    /// Not there, or not the caller's to see (404).
    NotFound,
    /// It collides with what is already so (409).
    Conflict,
    /// Understood, and refused by a rule of business (422).
    Unprocessable,
    /// Too often (429).
    TooMany,
    /// Refused for legal reasons (451).
    Legal,
    /// Something we need does not answer; trying later may help (503).
    Unavailable,
    /// Our own fault (500).
    Internal,
}
