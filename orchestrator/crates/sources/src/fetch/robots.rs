use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use robotstxt::DefaultMatcher;
use tokio::time::Instant;

/// The name under which sites may have rules for this program.
pub const AGENT: &str = "Portolan";

/// How long a site's rules are good for, and how many sites' are kept.
const KEPT: Duration = Duration::from_secs(3_600);
const MOST_SITES: usize = 1_000;

/// The rules of sites that were read lately, by origin.
#[derive(Default)]
pub struct Robots {
    sites: Mutex<HashMap<String, (Instant, Rules)>>,
}

/// The robots rules of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rules {
    /// It has none.
    None,
    Text(String),
    /// It could not say: then nothing is read, as RFC 9309 has it.
    Unknown,
}

impl Rules {
    pub fn allow(&self, url: &str) -> bool {
        match self {
            Self::None => true,
            Self::Unknown => false,
            Self::Text(text) => {
                DefaultMatcher::default().one_agent_allowed_by_robots(text, AGENT, url)
            }
        }
    }
}

impl Robots {
    pub fn known(&self, origin: &str) -> Option<Rules> {
        let sites = self.sites.lock().unwrap_or_else(PoisonError::into_inner);
        sites
            .get(origin)
            .filter(|(since, _)| since.elapsed() < KEPT)
            .map(|(_, rules)| rules.clone())
    }

    pub fn learn(&self, origin: String, rules: Rules) {
        let mut sites = self.sites.lock().unwrap_or_else(PoisonError::into_inner);
        if sites.len() >= MOST_SITES {
            sites.clear();
        }
        // One that could not be asked is asked again the next time.
        if rules != Rules::Unknown {
            sites.insert(origin, (Instant::now(), rules));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn robots_rules_are_followed() {
        let rules = Rules::Text(
            "User-agent: *\nDisallow: /private\nAllow: /private/open\n\nUser-agent: Portolan\nDisallow: /not-you\n"
                .into(),
        );
        assert!(rules.allow("https://a.example/private"));
        assert!(!rules.allow("https://a.example/not-you/page"));
        let rules = Rules::Text("User-agent: *\nDisallow: /private\nAllow: /private/open\n".into());
        assert!(!rules.allow("https://a.example/private/x"));
        assert!(rules.allow("https://a.example/private/open"));
        assert!(Rules::None.allow("https://a.example/"));
        assert!(!Rules::Unknown.allow("https://a.example/"));
    }
}
