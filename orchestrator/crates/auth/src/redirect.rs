use url::{Host, Url};

/// The addresses that may receive a session by redirect.
#[derive(Clone, Debug)]
pub struct RedirectRules {
    patterns: Vec<Vec<char>>,
    allows_loopback: bool,
}

impl RedirectRules {
    /// `*` stands for characters other than `.` and `/`, `**` for any, `?` for one that is neither;
    /// pages of this very machine are allowed only for development.
    pub fn new(patterns: impl IntoIterator<Item = String>, allows_loopback: bool) -> Self {
        Self {
            patterns: patterns
                .into_iter()
                .map(|pattern| pattern.chars().collect())
                .collect(),
            allows_loopback,
        }
    }

    /// The address that was wished for where it is the site's own or allowed, else the site's.
    pub fn choose(&self, wished: Option<&str>, site: &Url) -> Url {
        wished
            .filter(|text| !text.is_empty())
            .and_then(|text| Url::parse(text).ok())
            .filter(|url| self.is_allowed(url, site))
            .unwrap_or_else(|| site.clone())
    }

    /// Whether the address is the site's own or one of those that are allowed.
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
        let text: Vec<char> = plain.as_str().chars().collect();
        self.patterns.iter().any(|pattern| matches(pattern, &text))
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

/// Keeps the places of the pattern that the text so far may have reached: no pattern takes long.
fn matches(pattern: &[char], text: &[char]) -> bool {
    let tokens = tokens(pattern);
    let mut reached = vec![false; tokens.len() + 1];
    reached[0] = true;
    skip_stars(&tokens, &mut reached);
    for &character in text {
        let mut next = vec![false; tokens.len() + 1];
        for (place, token) in tokens.iter().enumerate() {
            if !reached[place] {
                continue;
            }
            match token {
                Token::Any => next[place] = true,
                Token::Some if !is_separator(character) => next[place] = true,
                Token::One if !is_separator(character) => next[place + 1] = true,
                Token::Exactly(wanted) if *wanted == character => next[place + 1] = true,
                Token::Some | Token::One | Token::Exactly(_) => {}
            }
        }
        reached = next;
        skip_stars(&tokens, &mut reached);
    }
    reached[tokens.len()]
}

enum Token {
    Exactly(char),
    /// `?`
    One,
    /// `*`
    Some,
    /// `**`
    Any,
}

fn tokens(pattern: &[char]) -> Vec<Token> {
    let mut tokens = Vec::new();
    for &character in pattern {
        match (character, tokens.last()) {
            ('*', Some(Token::Some)) => {
                tokens.pop();
                tokens.push(Token::Any);
            }
            ('*', Some(Token::Any)) => {}
            ('*', _) => tokens.push(Token::Some),
            ('?', _) => tokens.push(Token::One),
            (character, _) => tokens.push(Token::Exactly(character)),
        }
    }
    tokens
}

fn skip_stars(tokens: &[Token], reached: &mut [bool]) {
    for (place, token) in tokens.iter().enumerate() {
        if reached[place] && matches!(token, Token::Some | Token::Any) {
            reached[place + 1] = true;
        }
    }
}

fn is_separator(character: char) -> bool {
    matches!(character, '.' | '/')
}
