//! A tenant's brand: one colour in, every role that the theme takes from a brand out, legible in light and dark.
//!
//! The bound is WCAG 2.2 AA for text, 4.5:1: of the brand on the page, on a card and on its own soft ground, and of the
//! text on the brand itself. A colour that cannot hold it is darkened (light theme) or lightened (dark theme) until it does.
#![expect(clippy::float_arithmetic, reason = "relative luminance is defined with powers; colours are not money")]

/// Red, green, blue.
pub(super) type Rgb = [u8; 3];

const WHITE: Rgb = [0xff; 3];
const BLACK: Rgb = [0; 3];
/// The grounds that brand-coloured text stands on in `web/src/theme/theme.css`.
const LIGHT_GROUNDS: [Rgb; 2] = [WHITE, [0xf5, 0xf5, 0xf1]];
const DARK_GROUNDS: [Rgb; 2] = [[0x16, 0x1a, 0x1c], [0x0e, 0x11, 0x12]];
const CONTRAST_MIN: f64 = 4.5;

/// The roles that come from the brand, for one theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Palette {
    brand: Rgb,
    pressed: Rgb,
    disabled: Rgb,
    on_brand: Rgb,
    soft: Rgb,
}

/// `#rrggbb`, or nothing: what a tenant typed never reaches the page unread.
pub(super) fn parse(text: &str) -> Option<Rgb> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let channel = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some([channel(0)?, channel(2)?, channel(4)?])
}

/// The style rules of a brand for both themes.
pub(super) fn rules(color: Rgb) -> String {
    let (light, dark) = (light(color), dark(color));
    format!("html[data-brand]{{{}}}html[data-brand][data-theme=dark]{{{}}}", light.declarations(), dark.declarations())
}

fn light(color: Rgb) -> Palette {
    first_legible(&LIGHT_GROUNDS, |percent| {
        let brand = mix(color, BLACK, percent);
        Palette {
            brand,
            pressed: mix(brand, BLACK, 18),
            disabled: mix(brand, WHITE, 62),
            on_brand: WHITE,
            soft: mix(brand, WHITE, 88),
        }
    })
}

fn dark(color: Rgb) -> Palette {
    first_legible(&DARK_GROUNDS, |percent| {
        let brand = mix(color, WHITE, percent);
        Palette {
            brand,
            pressed: mix(brand, BLACK, 12),
            disabled: mix(brand, DARK_GROUNDS[0], 68),
            on_brand: mix(brand, BLACK, 90),
            soft: mix(brand, DARK_GROUNDS[0], 84),
        }
    })
}

/// The palette nearest to the tenant's colour that can be read; at 100 % it is black on white, or white on black.
fn first_legible(grounds: &[Rgb], palette: impl Fn(u8) -> Palette) -> Palette {
    let legible = |found: &Palette| {
        let grounds = grounds.iter().chain([&found.soft]);
        let text = grounds.map(|ground| (found.brand, *ground));
        let labels = [(found.on_brand, found.brand), (found.on_brand, found.pressed)];
        text.chain(labels).all(|(above, below)| contrast(above, below) >= CONTRAST_MIN)
    };
    (0..100).map(&palette).find(legible).unwrap_or_else(|| palette(100))
}

impl Palette {
    fn declarations(&self) -> String {
        let hex = |[red, green, blue]: Rgb| format!("#{red:02x}{green:02x}{blue:02x}");
        format!(
            "--brand:{};--brand-pressed:{};--brand-disabled:{};--on-brand:{};--brand-soft:{}",
            hex(self.brand),
            hex(self.pressed),
            hex(self.disabled),
            hex(self.on_brand),
            hex(self.soft)
        )
    }
}

/// `percent` of the way from one colour to another.
fn mix(from: Rgb, to: Rgb, percent: u8) -> Rgb {
    let part = |at: usize| {
        let (from, to, percent) = (u32::from(from[at]), u32::from(to[at]), u32::from(percent));
        u8::try_from((from * (100 - percent) + to * percent + 50) / 100).unwrap_or(u8::MAX)
    };
    [part(0), part(1), part(2)]
}

/// The contrast ratio of WCAG 2.2, 1 to 21.
fn contrast(one: Rgb, other: Rgb) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn luminance(color: Rgb) -> f64 {
    let linear = |channel: u8| {
        let value = f64::from(channel) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_brand_can_be_read_in_both_themes() {
        let steps = || (0..=255_u8).step_by(17);
        for color in steps().flat_map(|r| steps().flat_map(move |g| steps().map(move |b| [r, g, b]))) {
            for (palette, grounds) in [(light(color), LIGHT_GROUNDS), (dark(color), DARK_GROUNDS)] {
                for ground in grounds.into_iter().chain([palette.soft]) {
                    assert!(contrast(palette.brand, ground) >= CONTRAST_MIN, "{color:?} on {ground:?}: {palette:?}");
                }
                for below in [palette.brand, palette.pressed] {
                    assert!(contrast(palette.on_brand, below) >= CONTRAST_MIN, "{color:?}: {palette:?}");
                }
            }
        }
    }

    #[test]
    fn a_brand_that_can_be_read_stays_as_it_is() {
        assert_eq!(light([0x0b, 0x6e, 0x5b]).brand, [0x0b, 0x6e, 0x5b]);
        assert_ne!(light([0xff, 0xd4, 0x00]).brand, [0xff, 0xd4, 0x00]);
    }

    #[test]
    fn only_a_colour_is_a_colour() {
        assert_eq!(parse("#0B6E5b"), Some([0x0b, 0x6e, 0x5b]));
        for text in ["", "0B6E5B", "#0B6E5", "#0B6E5BFF", "red;}</style>", "#+1+1+1", "#ééé"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
