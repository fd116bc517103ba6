use std::io::{self, Write};

const WIDTH: usize = 30;

/// A bar that shows how far the benchmark is, on one line that is written again and again.
pub(super) struct Progress<'a, W: ?Sized> {
    out: &'a mut W,
    steps: usize,
    begun: usize,
}

impl<'a, W: Write + ?Sized> Progress<'a, W> {
    pub fn new(out: &'a mut W, steps: usize) -> Self {
        Self { out, steps, begun: 0 }
    }

    /// The next step begins.
    pub fn step(&mut self, what: &str) -> io::Result<()> {
        self.show(what)?;
        self.begun += 1;
        Ok(())
    }

    /// So many steps are not needed.
    pub const fn skip(&mut self, steps: usize) {
        self.begun += steps;
    }

    /// All is done: the line is cleared for what follows.
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
