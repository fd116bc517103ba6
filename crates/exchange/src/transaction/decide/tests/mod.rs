mod graph;
mod lapse;
mod losses;
mod model;
mod stories;
mod world;
