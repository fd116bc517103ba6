//! The payer's browser: the fields of the request, and its headers.

use axum::extract::FromRequestParts;
use axum::http::HeaderName;
use axum::http::header::{ACCEPT, USER_AGENT};
use axum::http::request::Parts;
use chrono::{DateTime, Utc};
use exchange::rails::{self, CardAgreement, PixelSize};
use std::convert::Infallible;
use std::net::IpAddr;

use crate::dto::device::DeviceInfo;
use crate::http::client_address::ClientAddress;
use crate::problem::{FieldError, Problem};

/// The maximum number of characters of a header. A longer one is cut (EMV 3-D Secure: 2048).
const HEADER_CHARS_MAX: usize = 2_048;
/// The maximum number of bits per pixel.
const COLOR_DEPTH_MAX: u8 = 64;
/// The maximum distance from UTC, in minutes.
const OFFSET_MAX: i16 = 900;
/// The maximum number of characters of a language (RFC 5646, section 4.4.1).
const LANGUAGE_CHARS_MAX: usize = 35;

/// What the headers of a request tell about the browser.
#[derive(Debug, Clone)]
pub(super) struct BrowserHeaders {
    user_agent: String,
    accept: String,
    address: Option<IpAddr>,
}

impl BrowserHeaders {
    /// The agreement that this browser's user gives now.
    pub(super) fn agreement(self, accepted_at: DateTime<Utc>) -> CardAgreement {
        CardAgreement { accepted_at, address: self.address, user_agent: self.user_agent }
    }
}

impl<S: Sync> FromRequestParts<S> for BrowserHeaders {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let text = |name: HeaderName| parts.headers.get(name).and_then(|value| value.to_str().ok()).map(cut);
        Ok(Self {
            user_agent: text(USER_AGENT).unwrap_or_default(),
            accept: text(ACCEPT).unwrap_or_else(|| "*/*".to_owned()),
            address: parts.extensions.get::<ClientAddress>().map(|client| client.0),
        })
    }
}

fn cut(text: &str) -> String {
    text.chars().take(HEADER_CHARS_MAX).collect()
}

/// Checks the fields of a device.
///
/// # Errors
/// 400 naming the field and the rule.
pub(super) fn device_of(asked: DeviceInfo, headers: BrowserHeaders) -> Result<rails::DeviceInfo, Problem> {
    let refused =
        |field: &str, rule: String| Problem::field(FieldError::new(format!("/device/{field}"), "range", rule));
    if !(1..=COLOR_DEPTH_MAX).contains(&asked.color_depth) {
        return Err(refused("color_depth", format!("must be between 1 and {COLOR_DEPTH_MAX}")));
    }
    if !(-OFFSET_MAX..=OFFSET_MAX).contains(&asked.time_zone_offset) {
        return Err(refused("time_zone_offset", format!("must be between -{OFFSET_MAX} and {OFFSET_MAX} minutes")));
    }
    let sizes = [
        ("screen_width", asked.screen_width),
        ("screen_height", asked.screen_height),
        ("window_width", asked.window_width),
        ("window_height", asked.window_height),
    ];
    if let Some((field, _)) = sizes.into_iter().find(|(_, pixels)| *pixels == 0) {
        return Err(refused(field, "must be at least 1".to_owned()));
    }
    if !is_language(&asked.language) {
        let rule = "must be a language such as uk-UA";
        return Err(Problem::field(FieldError::new("/device/language", "invalid", rule)));
    }
    Ok(rails::DeviceInfo {
        color_depth: asked.color_depth,
        java_enabled: asked.java_enabled,
        language: asked.language,
        screen: PixelSize { width: asked.screen_width, height: asked.screen_height },
        window: PixelSize { width: asked.window_width, height: asked.window_height },
        time_zone_offset: asked.time_zone_offset,
        channel: asked.channel.0,
        user_agent: headers.user_agent,
        accept: headers.accept,
        address: headers.address,
    })
}

/// Whether a text has the form of a language tag: letters, then groups of letters and digits.
fn is_language(text: &str) -> bool {
    let is_part = |(at, part): (usize, &str)| {
        let fits = |byte: u8| byte.is_ascii_alphabetic() || (at > 0 && byte.is_ascii_digit());
        (1..=8).contains(&part.len()) && part.bytes().all(fits)
    };
    text.len() <= LANGUAGE_CHARS_MAX && text.split('-').enumerate().all(is_part)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn asked() -> DeviceInfo {
        DeviceInfo {
            color_depth: 24,
            java_enabled: false,
            language: "uk-UA".to_owned(),
            screen_width: 390,
            screen_height: 844,
            window_width: 390,
            window_height: 664,
            time_zone_offset: -120,
            channel: rails::DeviceChannel::Mobile.into(),
        }
    }

    fn headers() -> BrowserHeaders {
        BrowserHeaders { user_agent: "Browser/1".to_owned(), accept: "*/*".to_owned(), address: None }
    }

    fn pointer(asked: DeviceInfo) -> String {
        device_of(asked, headers()).expect_err("refused").errors[0].pointer.clone()
    }

    #[test]
    fn a_device_that_cannot_be_names_its_field() {
        assert!(device_of(asked(), headers()).is_ok());
        assert_eq!(pointer(DeviceInfo { color_depth: 0, ..asked() }), "/device/color_depth");
        assert_eq!(pointer(DeviceInfo { color_depth: 65, ..asked() }), "/device/color_depth");
        assert_eq!(pointer(DeviceInfo { time_zone_offset: -901, ..asked() }), "/device/time_zone_offset");
        assert_eq!(pointer(DeviceInfo { window_height: 0, ..asked() }), "/device/window_height");
        for language in ["", "-", "uk_UA", "123", "uk-", "a b", "toolonglanguage"] {
            assert_eq!(
                pointer(DeviceInfo { language: language.to_owned(), ..asked() }),
                "/device/language",
                "{language}"
            );
        }
    }

    proptest! {
        #[test]
        fn a_device_within_its_limits_is_taken_as_it_is(
            depth in 1_u8..=64, width in 1_u16.., offset in -900_i16..=900, language in "[a-z]{2}(-[A-Z]{2})?",
        ) {
            let asked = DeviceInfo {
                color_depth: depth, screen_width: width, time_zone_offset: offset, language: language.clone(), ..asked()
            };
            let device = device_of(asked, headers()).unwrap();
            prop_assert_eq!((device.color_depth, device.screen.width), (depth, width));
            prop_assert_eq!((device.time_zone_offset, device.language), (offset, language));
        }

        #[test]
        fn any_text_is_a_language_or_refused(text in "\\PC{0,40}") {
            let device = device_of(DeviceInfo { language: text.clone(), ..asked() }, headers());
            prop_assert_eq!(device.is_ok(), is_language(&text));
        }
    }
}
