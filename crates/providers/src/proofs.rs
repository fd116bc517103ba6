//! Fetches the proof of a widget's domain from the domain itself. The domain is text of a customer, so the request must
//! reach nothing internal: https only, the resolved addresses must all be public and the connection goes to those, no
//! redirects, a time limit, and a limit of the body.

use std::net::SocketAddr;
use std::time::Duration;

use async_trait::async_trait;
use partners::outside::{Outside, PROOF_BYTES_MAX, PROOF_PATH, ProofFailure};
use partners::public::is_public;

const HTTPS: u16 = 443;
/// Of name resolution, connection and response together.
const TIME_MAX: Duration = Duration::from_secs(4);

/// Fetches proofs over the internet.
#[derive(Debug, Clone, Copy, Default)]
pub struct WebProofs;

#[async_trait]
impl Outside for WebProofs {
    async fn proof(&self, domain: &str) -> Result<String, ProofFailure> {
        let fetched = tokio::time::timeout(TIME_MAX, fetched(domain)).await;
        fetched.unwrap_or(Err(ProofFailure::Unreachable))
    }
}

async fn fetched(domain: &str) -> Result<String, ProofFailure> {
    let found = tokio::net::lookup_host((domain, HTTPS)).await.map_err(|_| ProofFailure::NoAddress)?;
    let addresses: Vec<SocketAddr> = found.collect();
    if addresses.is_empty() {
        return Err(ProofFailure::NoAddress);
    }
    if !addresses.iter().all(|address| is_public(address.ip())) {
        return Err(ProofFailure::NotPublic);
    }
    // Fails if a provider is already installed: any provider is sufficient.
    let _ = rustls::crypto::ring::default_provider().install_default();
    // A client of its own, which connects to the checked addresses and resolves nothing again.
    let client = reqwest::Client::builder()
        .https_only(true)
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(TIME_MAX)
        .user_agent("agio")
        .resolve_to_addrs(domain, &addresses)
        .build()
        .map_err(|_| ProofFailure::Unreachable)?;
    let answer = client.get(format!("https://{domain}{PROOF_PATH}")).send().await;
    let mut answer = answer.map_err(|_| ProofFailure::Unreachable)?;
    match answer.status().as_u16() {
        200 => {}
        300..=399 => return Err(ProofFailure::Redirected),
        _ => return Err(ProofFailure::NotFound),
    }
    let mut file = Vec::new();
    while let Some(part) = answer.chunk().await.map_err(|_| ProofFailure::Unreachable)? {
        if file.len() + part.len() > PROOF_BYTES_MAX {
            return Err(ProofFailure::TooLong);
        }
        file.extend_from_slice(&part);
    }
    Ok(String::from_utf8_lossy(&file).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without this check a customer could make the server send requests to its own network.
    #[tokio::test]
    async fn a_name_of_this_machine_is_not_asked() {
        assert_eq!(WebProofs.proof("localhost").await, Err(ProofFailure::NotPublic));
        assert_eq!(WebProofs.proof("127.0.0.1").await, Err(ProofFailure::NotPublic));
    }
}
