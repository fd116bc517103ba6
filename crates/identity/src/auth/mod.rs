//! Signing in and proving it again: codes, passkeys, federated login, second factors, sessions, and links that replace a sign-in.

pub(crate) mod anti_phishing_phrase;
pub(crate) mod attribution;
pub(crate) mod federated_identity;
pub mod federated_login;
pub(crate) mod login;
pub(crate) mod mfa;
pub(crate) mod passkey;
pub(crate) mod payment_link;
pub(crate) mod payout_code;
pub(crate) mod session;
pub(crate) mod session_handover;
pub(crate) mod status_link;
pub mod telegram;
pub(crate) mod terms;
