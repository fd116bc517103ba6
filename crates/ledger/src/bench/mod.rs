//! What the door costs.
