//! Documents as accessible PDFs (PDF/UA-1, ISO 14289-1): tagged, in their language, with embedded fonts.
//!
//! [`pdf`] sets pages in two steps: the content is laid out on sheets, and the sheets are written when the number of
//! pages is known.

mod frame;
mod ink;
mod letter;
mod page;
mod shape;
mod statement;

use chrono::{Datelike, Timelike};

use self::page::Sheet;
use self::shape::Fonts;
use crate::content::{Content, Kind, words};

/// Why a PDF cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PdfError {
    /// The embedded fonts cannot be read.
    #[error("the fonts of documents cannot be read")]
    Font,
    /// The address does not fit a code.
    #[error("the address of the page that checks the document does not fit a QR code")]
    Code,
    /// The library found that the result would break a rule of PDF/UA.
    #[error("the PDF is refused: {0}")]
    Refused(String),
}

/// The properties of the file.
pub struct About {
    title: String,
    language: &'static str,
    author: String,
    number: String,
    issued: [u32; 6],
}

/// The file up to its seal. `address` opens the page on which it can be checked.
///
/// # Errors
/// [`PdfError`].
pub fn pdf(content: &Content, address: &str) -> Result<Vec<u8>, PdfError> {
    let fonts = Fonts::open().ok_or(PdfError::Font)?;
    let content = &printable(content, &fonts);
    let mut sheet = Sheet::new(&fonts);
    match content.kind {
        Kind::AccountStatement => statement::account(&mut sheet, content),
        Kind::WalletStatement => statement::wallet(&mut sheet, content),
        Kind::LetterOfGoodStanding => letter::letter(&mut sheet, content),
    }
    frame::check(&mut sheet, content, address)?;
    frame::edges(&mut sheet, content);
    ink::written(&sheet, &about(content))
}

fn about(content: &Content) -> About {
    let (day, time) = (content.issued_at.date_naive(), content.issued_at.time());
    let year = u32::try_from(day.year()).unwrap_or_default();
    About {
        title: words::of(content.language).title(content.kind).to_owned(),
        language: content.language.code(),
        author: content.issuer.name.clone(),
        number: content.number.clone(),
        issued: [year, day.month(), day.day(), time.hour(), time.minute(), time.second()],
    }
}

/// The content in letters that the fonts have.
fn printable(content: &Content, fonts: &Fonts) -> Content {
    let mut content = content.clone();
    let print = |text: &mut String| *text = fonts.printable(text);
    print(&mut content.issuer.name);
    print(&mut content.holder.name);
    content.holder.address.iter_mut().for_each(print);
    for movement in content.accounts.iter_mut().flat_map(|account| &mut account.movements) {
        movement.counterparty.iter_mut().for_each(print);
    }
    content
}
