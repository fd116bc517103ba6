//! The refresh token cookie for first-party pages. It is `HttpOnly`, and expires with its token.
//!
//! It is set and accepted only if the browser reports a same-origin request (`Origin`, `Sec-Fetch-Site`). On https its
//! name has the `__Host-` prefix, so that no other host can set it. Browsers refuse that prefix on plain http, so
//! localhost, and only localhost, uses a plain name.

use axum::http::header::{COOKIE, HOST, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use chrono::{DateTime, Utc};

const SEC_FETCH_SITE: &str = "sec-fetch-site";
const SEC_FETCH_MODE: &str = "sec-fetch-mode";
const ON_HTTPS: &str = "__Host-agio-refresh";
const ON_LOCALHOST: &str = "agio-refresh";
const DEVICE_ON_HTTPS: &str = "__Host-agio-device";
const DEVICE_ON_LOCALHOST: &str = "agio-device";
const BEFORE_ON_HTTPS: &str = "__Host-agio-device-before";
const BEFORE_ON_LOCALHOST: &str = "agio-device-before";
/// A token has 53 characters; longer values are ignored.
const VALUE_CHARS_MAX: usize = 200;
/// Half a year, the lifetime of a device id.
const DEVICE_MAX_AGE_S: i64 = 180 * 86_400;
/// A day: as long as a person is new to the referral programme.
const BEFORE_MAX_AGE_S: i64 = 86_400;

/// The tokens that a request carries outside its body, and the cookie that its response may set.
#[derive(Clone)]
pub(crate) struct Carried {
    /// The refresh token of the cookie, if a first-party page sent the request.
    pub refresh: Option<String>,
    /// Whether the cookie came with a request from another site's page.
    pub foreign: bool,
    /// The access token.
    pub access: Option<String>,
    /// The browser's device mark, if a first-party page sent the request.
    pub device: Option<String>,
    jar: Option<Jar>,
}

/// The cookie variant for the requesting page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Jar {
    /// A host with https.
    Https,
    /// Localhost.
    Localhost,
}

impl Carried {
    /// The header that sets the cookie. Empty unless a first-party page sent the request.
    pub fn keep(&self, token: &str, expires_at: DateTime<Utc>, now: DateTime<Utc>) -> HeaderMap {
        self.set(token, (expires_at - now).num_seconds().max(0))
    }

    /// The header that deletes the cookie.
    pub fn forget(&self) -> HeaderMap {
        self.set("", 0)
    }

    /// Adds the header that sets the device cookie for a first-party page. Its value identifies the browser and grants
    /// no access, so it survives a sign-out.
    pub fn know_device(&self, headers: &mut HeaderMap, mark: &str) {
        let Some(jar) = self.jar else { return };
        if let Some(cookie) = written(jar.device(), jar, mark, DEVICE_MAX_AGE_S) {
            headers.append(SET_COOKIE, cookie);
        }
    }

    /// Adds the header that keeps the device mark of another person who signed in on this browser before.
    pub fn keep_device_before(&self, headers: &mut HeaderMap, mark: &str) {
        let Some(jar) = self.jar else { return };
        if let Some(cookie) = written(jar.device_before(), jar, mark, BEFORE_MAX_AGE_S) {
            headers.append(SET_COOKIE, cookie);
        }
    }

    fn set(&self, value: &str, max_age_s: i64) -> HeaderMap {
        let mut headers = HeaderMap::new();
        let Some(jar) = self.jar else { return headers };
        if let Some(cookie) = written(jar.name().0, jar, value, max_age_s) {
            headers.insert(SET_COOKIE, cookie);
        }
        headers
    }
}

fn written(name: &str, jar: Jar, value: &str, max_age_s: i64) -> Option<HeaderValue> {
    let secure = jar.name().1;
    let cookie = format!("{name}={value}; Path=/; Max-Age={max_age_s}; HttpOnly; SameSite=Strict{secure}");
    HeaderValue::from_str(&cookie).ok()
}

/// The device id of a first-party page's browser, if it has one.
pub(crate) fn device(headers: &HeaderMap, authority: Option<&str>) -> Option<String> {
    own_page(headers, authority).and_then(|jar| cookie(headers, jar.device()))
}

/// The device mark of another person who signed in on a first-party page's browser within a day before.
pub(crate) fn device_before(headers: &HeaderMap, authority: Option<&str>) -> Option<String> {
    own_page(headers, authority).and_then(|jar| cookie(headers, jar.device_before()))
}

impl Jar {
    fn name(self) -> (&'static str, &'static str) {
        match self {
            Self::Https => (ON_HTTPS, "; Secure"),
            Self::Localhost => (ON_LOCALHOST, ""),
        }
    }

    fn device_before(self) -> &'static str {
        match self {
            Self::Https => BEFORE_ON_HTTPS,
            Self::Localhost => BEFORE_ON_LOCALHOST,
        }
    }

    fn device(self) -> &'static str {
        match self {
            Self::Https => DEVICE_ON_HTTPS,
            Self::Localhost => DEVICE_ON_LOCALHOST,
        }
    }
}

/// The tokens of the cookie header. The access token is not part of it.
pub(crate) fn read(headers: &HeaderMap, authority: Option<&str>) -> Carried {
    let jar = own_page(headers, authority);
    let refresh = jar.and_then(|jar| cookie(headers, jar.name().0));
    let foreign = jar.is_none() && keeps_session(headers);
    let device = jar.and_then(|jar| cookie(headers, jar.device()));
    Carried { refresh, foreign, access: None, device, jar }
}

/// Whether the request carries a session cookie, from any page. It does not prove which page sent the request, so it
/// must not grant access.
pub(crate) fn keeps_session(headers: &HeaderMap) -> bool {
    [ON_HTTPS, ON_LOCALHOST].iter().any(|name| cookie(headers, name).is_some())
}

/// The refresh token of a navigation to a page of this host. Use it only to identify the customer for display: the page
/// that caused the navigation cannot read the response.
pub(crate) fn of_navigation(headers: &HeaderMap) -> Option<String> {
    let says = |name: &str, words: &[&str]| headers.get(name).is_some_and(|said| words.iter().any(|word| said == word));
    let opened = says(SEC_FETCH_MODE, &["navigate"]) && says(SEC_FETCH_SITE, &["none", "same-origin"]);
    let name = if is_this_machine(text(headers, &HOST)?) { ON_LOCALHOST } else { ON_HTTPS };
    cookie(headers, name).filter(|_| opened)
}

/// The cookie variant, if a page of this host sent the request.
pub(crate) fn own_page(headers: &HeaderMap, authority: Option<&str>) -> Option<Jar> {
    let site = headers.get(SEC_FETCH_SITE);
    if site.is_some_and(|site| site != "same-origin") {
        return None;
    }
    let host = text(headers, &HOST).or(authority)?.to_ascii_lowercase();
    let (scheme, origin_host) = text(headers, &ORIGIN)?.split_once("://")?;
    if origin_host.to_ascii_lowercase() != host {
        return None;
    }
    match scheme {
        "https" => Some(Jar::Https),
        "http" if is_this_machine(&host) => Some(Jar::Localhost),
        _ => None,
    }
}

/// Whether an API client sent the request rather than a page in a browser: it has none of the headers that browsers
/// always add to a request that opens a session. Such a client gets its tokens only in response bodies.
pub(crate) fn is_program(headers: &HeaderMap) -> bool {
    let by_a_browser =
        |name: &HeaderName| *name == ORIGIN || *name == COOKIE || name.as_str().starts_with("sec-fetch-");
    !headers.keys().any(by_a_browser)
}

pub(crate) fn is_this_machine(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    matches!(name, "localhost" | "127.0.0.1" | "::1") || name.ends_with(".localhost")
}

pub(crate) fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let pairs = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = pairs.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs
        .find(|(key, value)| *key == name && !value.is_empty() && value.len() <= VALUE_CHARS_MAX)
        .map(|(_, v)| v.into())
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(pairs: &[(&'static str, &'static str)]) -> Carried {
        let pairs = pairs.iter().map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        read(&pairs.collect(), None)
    }

    const COOKIES: (&str, &str) = ("cookie", "a=b; agio-refresh=plain; __Host-agio-refresh=secure");

    #[test]
    fn the_device_cookie_is_read_on_its_own_host_only() {
        let page = [("host", "shop.example"), ("origin", "https://shop.example")];
        let mut answer = from(&page).keep("t", DateTime::UNIX_EPOCH, DateTime::UNIX_EPOCH);
        from(&page).know_device(&mut answer, "mark");
        let set: Vec<_> = answer.get_all(SET_COOKIE).iter().map(|value| value.to_str().unwrap()).collect();
        let expected = "__Host-agio-device=mark; Path=/; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure";
        assert_eq!((set.len(), set[1]), (2, expected));
        let seen = |origin: &'static str| {
            let pairs = [("host", "shop.example"), ("origin", origin), ("cookie", "a=b; __Host-agio-device=mark")];
            let pairs = pairs.map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
            device(&pairs.into_iter().collect(), None)
        };
        assert_eq!(seen("https://shop.example").as_deref(), Some("mark"));
        assert_eq!(seen("https://evil.example"), None);
        let mut program = HeaderMap::new();
        from(&[("host", "shop.example")]).know_device(&mut program, "mark");
        assert!(program.is_empty(), "a program keeps no cookies");
    }

    #[test]
    fn each_page_has_its_own_hosts_cookie_and_no_other() {
        let https = from(&[("host", "Shop.example"), ("origin", "https://shop.example"), COOKIES]);
        assert_eq!(https.refresh.as_deref(), Some("secure"));
        let set = https.set("t", 60);
        let expected = "__Host-agio-refresh=t; Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure";
        assert_eq!(set[SET_COOKIE], expected);
        for host in ["localhost:3000", "127.0.0.1:1", "[::1]:80", "a.localhost"] {
            let origin: &'static str = format!("http://{host}").leak();
            let local = from(&[("host", host), ("origin", origin), ("sec-fetch-site", "same-origin"), COOKIES]);
            assert_eq!(local.refresh.as_deref(), Some("plain"), "{host}");
            assert_eq!(local.set("", 0)[SET_COOKIE], "agio-refresh=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict");
        }
    }

    #[test]
    fn a_request_without_browser_headers_comes_from_a_program() {
        let program = |pairs: &[(&'static str, &'static str)]| {
            let pairs =
                pairs.iter().map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
            is_program(&pairs.collect())
        };
        assert!(program(&[
            ("host", "shop.example"),
            ("user-agent", "Shop/2.1 (Android 15)"),
            ("authorization", "Bearer x")
        ]));
        for sign in [("origin", "null"), ("sec-fetch-site", "none"), ("sec-fetch-mode", "cors"), ("cookie", "")] {
            assert!(!program(&[("host", "shop.example"), sign]), "{sign:?}");
        }
    }

    #[test]
    fn the_session_cookie_is_read_on_its_own_host_and_not_in_cross_site_navigation() {
        let opened = |pairs: &[(&'static str, &'static str)]| {
            let pairs =
                pairs.iter().map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
            of_navigation(
                &pairs.chain([(HeaderName::from_static(COOKIES.0), HeaderValue::from_static(COOKIES.1))]).collect(),
            )
        };
        let mode = ("sec-fetch-mode", "navigate");
        let site = |word| ("sec-fetch-site", word);
        assert_eq!(opened(&[("host", "shop.example"), mode, site("none")]).as_deref(), Some("secure"));
        assert_eq!(opened(&[("host", "localhost:3000"), mode, site("same-origin")]).as_deref(), Some("plain"));
        for others in [
            vec![("host", "shop.example"), mode, site("cross-site")],
            vec![("host", "shop.example"), mode, site("same-site")],
            vec![("host", "shop.example"), ("sec-fetch-mode", "no-cors"), site("none")],
            vec![("host", "shop.example"), mode],
            vec![mode, site("none")],
        ] {
            assert_eq!(opened(&others), None, "{others:?}");
        }
    }

    #[test]
    fn another_sites_page_neither_uses_nor_gets_a_cookie() {
        let host = ("host", "shop.example");
        for others in [
            vec![host, ("origin", "https://evil.example"), COOKIES],
            vec![host, ("origin", "https://shop.example:444"), COOKIES],
            vec![host, ("origin", "http://shop.example"), COOKIES],
            vec![host, ("origin", "null"), COOKIES],
            vec![host, COOKIES],
            vec![host, ("origin", "https://shop.example"), ("sec-fetch-site", "same-site"), COOKIES],
        ] {
            let carried = from(&others);
            assert!(carried.refresh.is_none() && carried.foreign && carried.set("t", 1).is_empty(), "{others:?}");
        }
    }
}
