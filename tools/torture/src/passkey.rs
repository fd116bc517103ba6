//! A software authenticator with one passkey, after WebAuthn level 3, sections 6 and 7: it creates the passkey and
//! signs.

use data_encoding::BASE64URL_NOPAD as BASE64;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The origin in the device's browser, and the relying party's id.
pub const ORIGIN: &str = "http://localhost";
const HOST: &str = "localhost";
/// The flags for user presence and user verification.
const OWNER: u8 = 0x01 | 0x04;
const MAKES_A_KEY: u8 = 0x40;

/// The software authenticator.
#[derive(Clone)]
pub struct Device {
    key: SigningKey,
    id: [u8; 32],
    /// The user handle from the server.
    handle: Value,
    signed: u32,
}

impl Device {
    /// A new device, unique for each `name`.
    pub fn new(name: &str) -> Option<Self> {
        let id = Sha256::digest(name).into();
        let key = SigningKey::from_slice(&Sha256::digest(format!("the key of {name}"))).ok()?;
        Some(Self { key, id, handle: Value::Null, signed: 0 })
    }

    /// Creates the passkey for the server's options.
    pub fn make(&mut self, options: &Value) -> Value {
        self.handle = options["user"]["id"].clone();
        let mut data = self.data(MAKES_A_KEY);
        data.extend([0; 16]);
        data.extend([0, 32]);
        data.extend(self.id);
        data.extend(self.public());
        // CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}
        let mut attestation = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        attestation.push(u8::try_from(data.len()).unwrap_or(u8::MAX));
        attestation.extend(data);
        let response = json!({ "clientDataJSON": BASE64.encode(&client("webauthn.create", options)),
            "attestationObject": BASE64.encode(&attestation), "transports": ["internal"] });
        self.credential(response)
    }

    /// Signs an assertion for the server's options.
    pub fn sign(&mut self, options: &Value) -> Value {
        self.signed += 1;
        let (client, data) = (client("webauthn.get", options), self.data(0));
        let message: Vec<u8> = data.iter().copied().chain(Sha256::digest(&client)).collect();
        let signature: Signature = self.key.sign(&message);
        let response = json!({ "clientDataJSON": BASE64.encode(&client), "authenticatorData": BASE64.encode(&data),
            "signature": BASE64.encode(signature.to_der().as_bytes()), "userHandle": self.handle });
        self.credential(response)
    }

    fn credential(&self, response: Value) -> Value {
        let id = BASE64.encode(&self.id);
        json!({ "id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": {},
            "authenticatorAttachment": "platform" })
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(HOST).to_vec();
        data.push(OWNER | flags);
        data.extend(self.signed.to_be_bytes());
        data
    }

    /// The public key as COSE, `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`: a point of P-256 for ES256.
    fn public(&self) -> Vec<u8> {
        let point = self.key.verifying_key().to_encoded_point(false);
        let (x, y) = point.as_bytes()[1..].split_at(32);
        let mut key = vec![0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 32];
        key.extend(x);
        key.extend([0x22, 0x58, 32]);
        key.extend(y);
        key
    }
}

fn client(kind: &str, options: &Value) -> Vec<u8> {
    let challenge = options["challenge"].as_str().unwrap_or_default();
    let text = format!(r#"{{"type":"{kind}","challenge":"{challenge}","origin":"{ORIGIN}","crossOrigin":false}}"#);
    text.into_bytes()
}
