//! Internet addresses: URLs, domains, and lists of IP addresses.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::{Broken, RULES, broken, required};

/// A URL: http or https, without a user name, at most 2048 bytes.
///
/// # Errors
/// `required`, `max_length`, `url`.
pub fn url(text: &str) -> Result<String, Broken> {
    let text = text.trim();
    if text.is_empty() {
        return Err(required());
    }
    if text.len() > RULES.url.max {
        return Err(broken("max_length", format!("Max length {}", RULES.url.max)));
    }
    let parsed = url::Url::parse(text).ok().filter(|url| {
        let plain = url.username().is_empty() && url.password().is_none();
        matches!(url.scheme(), "http" | "https") && plain && url.has_host()
    });
    parsed.map(|_| text.to_owned()).ok_or_else(|| broken("url", "Enter an address like https://example.com"))
}

/// A domain name of at least two labels, without anything around it; in lower case.
///
/// # Errors
/// `required`, `domain`.
pub fn domain(text: &str) -> Result<String, Broken> {
    let text = text.trim();
    if text.is_empty() {
        return Err(required());
    }
    ascii_domain(text).ok_or_else(|| broken("domain", "Invalid domain"))
}

/// The domain in its ASCII form, in lower case; `None` for an invalid domain.
pub(crate) fn ascii_domain(domain: &str) -> Option<String> {
    let Ok(url::Host::Domain(domain)) = url::Host::parse(domain) else {
        return None;
    };
    let label = |l: &str| {
        (1..=63).contains(&l.len())
            && l.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
            && !l.starts_with('-')
            && !l.ends_with('-')
    };
    (domain.contains('.') && domain.split('.').all(label)).then_some(domain)
}

/// A comma-separated list of IP addresses and networks: at most 30, networks no wider than /24 and /64. An empty list
/// is valid.
///
/// # Errors
/// `ip`, `prefix`, `max_items`.
pub fn ip_list(text: &str) -> Result<Vec<String>, Broken> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let items: Vec<&str> = text.split(',').map(str::trim).collect();
    if items.len() > RULES.ip_list.max {
        return Err(broken("max_items", format!("At most {} addresses", RULES.ip_list.max)));
    }
    items.into_iter().map(address_or_network).collect()
}

fn address_or_network(item: &str) -> Result<String, Broken> {
    let (address, prefix) = item.split_once('/').map_or((item, None), |(address, prefix)| (address, Some(prefix)));
    let v4 = address.parse::<Ipv4Addr>().map(IpAddr::V4);
    let ip = v4.or_else(|_| address.parse::<Ipv6Addr>().map(IpAddr::V6));
    let ip = ip.map_err(|_| broken("ip", format!("{item} is not an IP address")))?;
    let Some(prefix) = prefix else { return Ok(item.to_owned()) };
    let (narrowest, widest) = if ip.is_ipv4() { (32, RULES.ip_list.prefix_v4) } else { (128, RULES.ip_list.prefix_v6) };
    let digits = !prefix.is_empty() && prefix.bytes().all(|byte| byte.is_ascii_digit());
    let length = prefix.parse::<u8>().ok().filter(|length| digits && (widest..=narrowest).contains(length));
    length.map(|_| item.to_owned()).ok_or_else(|| broken("prefix", format!("{item}: /{widest} to /{narrowest}")))
}
