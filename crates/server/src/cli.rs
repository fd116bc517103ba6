//! What can be typed after `agio`.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use tracing_subscriber::EnvFilter;

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
    Up(Place),
    /// Runs the API and the page only, on AGIO_DATABASE_URL.
    Serve(Place),
    /// Runs the workers only, on AGIO_DATABASE_URL.
    Work(Place),
    /// Brings the database to this version.
    Migrate(Data),
    /// Prints the OpenAPI document.
    Openapi,
    /// Prints the wallets: where an operator puts money in, what lies there, what payouts have reserved.
    Wallets(Data),
    /// Proves the books: exits 1 on the first difference.
    Verify(Data),
    /// Measures.
    Bench {
        #[command(subcommand)]
        what: Bench,
    },
}

#[derive(Subcommand)]
pub enum Bench {
    /// Transfers a second through the journal, beside two baselines.
    Journal(Throwaway),
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
    #[arg(long, default_value = "data", env = "AGIO_DATA")]
    pub data: PathBuf,
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
