//! All connections to external services, and the sandbox that simulates them. The only crate with an HTTP client.

pub mod bank;
pub mod bitcoin;
pub mod identity_check;
pub mod mail;
pub mod openid;
pub mod orchestrator;
pub mod pdf;
pub mod proofs;
pub mod rates;
pub mod sandbox;
pub mod signer;
pub mod telegram;
mod tell;
pub mod tenant_rails;
pub mod texting;
pub mod web_push;
pub mod webhook;
