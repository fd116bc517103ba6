//! Facts from a page request: whether the browser has a session cookie of this host, and the visitor's language.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;

use crate::cookie;

/// The cookie with the language that the visitor has chosen.
const LANGUAGE_COOKIE: &str = "agio-locale";
/// Maximum number of languages evaluated from the browser's list.
const LANGUAGES_MAX: usize = 20;

/// The visitor of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visitor {
    /// The browser has a session cookie. The page checks whether it is still valid.
    Known,
    /// The browser has no session cookie.
    New,
    /// Unknown: the visitor came from another site, so the browser withholds `SameSite=Strict` cookies.
    Unknown,
}

impl Visitor {
    /// From the headers of a page request.
    pub fn of(headers: &HeaderMap) -> Self {
        if cookie::keeps_session(headers) {
            return Self::Known;
        }
        let from = headers.get("sec-fetch-site").map(axum::http::HeaderValue::as_bytes);
        match from {
            Some(b"none" | b"same-origin" | b"same-site") => Self::New,
            _ => Self::Unknown,
        }
    }
}

/// The language of a page: the visitor's choice, else the first browser language that the tenant supports, else the
/// tenant's first. The page uses the same order (`web/src/i18n/locale.ts`).
pub fn language<'a>(headers: &HeaderMap, offered: &'a [String]) -> Option<&'a str> {
    let chosen = cookie::cookie(headers, LANGUAGE_COOKIE);
    let browser = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let wanted = chosen.as_deref().into_iter().chain(browser.split(',').take(LANGUAGES_MAX));
    let spoken = |tag: &str| {
        let short = tag.split([';', '-']).next().unwrap_or_default().trim();
        offered.iter().find(|language| language.eq_ignore_ascii_case(short))
    };
    wanted.into_iter().find_map(spoken).or(offered.first()).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn asked(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn a_missing_strict_cookie_proves_nothing_after_cross_site_navigation() {
        for (pairs, visitor) in [
            (&[("cookie", "agio-refresh=t"), ("sec-fetch-site", "cross-site")][..], Visitor::Known),
            (&[("cookie", "__Host-agio-refresh=t")], Visitor::Known),
            (&[("cookie", "agio-refresh="), ("sec-fetch-site", "none")], Visitor::New),
            (&[("sec-fetch-site", "same-origin")], Visitor::New),
            (&[("sec-fetch-site", "cross-site")], Visitor::Unknown),
            (&[], Visitor::Unknown),
        ] {
            assert_eq!(Visitor::of(&asked(pairs)), visitor, "{pairs:?}");
        }
    }

    #[test]
    fn the_language_is_the_chosen_one_else_the_browsers_else_the_tenants() {
        let offered = ["en", "uk"].map(str::to_owned);
        for (pairs, language_of_page) in [
            (&[("cookie", "agio-locale=uk"), ("accept-language", "en-GB,en;q=0.9")][..], "uk"),
            (&[("cookie", "agio-locale=fr"), ("accept-language", "de, uk-UA;q=0.8,en;q=0.1")], "uk"),
            (&[("accept-language", "EN-us")], "en"),
            (&[("accept-language", "fr")], "en"),
            (&[], "en"),
        ] {
            assert_eq!(language(&asked(pairs), &offered), Some(language_of_page), "{pairs:?}");
        }
        assert_eq!(language(&asked(&[]), &[]), None);
    }
}
