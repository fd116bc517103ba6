//! What can be typed after `agio`.

mod ops;
mod policy;
mod tenant;

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
    /// Log as JSON, one object a line.
    #[arg(long, global = true, env = "AGIO_LOG_JSON")]
    pub log_json: bool,
}

#[derive(Subcommand)]
pub enum Command {
    /// Runs everything on this machine: database, workers, API and page.
    Up {
        #[command(flatten)]
        place: Place,
        /// Adds the demo tenants, sandboxes at localhost. A fresh installation with the embedded database has them without it.
        #[arg(long)]
        demo: bool,
    },
    /// Runs the API and the page only, on AGIO_DATABASE_URL.
    Serve(Place),
    /// Runs the workers only, on AGIO_DATABASE_URL.
    Work(Place),
    /// Holds the seed and signs payments for `agio work`; talks to nothing but its socket.
    Sign(Sign),
    /// Draws the PDF on standard input, which is a socket: how the server has PDFs drawn.
    #[command(hide = true)]
    DrawPdf,
    /// The seed of the chain wallets: encrypt it, check it, put it back.
    Seed {
        /// The folder of the seed.
        #[arg(long, default_value = "data", env = "AGIO_DATA", global = true)]
        data: PathBuf,
        #[command(subcommand)]
        what: Seed,
    },
    /// Brings the database to this version.
    Migrate(Data),
    /// Prints the OpenAPI document.
    Openapi {
        /// That of the console instead of the customers' one.
        #[arg(long)]
        operator: bool,
    },
    /// Prints the wallets: where an operator puts money in, what lies there, what payouts have reserved.
    Wallets(Data),
    /// Proof of what is owed to customers.
    Liabilities {
        #[command(subcommand)]
        what: LiabilitiesCommand,
    },
    /// Proves the books, or with --receipt or --liabilities what is in a file: exits 1 on the first difference.
    Verify(Proof),
    /// What an operator does by hand. Everything that changes something takes a reason, which is written down for good.
    Ops {
        #[command(flatten)]
        data: Data,
        #[command(subcommand)]
        what: Operate,
    },
    /// The tenants of this instance: their names, hosts, looks and languages.
    Tenant {
        #[command(flatten)]
        data: Data,
        #[command(subcommand)]
        what: Tenants,
    },
    /// A tenant's operators, who work in the console.
    Operator {
        #[command(flatten)]
        data: Data,
        #[command(subcommand)]
        what: Operators,
    },
    /// Measures.
    Bench {
        #[command(subcommand)]
        what: Bench,
    },
}

#[derive(Subcommand)]
pub enum Operators {
    /// Prints a link that makes somebody an operator, or gives one of them a new way in. It works once, for a day.
    Invite {
        /// The tenant's short name.
        #[arg(long, default_value = identity::DEMO_TENANT_SLUG)]
        tenant: String,
        /// Their address.
        #[arg(long)]
        email: String,
        /// What they will be: `tenant_admin`, `compliance_officer`, `support_l1`, …
        #[arg(long, value_parser = role)]
        role: identity::operator::Role,
        /// The last day of an auditor's right, as in 2027-01-31; 30 days from now without it, 90 at most. Of nobody else.
        #[arg(long)]
        until: Option<chrono::NaiveDate>,
        /// Where the tenant's console is; at its first host without it, and at http://localhost:8080 for a tenant of this machine.
        #[arg(long)]
        url: Option<String>,
        /// Why, in a few words; it stays.
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
    /// Publishes now, for every tenant, what is owed and what is held, signed by the keys of their logs.
    Publish(Data),
}

#[derive(Subcommand)]
pub enum Bench {
    /// Transfers a second through the journal, in many settings, beside two baselines.
    Journal {
        #[command(flatten)]
        place: Throwaway,
        /// The figures that matter most, in less than 40 seconds.
        #[arg(long)]
        quick: bool,
        /// The figures as JSON.
        #[arg(long)]
        json: bool,
        /// Only settings whose description has this in it, as in `hot, hold_post`.
        #[arg(long, default_value = "")]
        only: String,
    },
    /// What a transfer costs, what memory the journal holds and how fast an account is read while it grows to many transfers.
    Growth {
        #[command(flatten)]
        place: Throwaway,
        /// Transfers in all.
        #[arg(long, default_value_t = 10_000_000)]
        transfers: u64,
        /// Transfers after which it is measured again.
        #[arg(long, default_value_t = 1_000_000)]
        step: u64,
    },
    /// What the log of proofs takes from the journal's speed: with the sealer and without it, in turns.
    Sealing {
        #[command(flatten)]
        place: Throwaway,
        /// How often four turns are taken in each setting.
        #[arg(long, default_value_t = 10)]
        rounds: u32,
        /// Seconds of a turn.
        #[arg(long, default_value_t = 2)]
        seconds: u64,
    },
    /// Sign-ins a minute, over HTTP, on a server of its own; and whether the time of an answer tells who has an account.
    SignIn {
        #[command(flatten)]
        place: Throwaway,
        /// Clients at once.
        #[arg(long, default_value_t = 20)]
        clients: usize,
        /// Sign-ins in all.
        #[arg(long, default_value_t = 4_000)]
        sign_ins: usize,
        /// Addresses of each kind, known and unknown, that codes are asked for.
        #[arg(long, default_value_t = 2_000)]
        pairs: usize,
    },
    /// How long an order takes to be made while others make theirs, over HTTP, on a server of its own.
    Orders {
        #[command(flatten)]
        place: Throwaway,
        /// Clients at once.
        #[arg(long, default_value_t = 50)]
        clients: usize,
        /// Orders by each client.
        #[arg(long, default_value_t = 20)]
        orders: usize,
    },
}

#[derive(Args, Clone)]
pub struct Sign {
    #[command(flatten)]
    pub data: Data,
    /// Where to listen; `signer.sock` in the data folder when absent.
    #[arg(long, env = "AGIO_SIGNER_SOCKET")]
    pub socket: Option<PathBuf>,
    /// Answers on standard input, which is a socket, until the other end hangs up: how `agio up` starts its own signer.
    #[arg(long, hide = true, conflicts_with = "socket")]
    pub inherited: bool,
}

#[derive(Subcommand, Clone)]
pub enum Seed {
    /// Encrypts the seed with the passphrase in AGIO_SIGNER_PASSPHRASE_FILE. Safe to run twice.
    Encrypt {
        /// A file with another passphrase, from now on instead of the one that opens the seed now.
        #[arg(long)]
        new_passphrase_file: Option<PathBuf>,
    },
    /// Opens the seed and names it by its fingerprint: what a backup is tested with.
    Check,
    /// Reads a BIP39 phrase from standard input and keeps it as the seed; never over another one.
    Restore,
}

/// Where to run.
#[derive(Args, Clone)]
pub struct Place {
    #[command(flatten)]
    pub data: Data,
    /// The port to listen on.
    #[arg(long, default_value_t = 8080, env = "AGIO_PORT")]
    pub port: u16,
    /// The address to listen on; 0.0.0.0 for every interface.
    #[arg(long, default_value = "127.0.0.1", env = "AGIO_HOST")]
    pub host: IpAddr,
}

/// Where the data is.
#[derive(Args, Clone)]
pub struct Data {
    /// The folder of the database and the secrets.
    #[arg(long, default_value = "data", env = "AGIO_DATA", global = true)]
    pub data: PathBuf,
}

/// What to prove, and by what.
#[derive(Args, Clone)]
pub struct Proof {
    #[command(flatten)]
    pub data: Data,
    /// A receipt to check instead of a database. Asks nobody.
    #[arg(long, value_name = "FILE")]
    pub receipt: Option<PathBuf>,
    /// A proof of balances to check instead of a database. Asks nobody.
    #[arg(long, value_name = "FILE", conflicts_with = "receipt")]
    pub liabilities: Option<PathBuf>,
    /// The public key of a log (/.well-known/agio/key), or a file with it.
    #[arg(long, value_name = "KEY")]
    pub key: Vec<String>,
    /// A checkpoint that was kept elsewhere (/.well-known/agio/checkpoint).
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Vec<PathBuf>,
}

/// Where to measure: what a measurement writes stays in the ledger, so never in a database that matters.
#[derive(Args, Clone)]
pub struct Throwaway {
    /// The folder of a database of its own; one that is thrown away afterwards when absent.
    #[arg(long)]
    pub data: Option<PathBuf>,
}

/// Logs go to standard error; `RUST_LOG` says how much.
pub fn init_tracing(cli: &Cli) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,agio=info"));
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_target(false);
    let set = if cli.log_json { builder.json().try_init() } else { builder.compact().try_init() };
    if set.is_err() {
        eprintln!("agio: logging was set up twice");
    }
}
