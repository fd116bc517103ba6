//! Documents as tables: spreadsheets and CSV files.

mod csv;
mod rows;
mod xlsx;

pub use csv::{FORMULA, csv, harmless};
pub use xlsx::xlsx;
