mod graph;
mod lapse;
mod linked;
mod losses;
mod mistakes;
mod model;
mod stories;
mod world;
