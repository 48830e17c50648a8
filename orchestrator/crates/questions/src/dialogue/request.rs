//! The words of a follow-up without those that only lead over, which say how the rest is merged.

use crate::language::{Kind, Token, token::token};

/// A follow-up's words and the way in which they are meant.
#[derive(Clone, Debug)]
pub struct Request {
    pub tokens: Vec<Token>,
    /// Takes the place of what stands: "instead", "now by".
    pub instead: bool,
    /// Comes beside what stands: "too", "also", "add".
    pub adds: bool,
    /// Refers to the chart that stands.
    pub refers: bool,
}

/// Words that lead over, longest first, with what they say: `r` refers back, `i` instead, `a` beside.
const LEADS: &[(&str, &str)] = &[
    ("could you please", ""),
    ("do the same", "r"),
    ("the same chart", "r"),
    ("the same thing", "r"),
    ("same thing", "r"),
    ("same chart", "r"),
    ("the same", "r"),
    ("what about", "r"),
    ("how about", "r"),
    ("as well", "ra"),
    ("on top", "ra"),
    ("can you", ""),
    ("could you", ""),
    ("i want", ""),
    ("show me", ""),
    ("give me", ""),
    ("do that", "r"),
    ("make it", "r"),
    ("make that", "r"),
    ("turn it into", "r"),
    ("turn that into", "r"),
    ("change it to", "r"),
    ("change that to", "r"),
    ("change to", "r"),
    ("switch to", "ri"),
    ("replace it with", "ri"),
    ("instead of that", "ri"),
    ("and then", "r"),
    ("then", "r"),
    ("now", "ri"),
    ("instead", "ri"),
    ("same", "r"),
    ("again", "r"),
    ("too", "ra"),
    ("also", "ra"),
    ("additionally", "ra"),
    ("add", "ra"),
    ("include", "ra"),
    ("plus", "ra"),
    ("ok", ""),
    ("okay", ""),
    ("please", ""),
    ("thanks", ""),
];

impl Request {
    /// Reads the words of a question as a change of a chart.
    pub fn read(tokens: &[Token]) -> Self {
        let mut request = Self {
            tokens: Vec::with_capacity(tokens.len()),
            instead: false,
            adds: false,
            refers: false,
        };
        let mut at = 0;
        while at < tokens.len() {
            let lead = LEADS.iter().find_map(|(words, meaning)| {
                let length = length_at(tokens, at, words)?;
                Some((length, *meaning))
            });
            match lead {
                // "now" leads over only where it opens; "plus" and "add" only where something follows.
                Some((length, meaning)) => {
                    request.refers |= meaning.contains('r');
                    request.instead |= meaning.contains('i');
                    request.adds |= meaning.contains('a');
                    at += length;
                }
                None => {
                    request.tokens.push(tokens[at].clone());
                    at += 1;
                }
            }
        }
        request.drop_openers();
        request.read_series();
        // "now" opens a change as well as "instead" does, but "split by" or "for each" add a series.
        if request.starts_with("split divide break broken color colour stack stacked facet") {
            request.adds = true;
            request.instead = false;
        }
        request
    }

    pub fn starts_with(&self, words: &str) -> bool {
        self.tokens.first().is_some_and(|first| first.is(words))
    }

    pub fn has(&self, words: &str) -> bool {
        self.tokens.iter().any(|token| token.is(words))
    }

    /// Drops "and", "but" and breaks before the first word that says something.
    fn drop_openers(&mut self) {
        let first = self
            .tokens
            .iter()
            .position(|token| !(token.kind == Kind::Break || token.is("and but so well")))
            .unwrap_or(self.tokens.len());
        self.refers |= self.tokens[..first].iter().any(|token| token.is("and but"));
        self.tokens.drain(..first);
        while self
            .tokens
            .last()
            .is_some_and(|last| last.kind == Kind::Break || last.is("and"))
        {
            self.tokens.pop();
        }
    }

    /// "One line for each vehicle type" asks for a series.
    fn read_series(&mut self) {
        let each = self
            .tokens
            .iter()
            .position(|token| token.is("each every per"));
        let Some(each) = each.filter(|_| {
            self.starts_with("one a separate with")
                && self
                    .has("line lines bar bars color colour colors chart charts panel panels column")
        }) else {
            return;
        };
        let mut by = token("by", Kind::Word, self.tokens[each].span);
        by.text = self.tokens[each].text.clone();
        self.tokens.drain(..=each);
        self.tokens.insert(0, by);
        self.adds = true;
        self.refers = true;
    }
}

/// The number of tokens that a row of words takes at a place.
fn length_at(tokens: &[Token], at: usize, words: &str) -> Option<usize> {
    let mut length = 0;
    for word in words.split(' ') {
        let token = tokens.get(at + length)?;
        if token.kind != Kind::Word || token.word != word {
            return None;
        }
        length += 1;
    }
    Some(length)
}
