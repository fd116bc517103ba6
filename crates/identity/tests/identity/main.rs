//! What people experience when they sign in, stay signed in and leave, on a real PostgreSQL.

mod account;
mod house;
mod limits;
mod login;
mod refresh;
mod sandbox;
mod session;
mod tenants;
