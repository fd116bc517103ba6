//! The texts of an email, before they are translated and filled in.

use super::catalogue::Text;

/// An email's subject and paragraphs.
pub(crate) struct Words {
    pub subject: Text,
    pub paragraphs: Vec<Text>,
}
