//! Blocks and transactions in the node's JSON. Only the needed fields are read, and fields that one daemon omits are
//! optional.

use custody::chain::{BlockRef, ChainError, ChainTransfer, ScannedBlock, Spent};
use kernel::{Amount, parse_decimal};
use serde::Deserialize;
use serde_json::Number;

use super::params::CoinParams;

/// The confirmations that a coinbase output needs before it can be spent.
const COINBASE_MATURITY: u32 = 100;
/// The confirmations that an output from Litecoin's MWEB needs before it can be spent.
const HOGEX_MATURITY: u32 = 6;
/// OP_8 and 32 bytes: the first output of the HogEx transaction, which is the last one of a block.
const HOGEX_SCRIPT: &str = "5820";

/// The result of `getblock <hash> 2`.
#[derive(Deserialize)]
pub(super) struct Block {
    hash: String,
    height: u64,
    #[serde(default)]
    previousblockhash: String,
    tx: Vec<Tx>,
}

/// The result of `getrawtransaction <txid> true`, and the elements of a block.
#[derive(Deserialize)]
pub(super) struct Tx {
    txid: String,
    #[serde(default)]
    vin: Vec<Input>,
    #[serde(default)]
    vout: Vec<Output>,
}

#[derive(Deserialize)]
struct Input {
    txid: Option<String>,
    vout: Option<u32>,
    coinbase: Option<String>,
}

#[derive(Deserialize)]
struct Output {
    value: Option<Number>,
    n: Option<u32>,
    #[serde(rename = "scriptPubKey")]
    script: Option<Script>,
}

#[derive(Deserialize)]
struct Script {
    #[serde(default)]
    hex: String,
}

impl Block {
    /// The block with its transfers and spent outputs.
    pub(super) fn scanned(self, params: &CoinParams) -> Result<ScannedBlock, ChainError> {
        let mut transfers = Vec::new();
        let mut spent = Vec::new();
        for tx in &self.tx {
            transfers.extend(tx.transfers(params)?);
            for input in &tx.vin {
                if let (Some(txid), Some(vout)) = (&input.txid, input.vout) {
                    spent.push(Spent { outpoint: format!("{txid}:{vout}"), txid: tx.txid.clone() });
                }
            }
        }
        let block = BlockRef { height: self.height, hash: self.hash };
        let txids = self.tx.into_iter().map(|tx| tx.txid).collect();
        Ok(ScannedBlock { block, parent: self.previousblockhash, transfers, spent, txids })
    }
}

impl Tx {
    /// Its outputs with a script and a value.
    pub(super) fn transfers(&self, params: &CoinParams) -> Result<Vec<ChainTransfer>, ChainError> {
        let maturity = self.maturity();
        let mut found = Vec::with_capacity(self.vout.len());
        for output in &self.vout {
            let (Some(value), Some(n), Some(script)) = (&output.value, output.n, &output.script) else { continue };
            let atoms = atoms(value)?;
            found.push(ChainTransfer {
                shared: None,
                leg_uid: format!("{}:{n}", self.txid),
                txid: self.txid.clone(),
                watch_key: script.hex.clone(),
                amount: Amount::new(atoms, params.currency()),
                maturity,
            });
        }
        Ok(found)
    }

    fn maturity(&self) -> u32 {
        let coinbase = self.vin.first().is_some_and(|input| input.coinbase.is_some());
        let first = self.vout.first().and_then(|output| output.script.as_ref());
        let hogex = first.is_some_and(|script| script.hex.starts_with(HOGEX_SCRIPT) && script.hex.len() == 68);
        match (coinbase, hogex) {
            (true, _) => COINBASE_MATURITY,
            (false, true) => HOGEX_MATURITY,
            (false, false) => 1,
        }
    }
}

/// Converts the node's decimal number of whole coins into atoms, digit by digit.
pub(super) fn atoms(value: &Number) -> Result<i128, ChainError> {
    let text = value.to_string();
    let malformed = |_| ChainError::Malformed(format!("{text} is no amount of coins"));
    parse_decimal(&text, 8).map_err(malformed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitcoin::params::Chain;
    use kernel::Network;

    fn scanned(json: &str) -> ScannedBlock {
        let params = CoinParams::of(Network::Litecoin, Chain::Regtest).unwrap();
        serde_json::from_str::<Block>(json).unwrap().scanned(&params).unwrap()
    }

    #[test]
    fn values_are_read_digit_by_digit() {
        for (text, expected) in [("0.00000001", 1), ("20999999.97690000", 2_099_999_997_690_000), ("50", 5_000_000_000)]
        {
            let number: Number = serde_json::from_str(text).unwrap();
            assert_eq!(atoms(&number).unwrap(), expected);
        }
        // 0.1 + 0.2 in floats is not 0.3; a value with nine decimals is not an amount.
        assert!(atoms(&serde_json::from_str("0.123456789").unwrap()).is_err());
    }

    #[test]
    fn immature_outputs_are_recognised() {
        let hogaddr = format!("5820{}", "00".repeat(32));
        let block = scanned(&format!(
            r#"{{"hash":"h","height":500,"previousblockhash":"g","tx":[
              {{"txid":"c","vin":[{{"coinbase":"00"}}],"vout":[{{"value":12.5,"n":0,"scriptPubKey":{{"hex":"0014aa"}}}}]}},
              {{"txid":"t","vin":[{{"txid":"p","vout":3}}],"vout":[{{"value":1.0,"n":0,"scriptPubKey":{{"hex":"0014bb"}}}}]}},
              {{"txid":"x","vin":[{{"ismweb":true,"output_id":"q"}}],"vout":[
                 {{"value":7.0,"n":0,"scriptPubKey":{{"hex":"{hogaddr}"}}}},
                 {{"value":0.5,"n":1,"scriptPubKey":{{"hex":"0014cc"}}}}, {{"ismweb":true,"output_id":"r"}}]}}]}}"#
        ));
        let ages: Vec<_> = block.transfers.iter().map(|found| (found.leg_uid.as_str(), found.maturity)).collect();
        assert_eq!(ages, [("c:0", 100), ("t:0", 1), ("x:0", 6), ("x:1", 6)]);
        assert_eq!(block.spent, [Spent { outpoint: "p:3".into(), txid: "t".into() }]);
    }
}
