//! The port: what draws a PDF. A PDF is a program, so it is drawn where it can do no harm, and nothing comes back but pixels.

use async_trait::async_trait;

/// Pages of one PDF: more is no bill and no bank's letter.
pub const PAGES_MAX: usize = 5;
/// The longest side of a page as it is drawn, in pixels; that of every picture that is kept.
pub const SIDE_MAX: u32 = 3_200;

/// Where the mark of a PDF stands at the latest: what reads them takes some bytes before it.
const MARK_WITHIN: usize = 1_024;
const MARK: &[u8] = b"%PDF-";

/// Whether it says that it is a PDF.
pub(super) fn is_pdf(bytes: &[u8]) -> bool {
    let head = bytes.get(..MARK_WITHIN).unwrap_or(bytes);
    head.windows(MARK.len()).any(|window| window == MARK)
}

/// A page as it was drawn.
#[derive(Clone, PartialEq, Eq)]
pub struct DrawnPage {
    /// In pixels, at most [`SIDE_MAX`].
    pub width: u32,
    /// See `width`.
    pub height: u32,
    /// Red, green and blue of each pixel, row by row.
    pub rgb: Vec<u8>,
}

/// What is on a page belongs in no log.
impl std::fmt::Debug for DrawnPage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "DrawnPage({} by {})", self.width, self.height)
    }
}

/// Why a PDF was not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undrawn {
    /// It opens with a password alone.
    Locked,
    /// It cannot be read, or has no page.
    Broken,
    /// It has more than [`PAGES_MAX`] pages.
    TooManyPages,
    /// It took more time or memory than a paper is worth.
    TooHeavy,
    /// It could not be tried: a fault of the installation, which the log has.
    NotTried,
}

/// Draws PDFs.
#[async_trait]
pub trait PdfDrawer: Send + Sync {
    /// Its pages, in their order: one at least, [`PAGES_MAX`] at most. Takes its time, but not for ever.
    ///
    /// # Errors
    /// Why it was not drawn; whatever is in the file, nothing worse comes of it.
    async fn draw(&self, pdf: &[u8]) -> Result<Vec<DrawnPage>, Undrawn>;
}
