//! A picture as it is kept: decoded under limits and written anew. What a camera or an attacker put beside the pixels is gone.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};
use tokio::sync::Semaphore;

use crate::IdentityError;

/// 40 megapixels, which every telephone's camera stays below.
const PIXELS_MAX: u64 = 40_000_000;
const SIDE_MAX: u32 = 12_000;
/// Of a decoder at work.
const MEMORY_BYTES_MAX: u64 = 256 * 1024 * 1024;
/// Decoders at work at once: together they stay below a gigabyte.
static AT_WORK: Semaphore = Semaphore::const_new(2);
/// Small print stays readable.
const QUALITY: u8 = 88;

/// The longest side as kept: small print stays readable, and a picture stays far below what can be sealed.
const KEPT_SIDE: u32 = 3_200;
/// As kept. Beyond it is noise and no document.
const KEPT_BYTES_MAX: usize = 12 * 1024 * 1024;

/// Why something was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refused {
    /// A kind of picture that cannot be read here, by its name.
    Heic,
    /// No picture, a broken one, or one of another kind.
    NoPicture,
    /// More than the limits.
    TooLarge,
}

impl Refused {
    fn error(self) -> IdentityError {
        let (rule, message) = match self {
            Self::Heic => ("heic", "HEIC cannot be read here. Send the picture as JPEG or PNG."),
            Self::NoPicture => ("picture", "Send a whole picture as JPEG, PNG or WebP."),
            Self::TooLarge => ("pixels", "The picture has more than 40 megapixels, or a side of more than 12,000."),
        };
        IdentityError::field("picture", rule, message)
    }
}

/// The same picture as a JPEG of our own making.
///
/// # Errors
/// A field error of `picture` for what is no JPEG, PNG or WebP within the limits.
pub(super) async fn made_anew(bytes: Vec<u8>) -> Result<Vec<u8>, IdentityError> {
    let turn = AT_WORK.acquire().await.map_err(|error| IdentityError::internal(&error))?;
    let made = tokio::task::spawn_blocking(move || {
        // Held by the work and not by who waits for it: a request that is cut off does not make room for one more decoder.
        let _turn = turn;
        encode(&bytes)
    });
    made.await.map_err(|error| IdentityError::internal(&error))?.map_err(Refused::error)
}

/// The telephones' own format: a box `ftyp` with one of these brands.
fn is_heic(bytes: &[u8]) -> bool {
    const BRANDS: [&[u8]; 8] = [b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1", b"avif"];
    bytes.get(4..8) == Some(b"ftyp") && bytes.get(8..12).is_some_and(|brand| BRANDS.contains(&brand))
}

fn encode(bytes: &[u8]) -> Result<Vec<u8>, Refused> {
    if is_heic(bytes) {
        return Err(Refused::Heic);
    }
    let format = image::guess_format(bytes).map_err(|_| Refused::NoPicture)?;
    if !matches!(format, ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP) {
        return Err(Refused::NoPicture);
    }
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(SIDE_MAX);
    limits.max_image_height = Some(SIDE_MAX);
    limits.max_alloc = Some(MEMORY_BYTES_MAX);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(refused)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > PIXELS_MAX {
        return Err(Refused::TooLarge);
    }
    // How the camera was held is the one thing of the metadata that the pixels need.
    let turned = decoder.orientation().map_err(refused)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(refused)?;
    if width.max(height) > KEPT_SIDE {
        picture = picture.thumbnail(KEPT_SIDE, KEPT_SIDE);
    }
    picture.apply_orientation(turned);
    let mut out = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut out, QUALITY);
    picture.to_rgb8().write_with_encoder(encoder).map_err(refused)?;
    if out.len() > KEPT_BYTES_MAX { Err(Refused::TooLarge) } else { Ok(out) }
}

fn refused(error: ImageError) -> Refused {
    match error {
        ImageError::Limits(_) => Refused::TooLarge,
        _ => Refused::NoPicture,
    }
}

#[cfg(test)]
mod tests {
    use image::RgbImage;

    use super::*;

    fn jpeg() -> Vec<u8> {
        let mut out = Vec::new();
        RgbImage::new(8, 4).write_with_encoder(JpegEncoder::new_with_quality(&mut out, 90)).unwrap();
        out
    }

    /// The same picture with an EXIF segment behind its first marker, which says where it was taken and to turn it.
    fn with_exif(jpeg: &[u8]) -> Vec<u8> {
        let mut exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0SECRET-PLACE".to_vec();
        let length = u16::try_from(exif.len() + 2).unwrap();
        let mut out = jpeg[..2].to_vec();
        out.extend([0xff, 0xe1]);
        out.extend(length.to_be_bytes());
        out.append(&mut exif);
        out.extend(&jpeg[2..]);
        out
    }

    #[test]
    fn a_picture_keeps_its_pixels_and_nothing_else() {
        let sent = with_exif(&jpeg());
        assert!(sent.windows(12).any(|part| part == b"SECRET-PLACE"));
        let kept = encode(&sent).unwrap();
        assert!(!kept.windows(12).any(|part| part == b"SECRET-PLACE") && !kept.windows(4).any(|part| part == b"Exif"));
        let picture = image::load_from_memory(&kept).unwrap();
        assert_eq!((picture.width(), picture.height()), (4, 8), "turned as the camera said");
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        let cut = &jpeg()[..40];
        for bytes in
            [b"".as_slice(), b"%PDF-1.7", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"GIF89a\x01\0\x01\0", cut]
        {
            assert_eq!(encode(bytes), Err(Refused::NoPicture));
        }
        assert_eq!(encode(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"), Err(Refused::Heic));
    }

    #[test]
    fn a_small_file_of_many_pixels_is_refused_before_it_is_decoded() {
        let mut bomb = Vec::new();
        let blank = image::GrayImage::new(11_000, 4_000);
        blank.write_to(&mut Cursor::new(&mut bomb), ImageFormat::Png).unwrap();
        assert!(bomb.len() < 1_000_000);
        assert_eq!(encode(&bomb), Err(Refused::TooLarge));
    }

    #[test]
    fn a_large_picture_is_kept_smaller_and_in_its_shape() {
        let mut sent = Vec::new();
        image::GrayImage::new(6_400, 1_600).write_to(&mut Cursor::new(&mut sent), ImageFormat::Png).unwrap();
        let kept = image::load_from_memory(&encode(&sent).unwrap()).unwrap();
        assert_eq!((kept.width(), kept.height()), (3_200, 800));
    }
}
