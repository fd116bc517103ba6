//! Text in the fonts of documents: Onest, with Latin and Cyrillic letters and figures of equal width (SIL Open Font
//! License, `fonts/OFL.txt`). Lengths are hundredths of a point.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

use rustybuzz::{Direction, Face, ShapePlan, UnicodeBuffer, script};

/// A length in hundredths of a point.
pub type Length = i32;

pub(super) const REGULAR: &[u8] = include_bytes!("../../fonts/Onest-Regular.ttf");
pub(super) const SEMI_BOLD: &[u8] = include_bytes!("../../fonts/Onest-SemiBold.ttf");
const ELLIPSIS: &str = "…";
/// The maximum number of words whose widths are remembered.
const WORDS_MAX: usize = 4_096;

/// The weight of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weight {
    /// For reading.
    Regular,
    /// For headings and sums.
    SemiBold,
}

/// A glyph of a shaped text, in units of the font.
#[derive(Clone, Debug)]
pub struct Glyph {
    /// The number in the font.
    pub id: u32,
    /// The distance to the next glyph.
    pub advance: i32,
    /// The part of the text that it shows.
    pub text: Range<usize>,
}

/// The fonts, ready for shaping.
pub struct Fonts {
    faces: [Shaper; 2],
    /// Widths of words in units of the font. The same words are in nearly every row.
    words: RefCell<HashMap<(Weight, String), i64>>,
}

struct Shaper {
    face: Face<'static>,
    latin: ShapePlan,
    cyrillic: ShapePlan,
}

impl Shaper {
    fn new(data: &'static [u8]) -> Option<Self> {
        let face = Face::from_slice(data, 0)?;
        let plan = |script| ShapePlan::new(&face, Direction::LeftToRight, Some(script), None, &[]);
        let (latin, cyrillic) = (plan(script::LATIN), plan(script::CYRILLIC));
        Some(Self { face, latin, cyrillic })
    }
}

impl Fonts {
    /// The fonts. `None` if they cannot be read, which a test excludes.
    #[must_use]
    pub fn open() -> Option<Self> {
        Some(Self { faces: [Shaper::new(REGULAR)?, Shaper::new(SEMI_BOLD)?], words: RefCell::default() })
    }

    fn shaper(&self, weight: Weight) -> &Shaper {
        match weight {
            Weight::Regular => &self.faces[0],
            Weight::SemiBold => &self.faces[1],
        }
    }

    /// `text` in letters that the fonts have. Others become a question mark, because a PDF must not contain a glyph
    /// without a meaning.
    #[must_use]
    pub fn printable(&self, text: &str) -> String {
        let has = |c: char| self.faces.iter().all(|shaper| shaper.face.glyph_index(c).is_some());
        text.chars()
            .map(|c| {
                if c.is_control() {
                    ' '
                } else if has(c) {
                    c
                } else {
                    '?'
                }
            })
            .collect()
    }

    /// The glyphs of `text`.
    #[must_use]
    pub fn shape(&self, text: &str, weight: Weight) -> Vec<Glyph> {
        let shaper = self.shaper(weight);
        let is_cyrillic = text.chars().any(|c| ('\u{400}'..='\u{52f}').contains(&c));
        let (plan, script) =
            if is_cyrillic { (&shaper.cyrillic, script::CYRILLIC) } else { (&shaper.latin, script::LATIN) };
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.set_direction(Direction::LeftToRight);
        buffer.set_script(script);
        let shaped = rustybuzz::shape_with_plan(&shaper.face, plan, buffer);
        let starts: Vec<usize> =
            shaped.glyph_infos().iter().filter_map(|info| usize::try_from(info.cluster).ok()).collect();
        let end_of = |at: usize| starts[at..].iter().copied().find(|next| *next > starts[at]).unwrap_or(text.len());
        let all = shaped.glyph_infos().iter().zip(shaped.glyph_positions()).enumerate();
        all.map(|(at, (info, position))| Glyph {
            id: info.glyph_id,
            advance: position.x_advance,
            text: starts[at]..end_of(at),
        })
        .collect()
    }

    /// The units of the font in one em.
    #[must_use]
    pub fn units(&self, weight: Weight) -> i32 {
        self.shaper(weight).face.units_per_em().max(1)
    }

    /// How wide `text` is at this size.
    #[must_use]
    pub fn width(&self, text: &str, weight: Weight, size: Length) -> Length {
        let known = self.words.borrow().get(&(weight, text.to_owned())).copied();
        let units = known.unwrap_or_else(|| {
            let units = self.shape(text, weight).iter().map(|glyph| i64::from(glyph.advance)).sum();
            let mut words = self.words.borrow_mut();
            if words.len() < WORDS_MAX && !text.contains(' ') {
                words.insert((weight, text.to_owned()), units);
            }
            units
        });
        Length::try_from(units * i64::from(size) / i64::from(self.units(weight))).unwrap_or(Length::MAX)
    }

    /// `text`, shortened with an ellipsis if it is wider than `room`.
    #[must_use]
    pub fn fitted(&self, text: &str, weight: Weight, size: Length, room: Length) -> String {
        if self.width(text, weight, size) <= room {
            return text.to_owned();
        }
        let chars: Vec<char> = text.chars().collect();
        let short = |count: usize| format!("{}{ELLIPSIS}", chars[..count].iter().collect::<String>().trim_end());
        let (mut low, mut high) = (0, chars.len());
        while low < high {
            let middle = (low + high).div_ceil(2);
            if self.width(&short(middle), weight, size) <= room { low = middle } else { high = middle - 1 }
        }
        short(low)
    }

    /// `text` in lines that are not wider than `room`; words that are too long are broken.
    #[must_use]
    pub fn wrapped(&self, text: &str, weight: Weight, size: Length, room: Length) -> Vec<String> {
        let mut lines = Vec::new();
        let mut line = String::new();
        // One unit more for each word, because each width is rounded down.
        let space = self.width("\u{a0}", weight, size) + 1;
        let mut filled = 0;
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            let own = self.width(word, weight, size) + 1;
            if !line.is_empty() && filled + space + own <= room {
                line.push(' ');
                line.push_str(word);
                filled += space + own;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            line = if own <= room { word.to_owned() } else { self.broken(word, (weight, size), room, &mut lines) };
            filled = self.width(&line, weight, size) + 1;
        }
        if !line.is_empty() {
            lines.push(line);
        }
        lines
    }

    /// Breaks a word that is wider than a line into `lines`, and returns its last part.
    fn broken(&self, word: &str, (weight, size): (Weight, Length), room: Length, lines: &mut Vec<String>) -> String {
        let mut part = String::new();
        for c in word.chars() {
            part.push(c);
            if part.chars().count() > 1 && self.width(&part, weight, size) > room {
                part.pop();
                lines.push(std::mem::replace(&mut part, c.to_string()));
            }
        }
        part
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::words;
    use identity::Language;

    #[test]
    fn the_fonts_have_every_letter_of_the_languages() {
        let fonts = Fonts::open().unwrap();
        for language in Language::ALL {
            let words = format!("{:?}", words::of(language)).replace("\\u{a0}", "");
            assert_eq!(fonts.printable(&words), words, "{language:?}");
        }
        assert_eq!(fonts.printable("Łódź ґанок объём 1 234,50 − + €"), "Łódź ґанок объём 1 234,50 − + €");
        assert_eq!(fonts.printable("a\u{4e00}\nb"), "a? b");
    }

    #[test]
    fn figures_are_equally_wide() {
        let fonts = Fonts::open().unwrap();
        for weight in [Weight::Regular, Weight::SemiBold] {
            let widths = ('0'..='9').map(|c| fonts.width(&c.to_string(), weight, 100_000));
            assert_eq!(widths.collect::<std::collections::BTreeSet<_>>().len(), 1);
        }
    }

    #[test]
    fn long_text_is_shortened_or_wrapped_and_never_wider_than_its_room() {
        let fonts = Fonts::open().unwrap();
        let (weight, size, room) = (Weight::Regular, 900, 10_000);
        let long = "Шановний Надзвичайно-Довгоіменний-Пан-Із-Подвійним-Прізвищем of the company".repeat(3);
        let short = fonts.fitted(&long, weight, size, room);
        assert!(short.ends_with(ELLIPSIS) && fonts.width(&short, weight, size) <= room);
        let lines = fonts.wrapped(&long, weight, size, room);
        assert!(lines.len() > 3 && lines.iter().all(|line| fonts.width(line, weight, size) <= room));
        assert_eq!(lines.concat().replace(' ', ""), long.replace(' ', ""));
    }
}
