//! PDFs, drawn. A PDF is a program that a stranger wrote, and what reads one is large: so it is read in a process of its own,
//! which gives up everything before (`agio draw-pdf`), is ended when it takes too long, and can say nothing but pixels.
//!
//! The process reads the PDF from a socket, its standard input, until the other end has said all, and answers there with its
//! pages; whether it went well is its exit code.

mod child;
mod draw;
mod wire;

use std::io::{self, Read};
use std::os::unix::net::UnixStream;

use identity::documents::{PICTURE_BYTES_MAX, Undrawn};

pub use child::ChildDrawer;

/// What the process does, once it has given up everything: reads a PDF from `stream` and writes its pages there. Returns the exit
/// code.
pub fn serve(stream: &UnixStream) -> u8 {
    match served(stream) {
        Ok(()) => 0,
        Err(undrawn) => wire::code(undrawn),
    }
}

fn served(mut stream: &UnixStream) -> Result<(), Undrawn> {
    let mut pdf = Vec::new();
    let most = u64::try_from(PICTURE_BYTES_MAX).unwrap_or(u64::MAX);
    stream.take(most).read_to_end(&mut pdf).map_err(not_tried)?;
    draw::draw(pdf, |page| wire::write_page(&mut stream, page).map_err(not_tried))
}

fn not_tried(_: io::Error) -> Undrawn {
    Undrawn::NotTried
}
