//! Mail delivery: through an SMTP server, or none if no server is configured.

mod none;
mod smtp;
#[cfg(test)]
mod smtp_test_server;

pub use none::NoMailer;
pub use smtp::{SmtpConfigError, SmtpMailer};
