//! The folder on the disk. Every function blocks.

use std::fs::{self, File, TryLockError};
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::{BankFolder, FolderProblem};

/// Where the bank's agent puts statements.
const INCOMING: &str = "incoming";
/// Where the bank's agent takes payment files.
const OUTGOING: &str = "outgoing";
/// Where payment files become whole. It is beside [`OUTGOING`], so that no agent takes half a file.
const STAGED: &str = "staged";
/// Where booked files of statements go.
const DONE: &str = "done";
/// Where files go that cannot be read, each with a text file that says why.
const REFUSED: &str = "refused";

/// The largest file of statements, in bytes. The same as of an upload.
pub(super) const FILE_BYTES_MAX: u64 = 8 * 1024 * 1024;
/// The most files that one visit reads. The others wait for the next visit.
pub(super) const FILES_MAX: usize = 20;
/// A file that changed less than this ago may still be written.
const SETTLED_AFTER: Duration = Duration::from_secs(5);
/// Endings of names under which agents write a file before they rename it.
const UNFINISHED: [&str; 4] = [".tmp", ".part", ".partial", ".filepart"];
/// The most files of one name in `done` or `refused`.
const SAME_NAMES_MAX: u32 = 10_000;

/// What became of a file of statements.
pub(super) enum ReadAs<'a> {
    /// Its entries are booked.
    Booked,
    /// It cannot be read, for this reason.
    Refused(&'a str),
}

fn sync(folder: &Path) -> Result<(), FolderProblem> {
    let synced = File::open(folder).and_then(|open| open.sync_all());
    synced.map_err(|error| FolderProblem::at("save", folder, &error))
}

/// Writes a whole file, which is on the disk when this returns.
fn write(path: &Path, content: &[u8]) -> Result<(), FolderProblem> {
    let written = File::create(path).and_then(|mut file| {
        file.write_all(content)?;
        file.sync_all()
    });
    written.map_err(|error| FolderProblem::at("write", path, &error))
}

fn exists(path: &Path) -> Result<bool, FolderProblem> {
    path.try_exists().map_err(|error| FolderProblem::at("look at", path, &error))
}

fn is_unfinished(name: &str) -> bool {
    name.starts_with('.') || UNFINISHED.iter().any(|ending| name.ends_with(ending))
}

impl BankFolder {
    fn folder(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// Checks the folder and takes its lock, which ends with the returned file. `None` if another process has it.
    pub(super) fn enter(&self) -> Result<Option<File>, FolderProblem> {
        self.check()?;
        for own in [STAGED, DONE, REFUSED] {
            let path = self.folder(own);
            fs::create_dir_all(&path).map_err(|error| FolderProblem::at("make", &path, &error))?;
        }
        let path = self.folder(STAGED).join(".lock");
        let lock = File::create(&path).map_err(|error| FolderProblem::at("write", &path, &error))?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(lock)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(FolderProblem::at("lock", &path, &error)),
        }
    }

    /// Both folders of the bank's agent must exist: a mount that is missing must not be taken for an empty folder.
    fn check(&self) -> Result<(), FolderProblem> {
        for name in [INCOMING, OUTGOING] {
            let path = self.folder(name);
            let found = fs::metadata(&path).map_err(|error| FolderProblem::at("use", &path, &error))?;
            if !found.is_dir() {
                return Err(FolderProblem(format!("{} is not a folder.", path.display())));
            }
            if name == INCOMING && found.permissions().mode() & 0o002 != 0 {
                let path = path.display();
                return Err(FolderProblem(format!(
                    "Every account of the server may write into {path}, and so book payments."
                )));
            }
        }
        Ok(())
    }

    /// Why the folder cannot be used, in a sentence; `None` if it can. Writes and deletes a file in each part.
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        let tried = self.check().and_then(|()| {
            for name in [INCOMING, OUTGOING, ""] {
                let path = self.folder(name).join(".agio-doctor");
                write(&path, b"")?;
                fs::remove_file(&path).map_err(|error| FolderProblem::at("delete", &path, &error))?;
            }
            Ok(())
        });
        tried.err().map(|problem| problem.to_string())
    }

    /// Writes a payment file beside the folder of the agent. It is on the disk when this returns.
    pub(super) fn stage(&self, name: &str, content: &[u8]) -> Result<(), FolderProblem> {
        write(&self.folder(STAGED).join(name), content)?;
        sync(&self.folder(STAGED))
    }

    /// Whether a payment file lies beside the folder of the agent.
    pub(super) fn is_staged(&self, name: &str) -> Result<bool, FolderProblem> {
        exists(&self.folder(STAGED).join(name))
    }

    /// Deletes a staged payment file.
    pub(super) fn unstage(&self, name: &str) -> Result<(), FolderProblem> {
        let path = self.folder(STAGED).join(name);
        fs::remove_file(&path).map_err(|error| FolderProblem::at("delete", &path, &error))
    }

    /// Moves a staged payment file into the folder of the agent, in one step.
    pub(super) fn release(&self, name: &str) -> Result<(), FolderProblem> {
        let target = self.folder(OUTGOING).join(name);
        let moved = fs::rename(self.folder(STAGED).join(name), &target);
        moved.map_err(|error| FolderProblem::at("write", &target, &error))?;
        sync(&self.folder(OUTGOING))?;
        sync(&self.folder(STAGED))
    }

    /// The names of the whole files in `incoming`, in order. Files that are still written, links and folders are none.
    pub(super) fn arrived(&self, now: SystemTime) -> Result<Vec<String>, FolderProblem> {
        let path = self.folder(INCOMING);
        let broken = |error: &std::io::Error| FolderProblem::at("read", &path, error);
        let settled_before = now.checked_sub(SETTLED_AFTER);
        let mut names = Vec::new();
        for entry in fs::read_dir(&path).map_err(|error| broken(&error))? {
            let entry = entry.map_err(|error| broken(&error))?;
            // A name that is not UTF-8 cannot be logged or written about. The guide says so.
            let Ok(name) = entry.file_name().into_string() else { continue };
            // The agent may have taken it away since.
            let Ok(about) = entry.metadata() else { continue };
            let changed = about.modified().map_err(|error| broken(&error))?;
            if about.is_file() && !is_unfinished(&name) && settled_before.is_some_and(|before| changed <= before) {
                names.push(name);
            }
        }
        names.sort_unstable();
        names.truncate(FILES_MAX);
        Ok(names)
    }

    /// The content of a file in `incoming`; `None` if it is too large.
    pub(super) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, FolderProblem> {
        let path = self.folder(INCOMING).join(name);
        let mut content = Vec::new();
        let read = File::open(&path).and_then(|file| file.take(FILE_BYTES_MAX + 1).read_to_end(&mut content));
        read.map_err(|error| FolderProblem::at("read", &path, &error))?;
        Ok((content.len() as u64 <= FILE_BYTES_MAX).then_some(content))
    }

    /// Moves a file out of `incoming`. A refused one gets a text file beside it that says why.
    pub(super) fn put_away(&self, name: &str, read: &ReadAs<'_>) -> Result<(), FolderProblem> {
        let folder = self.folder(if matches!(read, ReadAs::Booked) { DONE } else { REFUSED });
        let free = self.free_name(&folder, name)?;
        if let ReadAs::Refused(reason) = read {
            write(&folder.join(format!("{free}.txt")), format!("{reason}\n").as_bytes())?;
        }
        let target = folder.join(&free);
        let moved = fs::rename(self.folder(INCOMING).join(name), &target);
        moved.map_err(|error| FolderProblem::at("move a file to", &target, &error))?;
        sync(&folder)?;
        sync(&self.folder(INCOMING))
    }

    /// The name, or with a number if a file has it already: banks use names again.
    fn free_name(&self, folder: &Path, name: &str) -> Result<String, FolderProblem> {
        if !exists(&folder.join(name))? {
            return Ok(name.to_owned());
        }
        for number in 2..=SAME_NAMES_MAX {
            let numbered = format!("{number}-{name}");
            if !exists(&folder.join(&numbered))? {
                return Ok(numbered);
            }
        }
        Err(FolderProblem(format!("{} is full of files with the name {name}.", folder.display())))
    }
}
