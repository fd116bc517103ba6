pub(crate) mod model;
mod store;

pub use model::{Account, Book, Limit, UnknownName};
pub use store::{Balance, balances, product_balance};
