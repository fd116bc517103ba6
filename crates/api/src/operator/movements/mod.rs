//! Customers' transactions as operators see them.

mod balances;
mod books;
mod disputes;
mod fees;
mod legs;
mod line;
mod list;
mod params;
mod resolve;
mod reveal;
mod whole;

pub(super) use balances::{__path_list_customer_balances, list_customer_balances};
pub(super) use fees::{__path_list_network_fees, __path_raise_network_fee, list_network_fees, raise_network_fee};
pub(super) use list::{__path_list_movements, __path_list_work, list_movements, list_work};
pub(super) use resolve::{__path_resolve_movement, resolve_movement, still_fits};
pub(super) use reveal::{__path_reveal_movement, reveal_movement};
pub(super) use whole::{__path_get_movement, get_movement};
