//! The files of documents, read by programs that are not ours: a PDF reader, a spreadsheet reader, a CSV reader.
//!
//! With `AGIO_DOCUMENT_LOOKS=folder` the tests also write the files there.

mod readers;
mod sample;
mod size;
mod sums;
