//! The WebAuthn ceremonies, without a database. The library validates answers as the standard requires. This module
//! sets our requirements: a discoverable credential and user verification. The library draws challenges from the
//! operating system and checks timeouts by the system clock; our own expiry check applies as well.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use serde_json::Value;
use url::{Host, Url};
use uuid::Uuid;
use webauthn_rp::bin::{Decode, Encode};
use webauthn_rp::request::auth::AuthenticationVerificationOptions;
use webauthn_rp::request::register::{
    CredProtect, Nickname, PublicKeyCredentialUserEntity, RegistrationVerificationOptions, UserHandle, Username,
};
use webauthn_rp::request::{AsciiDomain, PublicKeyCredentialDescriptor, RpId};
use webauthn_rp::response::register::{DynamicState, StaticState};
use webauthn_rp::response::{AuthTransports, CredentialId};
use webauthn_rp::{
    AuthenticatedCredential, DiscoverableAuthentication, DiscoverableAuthenticationServerState,
    DiscoverableCredentialRequestOptions, PublicKeyCredentialCreationOptions, Registration, RegistrationServerState,
};

use super::public_key::Key;

/// The length of a user handle. The handle is the owner's id and contains no personal data.
const HANDLE_BYTES: usize = 16;
/// The library's challenge length.
pub(crate) const CHALLENGE_BYTES: usize = 16;

/// An invalid answer, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InvalidResponse(pub String);

pub(super) fn refused(error: impl std::fmt::Debug) -> InvalidResponse {
    InvalidResponse(format!("{error:?}"))
}

/// The page of a passkey: its host is the relying party id, and answers are accepted from its origin only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PasskeySite {
    /// The name on devices: the tenant's name, or the host.
    name: String,
    host: String,
    origin: String,
}

impl PasskeySite {
    /// The site of an origin that is known to be the tenant's own. `None` for an IP address, which cannot have
    /// passkeys, and for http except on loopback names.
    pub fn of(origin: &str) -> Option<Self> {
        let url = Url::parse(origin).ok()?;
        let Some(Host::Domain(host)) = url.host() else { return None };
        let local = host == "localhost" || host.ends_with(".localhost");
        let safe = url.scheme() == "https" || (url.scheme() == "http" && local);
        safe.then(|| Self { name: host.to_owned(), host: host.to_owned(), origin: url.origin().ascii_serialization() })
    }

    /// The site under the tenant's name.
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }

    /// The relying party id.
    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    /// The origin of the page.
    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }

    fn rp(&self) -> Result<RpId, InvalidResponse> {
        AsciiDomain::try_from(self.host.clone()).map(RpId::Domain).map_err(refused)
    }
}

/// The options for the browser, and the state to store until the answer arrives.
pub(crate) struct StartedCeremony {
    pub state: Vec<u8>,
    pub options: Value,
}

/// A stored passkey.
#[derive(Clone)]
pub(crate) struct StoredPasskey {
    pub credential_id: Vec<u8>,
    /// The public key with its attributes.
    pub credential: Vec<u8>,
    /// The signature counter and the last reported flags.
    pub state: Vec<u8>,
    /// The transports, as a bit set.
    pub transports: u8,
}

fn handle(owner: Uuid) -> UserHandle<HANDLE_BYTES> {
    let Ok(handle) = UserHandle::decode(*owner.as_bytes());
    handle
}

/// Begins the registration of a passkey for `owner`. The device lists it under the address `name` and the full name
/// `person`, or the address if that is unknown. Devices with one of the `known` passkeys are excluded.
pub(crate) fn begin_registration(
    site: &PasskeySite,
    owner: Uuid,
    (name, person): (&str, Option<&str>),
    known: &[(Vec<u8>, u8)],
) -> Result<StartedCeremony, InvalidResponse> {
    let (rp, id) = (site.rp()?, handle(owner));
    // The display name on the device. The standard's rules for names allow almost every address.
    let display_name = person.into_iter().chain([name]).find_map(|shown| Nickname::try_from(shown).ok());
    let name = Username::try_from(name).or_else(|_| Username::try_from("account")).map_err(refused)?;
    let entity = PublicKeyCredentialUserEntity { name, id: &id, display_name };
    let known = known.iter().map(|(id, transports)| {
        let id = CredentialId::decode(id.clone()).map_err(refused)?;
        Ok(PublicKeyCredentialDescriptor { id, transports: AuthTransports::decode(*transports).map_err(refused)? })
    });
    let known = known.collect::<Result<Vec<_>, InvalidResponse>>()?;
    let mut options = PublicKeyCredentialCreationOptions::passkey(&rp, entity, known);
    // The library's default requires credProtect, which most phones lack. It is not needed: an answer without user
    // verification is refused.
    options.extensions.cred_protect = CredProtect::None;
    let (server, client) = options.start_ceremony().map_err(refused)?;
    let mut options = serde_json::to_value(&client).map_err(refused)?;
    // The library writes the host as the name. Devices show the name beside the host, and no answer depends on it.
    if let Some(rp) = options.get_mut("rp").and_then(Value::as_object_mut) {
        rp.insert("name".to_owned(), Value::String(site.name.clone()));
    }
    Ok(StartedCeremony { state: server.encode().map_err(refused)?, options })
}

/// Verifies the new passkey.
pub(crate) fn finish_registration(
    site: &PasskeySite,
    state: &[u8],
    answer: &Value,
) -> Result<StoredPasskey, InvalidResponse> {
    let state = RegistrationServerState::<HANDLE_BYTES>::decode(state).map_err(refused)?;
    let json = serde_json::to_vec(answer).map_err(refused)?;
    let answer = Registration::from_json_relaxed(&json).map_err(refused)?;
    let origins = [site.origin.as_str()];
    let options = RegistrationVerificationOptions::<&str, &str> {
        allowed_origins: &origins,
        // Browsers add unsolicited extensions.
        error_on_unsolicited_extensions: false,
        ..RegistrationVerificationOptions::default()
    };
    let made = state.verify(&site.rp()?, &answer, &options).map_err(refused)?;
    let (Ok(transports), Ok(state)) = (made.transports().encode(), made.dynamic_state().encode());
    let Ok(credential) = made.static_state().encode();
    Ok(StoredPasskey { credential_id: made.id().as_ref().to_vec(), credential, state: state.to_vec(), transports })
}

/// Begins an assertion by any passkey of this site.
pub(crate) fn begin_assertion(site: &PasskeySite) -> Result<StartedCeremony, InvalidResponse> {
    let rp = site.rp()?;
    let (server, client) = DiscoverableCredentialRequestOptions::passkey(&rp).start_ceremony().map_err(refused)?;
    Ok(StartedCeremony {
        state: server.encode().map_err(refused)?,
        options: serde_json::to_value(&client).map_err(refused)?,
    })
}

/// Begins an assertion by any passkey of this site with a given challenge, which binds the signature to a text.
///
/// The library creates random challenges only and has no way to set one. Its encoded state begins with the challenge.
/// Only this function depends on that, and a test below checks it.
pub(crate) fn begin_bound_assertion(
    site: &PasskeySite,
    challenge: [u8; CHALLENGE_BYTES],
) -> Result<StartedCeremony, InvalidResponse> {
    let mut begun = begin_assertion(site)?;
    let kept =
        begun.state.first_chunk_mut().ok_or_else(|| InvalidResponse("an asking without a challenge".to_owned()))?;
    *kept = challenge;
    begun.options["challenge"] = BASE64.encode(challenge).into();
    Ok(begun)
}

/// Whether the stored state contains this challenge.
pub(crate) fn asks_to_sign(state: &[u8], challenge: &[u8; CHALLENGE_BYTES]) -> bool {
    state.starts_with(challenge)
}

/// A passkey's signature and the signed data, named as in the standard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SignedAssertion {
    pub authenticator_data: Vec<u8>,
    pub client_data_json: Vec<u8>,
    pub signature: Vec<u8>,
}

/// A parsed assertion that is not verified yet.
pub(crate) struct Assertion(DiscoverableAuthentication<HANDLE_BYTES>);

impl Assertion {
    /// Parses an assertion.
    pub fn read(answer: &Value) -> Result<Self, InvalidResponse> {
        let json = serde_json::to_vec(answer).map_err(refused)?;
        DiscoverableAuthentication::from_json_relaxed(&json).map(Self).map_err(refused)
    }

    /// The claimed credential id.
    pub fn credential_id(&self) -> Vec<u8> {
        self.0.raw_id().as_ref().to_vec()
    }

    /// The claimed owner.
    pub fn owner(&self) -> Uuid {
        let Ok(bytes) = self.0.response().user_handle().encode();
        Uuid::from_bytes(bytes)
    }

    /// The claimed signature and data.
    pub fn signed(&self) -> SignedAssertion {
        let response = self.0.response();
        SignedAssertion {
            authenticator_data: response.authenticator_data().to_vec(),
            client_data_json: response.client_data_json().to_vec(),
            signature: response.signature().to_vec(),
        }
    }

    /// Verifies the assertion against the stored passkey; returns the passkey's new state.
    pub fn verify(&self, site: &PasskeySite, state: &[u8], kept: &StoredPasskey) -> Result<Vec<u8>, InvalidResponse> {
        let asked = DiscoverableAuthenticationServerState::decode(state).map_err(refused)?;
        let id = CredentialId::decode(kept.credential_id.as_slice()).map_err(refused)?;
        let handle = handle(self.owner());
        let key = StaticState::<Key>::decode(&kept.credential);
        let known: [u8; 7] = kept.state.as_slice().try_into().map_err(refused)?;
        let known = DynamicState::decode(known).map_err(refused)?;
        let mut credential =
            AuthenticatedCredential::new(id, &handle, key.map_err(refused)?, known).map_err(refused)?;
        let origins = [site.origin.as_str()];
        let options = AuthenticationVerificationOptions::<&str, &str> {
            allowed_origins: &origins,
            error_on_unsolicited_extensions: false,
            ..AuthenticationVerificationOptions::default()
        };
        asked.verify(&site.rp()?, &self.0, &mut credential, &options).map_err(refused)?;
        let Ok(state) = credential.dynamic_state().encode();
        Ok(state.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Borrow;

    use webauthn_rp::response::SentChallenge;

    use super::*;

    #[test]
    fn a_passkey_site_is_a_host_name_over_https() {
        let site = |origin| PasskeySite::of(origin).map(|site| (site.host, site.origin));
        assert_eq!(site("https://bank.example"), Some(("bank.example".into(), "https://bank.example".into())));
        assert_eq!(site("http://localhost:8080"), Some(("localhost".into(), "http://localhost:8080".into())));
        assert_eq!(site("http://nova.localhost:1").map(|site| site.0), Some("nova.localhost".into()));
        for none in ["http://bank.example", "https://192.0.2.1", "http://[::1]:80", "null", "https://"] {
            assert_eq!(site(none), None, "{none}");
        }
    }

    #[test]
    fn a_browser_is_asked_for_a_verified_person_and_a_passkey_that_is_kept() {
        let site = PasskeySite::of("https://bank.example").unwrap();
        let user = Uuid::from_u128(7);
        let site = site.named("Nova Bank");
        let begun =
            begin_registration(&site, user, ("anna@example.com", Some("Анна Мар’яна")), &[(vec![9; 16], 0)]).unwrap();
        let asked = &begun.options;
        assert_eq!((&asked["rp"]["id"], &asked["rp"]["name"]), (&"bank.example".into(), &"Nova Bank".into()));
        assert_eq!(asked["user"]["name"], "anna@example.com");
        assert_eq!(asked["user"]["displayName"], "Анна Мар’яна");
        assert_eq!(asked["authenticatorSelection"]["userVerification"], "required");
        assert_eq!(asked["authenticatorSelection"]["residentKey"], "required");
        assert!(asked["extensions"]["enforceCredentialProtectionPolicy"].is_null(), "phones do not know it");
        assert_eq!(asked["excludeCredentials"].as_array().map(Vec::len), Some(1));
        let other = begin_registration(&site, user, ("anna@example.com", None), &[]).unwrap();
        assert_ne!(asked["challenge"], other.options["challenge"]);
        assert_eq!(other.options["user"]["displayName"], "anna@example.com", "a name is not known yet");
        let asked = begin_assertion(&site).unwrap().options;
        assert_eq!((&asked["rpId"], &asked["userVerification"]), (&"bank.example".into(), &"required".into()));
    }

    #[test]
    fn the_own_challenge_replaces_the_librarys_and_changes_nothing_else() {
        let site = PasskeySite::of("https://bank.example").unwrap();
        let challenge: [u8; CHALLENGE_BYTES] = std::array::from_fn(|at| u8::try_from(at * 17).unwrap());
        let begun = begin_bound_assertion(&site, challenge).unwrap();
        assert_eq!(begun.options["challenge"], BASE64.encode(challenge));
        assert!(asks_to_sign(&begun.state, &challenge) && !asks_to_sign(&begun.state, &[7; CHALLENGE_BYTES]));
        // The library decodes the challenge of the options, and encodes the same state again.
        let read = DiscoverableAuthenticationServerState::decode(&begun.state).unwrap();
        let sent: &SentChallenge = read.borrow();
        assert_eq!(BASE64.encode(sent.0.to_le_bytes()), begun.options["challenge"]);
        assert_eq!(read.encode().unwrap(), begun.state);
        let mut plain = begin_assertion(&site).unwrap().options;
        plain["challenge"] = begun.options["challenge"].clone();
        assert_eq!(plain, begun.options);
    }

    #[test]
    fn nonsense_is_refused() {
        let site = PasskeySite::of("https://bank.example").unwrap();
        for nonsense in [Value::Null, serde_json::json!({}), serde_json::json!({"id": "AAAA", "response": 7})] {
            assert!(finish_registration(&site, &[], &nonsense).is_err());
            assert!(Assertion::read(&nonsense).is_err());
        }
    }
}
