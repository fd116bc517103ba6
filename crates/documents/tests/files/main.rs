//! The files of documents, read by programs that are not ours: a PDF reader, a spreadsheet reader, a CSV reader.
//!
//! With `AGIO_DOCUMENT_LOOKS=folder` the tests also write the files there.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod readers;
mod sample;
mod size;
mod sums;
