//! Renders PDFs. A PDF comes from an untrusted person, and a PDF reader is large. Therefore it runs in a process of its
//! own, which first drops all privileges (`agio draw-pdf`), has a time limit, and can return only pixels.
//!
//! The process reads the PDF from a socket, its standard input, until the end of the stream, and answers there with the
//! pages; its exit code is the result.

mod child;
mod draw;
mod wire;

use std::io::{self, Read};
use std::os::unix::net::UnixStream;

use identity::kyc_documents::{PICTURE_BYTES_MAX, RenderError};

pub use child::ChildDrawer;

/// The child's main function after it has dropped its privileges: reads a PDF from `stream` and writes its pages there.
/// Returns the exit code.
pub fn serve(stream: &UnixStream) -> u8 {
    match served(stream) {
        Ok(()) => 0,
        Err(failed) => wire::code(failed),
    }
}

fn served(mut stream: &UnixStream) -> Result<(), RenderError> {
    let mut pdf = Vec::new();
    let most = u64::try_from(PICTURE_BYTES_MAX).unwrap_or(u64::MAX);
    stream.take(most).read_to_end(&mut pdf).map_err(not_tried)?;
    draw::draw(pdf, |page| wire::write_page(&mut stream, page).map_err(not_tried))
}

fn not_tried(_: io::Error) -> RenderError {
    RenderError::NotTried
}
