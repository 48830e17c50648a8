use url::{Host, Url};

use crate::wildcard::Wildcard;

/// Characters that `*` and `?` do not match.
const SEPARATORS: &[char] = &['.', '/'];

/// The addresses that may receive a session by redirect.
#[derive(Clone, Debug)]
pub struct RedirectRules {
    patterns: Vec<Wildcard>,
    allows_loopback: bool,
}

impl RedirectRules {
    /// `*` represents characters other than `.` and `/`, `**` for any, `?` for one that is neither; pages of
    /// this very machine are allowed only for development.
    pub fn new(patterns: impl IntoIterator<Item = String>, allows_loopback: bool) -> Self {
        Self {
            patterns: patterns
                .into_iter()
                .map(|pattern| Wildcard::new(&pattern, SEPARATORS).with_question_marks())
                .collect(),
            allows_loopback,
        }
    }

    /// Returns the requested address if it is on the site or allowed, else the site's own address.
    pub fn choose(&self, wished: Option<&str>, site: &Url) -> Url {
        wished
            .filter(|text| !text.is_empty())
            .and_then(|text| Url::parse(text).ok())
            .filter(|url| self.is_allowed(url, site))
            .unwrap_or_else(|| site.clone())
    }

    /// Returns whether the address is the site's own or one of those that are allowed.
    pub fn is_allowed(&self, url: &Url, site: &Url) -> bool {
        if !url.username().is_empty() || url.password().is_some() {
            return false;
        }
        if url.scheme() == site.scheme() && url.origin() == site.origin() && url.has_host() {
            return true;
        }
        if self.allows_loopback && matches!(url.scheme(), "http" | "https") && is_loopback(url) {
            return true;
        }
        // The part after # is the client's, and ours to write.
        let mut plain = url.clone();
        plain.set_fragment(None);
        let text = plain.as_str();
        self.patterns.iter().any(|pattern| pattern.matches(text))
    }
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}
