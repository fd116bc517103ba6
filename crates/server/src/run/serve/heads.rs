//! Protection against request smuggling through bare LF. Lines of a request's head must end with CR LF (RFC 9112,
//! section 2.2). The parser also accepts a bare LF, which a proxy in front may interpret differently. [`Heads`]
//! replaces a bare LF in a head by a byte that the parser rejects with 400.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Not allowed in a head, so the parser rejects the request.
const REFUSED: u8 = 0;
/// Number of bytes kept of a line, enough to read the length of a body.
const LINE_KEPT: usize = 64;

/// Position in the stream of requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In a head.
    Head,
    /// In a body, with this many bytes left.
    Body(u64),
    /// In a part whose end is not tracked: a chunked body or another protocol. No further request is read after it.
    Unfollowed,
}

/// Tracks the requests of one connection, regardless of how they are split into reads.
#[derive(Debug)]
struct Scan {
    place: Place,
    /// The start of the current line, and its total length so far.
    line: Vec<u8>,
    length: usize,
    after_cr: bool,
    /// Whether the head has a line already. Empty lines before a request are skipped.
    begun: bool,
    /// The length of the body, if the head has declared it.
    body: Option<u64>,
    /// Whether the head declares its body in another way.
    other: bool,
}

impl Scan {
    fn new() -> Self {
        Self {
            place: Place::Head,
            line: Vec::new(),
            length: 0,
            after_cr: false,
            begun: false,
            body: None,
            other: false,
        }
    }

    /// Processes `bytes`, and replaces each bare LF in a head.
    fn pass(&mut self, bytes: &mut [u8]) {
        let mut at = 0;
        while at < bytes.len() {
            match self.place {
                Place::Unfollowed => return,
                Place::Body(left) => {
                    let here = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len() - at);
                    at += here;
                    self.place = match left - here as u64 {
                        0 => Place::Head,
                        left => Place::Body(left),
                    };
                }
                Place::Head => {
                    self.byte(&mut bytes[at]);
                    at += 1;
                }
            }
        }
    }

    fn byte(&mut self, byte: &mut u8) {
        if *byte == b'\n' && self.after_cr {
            self.after_cr = false;
            return self.end_line();
        }
        if *byte == b'\n' {
            *byte = REFUSED;
        }
        self.after_cr = *byte == b'\r';
        if !self.after_cr {
            self.length += 1;
            if self.line.len() < LINE_KEPT {
                self.line.push(*byte);
            }
        }
    }

    fn end_line(&mut self) {
        let (line, length) = (std::mem::take(&mut self.line), std::mem::take(&mut self.length));
        if length > 0 {
            if self.begun {
                self.field(&line, length);
            }
            self.begun = true;
        } else if self.begun {
            self.place = match (self.other, self.body.unwrap_or(0)) {
                (true, _) => Place::Unfollowed,
                (false, 0) => Place::Head,
                (false, length) => Place::Body(length),
            };
            (self.begun, self.body) = (false, None);
        }
    }

    /// Evaluates a header field about the body. A duplicate or ambiguous declaration ends the tracking.
    fn field(&mut self, line: &[u8], length: usize) {
        let Some(colon) = line.iter().position(|byte| *byte == b':') else { return };
        let (name, value) = (&line[..colon], line[colon + 1..].trim_ascii());
        if name.eq_ignore_ascii_case(b"content-length") {
            let digits = std::str::from_utf8(value).ok().filter(|text| text.bytes().all(|b| b.is_ascii_digit()));
            match digits.and_then(|text| text.parse().ok()) {
                Some(bytes) if self.body.is_none() && length <= LINE_KEPT => self.body = Some(bytes),
                _ => self.other = true,
            }
        }
        let unfollowed: [&[u8]; 2] = [b"transfer-encoding", b"upgrade"];
        self.other |= unfollowed.iter().any(|other| name.eq_ignore_ascii_case(other));
    }
}

/// A stream whose requests are tracked.
pub(super) struct Heads<S> {
    stream: S,
    scan: Scan,
    unfollowed: Unfollowed,
}

/// Whether tracking has ended. The connection must then be closed after the current response.
#[derive(Clone, Default)]
pub(super) struct Unfollowed(Arc<AtomicBool>);

impl Unfollowed {
    pub(super) fn is_so(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

impl<S> Heads<S> {
    pub(super) fn new(stream: S, unfollowed: Unfollowed) -> Self {
        Self { stream, scan: Scan::new(), unfollowed }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Heads<S> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buffer.filled().len();
        let read = Pin::new(&mut this.stream).poll_read(cx, buffer);
        if let Some(new) = buffer.filled_mut().get_mut(before..) {
            this.scan.pass(new);
        }
        if this.scan.place == Place::Unfollowed {
            this.unfollowed.0.store(true, Ordering::Release);
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Heads<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write(cx, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write_vectored(cx, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The parser's input from `text` if it is split at `cuts`.
    fn passed(text: &str, cuts: &[usize]) -> (String, Place) {
        let (mut scan, mut bytes) = (Scan::new(), text.as_bytes().to_vec());
        let mut from = 0;
        for cut in cuts.iter().copied().chain([bytes.len()]) {
            let to = cut.clamp(from, bytes.len());
            scan.pass(&mut bytes[from..to]);
            from = to;
        }
        (String::from_utf8(bytes).unwrap(), scan.place)
    }

    const FINE: [&str; 6] = [
        "GET / HTTP/1.1\r\nhost: a\r\n\r\n",
        "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\na\nb\n\nGET / HTTP/1.1\r\nhost: a\r\n\r\n",
        "\r\n\r\nPOST / HTTP/1.1\r\nContent-Length:2\r\n\r\n\n\n\r\nGET / HTTP/1.1\r\n\r\n",
        "POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n2\r\na\n\r\n0\r\n\r\n",
        "GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n\n\n\n",
        "POST / HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 1\r\n\r\n\n",
    ];

    #[test]
    fn a_bare_line_feed_is_spoilt_in_a_head_and_nowhere_else() {
        for fine in FINE {
            assert_eq!(passed(fine, &[]).0, fine);
        }
        for bare in [
            "GET / HTTP/1.1\n\n",
            "GET / HTTP/1.1\nhost: a\r\n\r\n",
            "GET / HTTP/1.1\r\nhost: a\nx: b\r\n\r\n",
            "GET / HTTP/1.1\r\nhost: a\r\n\n",
            "\nGET / HTTP/1.1\r\n\r\n",
            "POST / HTTP/1.1\r\ncontent-length: 1\r\n\r\n\nGET / HTTP/1.1\nhost: a\r\n\r\n",
            "GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\n\r\n",
        ] {
            assert!(passed(bare, &[]).0.contains('\0'), "{bare:?}");
        }
        let body = "POST / HTTP/1.1\r\ncontent-length: 1\r\n\r\n\n";
        assert_eq!(passed(body, &[]), (body.to_owned(), Place::Head), "the body keeps its line feed");
    }

    #[test]
    fn a_head_that_cannot_be_parsed_is_marked() {
        for (at, fine) in FINE.into_iter().enumerate() {
            assert_eq!(passed(fine, &[]).1 == Place::Unfollowed, at >= 3, "{fine:?}");
        }
        let long = format!("POST / HTTP/1.1\r\ncontent-length: {}1\r\n\r\n", "0".repeat(100));
        assert_eq!(passed(&long, &[]).1, Place::Unfollowed);
        assert_eq!(passed("POST / HTTP/1.1\r\ncontent-length: +1\r\n\r\n", &[]).1, Place::Unfollowed);
    }

    proptest! {
        /// The result does not depend on how the bytes are split.
        #[test]
        fn the_result_does_not_depend_on_how_bytes_arrive(text in "(GET|\r|\n|\r\n|content-length: [0-3]\r\n|upgrade: x|:| |a){0,30}", cuts in proptest::collection::vec(0_usize..200, 0..10)) {
            let mut cuts = cuts;
            cuts.sort_unstable();
            prop_assert_eq!(passed(&text, &cuts), passed(&text, &[]));
        }
    }
}
