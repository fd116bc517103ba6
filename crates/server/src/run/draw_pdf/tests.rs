//! The rendering process as started by the server, with PDFs of all kinds.

use std::os::fd::OwnedFd;
use std::process::Stdio;
use std::time::Duration;

use identity::kyc_documents::{PdfRenderer, RenderError, RenderedPage};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use tokio::runtime::Runtime;

use super::*;
use crate::tests::pdf::builder::{self, BILL};

/// Entry point of the child process: other tests start this test binary, because they have no `agio` binary.
#[test]
#[ignore = "the process that other tests start"]
fn the_process_that_draws() {
    // Returns immediately if a developer runs ignored tests, because standard input is no socket then.
    let Ok(stream) = inherited() else { return };
    give_up().unwrap();
    std::process::exit(providers::pdf::serve(&stream).into());
}

async fn drawn(pdf: &[u8]) -> Result<Vec<RenderedPage>, RenderError> {
    drawer().render(pdf).await
}

fn pixel(page: &RenderedPage, x: usize, y: usize) -> [u8; 3] {
    let width = usize::try_from(page.width).unwrap();
    let at = 3 * (y * width + x);
    page.rgb[at..at + 3].try_into().unwrap()
}

#[tokio::test]
async fn a_page_is_drawn_in_its_size_with_its_colours_and_its_words() {
    let turned = builder::pages(&[BILL], "").iter().map(|byte| char::from(*byte)).collect::<String>();
    let turned = turned.replacen("/Type /Page /Parent", "/Rotate 90 /Type /Page /Parent", 1);
    let pages = drawn(&builder::pages(&[BILL, ""], "")).await.unwrap();
    let sizes: Vec<(u32, u32)> = pages.iter().map(|page| (page.width, page.height)).collect();
    assert_eq!(sizes, [(1_239, 1_754); 2]);
    assert_eq!((pixel(&pages[0], 416, 400), pixel(&pages[0], 10, 10)), ([204, 0, 0], [255; 3]));
    assert!(pages[1].rgb.iter().all(|byte| *byte == 255), "an empty page is white paper");
    let on_its_side = drawn(turned.as_bytes()).await.unwrap();
    assert_eq!((on_its_side[0].width, on_its_side[0].height), (1_754, 1_239));
}

#[tokio::test]
async fn an_unusable_pdf_is_refused_with_its_own_code() {
    let whole = builder::pages(&[BILL], "");
    for (pdf, why) in [
        (builder::pages(&[BILL; 6], ""), RenderError::TooManyPages),
        (builder::locked(), RenderError::Locked),
        (b"%PDF-1.7".to_vec(), RenderError::Broken),
        (Vec::new(), RenderError::Broken),
        (builder::pages(&[], ""), RenderError::Broken),
        (whole[..whole.len() / 8].to_vec(), RenderError::Broken),
    ] {
        assert_eq!(drawn(&pdf).await.err(), Some(why), "{}", String::from_utf8_lossy(&pdf));
    }
}

#[tokio::test]
async fn an_endless_or_huge_pdf_is_stopped_and_the_next_one_rendered() {
    let (endless, bomb) = (builder::endless(), builder::bomb());
    let (endless, bomb) = tokio::join!(drawn(&endless), drawn(&bomb));
    assert_eq!((endless.err(), bomb.err()), (Some(RenderError::TooHeavy), Some(RenderError::TooHeavy)));
    // It must only terminate; the result does not matter.
    let circle = drawn(&builder::circle()).await;
    assert!(matches!(circle, Ok(_) | Err(RenderError::TooHeavy | RenderError::Broken)), "{circle:?}");
    assert_eq!(drawn(&builder::pages(&[BILL], "")).await.unwrap().len(), 1);
}

/// Replaced, removed or inserted bytes.
fn mutations() -> impl Strategy<Value = Vec<(prop::sample::Index, u8, u8)>> {
    prop::collection::vec((any::<prop::sample::Index>(), 0_u8..3, any::<u8>()), 1..12)
}

#[test]
fn a_pdf_that_was_tampered_with_is_drawn_or_refused_and_nothing_worse() {
    let runtime = Runtime::new().unwrap();
    let whole = builder::pages(&[BILL, BILL], "");
    let mut runner =
        TestRunner::new(Config { cases: 40, max_shrink_iters: 20, failure_persistence: None, ..Config::default() });
    let tried = runner.run(&mutations(), |mutations| {
        let mut pdf = whole.clone();
        for (place, what, byte) in mutations {
            let at = place.index(pdf.len());
            match what {
                0 => pdf[at] = byte,
                1 => {
                    pdf.remove(at);
                }
                _ => pdf.insert(at, byte),
            }
        }
        let drawn = runtime.block_on(drawn(&pdf));
        prop_assert_ne!(drawn.err(), Some(RenderError::NotTried));
        Ok(())
    });
    tried.unwrap();
    let mut runner = TestRunner::new(Config { cases: 15, failure_persistence: None, ..Config::default() });
    let tried = runner.run(&prop::collection::vec(any::<u8>(), 0..400), |noise| {
        let pdf = [b"%PDF-1.4\n".as_slice(), &noise].concat();
        prop_assert!(matches!(runtime.block_on(drawn(&pdf)), Err(RenderError::Broken | RenderError::Locked)));
        Ok(())
    });
    tried.unwrap();
}

/// Inspects the process from outside before it receives any input: the restrictions must apply regardless of the PDF.
#[tokio::test]
async fn the_process_has_given_up_everything_before_it_reads() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let mut command = command();
    command.stdin(Stdio::from(OwnedFd::from(theirs))).stdout(Stdio::null()).kill_on_drop(true);
    let child = command.spawn().unwrap();
    let folder = format!("/proc/{}", child.id().unwrap());
    let given_up = async {
        loop {
            let limits = fs::read_to_string(format!("{folder}/limits")).unwrap();
            let is = |name: &str, most: &str| {
                let line = limits.lines().find(|line| line.starts_with(name)).unwrap_or_default();
                line[name.len()..].split_whitespace().take(2).eq([most; 2])
            };
            // The last restriction that is applied.
            if is("Max file size", "0") {
                assert!(
                    is("Max open files", "0") && is("Max core file size", "0") && is("Max cpu time", "10"),
                    "{limits}"
                );
                assert!(!is("Max address space", "unlimited"), "{limits}");
                return;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), given_up).await.expect("within a minute");
    // The reading thread, which is not the first one in a test binary.
    let threads = fs::read_dir(format!("{folder}/task")).unwrap();
    let mut statuses = threads.map(|thread| fs::read_to_string(thread.unwrap().path().join("status")).unwrap());
    let confined = |status: String| status.contains("NoNewPrivs:\t1") && status.contains("Seccomp:\t2");
    assert!(statuses.any(confined), "no system calls are filtered");
    drop(ours);
}
