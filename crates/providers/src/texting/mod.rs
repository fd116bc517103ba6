//! How texts reach telephones: through an HTTP provider, or not at all where none is configured.

mod http;
mod none;

pub use http::{HttpTexter, TexterConfigError};
pub use none::NoTexter;
