//! Pay codes. A pay code identifies a profile to payers, and reveals neither email nor phone number of its owner.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use kernel::{ProfileId, TenantId};
use subtle::ConstantTimeEq;
use uuid::Uuid;

use crate::seal::RequestKeys;

/// Prefix of every pay code.
const PREFIX: &str = "pay_";
const ID_BYTES: usize = 16;
/// Length of the truncated MAC: 96 bits are infeasible to guess through an API.
const MARK_BYTES: usize = 12;

/// The pay code of a profile. Deterministic.
pub(crate) fn written(keys: &RequestKeys, tenant: TenantId, profile: ProfileId) -> String {
    let mut bytes = profile.uuid().as_bytes().to_vec();
    bytes.extend(mark(keys, tenant, profile));
    format!("{PREFIX}{}", BASE64.encode(bytes))
}

/// Whether a text has the form of a pay code.
pub(crate) fn is_one(text: &str) -> bool {
    text.starts_with(PREFIX)
}

/// The profile of a pay code; `None` if the MAC is not valid for this tenant.
pub(crate) fn read(keys: &RequestKeys, tenant: TenantId, text: &str) -> Option<ProfileId> {
    let bytes = BASE64.decode(text.strip_prefix(PREFIX)?).ok()?;
    let (id, marked) = bytes.split_at_checked(ID_BYTES)?;
    let profile = ProfileId::from_uuid(Uuid::from_slice(id).ok()?);
    bool::from(mark(keys, tenant, profile).as_slice().ct_eq(marked)).then_some(profile)
}

fn mark(keys: &RequestKeys, tenant: TenantId, profile: ProfileId) -> [u8; MARK_BYTES] {
    let whole = keys.pay_code(&[tenant.uuid().into_bytes(), profile.uuid().into_bytes()].concat());
    let mut mark = [0; MARK_BYTES];
    mark.copy_from_slice(&whole[..MARK_BYTES]);
    mark
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pay_code_reads_back_in_its_tenant_alone_and_no_changed_one_does() {
        let keys = RequestKeys::derive(&[7; 32]);
        let id = Uuid::from_u128;
        let (tenant, profile) = (TenantId::from_uuid(id(1)), ProfileId::from_uuid(id(2)));
        let text = written(&keys, tenant, profile);
        assert!(is_one(&text) && text.len() < 48, "{text}");
        assert_eq!(read(&keys, tenant, &text), Some(profile));
        assert_eq!(read(&keys, TenantId::from_uuid(id(3)), &text), None);
        assert_eq!(read(&RequestKeys::derive(&[8; 32]), tenant, &text), None);
        for at in PREFIX.len()..text.len() {
            let mut changed = text.clone().into_bytes();
            changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
            assert_eq!(read(&keys, tenant, &String::from_utf8(changed).unwrap()), None, "at {at}");
        }
        for odd in ["", "pay_", "pay_AAAA", "bob@example.com"] {
            assert_eq!(read(&keys, tenant, odd), None, "{odd}");
        }
    }
}
