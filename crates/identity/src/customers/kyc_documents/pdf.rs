//! The port to the PDF renderer. A PDF can contain a program, so it is rendered in a sandboxed process that returns
//! pixels only.

use async_trait::async_trait;

/// The maximum number of pages: a bill or a bank's letter has no more.
pub const PAGES_MAX: usize = 5;
/// The longest side of a rendered page in pixels, which is also the limit for stored pictures.
pub const SIDE_MAX: u32 = 3_200;

/// The PDF marker may start anywhere before this offset, because readers accept leading bytes.
const MARK_WITHIN: usize = 1_024;
const MARK: &[u8] = b"%PDF-";

/// Whether the file has a PDF marker.
pub(super) fn is_pdf(bytes: &[u8]) -> bool {
    let head = bytes.get(..MARK_WITHIN).unwrap_or(bytes);
    head.windows(MARK.len()).any(|window| window == MARK)
}

/// A rendered page.
#[derive(Clone, PartialEq, Eq)]
pub struct RenderedPage {
    /// Width in pixels, at most [`SIDE_MAX`].
    pub width: u32,
    /// Height in pixels, at most [`SIDE_MAX`].
    pub height: u32,
    /// The RGB bytes of each pixel, row by row.
    pub rgb: Vec<u8>,
}

/// Prints the dimensions only: the content of a page must not reach a log.
impl std::fmt::Debug for RenderedPage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RenderedPage({} by {})", self.width, self.height)
    }
}

/// Why a PDF was not rendered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RenderError {
    /// It needs a password.
    Locked,
    /// It cannot be read, or has no page.
    Broken,
    /// It has more than [`PAGES_MAX`] pages.
    TooManyPages,
    /// It exceeded the time or memory limit.
    TooHeavy,
    /// The renderer could not run: a fault of the installation, which is logged.
    NotTried,
}

/// Renders PDFs.
#[async_trait]
pub trait PdfRenderer: Send + Sync {
    /// Renders the pages in order, from 1 to [`PAGES_MAX`] of them, within a time limit.
    ///
    /// # Errors
    /// Why it was not rendered. A hostile file has no other effect.
    async fn render(&self, pdf: &[u8]) -> Result<Vec<RenderedPage>, RenderError>;
}
