//! Requests that libraries of registries signed: http-message-signatures 1.0.6 of npm, and http-message-signatures 3.0.0
//! of PyPI. Ed25519 is deterministic, so each run of a library gives the same headers.

use super::*;

const BODY: &[u8] = br#"{"currency":"LTC","amount":"1.5","requisite_id":"req_1"}"#;
const DIGEST: &str = "sha-256=:TofJ4+kgC9Itt8Oo6j3jb3ZRaw5f3My31jaEGmOtCuA=:";
const CREATED: i64 = 1_767_225_600;

/// The library, and the headers Signature-Input and Signature that it made with the private key of 32 bytes 7.
const SIGNED: [(&str, &str, &str); 2] = [
    (
        "npm",
        r#"sig=("@method" "@authority" "@path" "content-digest" "idempotency-key");created=1767225600;alg="ed25519";keyid="partner""#,
        "sig=:mOT0PtVdpLO/5dCzCqUpxeRSMqhZRbMXxPWpmwyacRX8+WQMBgVrOY5o6DTKdOCIEmvo17E3GZEgWfwSDR8GDQ==:",
    ),
    (
        "PyPI",
        r#"pyhms=("@method" "@authority" "@path" "content-digest" "idempotency-key");created=1767225600;keyid="partner";alg="ed25519""#,
        "pyhms=:Y7NXsEfgHw4cMR6rsHNvl3phe4XDz/VZBBDDLiNLmXbGK9JV5Bc2iGiEvMSCodgwRuNWBuSpSOrirxnfL7FUDw==:",
    ),
];

/// Verifies the withdrawal that a library signed, with this path, idempotency key and body.
fn verdict((input, signature): (&str, &str), path: &str, key: &str, body: &[u8]) -> Result<(), SignatureError> {
    let header = |name: &str| match name {
        "content-digest" => vec![DIGEST.to_owned()],
        "idempotency-key" => vec![key.to_owned()],
        "signature-input" => vec![input.to_owned()],
        "signature" => vec![signature.to_owned()],
        _ => Vec::new(),
    };
    let received = Received { method: "POST", authority: "pay.example", path, query: None, header: &header, body };
    let public = ed25519_dalek::SigningKey::from_bytes(&[7; 32]).verifying_key().to_bytes();
    verify(&received, &public, DateTime::from_timestamp(CREATED, 0).unwrap())
}

#[test]
fn a_request_that_a_library_signed_passes_and_one_changed_byte_does_not() {
    const PATH: &str = "/api/partner/v1/withdrawals";
    for (library, input, signature) in SIGNED {
        let signed = (input, signature);
        assert_eq!(verdict(signed, PATH, "k-1", BODY), Ok(()), "{library}");
        assert_eq!(verdict(signed, "/api/partner/v1/withdrawalz", "k-1", BODY), Err(SignatureError::Wrong));
        assert_eq!(verdict(signed, PATH, "k-2", BODY), Err(SignatureError::Wrong), "{library}");
        for at in 0..BODY.len() {
            let mut changed = BODY.to_vec();
            changed[at] ^= 1;
            assert_eq!(verdict(signed, PATH, "k-1", &changed), Err(SignatureError::Digest), "{library}: byte {at}");
        }
    }
}
