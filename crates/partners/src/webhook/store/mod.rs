//! All SQL of the feed, the endpoints and the deliveries.

pub(super) mod deliveries;
pub(super) mod endpoints;
pub(super) mod events;
pub(super) mod sending;
