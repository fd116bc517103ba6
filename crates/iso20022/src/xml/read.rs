//! Reads a UTF-8 XML document to a tree. A document type declaration is refused, so that no entity can be declared.

use std::str::from_utf8;

use quick_xml::NsReader;
use quick_xml::errors::Error;
use quick_xml::events::Event;

use super::build::Builder;
use super::grammar::is_xml_char;
use super::{Fault, MAX_BYTES, Tree, XmlReason};

/// Reads a document of UTF-8 bytes, with or without a byte order mark.
///
/// The reader refuses a document type declaration, so no entity can be declared. It checks what its library leaves open:
/// one root, no text outside it, no text beside elements, only characters that XML allows, and names of letters.
pub fn read(bytes: &[u8]) -> Result<Tree, Fault> {
    if bytes.len() > MAX_BYTES {
        return Err(Fault { line: 1, reason: XmlReason::TooBig });
    }
    let text = from_utf8(bytes)
        .map_err(|error| Fault { line: line_at(bytes, error.valid_up_to()), reason: XmlReason::NotUtf8 })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Some((at, character)) = text.char_indices().find(|(_, character)| !is_xml_char(*character)) {
        let reason = XmlReason::malformed(&format!("the character U+{:04X} is not allowed", u32::from(character)));
        return Err(Fault { line: line_at(text.as_bytes(), at), reason });
    }
    build(text)
}

fn line_at(bytes: &[u8], offset: usize) -> usize {
    bytes.get(..offset).unwrap_or(bytes).iter().filter(|byte| **byte == b'\n').count() + 1
}

fn build(text: &str) -> Result<Tree, Fault> {
    let mut builder = Builder::new();
    let mut lines = Lines { text: text.as_bytes(), offset: 0, line: 1 };
    let mut reader = NsReader::from_str(text);
    let config = reader.config_mut();
    config.expand_empty_elements = true;
    config.check_comments = true;
    let mut is_first = true;
    loop {
        let (is_ours, event) = match reader.read_resolved_event() {
            Ok((_, Event::Eof)) => break,
            Ok((namespace, Event::Start(start))) => (builder.is_ours(&namespace), Event::Start(start)),
            Ok((_, event)) => (Ok(true), event),
            Err(error) => {
                let at = match error {
                    Error::Namespace(_) => reader.buffer_position(),
                    _ => reader.error_position(),
                };
                let reason = XmlReason::malformed(&error.to_string());
                return Err(Fault { line: line_at(text.as_bytes(), offset(at)), reason });
            }
        };
        let line = lines.at(offset(reader.buffer_position()));
        let taken = is_ours.and_then(|is_ours| builder.take(event, is_ours, is_first, line));
        taken.map_err(|reason| Fault { line, reason })?;
        is_first = false;
    }
    builder.finish().map_err(|reason| Fault { line: lines.at(text.len()), reason })
}

fn offset(position: u64) -> usize {
    usize::try_from(position).unwrap_or(usize::MAX)
}

/// Counts lines forward, so that the whole document is counted once.
struct Lines<'t> {
    text: &'t [u8],
    offset: usize,
    line: usize,
}

impl Lines<'_> {
    /// The line of an offset that is not before the last one.
    fn at(&mut self, offset: usize) -> usize {
        let passed = self.text.get(self.offset..offset).unwrap_or_default();
        self.line += passed.iter().filter(|byte| **byte == b'\n').count();
        self.offset = offset;
        self.line
    }
}
