//! Where a request comes from, as far as sign-in cares.

use std::net::IpAddr;

use crate::{Language, Network};

const USER_AGENT_CHARS_MAX: usize = 300;
/// The network of who has no address.
const UNKNOWN: &str = "unknown";

/// The kind of program a person signs in with; it decides how long a session lasts, and is never taken from what a page says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Client {
    /// A browser: 7 days unused, 30 at all.
    #[default]
    Web,
    /// A messenger's mini app, whose launch the messenger has signed: 30 days unused, 90 at all.
    Messenger,
    /// A program that keeps its tokens itself, as an app on a phone does: as long as a messenger.
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

    /// What a session is that this one hands over to `to`: no browser's session grows into a longer one by moving.
    pub(crate) const fn handed_over(self, to: Self) -> Self {
        match self {
            Self::Web => Self::Web,
            Self::Messenger | Self::Native => to,
        }
    }
}

/// Who is asking.
#[derive(Clone, Debug, Default)]
pub struct ClientContext {
    /// The client's address, behind our own proxies; `None` when it is not known.
    pub ip: Option<IpAddr>,
    /// As sent; cut to 300 characters when it is stored.
    pub user_agent: Option<String>,
    /// The language for mails and for a new account.
    pub language: Language,
    /// The kind of program.
    pub client: Client,
    /// The `Host` header's value. Links in mails choose by it among the tenant's configured hosts and never contain it.
    pub host: Option<String>,
    /// The mark of a device that somebody has signed in with before, as its browser keeps it. Whether it is ours is not known here.
    pub device: Option<String>,
}

impl ClientContext {
    /// The network that limits count by: /24 of IPv4, /64 of IPv6 (what one customer of a provider has).
    pub fn network(&self) -> String {
        self.within(Network::household)
    }

    /// The network of some width, by its name.
    pub(crate) fn within(&self, width: fn(IpAddr) -> Network) -> String {
        self.ip.map_or_else(|| UNKNOWN.into(), |ip| width(ip).to_string())
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
