//! The parts of XML's grammar that the library leaves to its user.

use quick_xml::XmlVersion;
use quick_xml::events::{BytesDecl, BytesRef, BytesStart};

use super::error::quoted;
use super::{MAX_TAG_BYTES, XmlReason};

/// XML 1.0, production 2 (`Char`).
pub const fn is_xml_char(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}

/// A close form of XML's `Name`: a letter or `_`, then letters, digits, `_`, `-` and `.`.
pub fn is_name(name: &str) -> bool {
    let starts = name.starts_with(|character: char| character.is_alphabetic() || character == '_');
    starts && name.chars().all(|character| character.is_alphanumeric() || matches!(character, '_' | '-' | '.'))
}

/// The character of a reference: one of the five entities that XML defines, or a character by its number.
pub fn referred(reference: &BytesRef<'_>) -> Result<char, XmlReason> {
    let name = reference.decode().map_err(|error| XmlReason::malformed(&error.to_string()))?;
    let character = match name.as_ref() {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "apos" => Some('\''),
        "quot" => Some('"'),
        _ => reference.resolve_char_ref().map_err(|error| XmlReason::malformed(&error.to_string()))?,
    };
    let character = character.ok_or_else(|| XmlReason::Entity(quoted(&name)))?;
    if is_xml_char(character) { Ok(character) } else { Err(XmlReason::malformed("a reference to no character of XML")) }
}

/// Checks all attributes, and gives the one named `Ccy`.
pub fn currency(start: &BytesStart<'_>) -> Result<Option<Box<str>>, XmlReason> {
    if start.len() > MAX_TAG_BYTES {
        return Err(XmlReason::TagTooLong);
    }
    let mut currency = None;
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|error| XmlReason::malformed(&error.to_string()))?;
        let value = attribute
            .normalized_value(XmlVersion::Implicit1_0)
            .map_err(|error| XmlReason::malformed(&error.to_string()))?;
        if attribute.value.contains(&b'<') {
            return Err(XmlReason::malformed("\"<\" in the value of an attribute"));
        }
        if attribute.key.as_ref() == b"Ccy" {
            currency = Some(value.trim().into());
        }
    }
    Ok(currency)
}

pub fn check_declaration(declaration: &BytesDecl<'_>, is_first: bool) -> Result<(), XmlReason> {
    if !is_first {
        return Err(XmlReason::malformed("the XML declaration is not at the start"));
    }
    declaration.xml_version().map_err(|error| XmlReason::malformed(&error.to_string()))?;
    let Some(encoding) = declaration.encoding() else { return Ok(()) };
    let encoding = encoding.map_err(|error| XmlReason::malformed(&error.to_string()))?;
    let encoding = String::from_utf8_lossy(&encoding);
    if ["utf-8", "utf8", "us-ascii"].iter().any(|known| encoding.eq_ignore_ascii_case(known)) {
        return Ok(());
    }
    Err(XmlReason::Encoding(quoted(&encoding)))
}
