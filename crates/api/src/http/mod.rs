//! What surrounds every request: its id, its limits, the headers of its answer.

pub(crate) mod client_address;
pub(crate) mod headers;
pub(crate) mod limits;
pub(crate) mod rate_limit;
pub(crate) mod request_id;
