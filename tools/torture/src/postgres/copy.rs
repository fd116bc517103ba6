//! Copies the files of a cluster.

use std::os::unix::fs::chown;
use std::path::Path;

use anyhow::Context;

/// Copies a folder, and sets the owner of its files. Omits files that disappear during the copy, the WAL, and the pid
/// files.
pub fn copy(from: &Path, to: &Path, account: Option<(u32, u32)>) -> anyhow::Result<()> {
    std::fs::create_dir_all(to)?;
    std::fs::set_permissions(to, std::fs::metadata(from)?.permissions())?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let (source, name) = (entry.path(), entry.file_name());
        let target = to.join(&name);
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && name == "pg_wal" => {
                std::fs::create_dir_all(target.join("archive_status"))?;
                std::fs::set_permissions(&target, std::fs::metadata(&source)?.permissions())?;
                own(&target.join("archive_status"), account)?;
                own(&target, account)?;
            }
            Ok(kind) if kind.is_dir() => copy(&source, &target, account)?,
            Ok(_) if name == "postmaster.pid" || name == "postmaster.opts" => {}
            _ => match std::fs::copy(&source, &target) {
                Ok(_) => own(&target, account)?,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err(error).with_context(|| source.display().to_string()),
            },
        }
    }
    own(to, account)
}

fn own(path: &Path, account: Option<(u32, u32)>) -> anyhow::Result<()> {
    let Some((user, group)) = account else { return Ok(()) };
    chown(path, Some(user), Some(group)).with_context(|| path.display().to_string())
}
