//! The versions of native apps that work, by tenant and platform. Pure.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use url::Url;

/// The parts of a version have at most this many digits.
const DIGITS_MAX: usize = 5;

/// The system of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Platform {
    /// iOS and iPadOS.
    Ios,
    /// Android.
    Android,
}

impl FromStr for Platform {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "ios" => Ok(Self::Ios),
            "android" => Ok(Self::Android),
            _ => Err(()),
        }
    }
}

/// The version of an app: one to three numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version([u32; 3]);

impl FromStr for Version {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let mut parts = [0; 3];
        let mut given = text.split('.');
        let first = given.next().ok_or(())?;
        parts[0] = number(first)?;
        for part in &mut parts[1..] {
            let Some(next) = given.next() else { break };
            *part = number(next)?;
        }
        if given.next().is_some() { Err(()) } else { Ok(Self(parts)) }
    }
}

fn number(text: &str) -> Result<u32, ()> {
    let is_plain = (1..=DIGITS_MAX).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_plain { text.parse().map_err(|_| ()) } else { Err(()) }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self([major, minor, patch]) = self;
        write!(f, "{major}.{minor}.{patch}")
    }
}

/// The app of a request: `ios/2.3.1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AppVersion {
    pub platform: Platform,
    pub version: Version,
}

impl FromStr for AppVersion {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (platform, version) = text.split_once('/').ok_or(())?;
        Ok(Self { platform: platform.parse()?, version: version.parse()? })
    }
}

/// The required or offered update of the app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Update {
    /// Nothing.
    None,
    /// A newer version is in the store.
    Offered,
    /// This version no longer works.
    Required,
}

impl Update {
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Offered => "offered",
            Self::Required => "required",
        }
    }
}

/// The versions of one app. Without a minimum, every version works.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Release {
    /// The oldest version that works.
    pub minimum: Option<Version>,
    /// The version in the store.
    pub newest: Option<Version>,
    /// The page of the store.
    pub store: Option<Url>,
}

impl Release {
    pub(crate) fn update(&self, version: Version) -> Update {
        if self.minimum.is_some_and(|minimum| version < minimum) {
            Update::Required
        } else if self.newest.is_some_and(|newest| version < newest) {
            Update::Offered
        } else {
            Update::None
        }
    }
}

/// The apps that open links of a tenant's hosts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AppLinks {
    /// The app's id with the team's prefix: `ABCDE12345.com.example.bank`.
    pub ios_app: Option<String>,
    /// The package of the Android app.
    pub android_package: Option<String>,
    /// The SHA-256 fingerprints of the certificates that sign it.
    pub android_certificates: Vec<String>,
}

/// The native apps of every tenant, by slug. A tenant without an entry has no app.
#[derive(Debug, Clone, Default)]
pub struct Releases {
    releases: BTreeMap<(String, Platform), Release>,
    links: BTreeMap<String, AppLinks>,
    none: (Release, AppLinks),
}

/// A refused setting, as a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ReleasesError(String);

impl Releases {
    /// Adds a tenant's app of one platform.
    ///
    /// # Errors
    /// A minimum above the newest version: nobody could update to it. A store that is not an `https` address.
    pub fn add(&mut self, slug: &str, platform: Platform, release: Release) -> Result<(), ReleasesError> {
        if let (Some(minimum), Some(newest)) = (release.minimum, release.newest)
            && minimum > newest
        {
            return Err(ReleasesError(format!("the minimum {minimum} is above the newest version {newest}")));
        }
        if release.store.as_ref().is_some_and(|store| store.scheme() != "https") {
            return Err(ReleasesError("the store must be an https address".to_owned()));
        }
        if release.minimum.is_some() && release.store.is_none() {
            return Err(ReleasesError("a minimum needs the store's address, where people update".to_owned()));
        }
        self.releases.insert((slug.to_owned(), platform), release);
        Ok(())
    }

    /// Adds the apps that open a tenant's links.
    ///
    /// # Errors
    /// An Android package without a certificate, or the other way round.
    pub fn add_links(&mut self, slug: &str, links: AppLinks) -> Result<(), ReleasesError> {
        if links.android_package.is_some() == links.android_certificates.is_empty() {
            return Err(ReleasesError("an Android package and its certificates belong together".to_owned()));
        }
        self.links.insert(slug.to_owned(), links);
        Ok(())
    }

    pub(crate) fn of(&self, slug: &str, platform: Platform) -> &Release {
        self.releases.get(&(slug.to_owned(), platform)).unwrap_or(&self.none.0)
    }

    pub(crate) fn links(&self, slug: &str) -> &AppLinks {
        self.links.get(slug).unwrap_or(&self.none.1)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn version(text: &str) -> Version {
        text.parse().unwrap()
    }

    fn release(minimum: &str, newest: &str) -> Release {
        let store = Some(Url::parse("https://store.example/app").unwrap());
        Release { minimum: Some(version(minimum)), newest: Some(version(newest)), store }
    }

    #[test]
    fn a_version_is_one_to_three_numbers() {
        assert_eq!(version("2").to_string(), "2.0.0");
        assert_eq!(version("2.3"), version("2.3.0"));
        assert!(version("2.10") > version("2.9.9"));
        for bad in ["", ".", "1.", "1.2.3.4", "-1", "1.2-beta", "+1", "1.123456", " 1", "١"] {
            assert!(bad.parse::<Version>().is_err(), "{bad}");
        }
        for bad in ["ios", "ios/", "web/1", "IOS/1", "ios/1/2"] {
            assert!(bad.parse::<AppVersion>().is_err(), "{bad}");
        }
    }

    #[test]
    fn an_update_is_required_below_the_minimum_and_offered_below_the_newest() {
        let release = release("2.0", "2.4");
        assert_eq!(release.update(version("1.9.9")), Update::Required);
        assert_eq!(release.update(version("2")), Update::Offered);
        assert_eq!(release.update(version("2.4")), Update::None);
        assert_eq!(release.update(version("3")), Update::None, "an app under test is newer than the store's");
        assert_eq!(Release::default().update(version("0")), Update::None);
    }

    #[test]
    fn invalid_release_settings_are_refused() {
        let mut releases = Releases::default();
        assert!(releases.add("agio", Platform::Ios, release("2.5", "2.4")).is_err());
        let nowhere = Release { store: None, ..release("2", "2") };
        assert!(releases.add("agio", Platform::Ios, nowhere).is_err());
        let plain = Release { store: Some(Url::parse("http://store.example").unwrap()), ..release("2", "2") };
        assert!(releases.add("agio", Platform::Ios, plain).is_err());
        assert!(releases.add("agio", Platform::Ios, release("2", "2")).is_ok());
        assert_eq!(releases.of("agio", Platform::Android), &Release::default());
        assert_eq!(releases.of("nova", Platform::Ios), &Release::default(), "another tenant has its own app");
        let half = AppLinks { android_package: Some("com.example".into()), ..AppLinks::default() };
        assert!(releases.add_links("agio", half).is_err());
    }

    proptest! {
        #[test]
        fn a_newer_version_is_never_asked_for_more(a in any::<[u16; 3]>(), b in any::<[u16; 3]>(), min in any::<[u16; 3]>()) {
            let of = |[x, y, z]: [u16; 3]| version(&format!("{x}.{y}.{z}"));
            let release = Release { minimum: Some(of(min)), ..Release::default() };
            let (older, newer) = (of(a).min(of(b)), of(a).max(of(b)));
            let required = |version| release.update(version) == Update::Required;
            prop_assert!(required(older) || !required(newer));
        }

        #[test]
        fn no_version_text_panics(text in ".{0,40}") {
            let _ = text.parse::<AppVersion>();
            let _ = text.parse::<Version>();
        }
    }
}
