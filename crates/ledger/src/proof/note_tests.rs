//! Tests of signed notes and checkpoints, against the vectors of the Go implementation.

use super::*;

/// The key and the note of Go's own tests (golang.org/x/mod/sumdb/note).
const KEY: &str = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const SEED: &str = "AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz";
const TEXT: &str =
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const NOTE: &str = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n\
    \u{2014} PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";

fn neumann() -> NoteSigner {
    let seed = STANDARD.decode(SEED).expect("base64");
    NoteSigner::new("PeterNeumann".into(), seed[1..].try_into().expect("32 bytes"))
}

#[test]
fn notes_are_those_of_the_go_implementation_byte_for_byte() {
    assert_eq!(neumann().sign(TEXT), NOTE);
    assert_eq!(neumann().verifier().to_string(), KEY);
    let key: VerifierKey = KEY.parse().expect("a key");
    assert_eq!(key.open(NOTE), Ok(TEXT));
}

#[test]
fn a_changed_or_unsigned_note_is_refused() {
    let key: VerifierKey = KEY.parse().expect("a key");
    assert_eq!(key.open(&NOTE.replace("you", "they")), Err(NoteError::FalseSignature("PeterNeumann".into())));
    let other = NoteSigner::new("another".into(), [1; 32]).sign(TEXT);
    assert_eq!(key.open(&other), Err(NoteError::NotSigned("PeterNeumann".into())));
    for bad in ["", "\n", "text\n\n", "text\n\n-- PeterNeumann eA==\n", &NOTE.replace('\u{2014}', "-")] {
        assert!(matches!(key.open(bad), Err(NoteError::Malformed(_))), "{bad:?}");
    }
    let countersigned = format!("{NOTE}{}", other.lines().last().expect("a line")) + "\n";
    assert_eq!(key.open(&countersigned), Ok(TEXT));
}

#[test]
fn a_truncated_or_changed_key_is_refused() {
    for from in 0..=KEY.len() {
        for to in from..=KEY.len() {
            assert_eq!(KEY[from..to].parse::<VerifierKey>().is_ok(), from == 0 && to == KEY.len());
        }
    }
    for at in 0..KEY.len() {
        let mut bytes = KEY.as_bytes().to_vec();
        bytes[at] += 1;
        assert!(String::from_utf8(bytes).expect("ASCII").parse::<VerifierKey>().is_err());
    }
}

#[test]
fn a_checkpoint_reads_back_and_only_from_its_own_log() {
    let tenant = TenantId::from_uuid(Uuid::from_u128(7));
    let keys = LogKeys::new([9; 32]);
    let signer = keys.signer(tenant);
    let checkpoint = Checkpoint { origin: origin(tenant), size: 12, root: Hash([3; 32]), previous: Some(7) };
    let note = signer.sign(&checkpoint.text());
    assert_eq!(signer.verifier().checkpoint(&note), Ok(checkpoint.clone()));
    assert_eq!(Checkpoint::unverified(&note), Ok(checkpoint.clone()));
    assert_eq!(tenant_of(&checkpoint.origin), Some(tenant));
    assert_eq!(tenant_of("agio/x"), None);
    let foreign = Checkpoint { origin: "agio/other".into(), ..checkpoint };
    let note = signer.sign(&foreign.text());
    assert_eq!(signer.verifier().checkpoint(&note), Err(NoteError::NotSigned("agio/other".into())));
    assert_ne!(keys.signer(TenantId::from_uuid(Uuid::from_u128(8))).verifier().key, signer.verifier().key);
}

#[test]
fn a_checkpoint_has_a_name_a_plain_number_and_a_hash() {
    let root = STANDARD.encode([0; 32]);
    assert!(Checkpoint::parse(&format!("o\n0\n{root}\n")).is_ok());
    assert!(Checkpoint::parse(&format!("o\n5\n{root}\nmore\n")).is_ok());
    for bad in [
        "",
        "o\n5\n",
        &format!("\n5\n{root}\n"),
        &format!("o\n05\n{root}\n"),
        &format!("o\n+5\n{root}\n"),
        "o\n5\nAA==\n",
    ] {
        assert_eq!(Checkpoint::parse(bad), Err(NoteError::Malformed("checkpoint")), "{bad:?}");
    }
}
