//! The layers of every request, and facts for pages: they need the state of the server.

pub(crate) mod host;
pub(crate) mod limits;
pub(crate) mod prerender_hints;
pub(crate) mod rate_limit;
pub(crate) mod request_id;
