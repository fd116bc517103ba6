//! Normalises the logo of a shop. It is decoded under the limits of all pictures and re-encoded as a PNG, which drops
//! metadata and any hidden content and keeps what is transparent.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat};

use super::picture::{AT_WORK, Refused, blocking, decoded, refused};
use crate::IdentityError;

/// The maximum size of an upload.
pub const LOGO_BYTES_MAX: usize = 200_000;
/// The maximum length of a side.
const SIDE_MAX: u32 = 512;
/// The maximum length of a side of a logo whose PNG would be larger than [`KEPT_BYTES_MAX`], such as a photograph.
const SMALL_SIDE_MAX: u32 = 256;
/// The minimum length of a side.
const SIDE_MIN: u32 = 16;
/// The maximum size of a PNG. The column in the database has the same limit.
const KEPT_BYTES_MAX: usize = 300_000;

/// A normalised logo.
pub struct Logo(Vec<u8>);

impl Logo {
    /// Reads an upload.
    ///
    /// # Errors
    /// A field error of `logo` for a file that is no whole JPEG, PNG or WebP within the limits.
    pub async fn read(bytes: Vec<u8>) -> Result<Self, IdentityError> {
        if bytes.len() > LOGO_BYTES_MAX {
            return Err(IdentityError::field("logo", "size", "The logo is larger than 200 kB."));
        }
        let turn = AT_WORK.acquire().await.map_err(|error| IdentityError::internal(&error))?;
        // The task holds the permit: a cancelled request must not admit another decoder while this one runs.
        let made = tokio::spawn(async move {
            let _turn = turn;
            blocking(move || encoded(&bytes)).await
        });
        let made = made.await.map_err(|error| IdentityError::internal(&error))??;
        made.map(Self).map_err(|refused| error(&refused))
    }

    /// The PNG.
    #[must_use]
    pub fn png(&self) -> &[u8] {
        &self.0
    }
}

fn error(refused: &Refused) -> IdentityError {
    let (rule, message) = match refused {
        Refused::TooSmall => ("small", "Both sides of the logo need 16 pixels or more."),
        Refused::TooLarge => ("pixels", "The logo has more than 40 megapixels, or a side of more than 12,000."),
        Refused::Cut => ("cut", "A part of this picture is missing. Send the whole file again."),
        Refused::Heic => ("heic", "HEIC cannot be read here. Send the picture as PNG or JPEG."),
        Refused::NoPicture | Refused::Pdf | Refused::RenderError(_) => {
            ("picture", "Send a whole picture as PNG, JPEG or WebP.")
        }
    };
    IdentityError::field("logo", rule, message)
}

fn encoded(bytes: &[u8]) -> Result<Vec<u8>, Refused> {
    let (picture, turned) = decoded(bytes, SIDE_MIN)?;
    let mut picture = within(picture, SIDE_MAX);
    picture.apply_orientation(turned);
    let png = png(&picture)?;
    let png = if png.len() > KEPT_BYTES_MAX { self::png(&within(picture, SMALL_SIDE_MAX))? } else { png };
    if png.len() > KEPT_BYTES_MAX { Err(Refused::TooLarge) } else { Ok(png) }
}

/// The picture with both sides at most this long. It keeps its proportions.
fn within(picture: DynamicImage, side_max: u32) -> DynamicImage {
    if picture.width().max(picture.height()) > side_max { picture.thumbnail(side_max, side_max) } else { picture }
}

fn png(picture: &DynamicImage) -> Result<Vec<u8>, Refused> {
    let mut out = Vec::new();
    // Eight bits a channel: deeper pictures would be twice as large.
    picture.to_rgba8().write_to(&mut Cursor::new(&mut out), ImageFormat::Png).map_err(refused)?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use image::{Rgba, RgbaImage};

    use super::*;

    fn written(picture: &RgbaImage, format: ImageFormat) -> Vec<u8> {
        let mut out = Vec::new();
        picture.write_to(&mut Cursor::new(&mut out), format).unwrap();
        out
    }

    /// A picture that no encoder makes smaller.
    fn noise(side: u32) -> RgbaImage {
        let mut state = 7_u32;
        RgbaImage::from_fn(side, side, |_, _| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            Rgba(state.rotate_left(13).to_le_bytes())
        })
    }

    #[test]
    fn a_logo_keeps_what_is_transparent_and_its_shape() {
        let ink = RgbaImage::from_fn(1_024, 256, |x, _| Rgba([200, 0, 0, if x < 512 { 0 } else { 255 }]));
        for format in [ImageFormat::Png, ImageFormat::WebP] {
            let kept = image::load_from_memory(&encoded(&written(&ink, format)).unwrap()).unwrap().to_rgba8();
            assert_eq!(kept.dimensions(), (512, 128));
            assert_eq!((kept.get_pixel(10, 10).0[3], kept.get_pixel(500, 10).0[3]), (0, 255), "{format:?}");
        }
    }

    #[test]
    fn a_logo_that_hardly_compresses_is_stored_smaller() {
        let kept = encoded(&written(&noise(512), ImageFormat::Png)).unwrap();
        assert!(kept.len() <= KEPT_BYTES_MAX);
        assert_eq!(image::load_from_memory(&kept).unwrap().width(), SMALL_SIDE_MAX);
    }

    #[tokio::test]
    async fn other_files_are_refused_with_the_rule_that_they_break() {
        let rule = |bytes: Vec<u8>| async move {
            match Logo::read(bytes).await {
                Err(IdentityError::Field { field, rule, .. }) => (field, rule),
                other => panic!("{:?}", other.map(|logo| logo.png().len())),
            }
        };
        let svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>".to_vec();
        assert_eq!(rule(svg).await, ("logo", "picture"));
        assert_eq!(rule(vec![0; LOGO_BYTES_MAX + 1]).await, ("logo", "size"));
        assert_eq!(rule(written(&RgbaImage::new(15, 400), ImageFormat::Png)).await, ("logo", "small"));
        let whole = written(&noise(200), ImageFormat::Png);
        assert_eq!(rule(whole[..whole.len() / 2].to_vec()).await, ("logo", "picture"));
    }
}
