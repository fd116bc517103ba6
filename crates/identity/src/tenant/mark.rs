//! A logo as shapes. Input is parsed into numbers and serialised again, so that no markup, script or URL in it can
//! reach a page.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

/// A logo in a square of 24 units, drawn in the brand's colour.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Mark(Vec<Shape>);

/// One filled shape.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// The outline as an SVG path, as serialised by [`outline`].
    pub d: String,
    /// The opacity, in percent.
    pub opacity: u8,
}

const SHAPES_MAX: usize = 12;
const OUTLINE_BYTES_MAX: usize = 4_000;
/// The range of coordinates: the square of 24 units, with room for control points outside it.
const REACH: i32 = 100;
/// Decimals: a thousandth of a unit is far below a pixel.
const SCALE: i32 = 1_000;

/// Why a logo is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MarkError {
    /// No shape, or more than twelve.
    #[error("a logo has 1 to 12 shapes")]
    Shapes,
    /// An outline of more than 4,000 bytes.
    #[error("an outline has at most 4,000 bytes")]
    Length,
    /// An invalid outline.
    #[error("an outline has the commands of an SVG path and numbers from -100 to 100")]
    Outline,
    /// An opacity outside 1 to 100 percent.
    #[error("opacity is 1 to 100 percent")]
    Opacity,
}

impl Mark {
    /// Parses a logo: outlines of SVG paths in a square of 24 units, each with its opacity in percent.
    ///
    /// # Errors
    /// The violated rule.
    pub fn read<'a>(shapes: impl IntoIterator<Item = (&'a str, u8)>) -> Result<Self, MarkError> {
        let read = |(text, opacity)| {
            if !(1..=100).contains(&opacity) {
                return Err(MarkError::Opacity);
            }
            Ok(Shape { d: outline(text)?, opacity })
        };
        let shapes: Vec<Shape> = shapes.into_iter().map(read).collect::<Result<_, _>>()?;
        if shapes.is_empty() || shapes.len() > SHAPES_MAX {
            return Err(MarkError::Shapes);
        }
        Ok(Self(shapes))
    }

    /// Parses the logo again: stored data is not trusted more than input.
    pub(super) fn reread(&self) -> Option<Self> {
        Self::read(self.0.iter().map(|shape| (shape.d.as_str(), shape.opacity))).ok()
    }

    /// Its shapes, the lowest first.
    pub fn shapes(&self) -> &[Shape] {
        &self.0
    }
}

/// The number of arguments of a path command.
fn arity(command: u8) -> Option<usize> {
    Some(match command.to_ascii_uppercase() {
        b'Z' => 0,
        b'H' | b'V' => 1,
        b'M' | b'L' | b'T' => 2,
        b'S' | b'Q' => 4,
        b'C' => 6,
        b'A' => 7,
        _ => return None,
    })
}

/// Parses an outline and serialises it again.
fn outline(text: &str) -> Result<String, MarkError> {
    if text.len() > OUTLINE_BYTES_MAX {
        return Err(MarkError::Length);
    }
    let mut rest = text.as_bytes();
    let mut written = String::new();
    loop {
        rest = blank(rest);
        let Some((&command, after)) = rest.split_first() else { break };
        let arity = arity(command).ok_or(MarkError::Outline)?;
        if written.is_empty() && !command.eq_ignore_ascii_case(&b'm') {
            return Err(MarkError::Outline);
        }
        rest = after;
        written.push(char::from(command));
        let mut arguments = 0;
        while let Some((number, after)) = number(blank(rest)) {
            rest = after;
            if arguments > 0 {
                written.push(' ');
            }
            write_number(&mut written, number?);
            arguments += 1;
        }
        let whole = if arity == 0 { arguments == 0 } else { arguments > 0 && arguments % arity == 0 };
        if !whole {
            return Err(MarkError::Outline);
        }
    }
    if written.is_empty() { Err(MarkError::Outline) } else { Ok(written) }
}

fn blank(mut text: &[u8]) -> &[u8] {
    while let [b' ' | b',' | b'\n' | b'\r' | b'\t', rest @ ..] = text {
        text = rest;
    }
    text
}

/// Parses the number at the start of `text`, in thousandths, and returns the rest. `None` if no number starts there.
fn number(text: &[u8]) -> Option<(Result<i32, MarkError>, &[u8])> {
    let (negative, mut rest) = match text {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, text),
    };
    let (mut value, mut unit, mut digits) = (0_i32, None, 0);
    while let [byte, after @ ..] = rest {
        match (byte, unit) {
            (b'0'..=b'9', None) => value = (value * 10 + i32::from(byte - b'0') * SCALE).min(REACH * SCALE * 10),
            (b'0'..=b'9', Some(place)) => {
                value += i32::from(byte - b'0') * place;
                unit = Some(place / 10);
            }
            (b'.', None) => unit = Some(SCALE / 10),
            _ => break,
        }
        digits += usize::from(byte.is_ascii_digit());
        rest = after;
    }
    if digits == 0 {
        return (negative || unit.is_some()).then_some((Err(MarkError::Outline), rest));
    }
    let value = if value > REACH * SCALE { Err(MarkError::Outline) } else { Ok(if negative { -value } else { value }) };
    Some((value, rest))
}

fn write_number(out: &mut String, thousandths: i32) {
    let (sign, whole) = (if thousandths < 0 { "-" } else { "" }, thousandths.unsigned_abs());
    // Writing to a string cannot fail.
    let _ = write!(out, "{sign}{}", whole / 1_000);
    let part = whole % 1_000;
    if part > 0 {
        let digits = format!("{part:03}");
        let _ = write!(out, ".{}", digits.trim_end_matches('0'));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, MarkError> {
        Mark::read([(text, 100)]).map(|mark| mark.shapes()[0].d.clone())
    }

    #[test]
    fn a_logo_is_rewritten_from_its_parsed_shapes() {
        assert_eq!(read("M12,1C12.9 8-3 .5 1.2345 0Zm 1 1 h-2").as_deref(), Ok("M12 1C12.9 8 -3 0.5 1.234 0Zm1 1h-2"));
        assert_eq!(read("M0 0L1 1 2 2").as_deref(), Ok("M0 0L1 1 2 2"));
        let once = read("M.5.5l1-1").unwrap_or_default();
        assert_eq!(read(&once).as_deref(), Ok(once.as_str()));
    }

    #[test]
    fn an_invalid_logo_is_refused() {
        for odd in [
            "",
            "L1 1",
            "M1",
            "M1 1Z2",
            "M101 0",
            "M1 1\"/><script>",
            "M1 1 url(#x)",
            "M1e9 1",
            "M- 1",
            "M. 1",
            "M1 1 C1 2 3",
            "М1 1",
        ] {
            assert_eq!(read(odd), Err(MarkError::Outline), "{odd}");
        }
        assert_eq!(read(&format!("M1 1{}", "L1 1".repeat(1_000))), Err(MarkError::Length));
        assert_eq!(Mark::read([]), Err(MarkError::Shapes));
        assert_eq!(Mark::read([("M1 1", 101)]), Err(MarkError::Opacity));
    }

    proptest::proptest! {
        /// For any input, the output has no character that could end an attribute, and parses to itself.
        #[test]
        fn a_rewritten_logo_has_numbers_and_path_commands_only(text in "[MmLlHhVvCcQqAaZz0-9 .,<>\"'&()-]{0,60}") {
            if let Ok(written) = outline(&text) {
                let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b' ' | b'.' | b'-');
                proptest::prop_assert!(written.bytes().all(plain), "{written}");
                proptest::prop_assert_eq!(outline(&written), Ok(written.clone()));
            }
        }
    }
}
