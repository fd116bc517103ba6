//! Benchmarks of the server: the program `agio` as it ships, over HTTP.

mod agio;
mod client;
mod load;
mod machine;
mod orders;
mod partner;
mod receiver;
mod sign_in;
mod transfers;

pub(crate) use self::agio::Agio;
pub(crate) use self::orders::orders;
pub(crate) use self::partner::partner;
pub(crate) use self::sign_in::sign_in;
pub(crate) use self::transfers::transfers;
