//! End-to-end tests of the binary: its processes, output and exit codes.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

#[expect(dead_code, reason = "the helpers of the signer's tests; some are for those alone")]
#[path = "../signer/process.rs"]
mod process;
#[expect(dead_code, reason = "the helpers of the signer's tests; some are for those alone")]
#[path = "../signer/web.rs"]
mod web;

mod proofs;
mod races;
mod starts;

use process::{Agio, Folder};

/// A running `agio up`, with its address and output.
struct Up {
    agio: Agio,
    page: String,
    port: u16,
    said: Vec<String>,
}

fn up(folder: &Folder, environment: &[(&str, &str)]) -> Up {
    // A new data folder has the demo tenants by default; an external database needs the option.
    let demo: &[&str] = if environment.is_empty() { &[] } else { &["--demo"] };
    let arguments = [&["up", "--port", "0"], demo].concat();
    let (agio, said) = Agio::heard(&arguments, &folder.0, environment, "Ctrl-C stops it.");
    let page = said[0].strip_prefix("Agio is running at ").unwrap().to_owned();
    let port = page.rsplit(':').next().unwrap().parse().unwrap();
    Up { agio, page, port, said }
}
