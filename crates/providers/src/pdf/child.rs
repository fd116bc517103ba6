//! Renders each PDF in a child process of its own, which ends on a timeout and together with the caller.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream as Pair;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use async_trait::async_trait;
use identity::kyc_documents::{PdfRenderer, RenderError, RenderedPage};
use tokio::io::AsyncWriteExt;
use tokio::net::UnixStream;
use tokio::process::{Child, Command};
use tokio::time::timeout;

use super::wire;

/// The time limit from the start of the process to its last pixel. The process limits its own CPU time; this limits the
/// rest.
const TIME_MAX: Duration = Duration::from_secs(15);

/// Creates the command of the child; standard input is set here.
type Make = Box<dyn Fn() -> Command + Send + Sync>;

/// Renders PDFs in child processes.
pub struct ChildDrawer {
    make: Make,
}

impl ChildDrawer {
    /// `make` names the program, which calls [`super::serve`].
    pub fn new(make: impl Fn() -> Command + Send + Sync + 'static) -> Self {
        Self { make: Box::new(make) }
    }

    /// Discards the output of the process, because it may contain parts of the document.
    fn start(&self) -> io::Result<(Child, UnixStream)> {
        let (ours, theirs) = Pair::pair()?;
        ours.set_nonblocking(true)?;
        let mut command = (self.make)();
        command.stdin(Stdio::from(OwnedFd::from(theirs))).stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.process_group(0).kill_on_drop(true).spawn()?;
        Ok((child, UnixStream::from_std(ours)?))
    }
}

#[async_trait]
impl PdfRenderer for ChildDrawer {
    async fn render(&self, pdf: &[u8]) -> Result<Vec<RenderedPage>, RenderError> {
        let (mut child, stream) = self.start().map_err(|error| failed(&error))?;
        let Ok(answered) = timeout(TIME_MAX, asked(&mut child, stream, pdf)).await else {
            child.kill().await.map_err(|error| failed(&error))?;
            tracing::info!(event = "pdf.render_timed_out", "The renderer took too long for a PDF.");
            return Err(RenderError::TooHeavy);
        };
        let (said, status) = answered.map_err(|error| failed(&error))?;
        match (said, wire::meaning(status)) {
            (Ok(Some(pages)), Ok(())) if !pages.is_empty() => Ok(pages),
            (Ok(None), _) | (_, Ok(())) => {
                // Malformed output, or success without pages: the process may be compromised.
                tracing::warn!(
                    event = "alert.pdf_output_malformed", %status,
                    "ALERT: the PDF renderer sent malformed output."
                );
                Err(RenderError::Broken)
            }
            (_, Err(failed)) => {
                match failed {
                    RenderError::NotTried => tracing::error!(
                        event = "pdf_renderer.failed", %status,
                        "The PDF renderer cannot run."
                    ),
                    _ => tracing::info!(
                        event = "pdf.render_failed", %status, ?failed,
                        "The renderer did not draw a PDF."
                    ),
                }
                Err(failed)
            }
        }
    }
}

/// The pages, or an error if the output was truncated; `None` if it is malformed.
type Said = io::Result<Option<Vec<RenderedPage>>>;

/// The output of the process, and its exit status.
async fn asked(child: &mut Child, mut stream: UnixStream, pdf: &[u8]) -> io::Result<(Said, ExitStatus)> {
    // An error here means that the process ended early; the exit status has the reason.
    let said = async {
        stream.write_all(pdf).await?;
        stream.shutdown().await?;
        wire::read_pages(&mut stream).await
    };
    let said = said.await;
    // Further output is ignored.
    drop(stream);
    Ok((said, child.wait().await?))
}

fn failed(error: &io::Error) -> RenderError {
    tracing::error!(event = "pdf_renderer.failed", %error, "The PDF renderer cannot run.");
    RenderError::NotTried
}
