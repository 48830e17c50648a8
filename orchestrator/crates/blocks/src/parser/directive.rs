use serde_json::{Map, Value};

/// Which block a directive's body describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DirectiveName {
    Chart,
    Suggestion,
    Reference,
    Timestamp,
}

impl DirectiveName {
    pub(super) const WORDS: [&str; 4] = ["chart", "suggestion", "reference", "timestamp"];

    pub(super) fn parse(word: &str) -> Option<Self> {
        match word {
            "chart" => Some(Self::Chart),
            "suggestion" => Some(Self::Suggestion),
            "reference" => Some(Self::Reference),
            "timestamp" => Some(Self::Timestamp),
            _ => None,
        }
    }
}

/// A directive that is not closed yet.
#[derive(Clone, Debug)]
pub(super) struct Directive {
    name: DirectiveName,
    colons: usize,
    source: String,
    /// The offset of the body.
    body: usize,
    /// The offset of the unfinished line.
    line: usize,
    /// The offset of the newest complete line.
    last_line: usize,
}

impl Directive {
    /// `source` is the whole opening line.
    pub fn new(name: DirectiveName, colons: usize, source: String) -> Self {
        let body = source.len();
        Self {
            name,
            colons,
            source,
            body,
            line: body,
            last_line: body,
        }
    }

    pub fn push(&mut self, character: char) {
        self.source.push(character);
        if character == '\n' {
            self.last_line = self.line;
            self.line = self.source.len();
        }
    }

    pub fn name(&self) -> DirectiveName {
        self.name
    }

    pub fn colons(&self) -> usize {
        self.colons
    }

    pub fn len(&self) -> usize {
        self.source.len()
    }

    /// The newest whole line.
    pub fn last_line(&self) -> &str {
        &self.source[self.last_line..]
    }

    pub fn drop_last_line(&mut self) {
        self.source.truncate(self.last_line);
        self.line = self.last_line;
    }

    /// The body, if it is a JSON object; with or without its closing line.
    pub fn body(&self) -> Option<Map<String, Value>> {
        let body = self.source[self.body..].trim();
        let body = body.trim_end_matches(':').trim_end();
        serde_json::from_str(without_code_fence(body)).ok()
    }

    pub fn into_source(self) -> String {
        self.source
    }
}

/// Some models put the JSON into a code fence of its own.
fn without_code_fence(body: &str) -> &str {
    body.strip_prefix("```json")
        .or_else(|| body.strip_prefix("```"))
        .and_then(|inner| inner.strip_suffix("```"))
        .unwrap_or(body)
}
