//! Tests of the state machine: stories of single movements, model checks over all of them, and planted mistakes.

mod arrivals;
mod charges;
mod disputes;
mod executor;
mod graph;
mod guarantee;
mod guarantee_orders;
mod lapse;
mod limits;
mod linked;
mod losses;
mod mistakes;
mod model;
mod purchase;
mod rescue;
mod rescue_matrix;
mod stories;
mod summary;
mod types;
mod world;
