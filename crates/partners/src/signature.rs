//! HTTP Message Signatures (RFC 9421) with Ed25519, for requests that move money out. Pure.
//!
//! A signature by the secret itself (HMAC) would prove nothing new: the secret is in every request, and only its hash is
//! kept. With a public key, a reader of requests, logs or our database cannot sign a payout.

#[cfg(test)]
mod libraries;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, TimeDelta, Utc};
use ed25519_dalek::{Signature, VerifyingKey};
use sfv::{BareItem, Dictionary, FieldType, InnerList, ListEntry, Parser};
use sha2::{Digest, Sha256};

/// How far the time of a signature may be from ours.
const OFF_MAX: TimeDelta = TimeDelta::seconds(300);
/// The components that a signature must cover (RFC 9421). A query must be covered too, if there is one.
pub const COVERED: [&str; 5] = ["@method", "@authority", "@path", "content-digest", "idempotency-key"];

/// A request as it was received.
pub struct Received<'a> {
    /// The method, in upper case.
    pub method: &'a str,
    /// The host, with a port that is not the default one.
    pub authority: &'a str,
    /// The path.
    pub path: &'a str,
    /// The query without its question mark.
    pub query: Option<&'a str>,
    /// All values of a header, in order.
    pub header: &'a dyn Fn(&str) -> Vec<String>,
    /// The bytes of the body.
    pub body: &'a [u8],
}

/// Why a signature is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// There is none.
    #[error("Sign this request (RFC 9421): the headers Signature and Signature-Input are missing.")]
    Missing,
    /// The headers cannot be read.
    #[error("Signature-Input and Signature must hold one signature with the same label.")]
    Malformed,
    /// It does not cover this component.
    #[error("The signature must cover {0}.")]
    NotCovered(&'static str),
    /// It covers a component that is not in the request, or in a form that is not supported.
    #[error("The signature covers a component that this request does not have, or twice, or with parameters.")]
    Component,
    /// Another algorithm.
    #[error("The algorithm must be ed25519.")]
    Algorithm,
    /// Made too long ago, or in the future.
    #[error("`created` must be within 300 seconds of now.")]
    Time,
    /// The digest is not that of the body.
    #[error("Content-Digest must be the SHA-256 of the body.")]
    Digest,
    /// Another key made it, or the signed bytes were changed.
    #[error("The signature does not fit the request and the public key of this API key.")]
    Wrong,
}

/// Whether these bytes are a usable public key.
#[must_use]
pub fn is_public_key(key: &[u8; 32]) -> bool {
    VerifyingKey::from_bytes(key).is_ok_and(|key| !key.is_weak())
}

/// Verifies the signature of a request: one, over [`COVERED`], of now, and of this body.
///
/// # Errors
/// The reason why a signature is refused.
pub fn verify(request: &Received<'_>, public_key: &[u8; 32], now: DateTime<Utc>) -> Result<(), SignatureError> {
    let (input, signature) = read(request)?;
    fresh(&input, now)?;
    let covered = components(&input)?;
    let needed = COVERED.into_iter().chain(request.query.map(|_| "@query"));
    for name in needed {
        if !covered.iter().any(|known| known == name) {
            return Err(SignatureError::NotCovered(name));
        }
    }
    digest(request)?;
    let base = base(request, &covered, input)?;
    let key = VerifyingKey::from_bytes(public_key).map_err(|_| SignatureError::Wrong)?;
    key.verify_strict(base.as_bytes(), &signature).map_err(|_| SignatureError::Wrong)
}

/// The value of the header `Content-Digest` for a body.
#[must_use]
pub fn content_digest(body: &[u8]) -> String {
    format!("sha-256=:{}:", STANDARD.encode(Sha256::digest(body)))
}

fn read(request: &Received<'_>) -> Result<(InnerList, Signature), SignatureError> {
    let values = |name: &str| (request.header)(name).join(", ");
    let (inputs, signatures) = (values("signature-input"), values("signature"));
    if inputs.is_empty() || signatures.is_empty() {
        return Err(SignatureError::Missing);
    }
    let parse = |text: &str| Parser::new(text).parse::<Dictionary>().map_err(|_| SignatureError::Malformed);
    let (inputs, mut signatures) = (parse(&inputs)?, parse(&signatures)?);
    let mut inputs = inputs.into_iter();
    let (Some((label, ListEntry::InnerList(input))), None) = (inputs.next(), inputs.next()) else {
        return Err(SignatureError::Malformed);
    };
    let Some(ListEntry::Item(item)) = signatures.swap_remove(&label) else { return Err(SignatureError::Malformed) };
    let BareItem::ByteSequence(bytes) = item.bare_item else { return Err(SignatureError::Malformed) };
    let bytes: [u8; 64] = bytes.try_into().map_err(|_| SignatureError::Wrong)?;
    Ok((input, Signature::from_bytes(&bytes)))
}

fn fresh(input: &InnerList, now: DateTime<Utc>) -> Result<(), SignatureError> {
    let second = |name: &str| match input.params.get(name) {
        Some(BareItem::Integer(at)) => {
            DateTime::from_timestamp(i64::from(*at), 0).map(Some).ok_or(SignatureError::Time)
        }
        Some(_) => Err(SignatureError::Time),
        None => Ok(None),
    };
    let created = second("created")?.ok_or(SignatureError::Time)?;
    if (now - created).abs() > OFF_MAX || second("expires")?.is_some_and(|end| end <= now) {
        return Err(SignatureError::Time);
    }
    match input.params.get("alg") {
        None => Ok(()),
        Some(BareItem::String(alg)) if alg.as_str() == "ed25519" => Ok(()),
        Some(_) => Err(SignatureError::Algorithm),
    }
}

/// The names of the covered components, each once and without parameters.
fn components(input: &InnerList) -> Result<Vec<String>, SignatureError> {
    let mut names: Vec<String> = Vec::new();
    for item in &input.items {
        let BareItem::String(name) = &item.bare_item else { return Err(SignatureError::Malformed) };
        let name = name.as_str().to_owned();
        if !item.params.is_empty() || names.contains(&name) {
            return Err(SignatureError::Component);
        }
        names.push(name);
    }
    Ok(names)
}

fn digest(request: &Received<'_>) -> Result<(), SignatureError> {
    let value = (request.header)("content-digest").join(", ");
    let parsed = Parser::new(&value).parse::<Dictionary>().map_err(|_| SignatureError::Digest)?;
    match parsed.get("sha-256") {
        Some(ListEntry::Item(item)) => match &item.bare_item {
            BareItem::ByteSequence(bytes) if bytes.as_slice() == Sha256::digest(request.body).as_slice() => Ok(()),
            _ => Err(SignatureError::Digest),
        },
        _ => Err(SignatureError::Digest),
    }
}

/// The signature base (RFC 9421, section 2.5).
fn base(request: &Received<'_>, covered: &[String], input: InnerList) -> Result<String, SignatureError> {
    let mut lines = String::new();
    for name in covered {
        lines.push_str(&format!("\"{name}\": {}\n", component(request, name)?));
    }
    let params = vec![ListEntry::InnerList(input)].serialize().ok_or(SignatureError::Malformed)?;
    lines.push_str(&format!("\"@signature-params\": {params}"));
    Ok(lines)
}

fn component(request: &Received<'_>, name: &str) -> Result<String, SignatureError> {
    Ok(match name {
        "@method" => request.method.to_owned(),
        "@authority" => request.authority.to_ascii_lowercase(),
        "@path" => request.path.to_owned(),
        "@query" => format!("?{}", request.query.unwrap_or_default()),
        derived if derived.starts_with('@') => return Err(SignatureError::Component),
        header => {
            let values = (request.header)(header);
            if values.is_empty() {
                return Err(SignatureError::Component);
            }
            let trimmed: Vec<&str> = values.iter().map(|value| value.trim()).collect();
            trimmed.join(", ")
        }
    })
}

#[cfg(test)]
mod tests {
    use ed25519_dalek::{Signer, SigningKey};
    use proptest::prelude::*;

    use super::*;

    const NOW: i64 = 1_767_225_600;
    const BODY: &[u8] = br#"{"quote_id":"qt_01"}"#;

    fn parse_input(text: &str) -> InnerList {
        match Parser::new(text).parse::<Dictionary>().unwrap().into_iter().next() {
            Some((_, ListEntry::InnerList(list))) => list,
            other => panic!("{other:?}"),
        }
    }

    /// The published example (RFC 9421, appendix B.2.6).
    #[test]
    fn the_published_example_verifies() {
        let header = |name: &str| {
            let value = match name {
                "date" => "Tue, 20 Apr 2021 02:07:55 GMT",
                "content-type" => "application/json",
                "content-length" => "18",
                _ => return Vec::new(),
            };
            vec![value.to_owned()]
        };
        let request = Received {
            method: "POST",
            authority: "example.com",
            path: "/foo",
            query: Some("param=Value&Pet=dog"),
            header: &header,
            body: br#"{"hello": "world"}"#,
        };
        let input = parse_input(
            r#"sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519""#,
        );
        let covered = components(&input).unwrap();
        let base = base(&request, &covered, input).unwrap();
        let key: [u8; 32] =
            STANDARD.decode("JrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=").unwrap().try_into().unwrap();
        let signature = "wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==";
        let signature: [u8; 64] = STANDARD.decode(signature).unwrap().try_into().unwrap();
        let key = VerifyingKey::from_bytes(&key).unwrap();
        key.verify_strict(base.as_bytes(), &Signature::from_bytes(&signature)).unwrap();
    }

    /// A request that its sender signed, with changes made in transit.
    #[derive(Clone)]
    struct Sent {
        method: &'static str,
        authority: &'static str,
        path: String,
        query: Option<&'static str>,
        key: &'static str,
        body: Vec<u8>,
        input: String,
        signature: Vec<u8>,
        digest: String,
    }

    const INPUT: &str = r#"("@method" "@authority" "@path" "content-digest" "idempotency-key");created=1767225600;keyid="k";alg="ed25519""#;

    fn signer() -> SigningKey {
        SigningKey::from_bytes(&[7; 32])
    }

    fn sent(input: &str) -> Sent {
        let mut sent = Sent {
            method: "POST",
            authority: "pay.example",
            path: "/api/partner/v1/withdrawals".into(),
            query: None,
            key: "k-1",
            body: BODY.to_vec(),
            input: format!("sig={input}"),
            signature: vec![],
            digest: content_digest(BODY),
        };
        let header = headers(&sent);
        let list = parse_input(&sent.input);
        let received = received(&sent, &header);
        let text = base(&received, &components(&list).unwrap(), list).unwrap_or_default();
        let signature = signer().sign(text.as_bytes()).to_bytes().to_vec();
        drop(header);
        sent.signature = signature;
        sent
    }

    fn headers(sent: &Sent) -> impl Fn(&str) -> Vec<String> + use<> {
        let sent = sent.clone();
        move |name: &str| match name {
            "idempotency-key" => vec![sent.key.to_owned()],
            "content-digest" => vec![sent.digest.clone()],
            "signature-input" => vec![sent.input.clone()],
            "signature" if sent.signature.is_empty() => vec![],
            "signature" => vec![format!("sig=:{}:", STANDARD.encode(&sent.signature))],
            _ => vec![],
        }
    }

    fn received<'a>(sent: &'a Sent, header: &'a dyn Fn(&str) -> Vec<String>) -> Received<'a> {
        let Sent { method, authority, path, query, body, .. } = sent;
        Received { method, authority, path, query: *query, header, body }
    }

    fn verdict(sent: &Sent, at: i64) -> Result<(), SignatureError> {
        let header = headers(sent);
        let now = DateTime::from_timestamp(at, 0).unwrap();
        verify(&received(sent, &header), &signer().verifying_key().to_bytes(), now)
    }

    #[test]
    fn a_signed_request_passes_within_five_minutes_and_not_after() {
        let sent = sent(INPUT);
        for off in [-300, 0, 300] {
            assert_eq!(verdict(&sent, NOW + off), Ok(()), "{off}");
        }
        for off in [-301, 301] {
            assert_eq!(verdict(&sent, NOW + off), Err(SignatureError::Time), "{off}");
        }
    }

    #[test]
    fn whatever_is_changed_on_the_way_is_noticed() {
        let good = sent(INPUT);
        let other = |change: fn(&mut Sent)| {
            let mut sent = good.clone();
            change(&mut sent);
            verdict(&sent, NOW)
        };
        assert_eq!(other(|sent| sent.method = "PUT"), Err(SignatureError::Wrong));
        assert_eq!(other(|sent| sent.authority = "evil.example"), Err(SignatureError::Wrong));
        assert_eq!(other(|sent| sent.path.push('/')), Err(SignatureError::Wrong));
        assert_eq!(other(|sent| sent.key = "k-2"), Err(SignatureError::Wrong));
        assert_eq!(other(|sent| sent.body.push(b' ')), Err(SignatureError::Digest));
        assert_eq!(other(|sent| sent.query = Some("a=b")), Err(SignatureError::NotCovered("@query")));
        assert_eq!(other(|sent| sent.signature.clear()), Err(SignatureError::Missing));
        assert_eq!(other(|sent| sent.signature[0] ^= 1), Err(SignatureError::Wrong));
        assert_eq!(other(|sent| sent.input = format!("other={INPUT}")), Err(SignatureError::Malformed));
    }

    #[test]
    fn a_signature_that_covers_less_or_is_of_another_kind_is_refused() {
        for (at, name) in COVERED.into_iter().enumerate() {
            let rest: Vec<String> =
                COVERED.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, name)| format!("{name:?}")).collect();
            let input = format!("({});created={NOW}", rest.join(" "));
            assert_eq!(verdict(&sent(&input), NOW), Err(SignatureError::NotCovered(name)), "{name}");
        }
        let all: Vec<String> = COVERED.iter().map(|name| format!("{name:?}")).collect();
        let all = all.join(" ");
        assert_eq!(verdict(&sent(&format!("({all})")), NOW), Err(SignatureError::Time), "without a time");
        let hmac = format!("({all});created={NOW};alg=\"hmac-sha256\"");
        assert_eq!(verdict(&sent(&hmac), NOW), Err(SignatureError::Algorithm));
        let ended = format!("({all});created={NOW};expires={NOW}");
        assert_eq!(verdict(&sent(&ended), NOW), Err(SignatureError::Time));
    }

    proptest! {
        /// Whatever comes in the headers, the answer is a refusal and never a panic.
        #[test]
        fn nonsense_is_refused(input in ".{0,80}", signature in prop::collection::vec(any::<u8>(), 0..80)) {
            let mut sent = sent(INPUT);
            sent.input = input;
            sent.signature = signature;
            prop_assert!(verdict(&sent, NOW).is_err());
        }
    }
}
