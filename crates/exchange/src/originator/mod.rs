//! Originators of incoming coins: the beneficiary's statement that the travel rule requires above a threshold
//! (Regulation (EU) 2023/1113, Articles 16 and 17).

mod model;
pub(crate) mod store;

pub use model::{DeclaredOriginator, GOOD_FOR, Sender, as_originator, is_asked};
