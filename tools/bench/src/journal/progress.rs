//! The benchmark's progress bar.

use std::io::{self, Write};

const WIDTH: usize = 30;

/// The benchmark's progress bar, on one line that is overwritten.
pub(super) struct Progress<'a, W: ?Sized> {
    out: &'a mut W,
    steps: usize,
    begun: usize,
}

impl<'a, W: Write + ?Sized> Progress<'a, W> {
    pub fn new(out: &'a mut W, steps: usize) -> Self {
        Self { out, steps, begun: 0 }
    }

    /// Starts the next step.
    pub fn step(&mut self, what: &str) -> io::Result<()> {
        self.show(what)?;
        self.begun += 1;
        Ok(())
    }

    /// Skips steps that are not needed.
    pub const fn skip(&mut self, steps: usize) {
        self.begun += steps;
    }

    /// Clears the line at the end.
    pub fn done(&mut self) -> io::Result<()> {
        write!(self.out, "\r\x1b[2K")?;
        self.out.flush()
    }

    fn show(&mut self, what: &str) -> io::Result<()> {
        let full = WIDTH * self.begun.min(self.steps) / self.steps.max(1);
        let bar = format!("{}{}", "█".repeat(full), "░".repeat(WIDTH - full));
        write!(self.out, "\r\x1b[2K{bar} {:>3}/{} {what}", self.begun, self.steps)?;
        self.out.flush()
    }
}
