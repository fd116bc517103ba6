//! How mails leave: through an SMTP server, or into the sandbox's outbox where none is configured.

mod outbox;
mod smtp;
#[cfg(test)]
mod smtp_test_server;

pub use outbox::OutboxMailer;
pub use smtp::{SmtpConfigError, SmtpMailer};
