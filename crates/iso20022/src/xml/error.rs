//! Why a file is not an XML document that this crate reads.

use super::{MAX_BYTES, MAX_DEPTH, MAX_ELEMENTS, MAX_TAG_BYTES};

/// Why a file is not an XML document that this crate reads.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum XmlReason {
    /// The file is too long.
    #[error("the file has more than {MAX_BYTES} bytes")]
    TooBig,
    /// The bytes are not UTF-8.
    #[error("the file is not UTF-8")]
    NotUtf8,
    /// The XML declaration names another encoding than UTF-8.
    #[error("the encoding {0:?} is not UTF-8")]
    Encoding(String),
    /// The document is not well-formed; the text tells where the grammar is broken.
    #[error("not well-formed: {0}")]
    Malformed(String),
    /// There is a document type declaration, which could declare entities.
    #[error("a document type declaration is not allowed")]
    DocumentType,
    /// A reference to an entity that XML does not define.
    #[error("the entity {0:?} is not defined")]
    Entity(String),
    /// Elements are nested too deeply.
    #[error("elements are nested more than {MAX_DEPTH} levels deep")]
    TooDeep,
    /// There are too many elements.
    #[error("the file has more than {MAX_ELEMENTS} elements")]
    TooManyElements,
    /// A start tag with its attributes is too long.
    #[error("a start tag has more than {MAX_TAG_BYTES} bytes")]
    TagTooLong,
}

/// A reason, and the line where it is found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The line, from one.
    pub line: usize,
    /// The reason.
    pub reason: XmlReason,
}

/// The most characters of the file in a reason.
const MAX_QUOTED_CHARS: usize = 80;

impl XmlReason {
    /// The document is not well-formed.
    pub fn malformed(text: &str) -> Self {
        Self::Malformed(quoted(text))
    }
}

/// The start of a text from the file, for a message.
pub fn quoted(text: &str) -> String {
    text.chars().take(MAX_QUOTED_CHARS).collect()
}
