//! The refresh token's cookie, for pages of our own host. A page cannot read it; it holds no token beyond its own life.
//!
//! It is set and taken only where the browser says that the page of this very host asks (`Origin`, `Sec-Fetch-Site`).
//! On https its name has the `__Host-` prefix, so that no other host can set it; browsers refuse that on plain http, so
//! the machine's own names, and only they, have a plain one.

use axum::extract::FromRequestParts;
use axum::http::header::{COOKIE, HOST, ORIGIN, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use chrono::{DateTime, Utc};

use crate::AppState;
use crate::extract::principal;
use crate::problem::Problem;

const SEC_FETCH_SITE: &str = "sec-fetch-site";
const SEC_FETCH_MODE: &str = "sec-fetch-mode";
const ON_HTTPS: &str = "__Host-agio-refresh";
const ON_LOCALHOST: &str = "agio-refresh";
const DEVICE_ON_HTTPS: &str = "__Host-agio-device";
const DEVICE_ON_LOCALHOST: &str = "agio-device";
/// A token has 53 characters; what is much longer is none.
const VALUE_CHARS_MAX: usize = 200;
/// Half a year, as long as a mark is good.
const DEVICE_MAX_AGE_S: i64 = 180 * 86_400;

/// The tokens that come with a request beside its body, and the cookie that its answer may set.
#[derive(Clone)]
pub(crate) struct Carried {
    /// The refresh token of the cookie, if our own page sent it.
    pub refresh: Option<String>,
    /// There is such a cookie, but another site's page made the browser send it.
    pub foreign: bool,
    /// The access token.
    pub access: Option<String>,
    jar: Option<Jar>,
}

/// The cookie that the page which asks can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Jar {
    /// On a host of its own, by https.
    Https,
    /// On this machine.
    Localhost,
}

impl Carried {
    /// The header that gives the cookie to our own page; nobody else gets one.
    pub fn keep(&self, token: &str, expires_at: DateTime<Utc>, now: DateTime<Utc>) -> HeaderMap {
        self.set(token, (expires_at - now).num_seconds().max(0))
    }

    /// The header that takes the cookie away.
    pub fn forget(&self) -> HeaderMap {
        self.set("", 0)
    }

    /// Adds the header that lets our own page's browser be known again, by a mark that opens nothing. It stays when its owner signs
    /// out.
    pub fn know_device(&self, headers: &mut HeaderMap, mark: &str) {
        let Some(jar) = self.jar else { return };
        if let Some(cookie) = written(jar.device(), jar, mark, DEVICE_MAX_AGE_S) {
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

/// The mark that says which device a request of our own page comes from, if the device has one.
pub(crate) fn device(headers: &HeaderMap, authority: Option<&str>) -> Option<String> {
    own_page(headers, authority).and_then(|jar| cookie(headers, jar.device()))
}

impl Jar {
    fn name(self) -> (&'static str, &'static str) {
        match self {
            Self::Https => (ON_HTTPS, "; Secure"),
            Self::Localhost => (ON_LOCALHOST, ""),
        }
    }

    fn device(self) -> &'static str {
        match self {
            Self::Https => DEVICE_ON_HTTPS,
            Self::Localhost => DEVICE_ON_LOCALHOST,
        }
    }
}

impl FromRequestParts<AppState> for Carried {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &AppState) -> Result<Self, Problem> {
        let authority = parts.uri.authority().map(|authority| authority.as_str());
        Ok(Self { access: principal::bearer(parts).map(str::to_owned), ..read(&parts.headers, authority) })
    }
}

fn read(headers: &HeaderMap, authority: Option<&str>) -> Carried {
    let jar = own_page(headers, authority);
    let refresh = jar.and_then(|jar| cookie(headers, jar.name().0));
    let foreign = jar.is_none() && keeps_session(headers);
    Carried { refresh, foreign, access: None, jar }
}

/// Whether the browser keeps a session's token, of whatever page. It says nothing of whose page asks, so it opens nothing.
pub(crate) fn keeps_session(headers: &HeaderMap) -> bool {
    [ON_HTTPS, ON_LOCALHOST].iter().any(|name| cookie(headers, name).is_some())
}

/// The refresh token that came along where somebody opens a page of this host. It says who they are as long as it is only looked
/// at: whoever made the browser ask sees nothing of the answer.
pub(crate) fn of_navigation(headers: &HeaderMap) -> Option<String> {
    let says = |name: &str, words: &[&str]| headers.get(name).is_some_and(|said| words.iter().any(|word| said == word));
    let opened = says(SEC_FETCH_MODE, &["navigate"]) && says(SEC_FETCH_SITE, &["none", "same-origin"]);
    let name = if is_this_machine(text(headers, &HOST)?) { ON_LOCALHOST } else { ON_HTTPS };
    cookie(headers, name).filter(|_| opened)
}

/// Which cookie the page may have, if the page of this host is what asks.
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

/// Whether a program of its own asks, and not a page in a browser: nothing is there that browsers write by themselves with every
/// request that opens a session, and that no page can leave out. Such a program has its tokens in the bodies alone.
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
    fn a_device_is_known_again_by_its_own_hosts_page_alone() {
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
    fn a_program_is_whoever_sends_nothing_that_a_browser_writes() {
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
    fn who_opens_a_page_is_known_by_the_cookie_of_its_host_unless_another_site_opens_it() {
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
