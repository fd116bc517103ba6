//! Text messages: through an HTTP provider, or none if no provider is configured.

mod http;
mod none;

pub use http::{HttpTexter, TexterConfigError};
pub use none::NoTexter;
