//! The command line of `agio`.

pub(crate) mod commands;
pub(crate) mod doctor;
pub(crate) mod lost_factors;
pub(crate) mod manual_resolution;
pub(crate) mod operators;
mod ops;
pub(crate) mod ops_cli;
pub(crate) mod policies;
mod policy;
pub(crate) mod seed;
pub(crate) mod signer;
mod tenant;
pub(crate) mod tenants;
pub(crate) mod up;
pub(crate) mod verification;
pub(crate) mod verify;
pub(crate) mod wallets;

use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use tracing_subscriber::EnvFilter;

pub use ops::*;
pub use policy::{OnPolicy, PayoutCommand, PolicyCommand};
pub use tenant::{FromFile, OnKey, Published, Tenants};

/// A self-hosted platform for crypto and fiat money.
#[derive(Parser)]
#[command(name = "agio", version, about)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    /// Log as JSON, one object per line.
    #[arg(long, global = true, env = "AGIO_LOG_JSON")]
    pub log_json: bool,
}

#[derive(Subcommand)]
pub enum Command {
    /// Runs everything on this machine: database, workers, API and web app.
    Up {
        #[command(flatten)]
        place: ServeArgs,
        /// Adds the demo tenants, which are sandboxes at localhost. A new installation with the embedded database has
        /// them by default.
        #[arg(long)]
        demo: bool,
    },
    /// Runs only the API and the web app, on AGIO_DATABASE_URL.
    Serve(ServeArgs),
    /// Runs only the workers, on AGIO_DATABASE_URL.
    Work(ServeArgs),
    /// Holds the seed and signs payments for `agio work`. Communicates only through its socket.
    Sign(Sign),
    /// Renders the PDF from standard input, which must be a socket. The server starts this process itself.
    #[command(hide = true)]
    DrawPdf,
    /// Manages the seed of the chain wallets: encrypt, check, restore.
    Seed {
        /// Folder of the seed.
        #[arg(long, default_value = "data", env = "AGIO_DATA", global = true)]
        data: PathBuf,
        #[command(subcommand)]
        what: Seed,
    },
    /// Migrates the database to this version.
    Migrate(Data),
    /// Prints the OpenAPI document.
    Openapi {
        /// Prints the document of the console API instead of the client API.
        #[arg(long)]
        operator: bool,
        /// Prints the document of the partner API instead.
        #[arg(long, conflicts_with = "operator")]
        partner: bool,
    },
    /// Prints the wallets: funding address, balance, and the amount reserved by payouts.
    Wallets(Data),
    /// Publishes proofs of liabilities.
    Liabilities {
        #[command(subcommand)]
        what: LiabilitiesCommand,
    },
    /// Verifies the ledger, or with --receipt or --liabilities a file. Exits with 1 at the first error.
    Verify(Proof),
    /// Runs operations on this host. Every change requires a reason, which is recorded permanently.
    Ops {
        #[command(flatten)]
        data: Data,
        #[command(subcommand)]
        what: Operate,
    },
    /// Manages the tenants of this installation: names, hosts, branding and languages.
    Tenant {
        #[command(flatten)]
        data: Data,
        #[command(subcommand)]
        what: Tenants,
    },
    /// Manages a tenant's operators, who work in the console.
    Operator {
        #[command(flatten)]
        data: Data,
        #[command(subcommand)]
        what: Operators,
    },
    /// Says what each tenant with real customers still lacks to trade. Exits with 1 if anything is missing.
    Doctor {
        #[command(flatten)]
        data: Data,
        /// Slug of one tenant. All tenants if absent.
        tenant: Option<String>,
    },
}

#[derive(Subcommand)]
pub enum Operators {
    /// Prints an invitation link for a new operator, or a new sign-in link for an existing one. Valid once, for a day.
    Invite {
        /// Slug of the tenant.
        #[arg(long, default_value = identity::DEMO_TENANT_SLUG)]
        tenant: String,
        /// Email of the operator.
        #[arg(long)]
        email: String,
        /// Role: `tenant_admin`, `compliance_officer`, `support_l1`, …
        #[arg(long, value_parser = role)]
        role: identity::operator::Role,
        /// Last day of access for an auditor, such as 2027-01-31. Default 30 days from now, at most 90. Not for other
        /// roles.
        #[arg(long)]
        until: Option<chrono::NaiveDate>,
        /// URL of the tenant's console. Default: the tenant's first host, or http://localhost:8080 for a tenant of this
        /// machine.
        #[arg(long)]
        url: Option<String>,
        /// Reason, recorded permanently.
        #[arg(long, default_value = "made an operator at the machine")]
        reason: String,
    },
}

fn role(name: &str) -> Result<identity::operator::Role, String> {
    use identity::operator::{Role, is_offered};
    let offered = || Role::ALL.into_iter().filter(|role| is_offered(*role));
    let known = || offered().map(Role::name).collect::<Vec<_>>().join(", ");
    offered().find(|role| role.name() == name).ok_or_else(|| format!("nobody can be made this; there are {}", known()))
}

#[derive(Subcommand)]
pub enum LiabilitiesCommand {
    /// Publishes the proof of liabilities of every tenant now, signed with the keys of their logs.
    Publish(Data),
}

#[derive(Args, Clone)]
pub struct Sign {
    #[command(flatten)]
    pub data: Data,
    /// Path of the socket. Default: `signer.sock` in the data folder.
    #[arg(long, env = "AGIO_SIGNER_SOCKET")]
    pub socket: Option<PathBuf>,
    /// Serves standard input, which must be a socket, until the peer disconnects. `agio up` starts its own signer with
    /// this.
    #[arg(long, hide = true, conflicts_with = "socket")]
    pub inherited: bool,
}

#[derive(Subcommand, Clone)]
pub enum Seed {
    /// Encrypts the seed with the passphrase in AGIO_SIGNER_PASSPHRASE_FILE. Idempotent.
    Encrypt {
        /// File with a new passphrase, which replaces the current one.
        #[arg(long)]
        new_passphrase_file: Option<PathBuf>,
    },
    /// Opens the seed and prints its fingerprint, to test a backup.
    Check,
    /// Reads a BIP39 phrase from standard input and stores it as the seed. Never overwrites another seed.
    Restore,
}

/// The folder and port of the server.
#[derive(Args, Clone)]
pub struct ServeArgs {
    #[command(flatten)]
    pub data: Data,
    /// Port to listen on.
    #[arg(long, default_value_t = 8080, env = "AGIO_PORT")]
    pub port: u16,
    /// Address to listen on; 0.0.0.0 for all interfaces.
    #[arg(long, default_value = "127.0.0.1", env = "AGIO_HOST")]
    pub host: IpAddr,
}

/// The data folder.
#[derive(Args, Clone)]
pub struct Data {
    /// Folder of the database and the secrets.
    #[arg(long, default_value = "data", env = "AGIO_DATA", global = true)]
    pub data: PathBuf,
}

/// The object to verify.
#[derive(Args, Clone)]
pub struct Proof {
    #[command(flatten)]
    pub data: Data,
    /// Verifies a receipt offline, instead of a database.
    #[arg(long, value_name = "FILE")]
    pub receipt: Option<PathBuf>,
    /// Verifies a proof of balances offline, instead of a database.
    #[arg(long, value_name = "FILE", conflicts_with = "receipt")]
    pub liabilities: Option<PathBuf>,
    /// Public key of a log (/.well-known/agio/key), or a file that contains it.
    #[arg(long, value_name = "KEY")]
    pub key: Vec<String>,
    /// File with a checkpoint from an independent source (/.well-known/agio/checkpoint).
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Vec<PathBuf>,
}

/// Logs to standard error. `RUST_LOG` sets the level.
pub fn init_tracing(cli: &Cli) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,server=info"));
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_target(false);
    let set = if cli.log_json { builder.json().try_init() } else { builder.compact().try_init() };
    if set.is_err() {
        eprintln!("agio: logging was set up twice");
    }
}
