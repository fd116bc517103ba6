//! The payer's browser.

use serde::Deserialize;
use utoipa::ToSchema;

use super::code::coded;

coded! {
    /// Kind of a device.
    pub type DeviceChannel = exchange::rails::DeviceChannel;
}

/// The payer's browser, which the issuer of the card assesses in 3-D Secure. The headers `User-Agent` and `Accept` of the
/// request are a part of it.
#[derive(Clone, Deserialize, ToSchema)]
pub struct DeviceInfo {
    /// Bits per pixel of the screen.
    #[schema(minimum = 1, maximum = 64, example = 24)]
    pub color_depth: u8,
    /// Whether Java is enabled.
    pub java_enabled: bool,
    /// Language of the browser.
    #[schema(max_length = 35, pattern = "^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$", example = "uk-UA")]
    pub language: String,
    /// Width of the screen in CSS pixels.
    #[schema(minimum = 1, maximum = 65535)]
    pub screen_width: u16,
    /// Height of the screen in CSS pixels.
    #[schema(minimum = 1, maximum = 65535)]
    pub screen_height: u16,
    /// Width of the window's content in CSS pixels.
    #[schema(minimum = 1, maximum = 65535)]
    pub window_width: u16,
    /// Height of the window's content in CSS pixels.
    #[schema(minimum = 1, maximum = 65535)]
    pub window_height: u16,
    /// Minutes from local time to UTC: negative east of Greenwich.
    #[schema(minimum = -900, maximum = 900, example = -120)]
    pub time_zone_offset: i16,
    /// Kind of the device.
    pub channel: DeviceChannel,
}
