//! Search for a secret in a text, in all usual encodings.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};

/// A secret of the test.
pub struct Canary {
    /// Description.
    pub what: String,
    /// Its raw bytes.
    pub bytes: Vec<u8>,
}

impl Canary {
    pub fn new(what: impl Into<String>, bytes: impl AsRef<[u8]>) -> Self {
        let canary = Self { what: what.into(), bytes: bytes.as_ref().to_vec() };
        assert!(canary.bytes.len() >= 4, "{} is too short to be found", canary.what);
        canary
    }

    /// The first occurrence in `text`, with some context.
    pub fn found_in(&self, text: &str) -> Option<String> {
        let alone = |form: &str| self.is_short() && form.as_bytes() == self.bytes;
        let at = self.forms().iter().find_map(|form| place(text, form, alone(form)))?;
        let around = |at: usize| (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        Some(text[around(at.saturating_sub(120))..around((at + 60).min(text.len()))].to_owned())
    }

    /// Short secrets (six digits) occur by chance, so they only count as separate words.
    fn is_short(&self) -> bool {
        self.bytes.len() < 12
    }

    fn forms(&self) -> Vec<String> {
        let mut forms: Vec<String> = std::str::from_utf8(&self.bytes).map(str::to_owned).into_iter().collect();
        forms.extend([hex::encode(&self.bytes), hex::encode_upper(&self.bytes)]);
        if self.is_short() {
            return forms;
        }
        // Base64 depends on the position modulo three of the preceding bytes.
        for skipped in 0..3 {
            let rest = &self.bytes[skipped..];
            let whole = &rest[..rest.len() / 3 * 3];
            forms.extend([STANDARD_NO_PAD.encode(whole), URL_SAFE_NO_PAD.encode(whole)]);
        }
        forms
    }
}

fn place(text: &str, form: &str, alone: bool) -> Option<usize> {
    let joins = |c: char| c.is_alphanumeric();
    text.match_indices(form).map(|(at, _)| at).find(|at| {
        let before = text[..*at].chars().next_back();
        let after = text[at + form.len()..].chars().next();
        // After a decimal point, it is a fraction of a second.
        !alone || !(before.is_some_and(|c| joins(c) || c == '.') || after.is_some_and(joins))
    })
}

#[test]
fn a_secret_is_found_in_every_form() {
    let canary = Canary::new("a token", "agc_2Qy7sLkd93kslaKDJ39");
    let base = |text: &str| STANDARD_NO_PAD.encode(text);
    let token = "agc_2Qy7sLkd93kslaKDJ39";
    for text in [
        format!("{{\"token\":\"{token}\"}}"),
        format!("\\x{}", hex::encode(token)),
        hex::encode_upper(token),
        base(token),
        base(&format!("u:{token}")),
        base(&format!("\0{token}\0")),
        base(&format!("user:{token}!")),
    ] {
        assert!(canary.found_in(&text).is_some(), "{text}");
    }
    assert!(canary.found_in("agc_2Qy7sLkd93kslaKDJ38").is_none());
    let code = Canary::new("a code", "402317");
    for text in ["402317", "code=402317\n", "(402317,", "\"402317\"", "\\x343032333137 "] {
        assert!(code.found_in(text).is_some(), "{text}");
    }
    for text in ["1402317", "08:31:07.402317+00", "a402317"] {
        assert!(code.found_in(text).is_none(), "{text}");
    }
}
