//! `agio verify`: verification of a database's ledger, or of a receipt or proof of balances in a file.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, ensure};
use ledger::proof::liabilities::{self, CheckedBalances, Line, ProofOfBalances, Statement};
use ledger::proof::receipt::{self, Receipt};
use ledger::proof::{Checkpoint, LogKeys, NOTE_BYTES_MAX, VerifierKey};
use ledger::verify::{Trust, VerifyError, verify_against};

use crate::cli::Proof;
use crate::cli::commands::{close, open};
use crate::wiring::secrets::Secrets;

/// Receipts have a few kilobytes; even the largest possible one is smaller than this.
const RECEIPT_BYTES_MAX: usize = 4 * 1024 * 1024;

/// Exit code 0 if the result is correct, 1 if it is not, 2 if the input cannot be read.
pub async fn run(asked: Proof) -> ExitCode {
    let proved = match (&asked.receipt, &asked.liabilities) {
        (Some(file), _) => check_receipt(file, &asked),
        (None, Some(file)) => check_liabilities(file, &asked),
        (None, None) => check_books(&asked).await,
    };
    match proved {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("agio: {error:#}");
            ExitCode::from(2)
        }
    }
}

async fn check_books(asked: &Proof) -> anyhow::Result<bool> {
    let data = &asked.data.data;
    let checkpoints = asked.checkpoint.iter().map(|file| read(file, NOTE_BYTES_MAX)).collect::<Result<_, _>>()?;
    let secret = Secrets::log_key_of(data)?.map(LogKeys::new);
    let trust = Trust { secret, keys: keys(asked)?, checkpoints };
    let (store, database) = open(data).await?;
    let rewarded = rewards::verify(&store, &mut std::io::stdout()).await;
    if !matches!(rewarded, Ok(true)) {
        close(store, database).await?;
        return Ok(rewarded?);
    }
    let proved = verify_against(&store, &trust, &mut std::io::stdout()).await;
    close(store, database).await?;
    match proved {
        Ok(_) => Ok(true),
        Err(VerifyError::Difference(_)) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Verifies offline, from the files alone.
fn check_receipt(file: &Path, asked: &Proof) -> anyhow::Result<bool> {
    let text = read(file, RECEIPT_BYTES_MAX)?;
    let parsed: Receipt = serde_json::from_str(&text).with_context(|| format!("{} is no receipt", file.display()))?;
    let (key, trusted) = one_each(asked)?;
    let mut out = std::io::stdout();
    match receipt::check(&parsed, key.as_ref(), trusted.as_ref()) {
        Err(problem) => {
            writeln!(out, "NO  {problem}")?;
            Ok(false)
        }
        Ok(checked) => {
            let receipt::ValidReceipt { sealed, unsealed, first, last, checkpoint } = checked;
            writeln!(out, "ok  record {}: steps {first} to {last} are in order", parsed.record)?;
            writeln!(out, "ok  {sealed} changes stand in the log; {unsealed} are too new to be sealed")?;
            if let Some(Checkpoint { origin, size, root, .. }) = checkpoint {
                writeln!(out, "ok  the log {origin} of {size} commits with the root {root} was signed")?;
            }
            if key.is_none() {
                writeln!(
                    out,
                    "the key is the one that the receipt names, {}: compare it with one from elsewhere",
                    parsed.key
                )?;
            }
            Ok(true)
        }
    }
}

/// Verifies offline, as for a receipt.
fn check_liabilities(file: &Path, asked: &Proof) -> anyhow::Result<bool> {
    let text = read(file, RECEIPT_BYTES_MAX)?;
    let proof: ProofOfBalances =
        serde_json::from_str(&text).with_context(|| format!("{} is no proof of balances", file.display()))?;
    let (key, trusted) = one_each(asked)?;
    let mut out = std::io::stdout();
    let CheckedBalances { statement, balances } = match liabilities::check(&proof, key.as_ref(), trusted.as_ref()) {
        Ok(checked) => checked,
        Err(problem) => {
            writeln!(out, "NO  {problem}")?;
            return Ok(false);
        }
    };
    let Statement { origin, number, at, log_size, .. } = &statement;
    writeln!(out, "ok  publication {number} of {origin} at {at}, over {log_size} commits of its log, was signed")?;
    for line in &statement.lines {
        let Line { currency, root, under_way, held, .. } = line;
        let own = balances.get(currency).copied().unwrap_or_default();
        let covered = line.covered_percent().map_or_else(|| "nothing is owed".to_owned(), |share| format!("{share} %"));
        writeln!(
            out,
            "ok  {currency}: {own} of yours in {} owed to customers and {under_way} under way; held {held} ({covered})",
            root.sum
        )?;
    }
    writeln!(out, "figures are in each currency's smallest unit; these are the balances of customer {}", proof.owner)?;
    if key.is_none() {
        writeln!(
            out,
            "the key is the one that the proof names, {}: compare it with one from elsewhere",
            proof.published.key
        )?;
    }
    Ok(true)
}

/// The key and the checkpoint for a file: at most one of each.
fn one_each(asked: &Proof) -> anyhow::Result<(Option<VerifierKey>, Option<Checkpoint>)> {
    let keys = keys(asked)?;
    ensure!(keys.len() <= 1, "a file is signed by one key: give one --key");
    ensure!(asked.checkpoint.len() <= 1, "a file is compared with one checkpoint: give one --checkpoint");
    let key = keys.into_iter().next();
    let Some(file) = asked.checkpoint.first() else { return Ok((key, None)) };
    let note = read(file, NOTE_BYTES_MAX)?;
    let checkpoint = match &key {
        Some(key) => key.checkpoint(&note),
        None => Checkpoint::unverified(&note),
    };
    let checkpoint = checkpoint.with_context(|| format!("{} is no checkpoint", file.display()))?;
    Ok((key, Some(checkpoint)))
}

/// The given keys, verbatim or from files.
fn keys(asked: &Proof) -> anyhow::Result<Vec<VerifierKey>> {
    let key = |given: &String| {
        let text = if given.contains('+') { given.clone() } else { read(Path::new(given), NOTE_BYTES_MAX)? };
        text.parse().with_context(|| format!("--key {given}: neither a public key nor a file with one"))
    };
    asked.key.iter().map(key).collect()
}

fn read(file: &Path, bytes_max: usize) -> anyhow::Result<String> {
    let text = fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    ensure!(text.len() <= bytes_max, "{} has more than {bytes_max} bytes", file.display());
    Ok(text)
}
