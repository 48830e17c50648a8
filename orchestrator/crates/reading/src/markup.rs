//! Tags and words of HTML and XML, one after the other: linear in the bytes, and never wrong enough
//! to stop.

/// A piece of markup.
#[derive(Clone, Debug, PartialEq)]
pub enum Token<'a> {
    Open(Tag<'a>),
    /// In small letters.
    Close(String),
    /// With its entities resolved.
    Text(String),
}

/// The beginning of an element.
#[derive(Clone, Debug, PartialEq)]
pub struct Tag<'a> {
    /// In small letters.
    pub name: String,
    attributes: &'a str,
    /// What is in a script or a style, as it stands there.
    pub raw: &'a str,
    /// `<br/>`.
    pub is_closed: bool,
}

/// Elements whose content is not markup.
const RAW: [&str; 4] = ["script", "style", "textarea", "title"];

pub struct Tokens<'a> {
    rest: &'a str,
    is_xml: bool,
}

impl<'a> Tokens<'a> {
    pub fn html(text: &'a str) -> Self {
        Self {
            rest: text,
            is_xml: false,
        }
    }

    pub fn xml(text: &'a str) -> Self {
        Self {
            rest: text,
            is_xml: true,
        }
    }

    fn skip_past(&mut self, end: &str) -> &'a str {
        match self.rest.split_once(end) {
            Some((before, after)) => {
                self.rest = after;
                before
            }
            None => std::mem::take(&mut self.rest),
        }
    }

    fn tag(&mut self) -> Token<'a> {
        let end = tag_end(self.rest);
        let inner = &self.rest[..end];
        self.rest = self.rest.get(end + 1..).unwrap_or_default();
        if let Some(name) = inner.strip_prefix('/') {
            return Token::Close(name_of(name));
        }
        let name = name_of(inner);
        let is_closed = inner.ends_with('/');
        let attributes = inner.get(name.len()..).unwrap_or_default();
        let raw = if !self.is_xml && !is_closed && RAW.contains(&name.as_str()) {
            self.raw(&name)
        } else {
            ""
        };
        Token::Open(Tag {
            name,
            attributes,
            raw,
            is_closed,
        })
    }

    /// Up to the element's own end.
    fn raw(&mut self, name: &str) -> &'a str {
        let mut from = 0;
        while let Some(at) = self.rest[from..].find("</") {
            let at = from + at;
            let after = &self.rest[at + 2..];
            let is_own = after
                .get(..name.len())
                .is_some_and(|found| found.eq_ignore_ascii_case(name));
            if is_own {
                let raw = &self.rest[..at];
                self.rest = after;
                self.skip_past(">");
                return raw;
            }
            from = at + 2;
        }
        std::mem::take(&mut self.rest)
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            if self.rest.is_empty() {
                return None;
            }
            let Some(after) = self.rest.strip_prefix('<') else {
                let end = self.rest.find('<').unwrap_or(self.rest.len());
                let text = &self.rest[..end];
                self.rest = &self.rest[end..];
                return Some(Token::Text(resolved(text)));
            };
            self.rest = after;
            if after.starts_with("!--") {
                self.skip_past("-->");
            } else if let Some(inner) = after.strip_prefix("![CDATA[") {
                self.rest = inner;
                return Some(Token::Text(self.skip_past("]]>").to_owned()));
            } else if after.starts_with(['!', '?']) {
                self.skip_past(">");
            } else if after
                .starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '/')
            {
                return Some(self.tag());
            } else {
                return Some(Token::Text("<".into()));
            }
        }
    }
}

impl Tag<'_> {
    /// An attribute, resolved; empty where it has no value.
    pub fn attribute(&self, wanted: &str) -> Option<String> {
        let mut rest = self.attributes;
        loop {
            rest = rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '/');
            if rest.is_empty() {
                return None;
            }
            let end = rest
                .find(|letter: char| letter.is_whitespace() || letter == '=' || letter == '/')
                .filter(|end| *end > 0)
                .unwrap_or_else(|| rest.chars().next().map_or(0, char::len_utf8));
            let (name, after) = rest.split_at(end);
            let after = after.trim_start();
            let (value, left) = match after.strip_prefix('=') {
                None => ("", after),
                Some(value) => {
                    let value = value.trim_start();
                    match value.chars().next() {
                        Some(quote @ ('"' | '\'')) => {
                            value[1..].split_once(quote).unwrap_or((&value[1..], ""))
                        }
                        _ => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
                    }
                }
            };
            if name.eq_ignore_ascii_case(wanted) {
                return Some(resolved(value));
            }
            rest = left;
        }
    }
}

/// Bytes of one tag; what has no end within them is no tag, and is passed over as a whole.
const MOST_TAG: usize = 64 << 10;

/// Where a tag ends: a `>` outside of quotes that follow a `=`.
fn tag_end(text: &str) -> usize {
    let mut most = text.len().min(MOST_TAG);
    while !text.is_char_boundary(most) {
        most -= 1;
    }
    let text = &text[..most];
    let mut quote = None;
    let mut before = b' ';
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return at,
            (None, b'"' | b'\'') if before == b'=' => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            before = byte;
        }
    }
    // A quote that never ends takes nothing but its own tag.
    text.find('>').unwrap_or(most)
}

fn name_of(inner: &str) -> String {
    let end = inner
        .find(|letter: char| letter.is_whitespace() || letter == '/' || letter == '>')
        .unwrap_or(inner.len());
    inner[..end].to_ascii_lowercase()
}

const NAMED: [(&str, char); 40] = [
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("nbsp", ' '),
    ("ndash", '–'),
    ("mdash", '—'),
    ("hellip", '…'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("bdquo", '„'),
    ("laquo", '«'),
    ("raquo", '»'),
    ("copy", '©'),
    ("reg", '®'),
    ("trade", '™'),
    ("deg", '°'),
    ("plusmn", '±'),
    ("times", '×'),
    ("minus", '−'),
    ("middot", '·'),
    ("bull", '•'),
    ("euro", '€'),
    ("pound", '£'),
    ("yen", '¥'),
    ("cent", '¢'),
    ("sect", '§'),
    ("auml", 'ä'),
    ("ouml", 'ö'),
    ("uuml", 'ü'),
    ("Auml", 'Ä'),
    ("Ouml", 'Ö'),
    ("Uuml", 'Ü'),
    ("szlig", 'ß'),
    ("eacute", 'é'),
    ("egrave", 'è'),
    ("ccedil", 'ç'),
];

/// The text without entities; one that is not known stays as it is.
pub fn resolved(text: &str) -> String {
    const LONGEST: usize = 12;
    let mut resolved = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        resolved.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.bytes().take(LONGEST).position(|byte| byte == b';');
        let entity = end.and_then(|end| Some((end, entity(&rest[1..end])?)));
        match entity {
            Some((end, letter)) => {
                resolved.push(letter);
                rest = &rest[end + 1..];
            }
            None => {
                resolved.push('&');
                rest = &rest[1..];
            }
        }
    }
    resolved.push_str(rest);
    resolved
}

fn entity(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let number = match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(number).filter(|letter| *letter != '\0');
    }
    NAMED
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, letter)| *letter)
}

/// The words of a piece of markup, blanks as one.
pub fn words(markup: &str) -> String {
    let mut words = String::new();
    for token in Tokens::html(markup) {
        match token {
            Token::Text(text) => words.push_str(&text),
            Token::Open(tag) if tag.name == "br" || tag.name == "p" => words.push(' '),
            Token::Open(_) | Token::Close(_) => {}
        }
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
