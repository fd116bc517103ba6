//! What a browser says about itself, in the few words that a person knows their devices by.

/// The program and the system of a device, as far as they can be told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Device {
    /// Chrome, Firefox, and so on.
    pub browser: Option<&'static str>,
    /// Windows, Android, iPhone, and so on.
    pub system: Option<&'static str>,
}

/// The first mark that is there names it: everybody claims to be Safari, and most claim to be Chrome.
const BROWSERS: [(&str, &str); 14] = [
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("YaBrowser/", "Yandex Browser"),
    ("Vivaldi/", "Vivaldi"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Version/", "Safari"),
    ("Safari/", "Safari"),
];

const SYSTEMS: [(&str, &str); 8] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
    ("X11", "Unix"),
];

impl Device {
    /// Reads a `User-Agent`.
    pub fn of(user_agent: &str) -> Self {
        let named = |marks: &[(&str, &'static str)]| {
            marks.iter().find(|(mark, _)| user_agent.contains(mark)).map(|(_, name)| *name)
        };
        Self { browser: named(&BROWSERS), system: named(&SYSTEMS) }
    }

    /// "Chrome, Windows", or less, or nothing.
    pub fn name(self) -> String {
        [self.browser, self.system].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// Where a person has signed in before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub network: String,
    pub user_agent: Option<String>,
}

/// Whether the person should hear of a sign-in from `now`: neither the first of all, nor from a device and network that they
/// have used before.
pub(super) fn is_new(before: &[Seen], now: &Seen) -> bool {
    let device = |seen: &Seen| Device::of(seen.user_agent.as_deref().unwrap_or_default());
    !before.is_empty() && !before.iter().any(|seen| seen.network == now.network && device(seen) == device(now))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_know_their_devices_by_these_names() {
        let cases = [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
                "Chrome, Windows",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
                "Edge, Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
                "Safari, iPhone",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1",
                "Chrome, iPhone",
            ),
            ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox, macOS"),
            (
                "Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36",
                "Samsung Internet, Android",
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0 Safari/537.36",
                "Chrome, Linux",
            ),
            ("curl/8.9.1", ""),
            ("", ""),
        ];
        for (agent, name) in cases {
            assert_eq!(Device::of(agent).name(), name, "{agent}");
        }
    }

    #[test]
    fn a_device_is_new_where_it_or_its_network_was_never_seen() {
        let seen = |network: &str, agent: &str| Seen { network: network.into(), user_agent: Some(agent.into()) };
        let home = seen("192.0.2.0/24", "Chrome/142.0 Windows");
        assert!(!is_new(&[], &home), "the first sign-in of all");
        assert!(!is_new(std::slice::from_ref(&home), &seen("192.0.2.0/24", "Chrome/143.0 Windows")), "an update");
        assert!(is_new(std::slice::from_ref(&home), &seen("198.51.100.0/24", "Chrome/142.0 Windows")));
        assert!(is_new(&[home], &seen("192.0.2.0/24", "Firefox/144.0 Windows")));
    }
}
