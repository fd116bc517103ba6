//! Documents as tables: spreadsheets and CSV files.

mod csv;
mod rows;
mod xlsx;

pub use csv::csv;
pub use xlsx::xlsx;
