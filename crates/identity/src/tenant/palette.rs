//! The colours of a tenant's theme, computed from one brand colour and legible in light and dark mode.
//!
//! The contrast is at least 4.5:1 (WCAG 2.2 AA for text): of the brand colour on the page, on a card and on its own
//! soft background, and of text on the brand colour. A colour with less contrast is darkened (light theme) or lightened
//! (dark theme) until it reaches it.

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// The platform's own colour (`web/src/theme/theme.css`), for a tenant without one.
pub const OWN_COLOR: &str = "#0b6e5b";

const WHITE: Rgb = [0xff; 3];
const BLACK: Rgb = [0; 3];
/// The backgrounds of text in the brand colour, in `web/src/theme/theme.css`.
const LIGHT_GROUNDS: [Rgb; 2] = [WHITE, [0xf5, 0xf5, 0xf1]];
const DARK_GROUNDS: [Rgb; 2] = [[0x16, 0x1a, 0x1c], [0x0e, 0x11, 0x12]];
/// Minimum contrast in tenths.
const CONTRAST_MIN: u64 = 45;

/// The brand colours of one theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Palette {
    brand: Rgb,
    pressed: Rgb,
    disabled: Rgb,
    on_brand: Rgb,
    soft: Rgb,
}

/// Parses `#rrggbb`; `None` otherwise, so that a tenant's text never reaches the page unchecked.
#[must_use]
pub fn parse(text: &str) -> Option<Rgb> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let channel = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some([channel(0)?, channel(2)?, channel(4)?])
}

/// The CSS rules of a brand for both themes.
#[must_use]
pub fn rules(color: Rgb) -> String {
    let (light, dark) = (light(color), dark(color));
    format!("html[data-brand]{{{}}}html[data-brand][data-theme=dark]{{{}}}", light.declarations(), dark.declarations())
}

/// The brand colour in the light theme, for uses with a single colour: an icon, the browser's toolbar.
#[must_use]
pub fn plain(color: Rgb) -> String {
    hex(light(color).brand)
}

/// The colour of a tenant's text or its background where only one is possible, as `#rrggbb`. White text on it is legible.
#[must_use]
pub fn single(color: Option<&str>) -> String {
    color.and_then(parse).map_or_else(|| OWN_COLOR.to_owned(), plain)
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

/// The legible palette that is closest to the tenant's colour. At 100 % it is black on white or white on black, which
/// is always legible.
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

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Mixes two colours; `percent` is the share of the second.
fn mix(from: Rgb, to: Rgb, percent: u8) -> Rgb {
    let part = |at: usize| {
        let (from, to, percent) = (u32::from(from[at]), u32::from(to[at]), u32::from(percent));
        u8::try_from((from * (100 - percent) + to * percent + 50) / 100).unwrap_or(u8::MAX)
    };
    [part(0), part(1), part(2)]
}

/// The contrast ratio of WCAG 2.2 in tenths (10 to 210), rounded down.
fn contrast(one: Rgb, other: Rgb) -> u64 {
    // The constant 0.05 of the definition, in millionths.
    let flare = |color| luminance(color) + 50_000;
    let (one, other) = (flare(one), flare(other));
    one.max(other) * 10 / one.min(other)
}

/// Relative luminance in millionths.
fn luminance([red, green, blue]: Rgb) -> u64 {
    let linear = |channel: u8| u64::from(LINEAR[usize::from(channel)]);
    (2_126 * linear(red) + 7_152 * linear(green) + 722 * linear(blue)) / 10_000
}

/// An sRGB channel as linear light in millionths: `c / 12.92`, above 0.04045 `((c + 0.055) / 1.055) ^ 2.4` (IEC 61966-2-1).
const LINEAR: [u32; 256] = [
    0, 304, 607, 911, 1_214, 1_518, 1_821, 2_125, 2_428, 2_732, 3_035, 3_347, 3_677, 4_025, 4_391, 4_777, 5_182, 5_605,
    6_049, 6_512, 6_995, 7_499, 8_023, 8_568, 9_134, 9_721, 10_330, 10_960, 11_612, 12_286, 12_983, 13_702, 14_444,
    15_209, 15_996, 16_807, 17_642, 18_500, 19_382, 20_289, 21_219, 22_174, 23_153, 24_158, 25_187, 26_241, 27_321,
    28_426, 29_557, 30_713, 31_896, 33_105, 34_340, 35_601, 36_889, 38_204, 39_546, 40_915, 42_311, 43_735, 45_186,
    46_665, 48_172, 49_707, 51_269, 52_861, 54_480, 56_128, 57_805, 59_511, 61_246, 63_010, 64_803, 66_626, 68_478,
    70_360, 72_272, 74_214, 76_185, 78_187, 80_220, 82_283, 84_376, 86_500, 88_656, 90_842, 93_059, 95_307, 97_587,
    99_899, 102_242, 104_616, 107_023, 109_462, 111_932, 114_435, 116_971, 119_538, 122_139, 124_772, 127_438, 130_136,
    132_868, 135_633, 138_432, 141_263, 144_128, 147_027, 149_960, 152_926, 155_926, 158_961, 162_029, 165_132,
    168_269, 171_441, 174_647, 177_888, 181_164, 184_475, 187_821, 191_202, 194_618, 198_069, 201_556, 205_079,
    208_637, 212_231, 215_861, 219_526, 223_228, 226_966, 230_740, 234_551, 238_398, 242_281, 246_201, 250_158,
    254_152, 258_183, 262_251, 266_356, 270_498, 274_677, 278_894, 283_149, 287_441, 291_771, 296_138, 300_544,
    304_987, 309_469, 313_989, 318_547, 323_143, 327_778, 332_452, 337_164, 341_914, 346_704, 351_533, 356_400,
    361_307, 366_253, 371_238, 376_262, 381_326, 386_429, 391_572, 396_755, 401_978, 407_240, 412_543, 417_885,
    423_268, 428_690, 434_154, 439_657, 445_201, 450_786, 456_411, 462_077, 467_784, 473_531, 479_320, 485_150,
    491_021, 496_933, 502_886, 508_881, 514_918, 520_996, 527_115, 533_276, 539_479, 545_724, 552_011, 558_340,
    564_712, 571_125, 577_580, 584_078, 590_619, 597_202, 603_827, 610_496, 617_207, 623_960, 630_757, 637_597,
    644_480, 651_406, 658_375, 665_387, 672_443, 679_542, 686_685, 693_872, 701_102, 708_376, 715_694, 723_055,
    730_461, 737_910, 745_404, 752_942, 760_525, 768_151, 775_822, 783_538, 791_298, 799_103, 806_952, 814_847,
    822_786, 830_770, 838_799, 846_873, 854_993, 863_157, 871_367, 879_622, 887_923, 896_269, 904_661, 913_099,
    921_582, 930_111, 938_686, 947_307, 955_973, 964_686, 973_445, 982_251, 991_102, 1_000_000,
];

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
