//! The signatures of a document, by the key of the tenant's log (docs/ledger.md, "Documents"). Pure.
//!
//! Two notes are signed. The *label* states what the document says in short; its QR code carries it. The *seal* states
//! the SHA-256 of the file, and is the end of the file itself. Their first lines differ from each other and from a
//! checkpoint's, so that none can be taken for another.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ledger::proof::{NoteSigner, VerifierKey};
use sha2::{Digest, Sha256};

use crate::content::{Content, Format};

/// The first line of a label.
pub const LABEL: &str = "agio document 1";
/// The line of a label that says that the money is not real.
pub const SANDBOX: &str = "SANDBOX";
/// The first line of a seal.
pub const SEAL: &str = "agio document file 1";
/// The text before the seal in a file.
pub const MARKER: &[u8] = b"agio-document-seal:";
/// The maximum number of balances that a label names; a QR code of more is hard to scan.
const BALANCES_MAX: usize = 3;
/// The maximum number of characters of the name in a label.
const NAME_MAX: usize = 60;

/// The signed label: what a person compares with the paper.
#[must_use]
pub fn label(content: &Content, signer: &NoteSigner) -> String {
    let name: String = content.holder.name.chars().filter(|c| !c.is_control()).take(NAME_MAX).collect();
    let mut text = format!(
        "{LABEL}\n{}\n{}\n{}\n{name}\n{} {}\n",
        content.kind.code(),
        content.number,
        content.issued_at.format("%Y-%m-%dT%H:%M:%SZ"),
        content.period.from,
        content.period.to,
    );
    if content.issuer.is_sandbox {
        text.push_str(&format!("{SANDBOX}\n"));
    }
    for account in content.accounts.iter().take(BALANCES_MAX) {
        let code = account.currency.code();
        text.push_str(&format!("{code} {} {}\n", account.opening.to_decimal(), account.closing.to_decimal()));
    }
    signer.sign(&text)
}

/// The address that the QR code holds.
#[must_use]
pub fn address(content: &Content, label: &str) -> String {
    format!("{}/verify-document#{}", content.issuer.origin, URL_SAFE_NO_PAD.encode(label))
}

fn seal_text(number: &str, bytes: &[u8]) -> String {
    format!("{SEAL}\n{number}\n{}\n", hex::encode(Sha256::digest(bytes)))
}

/// The file with its seal at the end: a comment of the PDF, the comment of the archive of a spreadsheet, or the last
/// row of a CSV file. The seal covers every byte before its marker.
#[must_use]
pub fn sealed(mut file: Vec<u8>, format: Format, number: &str, signer: &NoteSigner) -> Vec<u8> {
    // A seal is written in base 64, so its length depends on the number and on the signer's name only.
    let length = MARKER.len() + URL_SAFE_NO_PAD.encode(signer.sign(&seal_text(number, &[]))).len();
    match format {
        Format::Pdf => file.push(b'%'),
        Format::Xlsx => {
            // The last two bytes of an archive are the length of its comment (APPNOTE 4.3.16).
            let at = file.len().saturating_sub(2);
            file.truncate(at);
            file.extend(u16::try_from(length).unwrap_or(u16::MAX).to_le_bytes());
        }
        Format::Csv => {}
    }
    let seal = URL_SAFE_NO_PAD.encode(signer.sign(&seal_text(number, &file)));
    file.extend_from_slice(MARKER);
    file.extend_from_slice(seal.as_bytes());
    match format {
        Format::Pdf => file.push(b'\n'),
        Format::Csv => file.extend_from_slice(b"\r\n"),
        Format::Xlsx => {}
    }
    file
}

/// Whether `file` has a seal by this key, and is what was sealed.
#[must_use]
pub fn is_sealed_by(file: &[u8], key: &VerifierKey) -> bool {
    checked(file, key).is_some()
}

fn checked(file: &[u8], key: &VerifierKey) -> Option<()> {
    let at = file.windows(MARKER.len()).rposition(|window| window == MARKER)?;
    let (before, seal) = (&file[..at], &file[at + MARKER.len()..]);
    let end = seal.iter().position(|byte| !byte.is_ascii_graphic()).unwrap_or(seal.len());
    // Only the line break of the format may follow.
    seal[end..].iter().all(|byte| matches!(byte, b'\r' | b'\n')).then_some(())?;
    let note = String::from_utf8(URL_SAFE_NO_PAD.decode(&seal[..end]).ok()?).ok()?;
    let mut lines = key.open(&note).ok()?.lines();
    let (head, _number, digest) = (lines.next()?, lines.next()?, lines.next()?);
    (head == SEAL && digest == hex::encode(Sha256::digest(before))).then_some(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn signer() -> NoteSigner {
        NoteSigner::new("agio/test".into(), [7; 32])
    }

    proptest! {
        /// Whatever byte is changed, added or cut off, the file is no longer what was sealed.
        #[test]
        fn a_file_with_another_byte_is_refused(
            file in prop::collection::vec(any::<u8>(), 2..200), at in any::<prop::sample::Index>(), flip in 1_u8..255,
        ) {
            for format in Format::ALL {
                let whole = sealed(file.clone(), format, "DOC-1", &signer());
                let key = signer().verifier();
                prop_assert!(is_sealed_by(&whole, &key));
                let mut changed = whole.clone();
                let at = at.index(changed.len());
                changed[at] ^= flip;
                let is_line_break = matches!((whole[at], changed[at]), (b'\r' | b'\n', b'\r' | b'\n'));
                prop_assert!(is_line_break || !is_sealed_by(&changed, &key), "{at}");
                prop_assert!(!is_sealed_by(&whole[1..], &key));
                let other = NoteSigner::new("agio/test".into(), [8; 32]).verifier();
                prop_assert!(!is_sealed_by(&whole, &other));
            }
        }
    }
}
