//! Device names from `User-Agent` headers, as people know their devices.

use chrono::{DateTime, Utc};

/// The browser and the operating system, as far as they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Device {
    /// Chrome, Firefox, and so on.
    pub browser: Option<&'static str>,
    /// Windows, Android, iPhone, and so on.
    pub system: Option<&'static str>,
}

/// The first marker that matches decides, because nearly all browsers claim to be Safari, and most to be Chrome.
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
    /// Parses a `User-Agent` header.
    pub fn of(user_agent: &str) -> Self {
        let named = |marks: &[(&str, &'static str)]| {
            marks.iter().find(|(mark, _)| user_agent.contains(mark)).map(|(_, name)| *name)
        };
        Self { browser: named(&BROWSERS), system: named(&SYSTEMS) }
    }

    /// "Chrome, Windows", or one of both, or an empty text.
    pub fn name(self) -> String {
        [self.browser, self.system].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// An earlier sign-in of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub network: String,
    pub user_agent: Option<String>,
    /// When its device was new to the person; `None` if it never was.
    pub new_at: Option<DateTime<Utc>>,
}

/// The familiarity of a sign-in's place to an account: the combination of device and network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlaceFamiliarity {
    /// The first sign-in of the account: no comparison is possible, and no warning is sent.
    First,
    /// Known from an earlier sign-in, with the time when it was new, if it was.
    Known(Option<DateTime<Utc>>),
    /// New: the person is notified.
    New,
}

impl PlaceFamiliarity {
    /// Classifies a sign-in from `here` after the sign-ins `before`, the newest first. `begins` says that no older ones
    /// can have been deleted.
    pub(super) fn of(before: &[Seen], here: (&str, Option<&str>), begins: bool) -> Self {
        let device = |agent: Option<&str>| Device::of(agent.unwrap_or_default());
        let (network, agent) = here;
        let same = |seen: &&Seen| seen.network == network && device(seen.user_agent.as_deref()) == device(agent);
        match before.iter().find(same) {
            // The newest sign-in carries the time when the device was new.
            Some(seen) => Self::Known(seen.new_at),
            None if before.is_empty() && begins => Self::First,
            None => Self::New,
        }
    }

    /// When the device was new, for a sign-in at `now`. The time is copied from sign-in to sign-in, so that a second
    /// one does not end the waiting time.
    pub(super) const fn new_at(self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        match self {
            Self::First => None,
            Self::Known(at) => at,
            Self::New => Some(now),
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

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
        let place = |network: &str, agent: &str, new_at| Seen {
            network: network.into(),
            user_agent: Some(agent.into()),
            new_at,
        };
        let home = [place("192.0.2.0/24", "Chrome/142.0 Windows", None)];
        let from = |before: &[Seen], network, agent| PlaceFamiliarity::of(before, (network, Some(agent)), true);
        assert_eq!(from(&[], "192.0.2.0/24", "Chrome/142.0 Windows"), PlaceFamiliarity::First);
        let forgotten = PlaceFamiliarity::of(&[], ("192.0.2.0/24", None), false);
        assert_eq!(forgotten, PlaceFamiliarity::New, "an old account whose sign-ins are kept no more");
        assert_eq!(from(&home, "192.0.2.0/24", "Chrome/143.0 Windows"), PlaceFamiliarity::Known(None), "an update");
        assert_eq!(from(&home, "198.51.100.0/24", "Chrome/142.0 Windows"), PlaceFamiliarity::New);
        assert_eq!(from(&home, "192.0.2.0/24", "Firefox/144.0 Windows"), PlaceFamiliarity::New);
    }

    #[test]
    fn a_devices_first_sign_in_decides_how_long_it_is_new() {
        let (began, later) = (DateTime::UNIX_EPOCH, |hours| DateTime::UNIX_EPOCH + TimeDelta::hours(hours));
        let mut before = vec![Seen { network: "home".into(), user_agent: None, new_at: None }];
        for hours in 1..=300 {
            let place = PlaceFamiliarity::of(&before, ("abroad", None), true);
            assert_eq!(place == PlaceFamiliarity::New, hours == 1, "{hours}");
            assert_eq!(place.new_at(later(hours)), Some(later(1)), "{hours}");
            before.insert(0, Seen { network: "abroad".into(), user_agent: None, new_at: place.new_at(later(hours)) });
            before.truncate(200);
        }
        assert_eq!(PlaceFamiliarity::First.new_at(began), None);
    }
}
