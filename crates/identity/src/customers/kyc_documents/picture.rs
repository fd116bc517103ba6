//! Normalises uploads: pictures are decoded under limits and re-encoded, which drops metadata and any hidden content.
//! PDF pages are rendered in another process and stored as pictures.

use std::io::Cursor;
use std::sync::Arc;

use image::codecs::jpeg::JpegEncoder;
use image::metadata::Orientation;
use image::{DynamicImage, ExtendedColorType, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};
use tokio::sync::Semaphore;

use super::pdf::{self, PAGES_MAX, PdfRenderer, RenderError, RenderedPage, SIDE_MAX as KEPT_SIDE};
use super::{Part, jpeg};
use crate::IdentityError;

/// 40 megapixels, more than any telephone's camera produces.
const PIXELS_MAX: u64 = 40_000_000;
const SIDE_MAX: u32 = 12_000;
/// The minimum length of the shorter side: a smaller page or face cannot be read or recognised.
const SIDE_MIN: u32 = 200;
/// The memory limit of a decoder.
const MEMORY_BYTES_MAX: u64 = 256 * 1024 * 1024;
/// Concurrent decoders, including the PDF renderer. Together they use at most a gigabyte.
pub(super) static AT_WORK: Semaphore = Semaphore::const_new(2);
/// JPEG quality at which small print stays readable.
const QUALITY: u8 = 88;

/// The maximum size of a stored picture; only noise is larger.
const KEPT_BYTES_MAX: usize = 12 * 1024 * 1024;

/// Why an upload was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// HEIC, a format that is not supported.
    Heic,
    /// Not a picture, damaged, or of an unsupported format.
    NoPicture,
    /// A truncated JPEG.
    Cut,
    /// It exceeds the size limits.
    TooLarge,
    /// It has too few pixels to be readable.
    TooSmall,
    /// A PDF where a photograph is required.
    Pdf,
    /// A PDF that could not be rendered.
    RenderError(RenderError),
}

impl Refused {
    fn error(self, part: Part) -> IdentityError {
        let (rule, message) = match self {
            Self::Heic => ("heic", "HEIC cannot be read here. Send the picture as JPEG or PNG."),
            Self::NoPicture if part.may_be_pdf() => ("picture", "Send a whole picture as JPEG, PNG or WebP, or a PDF."),
            Self::NoPicture => ("picture", "Send a whole picture as JPEG, PNG or WebP."),
            Self::Cut => ("cut", "A part of this picture is missing. Send the whole file again."),
            Self::TooSmall => ("small", "The picture is too small to be read: both sides need 200 pixels or more."),
            Self::TooLarge => ("pixels", "The picture has more than 40 megapixels, or a side of more than 12,000."),
            Self::Pdf => ("pdf", "A PDF is not taken here. Photograph it."),
            Self::RenderError(RenderError::Locked) => {
                ("pdf_locked", "This PDF is protected by a password. Save it without one, or send a photograph.")
            }
            Self::RenderError(RenderError::Broken) => {
                ("pdf_broken", "This PDF cannot be read. Save it again, or send a photograph.")
            }
            Self::RenderError(RenderError::TooManyPages) => {
                ("pdf_pages", "This PDF has more than 5 pages. Send those that matter, or a photograph.")
            }
            Self::RenderError(RenderError::TooHeavy) => {
                ("pdf_heavy", "This PDF takes too much work to draw. Print it into a new one, or send a photograph.")
            }
            Self::RenderError(RenderError::NotTried) => return IdentityError::internal(&"a PDF could not be rendered"),
        };
        IdentityError::field("picture", rule, message)
    }
}

/// Re-encoded JPEGs.
type Made = Result<Vec<Vec<u8>>, Refused>;

/// Re-encodes an upload: one JPEG for a picture, one for each page of a PDF.
///
/// # Errors
/// A field error of `picture` for a file that is neither a JPEG, PNG or WebP within the limits nor a renderable PDF
/// that `part` accepts.
pub(super) async fn made_anew(
    part: Part,
    bytes: Vec<u8>,
    renderer: Option<Arc<dyn PdfRenderer>>,
) -> Result<Vec<Vec<u8>>, IdentityError> {
    let turn = AT_WORK.acquire().await.map_err(|error| IdentityError::internal(&error))?;
    // The task holds the permit, not the request: a cancelled request must not admit another decoder while this one
    // runs.
    let made = tokio::spawn(async move {
        let _turn = turn;
        if is_picture(&bytes) || !pdf::is_pdf(&bytes) {
            return blocking(move || -> Made { Ok(vec![encode(&bytes)?]) }).await;
        }
        if !part.may_be_pdf() {
            return Ok(Err(Refused::Pdf));
        }
        let Some(renderer) = renderer else { return Ok(Err(Refused::RenderError(RenderError::NotTried))) };
        let rendered = renderer.render(&bytes).await;
        blocking(move || -> Made { rendered.map_err(Refused::RenderError)?.iter().map(page).collect() }).await
    });
    let made = made.await.map_err(|error| IdentityError::internal(&error))??;
    let pages = made.map_err(|refused| refused.error(part))?;
    // The renderer's output is not trusted: the page count is checked here too.
    if pages.is_empty() || pages.len() > PAGES_MAX {
        return Err(IdentityError::internal(&"a PDF was rendered with a wrong number of pages"));
    }
    Ok(pages)
}

/// Decodes a picture under limits and re-encodes it as a JPEG, without its metadata.
///
/// # Errors
/// A field error of `picture` for a file that is no JPEG, PNG or WebP within the limits.
pub async fn picture_made_anew(bytes: Vec<u8>) -> Result<Vec<u8>, IdentityError> {
    let made = made_anew(Part::Selfie, bytes, None).await?;
    made.into_iter().next().ok_or_else(|| IdentityError::internal(&"a picture was encoded as nothing"))
}

/// Runs CPU-bound work on a blocking thread.
pub(super) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, IdentityError> {
    tokio::task::spawn_blocking(work).await.map_err(|error| IdentityError::internal(&error))
}

/// Encodes a rendered page for storage.
fn page(rendered: &RenderedPage) -> Result<Vec<u8>, Refused> {
    let mut out = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut out, QUALITY);
    encoder.encode(&rendered.rgb, rendered.width, rendered.height, ExtendedColorType::Rgb8).map_err(refused)?;
    if out.len() > KEPT_BYTES_MAX { Err(Refused::RenderError(RenderError::TooHeavy)) } else { Ok(out) }
}

/// Whether the file header is that of a supported picture format.
fn is_picture(bytes: &[u8]) -> bool {
    image::guess_format(bytes).is_ok_and(is_taken)
}

const fn is_taken(format: ImageFormat) -> bool {
    matches!(format, ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP)
}

/// HEIC, the default format of many telephones: a box `ftyp` with one of these brands.
fn is_heic(bytes: &[u8]) -> bool {
    const BRANDS: [&[u8]; 8] = [b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1", b"avif"];
    bytes.get(4..8) == Some(b"ftyp") && bytes.get(8..12).is_some_and(|brand| BRANDS.contains(&brand))
}

/// Decodes a picture under limits. Returns it with the orientation that its camera named.
pub(super) fn decoded(bytes: &[u8], side_min: u32) -> Result<(DynamicImage, Orientation), Refused> {
    if is_heic(bytes) {
        return Err(Refused::Heic);
    }
    let format = image::guess_format(bytes).map_err(|_| Refused::NoPicture)?;
    if !is_taken(format) {
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
    if width.min(height) < side_min {
        return Err(Refused::TooSmall);
    }
    // The decoder fills missing data with grey.
    if format == ImageFormat::Jpeg && !jpeg::has_end(bytes) {
        return Err(Refused::Cut);
    }
    // The orientation is the only metadata that the pixels need.
    let turned = decoder.orientation().map_err(refused)?;
    Ok((DynamicImage::from_decoder(decoder).map_err(refused)?, turned))
}

fn encode(bytes: &[u8]) -> Result<Vec<u8>, Refused> {
    let (picture, turned) = decoded(bytes, SIDE_MIN)?;
    let mut picture = on_white(picture);
    if picture.width().max(picture.height()) > KEPT_SIDE {
        picture = picture.thumbnail(KEPT_SIDE, KEPT_SIDE);
    }
    picture.apply_orientation(turned);
    let mut out = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut out, QUALITY);
    picture.to_rgb8().write_with_encoder(encoder).map_err(refused)?;
    if out.len() > KEPT_BYTES_MAX { Err(Refused::TooLarge) } else { Ok(out) }
}

/// Flattens transparency onto white: a scan without a background would be dark on black.
fn on_white(picture: DynamicImage) -> DynamicImage {
    if !picture.color().has_alpha() {
        return picture;
    }
    let mut picture = picture.into_rgba8();
    for pixel in picture.pixels_mut() {
        let [colours @ .., alpha] = &mut pixel.0;
        let opacity = u16::from(*alpha);
        for colour in colours {
            let mixed = (u16::from(*colour) * opacity + 255 * (255 - opacity)) / 255;
            *colour = u8::try_from(mixed).unwrap_or(u8::MAX);
        }
        *alpha = u8::MAX;
    }
    picture.into()
}

pub(super) fn refused(error: ImageError) -> Refused {
    match error {
        ImageError::Limits(_) => Refused::TooLarge,
        _ => Refused::NoPicture,
    }
}

#[cfg(test)]
mod tests {
    use image::{RgbImage, RgbaImage};

    use super::*;

    fn jpeg() -> Vec<u8> {
        let mut out = Vec::new();
        RgbImage::new(400, 200).write_with_encoder(JpegEncoder::new_with_quality(&mut out, 90)).unwrap();
        out
    }

    /// The same picture with an EXIF segment after its first marker, with a location and an orientation.
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
        assert_eq!((picture.width(), picture.height()), (200, 400), "turned as the camera said");
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        let head = &jpeg()[..40];
        for bytes in
            [b"".as_slice(), b"%PDF-1.7", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"GIF89a\x01\0\x01\0", head]
        {
            assert_eq!(encode(bytes), Err(Refused::NoPicture));
        }
        assert_eq!(encode(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"), Err(Refused::Heic));
    }

    /// A picture without uniform areas.
    fn scene() -> RgbImage {
        RgbImage::from_fn(480, 640, |x, y| image::Rgb([x * y, x + y, x ^ y].map(|part| (part % 251).to_le_bytes()[0])))
    }

    fn written(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
        let mut out = Vec::new();
        picture.into().write_to(&mut Cursor::new(&mut out), format).unwrap();
        out
    }

    #[test]
    fn a_part_of_a_picture_is_refused() {
        for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
            let whole = written(scene(), format);
            assert!(encode(&whole).is_ok(), "{format:?}");
            for parts in 1..20 {
                let cut = &whole[..whole.len() * parts / 20];
                assert!(matches!(encode(cut), Err(Refused::Cut | Refused::NoPicture)), "{format:?} {parts}");
            }
        }
        let whole = written(scene(), ImageFormat::Jpeg);
        let longer = [&whole[..], b"what a telephone puts behind it"].concat();
        assert!(encode(&longer).is_ok());
    }

    #[test]
    fn what_is_transparent_is_white() {
        let ink = RgbaImage::from_fn(300, 300, |x, _| image::Rgba([0, 0, 0, if x < 150 { 0 } else { 255 }]));
        for format in [ImageFormat::Png, ImageFormat::WebP] {
            let kept = image::load_from_memory(&encode(&written(ink.clone(), format)).unwrap()).unwrap().to_luma8();
            assert!(kept.get_pixel(40, 150).0[0] > 250 && kept.get_pixel(260, 150).0[0] < 5, "{format:?}");
        }
        let grey = image::GrayAlphaImage::from_pixel(300, 300, image::LumaA([0, 128]));
        let kept = image::load_from_memory(&encode(&written(grey, ImageFormat::Png)).unwrap()).unwrap().to_luma8();
        assert!(kept.get_pixel(150, 150).0[0].abs_diff(127) < 5);
    }

    #[test]
    fn too_few_pixels_are_refused() {
        for (width, height, taken) in [(1, 1, false), (199, 4_000, false), (200, 200, true)] {
            let sent = written(RgbImage::new(width, height), ImageFormat::Png);
            assert_eq!(encode(&sent).err(), (!taken).then_some(Refused::TooSmall));
        }
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
