//! Bitcoin and Litecoin: base58check for legacy scripts, bech32 for SegWit.

use super::{Address, ChainKind};

/// The address prefixes of one coin, for the main, test and regtest chains.
pub(super) struct Prefixes {
    hrp: [&'static str; 3],
    /// The version bytes of pay-to-pubkey-hash and pay-to-script-hash addresses.
    main: &'static [u8],
    test: &'static [u8],
}

pub(super) const BITCOIN: Prefixes = Prefixes { hrp: ["bc", "tb", "bcrt"], main: &[0x00, 0x05], test: &[0x6f, 0xc4] };

/// Rejects Litecoin's legacy `3…` addresses (0x05), which look like Bitcoin's. Litecoin writes its own as `M…` since
/// 2018.
pub(super) const LITECOIN: Prefixes =
    Prefixes { hrp: ["ltc", "tltc", "rltc"], main: &[0x30, 0x32], test: &[0x6f, 0x3a] };

impl Prefixes {
    fn hrps(&self, chains: ChainKind) -> &[&'static str] {
        match chains {
            ChainKind::Main => &self.hrp[..1],
            ChainKind::Test => &self.hrp[1..2],
            ChainKind::Regtest => &self.hrp[2..],
            ChainKind::Sandbox => &self.hrp,
        }
    }

    fn knows(&self, version: u8, chains: ChainKind) -> bool {
        match chains {
            ChainKind::Main => self.main.contains(&version),
            ChainKind::Test | ChainKind::Regtest => self.test.contains(&version),
            ChainKind::Sandbox => self.main.contains(&version) || self.test.contains(&version),
        }
    }
}

/// SegWit addresses are lower-cased; base58 stays unchanged.
pub(super) fn read(prefixes: &Prefixes, chains: ChainKind, value: &str) -> Option<Address> {
    if let Ok((hrp, version, program)) = bech32::segwit::decode(value) {
        let ours = prefixes.hrps(chains).iter().any(|ours| hrp.as_str().eq_ignore_ascii_case(ours));
        // Witness versions above 1 (Taproot) can receive coins, but no one can spend them yet.
        let spendable = version.to_u8() <= 1 && (version.to_u8() == 0 || program.len() == 32);
        return (ours && spendable).then(|| Address { text: value.to_ascii_lowercase(), account: program });
    }
    let bytes = bs58::decode(value).with_check(None).into_vec().ok()?;
    let (version, hash) = bytes.split_first()?;
    let fits = hash.len() == 20 && prefixes.knows(*version, chains);
    fits.then(|| Address { text: value.to_owned(), account: hash.to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(prefixes: &Prefixes, chains: ChainKind, value: &str) -> Option<String> {
        read(prefixes, chains, value).map(|address| address.text)
    }

    #[test]
    fn each_chain_takes_its_own_prefixes_only() {
        let bitcoin = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";
        assert_eq!(canonical(&BITCOIN, ChainKind::Main, &bitcoin.to_uppercase()).as_deref(), Some(bitcoin));
        assert_eq!(canonical(&BITCOIN, ChainKind::Regtest, bitcoin), None);
        assert_eq!(canonical(&LITECOIN, ChainKind::Main, bitcoin), None);
        let old = "3P14159f73E4gFr7JterCCQh9QjiTjiZrG";
        assert!(canonical(&BITCOIN, ChainKind::Main, old).is_some());
        assert_eq!(canonical(&LITECOIN, ChainKind::Main, old), None);
    }

    #[test]
    fn future_segwit_versions_are_refused() {
        assert_eq!(canonical(&BITCOIN, ChainKind::Main, "bc1sw50qgdz25j"), None);
    }
}
