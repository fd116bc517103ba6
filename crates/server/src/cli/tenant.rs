//! The command line of `agio tenant`.

use std::path::PathBuf;

use chrono::{DateTime, Utc};
use clap::{Args, Subcommand};
use identity::Language;

#[derive(Subcommand)]
pub enum Tenants {
    /// Adds a tenant from a file, with the platform's terms of use and default limits and fees.
    Add(FromFile),
    /// Changes a tenant to match a file, after printing the changes. Fields absent from the file get the defaults of a
    /// new tenant.
    Set(FromFile),
    /// Prints a tenant as the file that `set` reads.
    Show {
        /// Slug of the tenant.
        tenant: String,
    },
    /// Lists all tenants: slugs, names, hosts.
    List,
    /// Removes the demo tenants: their hosts are released, and `agio up` does not add them again. Their ledgers remain.
    RemoveDemo {
        /// Reason for the audit log.
        #[arg(long)]
        reason: String,
    },
    /// Prints a tenant's publishable key, which selects the tenant in `Api-Key` when the host does not.
    Key(OnKey),
    /// Publishes the next version of a tenant's terms of use. Customers must accept it again.
    Terms(Published),
}

/// A tenant's publishable key, and whether to rotate it.
#[derive(Args, Clone)]
pub struct OnKey {
    /// Slug of the tenant.
    pub tenant: String,
    /// Rotates the key first. The old key becomes invalid within seconds, so pages that contain it must be changed.
    #[arg(long, requires = "reason")]
    pub rotate: bool,
    /// Reason for the audit log.
    #[arg(long, default_value = "")]
    pub reason: String,
}

/// The next terms of a tenant, their start, and the reason.
#[derive(Args, Clone)]
pub struct Published {
    /// Slug of the tenant.
    pub tenant: String,
    /// Text for each of its languages, such as en=terms.en.md: `# ` and the heading on the first line, then Markdown
    /// without HTML.
    #[arg(required = true, value_name = "LANGUAGE=FILE", value_parser = text)]
    pub texts: Vec<(Language, PathBuf)>,
    /// Start of validity, such as 2027-01-01T00:00:00Z. Immediately if absent.
    #[arg(long)]
    pub at: Option<DateTime<Utc>>,
    /// Reason for the audit log.
    #[arg(long)]
    pub reason: String,
}

fn text(said: &str) -> Result<(Language, PathBuf), String> {
    let (code, file) = said.split_once('=').ok_or("a text is named as in en=terms.en.md")?;
    let language = Language::from_code(code).ok_or("the languages are en, uk, ru and pl")?;
    Ok((language, PathBuf::from(file)))
}

/// A tenant, its description, and the reason.
#[derive(Args, Clone)]
pub struct FromFile {
    /// Slug of the tenant: 2 to 40 characters of a-z, 0-9 and -, starting with a letter. It never changes.
    pub tenant: String,
    /// JSON file.
    pub file: PathBuf,
    /// Reason for the audit log.
    #[arg(long)]
    pub reason: String,
    /// Only prints what would be done.
    #[arg(long)]
    pub dry_run: bool,
}
