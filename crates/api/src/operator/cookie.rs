//! Cookies of the console: the operator's session, and the device that the operator joined with. They are
//! `SameSite=Strict`, `HttpOnly` and for this host only. A page of another site can neither use nor set them.

use axum::http::header::{HOST, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, Method};

use crate::cookie::{Jar, cookie, is_this_machine, own_page};

/// Kind of a cookie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Session token.
    Session,
    /// Device token.
    Device,
}

/// 400 days, the maximum lifetime of a cookie in browsers.
const DEVICE_LIFE_S: i64 = 400 * 24 * 3_600;

impl Kind {
    const fn name(self, jar: Jar) -> &'static str {
        match (self, jar) {
            (Self::Session, Jar::Https) => "__Host-agio-operator",
            (Self::Session, Jar::Localhost) => "agio-operator",
            (Self::Device, Jar::Https) => "__Host-agio-operator-device",
            (Self::Device, Jar::Localhost) => "agio-operator-device",
        }
    }
}

/// The cookie variant for the requesting page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Page(Option<Jar>);

/// Determines the requesting page. A state-changing request must have a same-origin `Origin`. A read must not have a
/// cross-site `Sec-Fetch-Site`.
pub(super) fn page(method: &Method, headers: &HeaderMap, authority: Option<&str>) -> Page {
    if !matches!(*method, Method::GET | Method::HEAD) {
        return Page(own_page(headers, authority));
    }
    if headers.get("sec-fetch-site").is_some_and(|site| site != "same-origin") {
        return Page(None);
    }
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).or(authority).unwrap_or_default();
    Page(Some(if is_this_machine(&host.to_ascii_lowercase()) { Jar::Localhost } else { Jar::Https }))
}

impl Page {
    /// The value of a cookie in the request.
    pub fn read(self, headers: &HeaderMap, kind: Kind) -> Option<String> {
        // On localhost, an https proxy in front may have set the https variant of the cookie.
        let jars = [self.0, self.0.map(|_| Jar::Https)];
        jars.into_iter().flatten().find_map(|jar| cookie(headers, kind.name(jar)))
    }

    /// Sets a cookie.
    pub fn keep(self, headers: &mut HeaderMap, kind: Kind, value: &str) {
        // A session cookie ends with the browser; the server ends the session before that.
        self.set(headers, kind, value, (kind == Kind::Device).then_some(DEVICE_LIFE_S));
    }

    /// Deletes a cookie.
    pub fn forget(self, headers: &mut HeaderMap, kind: Kind) {
        self.set(headers, kind, "", Some(0));
    }

    /// Whether the page may have cookies at all.
    pub fn is_own(self) -> bool {
        self.0.is_some()
    }

    fn set(self, headers: &mut HeaderMap, kind: Kind, value: &str, max_age_s: Option<i64>) {
        let Some(jar) = self.0 else { return };
        let age = max_age_s.map_or_else(String::new, |age| format!("; Max-Age={age}"));
        let secure = if jar == Jar::Https { "; Secure" } else { "" };
        let cookie = format!("{}={value}; Path=/{age}; HttpOnly; SameSite=Strict{secure}", kind.name(jar));
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            headers.append(SET_COOKIE, cookie);
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderName;

    use super::*;

    fn asked(method: &Method, pairs: &[(&'static str, &'static str)]) -> (Page, HeaderMap) {
        let pairs = pairs.iter().map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        let headers: HeaderMap = pairs.collect();
        (page(method, &headers, None), headers)
    }

    const COOKIES: (&str, &str) = ("cookie", "agio-operator=plain; __Host-agio-operator=secure");

    #[test]
    fn an_insecure_cookie_is_for_loopback_only() {
        let (here, headers) = asked(&Method::GET, &[("host", "localhost:8080"), COOKIES]);
        assert_eq!(here.read(&headers, Kind::Session).as_deref(), Some("plain"));
        let (there, headers) = asked(&Method::GET, &[("host", "bank.example"), COOKIES]);
        assert_eq!(there.read(&headers, Kind::Session).as_deref(), Some("secure"));
        let (there, headers) = asked(&Method::GET, &[("host", "bank.example"), ("cookie", "agio-operator=plain")]);
        assert_eq!(there.read(&headers, Kind::Session), None);
    }

    #[test]
    fn another_sites_page_neither_reads_nor_changes_anything() {
        let host = ("host", "bank.example");
        for site in ["cross-site", "same-site", "none"] {
            let (page, headers) = asked(&Method::GET, &[host, ("sec-fetch-site", site), COOKIES]);
            assert_eq!(page.read(&headers, Kind::Session), None, "{site}");
        }
        for origin in [None, Some("https://evil.example"), Some("http://bank.example"), Some("null")] {
            let mut pairs = vec![host, COOKIES];
            pairs.extend(origin.map(|origin| ("origin", origin)));
            let (page, headers) = asked(&Method::POST, &pairs);
            assert_eq!(page.read(&headers, Kind::Session), None, "{origin:?}");
            assert!(!page.is_own());
        }
        let (page, headers) = asked(&Method::POST, &[host, ("origin", "https://bank.example"), COOKIES]);
        assert_eq!(page.read(&headers, Kind::Session).as_deref(), Some("secure"));
        let mut set = HeaderMap::new();
        page.keep(&mut set, Kind::Session, "t");
        assert_eq!(set[SET_COOKIE], "__Host-agio-operator=t; Path=/; HttpOnly; SameSite=Strict; Secure");
    }
}
