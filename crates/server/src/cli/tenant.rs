//! What can be typed after `agio tenant`.

use std::path::PathBuf;

use chrono::{DateTime, Utc};
use clap::{Args, Subcommand};
use identity::Language;

#[derive(Subcommand)]
pub enum Tenants {
    /// Adds a tenant as a file describes it, with the platform's terms of use, and limits and fees to begin with.
    Add(FromFile),
    /// Makes a tenant what a file says, after printing what that changes. What the file leaves out is as for a new tenant.
    Set(FromFile),
    /// Prints a tenant as the file that `set` reads.
    Show {
        /// Its short name.
        tenant: String,
    },
    /// All tenants: short names, names, hosts.
    List,
    /// Removes the demo tenants: no host leads to them any more, and `agio up` does not add them again. Their books stay.
    RemoveDemo {
        /// Why, in a few words: for the record of what operators did.
        #[arg(long)]
        reason: String,
    },
    /// Prints its publishable key, which names it in `Api-Key` where the host does not.
    Key(OnKey),
    /// Publishes the next version of its terms of use. Whoever accepted an older one is asked again.
    Terms(Published),
}

/// Whose key, and whether it gets another.
#[derive(Args, Clone)]
pub struct OnKey {
    /// Its short name.
    pub tenant: String,
    /// Makes another one first. The one before is nobody's within seconds: pages that carry it must be changed.
    #[arg(long, requires = "reason")]
    pub rotate: bool,
    /// Why, in a few words: for the record of what operators did.
    #[arg(long, default_value = "")]
    pub reason: String,
}

/// The next terms of which tenant, from when on, and why.
#[derive(Args, Clone)]
pub struct Published {
    /// Its short name.
    pub tenant: String,
    /// A text for each of its languages, as in en=terms.en.md: `# ` and the heading on the first line, then Markdown without HTML.
    #[arg(required = true, value_name = "LANGUAGE=FILE", value_parser = text)]
    pub texts: Vec<(Language, PathBuf)>,
    /// From when on, as in 2027-01-01T00:00:00Z; at once without it.
    #[arg(long)]
    pub at: Option<DateTime<Utc>>,
    /// Why, in a few words: for the record of what operators did.
    #[arg(long)]
    pub reason: String,
}

fn text(said: &str) -> Result<(Language, PathBuf), String> {
    let (code, file) = said.split_once('=').ok_or("a text is named as in en=terms.en.md")?;
    let language = Language::from_code(code).ok_or("the languages are en, uk, ru and pl")?;
    Ok((language, PathBuf::from(file)))
}

/// Which tenant, what it is to be, and why.
#[derive(Args, Clone)]
pub struct FromFile {
    /// Its short name: 2 to 40 of a-z, 0-9 and -, a letter first. It never changes.
    pub tenant: String,
    /// The file, in JSON.
    pub file: PathBuf,
    /// Why, in a few words: for the record of what operators did.
    #[arg(long)]
    pub reason: String,
    /// Only says what would be done.
    #[arg(long)]
    pub dry_run: bool,
}
