//! How a payer reaches an approval: the specification's launch kinds.

use serde::{Deserialize, Serialize};

/// The place where the payer approves, and the way to reach it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Launch {
    /// The browser goes to a page.
    Get {
        /// The page.
        url: String,
    },
    /// The browser sends a form to a page.
    Post {
        /// The page.
        url: String,
        /// The form.
        fields: Vec<LaunchField>,
    },
    /// The page shows the approval in a frame.
    Iframe {
        /// The content of the frame.
        url: String,
    },
    /// The payer scans a QR code with the service's app.
    Qrcode {
        /// The content of the QR code.
        url: String,
    },
    /// A link opens the service's app.
    Deeplink {
        /// The link.
        url: String,
    },
}

/// A field of a form that the browser sends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaunchField {
    /// The name.
    pub name: String,
    /// The value.
    pub value: String,
}

impl Launch {
    /// The page, the content of the QR code, or the link.
    #[must_use]
    pub fn url(&self) -> &str {
        match self {
            Self::Get { url }
            | Self::Post { url, .. }
            | Self::Iframe { url }
            | Self::Qrcode { url }
            | Self::Deeplink { url } => url,
        }
    }
}
