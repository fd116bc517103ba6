//! The payer's browser, as the issuer of a card assesses it in 3-D Secure (specification, "Device info for checks"; EMV
//! 3-D Secure, browser data elements).

use serde::{Deserialize, Serialize};

kernel::codes! {
    /// The kind of device.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum DeviceChannel {
        /// A phone or a tablet.
        Mobile = "mobile",
        /// Any other computer.
        Desktop = "desktop",
    }
}

/// A size in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PixelSize {
    /// Width.
    pub width: u16,
    /// Height.
    pub height: u16,
}

/// The payer's browser. It is personal data: the job of the charge keeps it until it has run, and `Debug` hides it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceInfo {
    /// Bits per pixel.
    pub color_depth: u8,
    /// Whether Java is enabled.
    pub java_enabled: bool,
    /// The language of the browser (BCP 47).
    pub language: String,
    /// The size of the screen.
    pub screen: PixelSize,
    /// The size of the window's content.
    pub window: PixelSize,
    /// Minutes from local time to UTC: negative east of Greenwich.
    pub time_zone_offset: i16,
    /// The kind of device.
    pub channel: DeviceChannel,
    /// The header `User-Agent`.
    pub user_agent: String,
    /// The header `Accept`.
    pub accept: String,
    /// The address of the browser, if known.
    pub address: Option<std::net::IpAddr>,
}

impl std::fmt::Debug for DeviceInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DeviceInfo(hidden)")
    }
}
