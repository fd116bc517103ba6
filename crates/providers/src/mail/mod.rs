//! How mails leave: through an SMTP server, or not at all where none is configured.

mod none;
mod smtp;
#[cfg(test)]
mod smtp_test_server;

pub use none::NoMailer;
pub use smtp::{SmtpConfigError, SmtpMailer};
