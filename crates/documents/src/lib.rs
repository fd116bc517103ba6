//! Documents that customers take to others: account statements, wallet statements and letters of good standing.
//!
//! `content` says what a document states, `pdf` and `render` write it, and `seal` signs it; all of them are pure.
//! `request` keeps what a customer asks for, and its job makes the file. [`Documents`] is the entry point.

pub mod content;
mod pdf;
mod render;
mod request;
pub mod seal;

pub use pdf::{PdfError, pdf};
pub use render::{FORMULA, csv, harmless, xlsx};
pub use request::{Asker, Document, DocumentError, DocumentRequest, Documents, Failure, KEPT, State, read_code};
