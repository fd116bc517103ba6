//! Renders a PDF as pixels. Ignores everything that is not visible: scripts, forms, attachments, links, metadata.

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_interpret::util::TransformExt;
use hayro::hayro_syntax::page::Page;
use hayro::hayro_syntax::{LoadPdfError, Pdf};
use hayro::kurbo::{Affine, Rect};
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::vello_cpu::{Pixmap, RasterizerSettings, RenderContext, Resources, TargetInit};
use hayro::{RenderCache, RenderSettings, render_into};
use identity::kyc_documents::{PAGES_MAX, RenderError, RenderedPage, SIDE_MAX};

/// Dots per inch: the small print of a utility bill is legible.
const RESOLUTION: u64 = 150;
/// Page sizes are in points, of which an inch has 72.
const POINTS: u64 = 72;

/// Renders all pages, one after the other, and passes each to `to`.
///
/// # Errors
/// The reason why the PDF cannot be rendered, or the error of `to`.
pub(super) fn draw(
    pdf: Vec<u8>,
    mut to: impl FnMut(&RenderedPage) -> Result<(), RenderError>,
) -> Result<(), RenderError> {
    let pdf = Pdf::new(pdf).map_err(|error| match error {
        LoadPdfError::Decryption(_) => RenderError::Locked,
        LoadPdfError::Invalid => RenderError::Broken,
    })?;
    let pages = pdf.pages();
    if pages.is_empty() {
        return Err(RenderError::Broken);
    }
    if pages.len() > PAGES_MAX {
        return Err(RenderError::TooManyPages);
    }
    let cache = RenderCache::new();
    pages.iter().try_for_each(|page| to(&drawn(page, &cache)))
}

/// Renders one page on a white background.
fn drawn<'a>(page: &'a Page<'a>, cache: &RenderCache<'a>) -> RenderedPage {
    let (wide, high) = page.render_dimensions();
    let (width, height) = sides(wide as u32, high as u32);
    let mut scene = RenderContext::new(width, height);
    // Scales the whole page to the whole picture.
    let paper = Affine::map_unit_square(Rect::new(0.0, 0.0, wide.into(), high.into()));
    let picture = Affine::map_unit_square(Rect::new(0.0, 0.0, width.into(), height.into()));
    let place = picture * paper.inverse() * page.initial_transform(true).to_kurbo();
    render_into(page, cache, &InterpreterSettings::default(), &RenderSettings::default(), &mut scene, place);
    scene.flush();
    let mut pixels = Pixmap::new(width, height);
    let settings = RasterizerSettings { target_init: TargetInit::Clear(WHITE), ..RasterizerSettings::default() };
    scene.render_with(&mut pixels, &mut Resources::default(), settings);
    let rgb = pixels.data().iter().flat_map(|pixel| [pixel.r, pixel.g, pixel.b]).collect();
    RenderedPage { width: width.into(), height: height.into(), rgb }
}

/// The picture size of a page in points: at [`RESOLUTION`], or smaller if the result is too large, with the same
/// proportions.
fn sides(wide: u32, high: u32) -> (u16, u16) {
    let (wide, high) = (u64::from(wide.max(1)), u64::from(high.max(1)));
    let (longest, most) = (wide.max(high), u64::from(SIDE_MAX));
    let side = |points: u64| {
        let pixels =
            if longest * RESOLUTION > most * POINTS { points * most / longest } else { points * RESOLUTION / POINTS };
        u16::try_from(pixels.clamp(1, most)).unwrap_or(u16::MAX)
    };
    (side(wide), side(high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_print_can_be_read_and_a_large_page_keeps_its_shape() {
        assert_eq!(sides(595, 842), (1_239, 1_754), "A4 at 150 dots per inch");
        assert_eq!(sides(3_024, 4_032), (2_400, 3_200), "a photograph that was made a PDF");
        assert_eq!(sides(14_400, 1), (3_200, 1));
        assert_eq!(sides(0, 0), (2, 2));
        assert_eq!(sides(u32::MAX, u32::MAX), (3_200, 3_200));
    }
}
