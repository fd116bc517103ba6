//! A software authenticator with one passkey, written from the standard (WebAuthn level 3, sections 6 and 7) with real
//! keys. It signs any request, like a faulty or stolen device.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use identity::PasskeyRequest;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const USER_PRESENT: u8 = 0x01;
const USER_VERIFIED: u8 = 0x04;
const ATTESTED: u8 = 0x40;

#[derive(Clone)]
pub struct Authenticator {
    key: SigningKey,
    id: Vec<u8>,
    handle: String,
    /// The origin of the page in its browser.
    pub origin: String,
    /// The relying party id that it signs for.
    pub rp_id: String,
    /// The signature counter.
    pub counter: u32,
    /// Whether it reports user verification.
    pub verifies: bool,
}

impl Authenticator {
    /// A new device for The Bank; its key comes from `seed`.
    pub fn new(seed: u8) -> Self {
        Self {
            key: SigningKey::from_slice(&[seed; 32]).unwrap(),
            id: vec![seed; 16],
            handle: String::new(),
            origin: "https://bank.example".into(),
            rp_id: "bank.example".into(),
            counter: 0,
            verifies: true,
        }
    }

    /// Signs with another device's key under its own credential id.
    pub fn take_key_of(&mut self, other: &Self) {
        self.key = other.key.clone();
    }

    /// Creates the requested passkey.
    pub fn make(&mut self, asked: &PasskeyRequest) -> Value {
        self.handle = asked.options["user"]["id"].as_str().unwrap().to_owned();
        let mut data = self.data(ATTESTED);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(&self.id);
        data.extend(self.cose());
        // {"fmt": "none", "attStmt": {}, "authData": bytes}
        let mut attestation = vec![0xa3, 0x63];
        attestation.extend(b"fmt\x64none\x67attStmt\xa0\x68authData\x58");
        attestation.push(u8::try_from(data.len()).unwrap());
        attestation.extend(&data);
        json!({
            "id": BASE64.encode(&self.id), "rawId": BASE64.encode(&self.id), "type": "public-key",
            "response": {
                "clientDataJSON": BASE64.encode(self.client("webauthn.create", asked)),
                "attestationObject": BASE64.encode(attestation), "transports": ["internal"],
            },
            "clientExtensionResults": {}, "authenticatorAttachment": "platform",
        })
    }

    /// Signs a request with its passkey.
    pub fn sign(&mut self, asked: &PasskeyRequest) -> Value {
        self.counter += 1;
        let (client, data) = (self.client("webauthn.get", asked), self.data(0));
        let mut message = data.clone();
        message.extend(Sha256::digest(&client));
        let signature: Signature = self.key.sign(&message);
        json!({
            "id": BASE64.encode(&self.id), "rawId": BASE64.encode(&self.id), "type": "public-key",
            "response": {
                "clientDataJSON": BASE64.encode(client), "authenticatorData": BASE64.encode(data),
                "signature": BASE64.encode(signature.to_der()), "userHandle": self.handle,
            },
            "clientExtensionResults": {}, "authenticatorAttachment": "platform",
        })
    }

    fn client(&self, kind: &str, asked: &PasskeyRequest) -> Vec<u8> {
        let challenge = asked.options["challenge"].as_str().unwrap();
        let origin = &self.origin;
        format!(r#"{{"type":"{kind}","challenge":"{challenge}","origin":"{origin}","crossOrigin":false}}"#).into_bytes()
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        let verified = if self.verifies { USER_VERIFIED } else { 0 };
        let mut data = Sha256::digest(&self.rp_id).to_vec();
        data.push(USER_PRESENT | verified | flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`: a P-256 point for ES256.
    fn cose(&self) -> Vec<u8> {
        let point = self.key.verifying_key().to_encoded_point(false);
        let mut key = vec![0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20];
        key.extend(point.x().unwrap());
        key.extend([0x22, 0x58, 0x20]);
        key.extend(point.y().unwrap());
        key
    }
}
