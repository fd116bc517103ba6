//! The query of a payment link.

/// Decoded parameters, names in lower case.
pub(super) struct Query(Vec<(String, String)>);

/// The error of a duplicate parameter, which is ambiguous.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Twice;

impl Query {
    /// Parses `a=1&b=2`. A `+` is a literal plus, because payment links are not form-encoded. `None` for an invalid
    /// escape.
    pub(super) fn read(text: &str) -> Option<Self> {
        let pair = |pair: &str| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Some((decoded(name)?.to_ascii_lowercase(), decoded(value)?))
        };
        text.split('&').filter(|pair| !pair.is_empty()).map(pair).collect::<Option<Vec<_>>>().map(Self)
    }

    /// The value of a parameter, if it is present.
    pub(super) fn one(&self, name: &str) -> Result<Option<&str>, Twice> {
        let mut values = self.0.iter().filter(|(known, _)| known == name).map(|(_, value)| value.as_str());
        let first = values.next();
        if values.next().is_some() { Err(Twice) } else { Ok(first) }
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }
}

/// Percent-decodes UTF-8 (RFC 3986).
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let pair = [rest.next()?, rest.next()?];
                *hex::decode(pair).ok()?.first()?
            }
            other => other,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_read_and_a_plus_is_a_plus() {
        let query = Query::read("Amount=1e+2&text=%D0%B6%20a&empty").expect("it reads");
        assert_eq!(query.one("amount"), Ok(Some("1e+2")));
        assert_eq!(query.one("text"), Ok(Some("ж a")));
        assert_eq!(query.one("empty"), Ok(Some("")));
        assert_eq!(query.one("other"), Ok(None));
        for broken in ["a=%", "a=%2", "a=%zz", "a=%ff"] {
            assert!(Query::read(broken).is_none(), "{broken}");
        }
        assert_eq!(Query::read("a=1&A=2").expect("it reads").one("a"), Err(Twice));
    }
}
