mod model;
mod stories;
mod world;
