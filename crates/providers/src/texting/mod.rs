//! How texts reach telephones: through an HTTP provider, or into the sandbox's outbox where none is configured.

mod http;
mod outbox;

pub use http::{HttpTexter, TexterConfigError};
pub use outbox::OutboxTexter;
