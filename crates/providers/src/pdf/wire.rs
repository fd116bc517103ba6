//! The protocol between the two processes: pages as raw pixels, which need no complex parser, and an exit code. The
//! parent does not trust the child: it checks all sizes before it reads.

use std::io::{self, Write};
use std::process::ExitStatus;

use identity::kyc_documents::{PAGES_MAX, RenderError, RenderedPage, SIDE_MAX};
use tokio::io::{AsyncRead, AsyncReadExt};

/// Exit codes. 1, 2 and 101 belong to a program that could not start, or crashed.
const LOCKED: u8 = 10;
const BROKEN: u8 = 11;
const TOO_MANY_PAGES: u8 = 12;
const TOO_HEAVY: u8 = 13;
const NOT_TRIED: u8 = 14;
/// The exit code of a panic: the renderer met unexpected input.
const PANICKED: i32 = 101;

/// Red, green, blue.
const CHANNELS: usize = 3;

pub(super) const fn code(failed: RenderError) -> u8 {
    match failed {
        RenderError::Locked => LOCKED,
        RenderError::Broken => BROKEN,
        RenderError::TooManyPages => TOO_MANY_PAGES,
        RenderError::TooHeavy => TOO_HEAVY,
        RenderError::NotTried => NOT_TRIED,
    }
}

/// The meaning of an exit status. A signal comes from a limit: of CPU time, memory or stack.
pub(super) fn meaning(status: ExitStatus) -> Result<(), RenderError> {
    let Some(code) = status.code() else { return Err(RenderError::TooHeavy) };
    let known = [RenderError::Locked, RenderError::Broken, RenderError::TooManyPages, RenderError::TooHeavy];
    match known.into_iter().find(|failed| i32::from(self::code(*failed)) == code) {
        Some(failed) => Err(failed),
        None if code == 0 => Ok(()),
        None if code == PANICKED => Err(RenderError::Broken),
        None => Err(RenderError::NotTried),
    }
}

/// Writes width and height, four bytes each, and the pixels.
pub(super) fn write_page(to: &mut impl Write, page: &RenderedPage) -> io::Result<()> {
    to.write_all(&page.width.to_be_bytes())?;
    to.write_all(&page.height.to_be_bytes())?;
    to.write_all(&page.rgb)
}

/// Reads pages until the end of the stream; `None` if the data is malformed.
pub(super) async fn read_pages(from: &mut (impl AsyncRead + Unpin)) -> io::Result<Option<Vec<RenderedPage>>> {
    let mut pages = Vec::new();
    loop {
        let Some(width) = read_side(from).await? else { return Ok(Some(pages)) };
        let Some(height) = read_side(from).await? else { return Ok(None) };
        let sides = 1..=SIDE_MAX;
        if !sides.contains(&width) || !sides.contains(&height) || pages.len() == PAGES_MAX {
            return Ok(None);
        }
        let size = usize::try_from(u64::from(width) * u64::from(height)).unwrap_or(usize::MAX).saturating_mul(CHANNELS);
        let mut rgb = vec![0; size];
        from.read_exact(&mut rgb).await?;
        pages.push(RenderedPage { width, height, rgb });
    }
}

/// `None` at the end of the stream.
async fn read_side(from: &mut (impl AsyncRead + Unpin)) -> io::Result<Option<u32>> {
    match from.read_u32().await {
        Ok(side) => Ok(Some(side)),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use proptest::prelude::*;

    use super::*;

    fn read(mut bytes: &[u8]) -> io::Result<Option<Vec<RenderedPage>>> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(read_pages(&mut bytes))
    }

    fn page() -> impl Strategy<Value = RenderedPage> {
        (1_u32..20, 1_u32..20, any::<u8>()).prop_map(|(width, height, shade)| {
            let size = usize::try_from(width * height * 3).unwrap();
            RenderedPage { width, height, rgb: vec![shade; size] }
        })
    }

    proptest! {
        #[test]
        fn pages_come_over_as_they_were_drawn(pages in prop::collection::vec(page(), 0..=PAGES_MAX)) {
            let mut bytes = Vec::new();
            for page in &pages {
                write_page(&mut bytes, page).unwrap();
            }
            prop_assert_eq!(read(&bytes).unwrap(), Some(pages));
        }

        #[test]
        fn any_other_bytes_are_refused_or_parsed_as_pages(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            if let Ok(Some(pages)) = read(&bytes) {
                prop_assert!(pages.len() <= PAGES_MAX);
            }
        }
    }

    #[test]
    fn oversized_or_excess_pages_are_refused_early() {
        let side = |side: u32| side.to_be_bytes();
        let large = [side(SIDE_MAX + 1), side(1)].concat();
        assert_eq!(read(&large).unwrap(), None);
        assert_eq!(read(&[side(1), side(0)].concat()).unwrap(), None);
        let one = [&side(1)[..], &side(1), &[1, 2, 3]].concat();
        assert_eq!(read(&one.repeat(PAGES_MAX)).unwrap().unwrap().len(), PAGES_MAX);
        assert_eq!(read(&one.repeat(PAGES_MAX + 1)).unwrap(), None);
        assert!(read(&one[..10]).is_err(), "cut short");
    }

    #[test]
    fn every_exit_of_the_renderer_has_a_meaning() {
        let exited = |code: u8| meaning(ExitStatus::from_raw(i32::from(code) << 8));
        let known = [
            RenderError::Locked,
            RenderError::Broken,
            RenderError::TooManyPages,
            RenderError::TooHeavy,
            RenderError::NotTried,
        ];
        for failed in known {
            assert_eq!(exited(code(failed)), Err(failed));
        }
        assert_eq!((exited(0), exited(101), exited(2)), (Ok(()), Err(RenderError::Broken), Err(RenderError::NotTried)));
        assert_eq!(meaning(ExitStatus::from_raw(9)), Err(RenderError::TooHeavy), "killed");
    }
}
