//! A small disk of its own for the database, which can be filled. Where mounting is not allowed there is none, and the
//! report says so: filling the machine's disk would affect other programs.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use tokio::process::Command;

const MIB: u64 = 1 << 20;
/// Enough for a quarter of an hour; the image file is sparse.
const SIZE: u64 = 6 * 1_024 * MIB;

/// The folder of the database.
#[derive(Debug)]
pub struct Disk {
    folder: PathBuf,
    mounted: bool,
}

impl Disk {
    /// Mounts a file system at `folder`, from an image file beside it; uses the folder itself if that fails.
    pub async fn make(folder: &Path) -> anyhow::Result<Self> {
        std::fs::create_dir_all(folder)?;
        let image = folder.with_extension("img");
        let mounted = mount(&image, folder).await.is_ok();
        if !mounted {
            let _ = std::fs::remove_file(&image);
        }
        Ok(Self { folder: folder.to_owned(), mounted })
    }

    /// Whether it can be filled.
    pub fn can_be_filled(&self) -> bool {
        self.mounted
    }

    /// Allocates all free space, down to the last block.
    pub async fn fill(&self) -> anyhow::Result<()> {
        ensure!(self.mounted, "only a disk of its own is filled");
        let mut size = free_bytes(&self.folder).await?;
        // One file cannot take all free space; smaller files take the rest.
        for number in 0..40_u32 {
            let file = self.folder.join(format!("filler-{number}"));
            let made = run("fallocate", &["-l", &size.to_string(), &file.display().to_string()]).await;
            if made.is_err() {
                let _ = std::fs::remove_file(&file);
                size /= 2;
            } else {
                size = free_bytes(&self.folder).await?;
            }
            if size < 4_096 {
                break;
            }
        }
        Ok(())
    }

    /// Frees the allocated space.
    pub fn free(&self) -> anyhow::Result<()> {
        for entry in std::fs::read_dir(&self.folder)?.flatten() {
            if entry.file_name().to_string_lossy().starts_with("filler-") {
                std::fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// Unmounts and deletes the file system.
    pub async fn remove(self) {
        if self.mounted {
            let _ = run("umount", &["-l", &self.folder.display().to_string()]).await;
            let _ = std::fs::remove_file(self.folder.with_extension("img"));
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

async fn mount(image: &Path, folder: &Path) -> anyhow::Result<()> {
    std::fs::File::create(image)?.set_len(SIZE)?;
    let (image, folder) = (image.display().to_string(), folder.display().to_string());
    // Without reserved blocks for root, so that the disk is full for every account.
    run("mkfs.ext4", &["-q", "-F", "-m", "0", &image]).await?;
    run("mount", &["-o", "loop", &image, &folder]).await
}

async fn free_bytes(folder: &Path) -> anyhow::Result<u64> {
    let output = Command::new("stat").args(["-f", "-c", "%a %S"]).arg(folder).output().await?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut numbers = text.split_whitespace().map(str::parse::<u64>);
    let (Some(Ok(blocks)), Some(Ok(size))) = (numbers.next(), numbers.next()) else {
        anyhow::bail!("stat says {text}");
    };
    Ok(blocks * size)
}

async fn run(program: &str, arguments: &[&str]) -> anyhow::Result<()> {
    let output =
        Command::new(program).args(arguments).output().await.with_context(|| format!("{program} is missing"))?;
    ensure!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}
