mod graph;
mod lapse;
mod linked;
mod losses;
mod model;
mod stories;
mod world;
