//! Resolution of names that filters and pins: the client connects to the addresses that were checked here, and to no
//! others. A client that resolves again after a check can be led to another address (DNS rebinding).

use std::fmt;
use std::future::Future;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::{error, io};

use partners::public::is_public;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// The addresses of a name.
pub(crate) type Lookup = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;

/// A resolver of names.
pub(crate) trait Names: Send + Sync + 'static {
    /// All addresses of `name`.
    fn addresses(&self, name: &str) -> Lookup;
}

/// The system's resolver.
pub(crate) struct SystemNames;

impl Names for SystemNames {
    fn addresses(&self, name: &str) -> Lookup {
        let name = name.to_owned();
        Box::pin(async move { Ok(tokio::net::lookup_host((name, 0)).await?.map(|address| address.ip()).collect()) })
    }
}

/// The name has no public address.
#[derive(Debug)]
pub(super) struct NotPublic;

impl fmt::Display for NotPublic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name has no public address")
    }
}

impl error::Error for NotPublic {}

/// Public addresses only.
pub(crate) struct PublicOnly(Arc<dyn Names>);

impl PublicOnly {
    pub(crate) fn new(names: impl Names) -> Self {
        Self(Arc::new(names))
    }
}

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        let found = self.0.addresses(name.as_str());
        Box::pin(async move {
            let public: Vec<IpAddr> = found.await?.into_iter().filter(|ip| is_public(*ip)).collect();
            if public.is_empty() {
                return Err(NotPublic.into());
            }
            Ok(ports(public))
        })
    }
}

/// Resolves every name to this machine.
pub(crate) struct Loopback;

impl Resolve for Loopback {
    fn resolve(&self, _name: Name) -> Resolving {
        let own = vec![IpAddr::from(Ipv4Addr::LOCALHOST), IpAddr::from(Ipv6Addr::LOCALHOST)];
        Box::pin(async move { Ok(ports(own)) })
    }
}

/// The client replaces the port 0 by the port of the URL.
fn ports(addresses: Vec<IpAddr>) -> Addrs {
    Box::new(addresses.into_iter().map(|ip| SocketAddr::new(ip, 0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fixed(&'static [&'static str]);

    impl Names for Fixed {
        fn addresses(&self, _name: &str) -> Lookup {
            let all = self.0.iter().map(|ip| ip.parse().unwrap()).collect();
            Box::pin(async move { Ok(all) })
        }
    }

    async fn resolved(ips: &'static [&'static str]) -> Option<Vec<String>> {
        let found = PublicOnly::new(Fixed(ips)).resolve("shop.example".parse().unwrap()).await.ok()?;
        Some(found.map(|address| address.ip().to_string()).collect())
    }

    #[tokio::test]
    async fn only_the_public_addresses_of_a_name_are_left() {
        assert_eq!(resolved(&["10.0.0.1", "1.1.1.1", "fd00::1"]).await, Some(vec!["1.1.1.1".to_owned()]));
        assert_eq!(resolved(&["127.0.0.1", "::1", "::ffff:169.254.169.254"]).await, None);
        assert_eq!(resolved(&[]).await, None);
    }
}
