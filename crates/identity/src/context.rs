//! The origin of a request, as far as sign-in needs it.

use std::net::IpAddr;

use crate::{Language, Network};

const USER_AGENT_CHARS_MAX: usize = 300;
/// The network of a client without a known IP address.
const UNKNOWN: &str = "unknown";

/// The kind of client program. It decides how long a session lasts. It is never taken from a page's own claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Client {
    /// A browser: 7 days idle, 30 days in total.
    #[default]
    Web,
    /// A messenger's mini app with a launch signed by the messenger: 30 days idle, 90 days in total.
    Messenger,
    /// A program that stores its tokens itself, such as a native app: the same lifetimes as a messenger.
    Native,
}

impl Client {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Web => "web",
            Self::Messenger => "messenger",
            Self::Native => "native",
        }
    }

    pub(crate) fn from_str(text: &str) -> Self {
        match text {
            "messenger" => Self::Messenger,
            "native" => Self::Native,
            _ => Self::Web,
        }
    }

    /// The client kind of a session that this one hands over to `to`. A browser session never gains a longer lifetime
    /// by a handover.
    pub(crate) const fn handed_over(self, to: Self) -> Self {
        match self {
            Self::Web => Self::Web,
            Self::Messenger | Self::Native => to,
        }
    }
}

/// The origin of a request.
#[derive(Clone, Debug, Default)]
pub struct ClientContext {
    /// The client's IP address, as seen behind our own proxies; `None` if unknown.
    pub ip: Option<IpAddr>,
    /// The `User-Agent` header, cut to 300 characters when stored.
    pub user_agent: Option<String>,
    /// The language of emails, and of a new account.
    pub language: Language,
    /// The kind of client program.
    pub client: Client,
    /// The `Host` header. It selects among the tenant's configured hosts for links in emails, and never appears in a
    /// link itself.
    pub host: Option<String>,
    /// The device mark stored by a browser that has signed in before. It is not verified yet.
    pub device: Option<String>,
}

impl ClientContext {
    /// The network that limits count by: /24 for IPv4, /64 for IPv6 (the prefix of one household).
    pub fn network(&self) -> String {
        self.within(Network::household)
    }

    /// The name of the network of the given width.
    pub(crate) fn within(&self, width: fn(IpAddr) -> Network) -> String {
        self.ip.map_or_else(|| UNKNOWN.into(), |ip| width(ip).to_string())
    }

    /// The same context, marked as inside the messenger.
    pub(crate) fn inside_messenger(&self) -> Self {
        Self { client: Client::Messenger, ..self.clone() }
    }

    pub(crate) fn stored_user_agent(&self) -> Option<String> {
        let shown = |text: &String| text.chars().filter(|c| !c.is_control()).take(USER_AGENT_CHARS_MAX).collect();
        self.user_agent.as_ref().map(shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_share_a_network() {
        let network = |ip: &str| ClientContext { ip: ip.parse().ok(), ..ClientContext::default() }.network();
        assert_eq!(network("192.0.2.7"), network("192.0.2.200"));
        assert_eq!(network("::ffff:192.0.2.7"), "192.0.2.0/24");
        assert_eq!(network("2001:db8:1:2:3::4"), "2001:db8:1:2::/64");
        assert_eq!(network(""), "unknown");
    }
}
