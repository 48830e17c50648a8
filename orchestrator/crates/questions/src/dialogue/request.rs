//! The words of a follow-up without those that only lead over, which say how the rest is merged.

use crate::language::{Kind, Token, token::token};
use crate::plan::{Provenance, WordSpan};

/// A follow-up's words and the way in which they are meant.
#[derive(Clone, Debug)]
pub struct Request {
    pub tokens: Vec<Token>,
    /// Takes the place of what stands: "instead", "now by".
    pub instead: bool,
    /// Said in so many words: "instead", "switch to". "Now" alone may only go on.
    pub swaps: bool,
    /// The words for what is replaced: "instead of the price".
    pub replaced: Vec<Token>,
    /// Leaves out what follows: "remove", "without".
    pub removes: bool,
    /// Sets what follows beside what stands: "compare with".
    pub compares: bool,
    /// Goes back to what was shown before: "back to the price".
    pub returns: bool,
    /// Values are shown each by itself: "separately", "side by side".
    pub separates: bool,
    /// Comes beside what stands: "too", "also", "add".
    pub adds: bool,
    /// Refers to the chart that stands.
    pub refers: bool,
}

/// Words that lead over, longest first, with what they say: `r` refers back, `i` instead, `w` in so many words, `a` beside,
/// `x` leaves out, `c` compares, `e` each by itself, `b` back. Those with `s` lead over only at the start: elsewhere they are words of the question ("rent
/// plus utilities", "until now").
const LEADS: &[(&str, &str)] = &[
    ("could you please", "s"),
    ("how many of those", "rs"),
    ("how many of these", "rs"),
    ("how many of them", "rs"),
    ("do the same", "rs"),
    ("the same chart", "rs"),
    ("the same thing", "rs"),
    ("same thing", "rs"),
    ("same chart", "rs"),
    ("the same", "rs"),
    ("what about", "rs"),
    ("how about", "rs"),
    ("as well", "ra"),
    ("on top", "ra"),
    ("can you", "s"),
    ("could you", "s"),
    ("i want", "s"),
    ("show me", "s"),
    ("give me", "s"),
    ("do that", "rs"),
    ("make it", "rs"),
    ("make that", "rs"),
    ("turn it into", "rs"),
    ("turn that into", "rs"),
    ("change it to", "rs"),
    ("change that to", "rs"),
    ("change to", "rs"),
    ("switch to", "riws"),
    ("replace it with", "riws"),
    ("replace it by", "riws"),
    ("instead of that", "riw"),
    ("instead of it", "riw"),
    ("instead of this", "riw"),
    ("back to", "ribs"),
    ("go back to", "ribs"),
    ("return to", "ribs"),
    ("compare with", "rcs"),
    ("compare to", "rcs"),
    ("compare it with", "rcs"),
    ("compare it to", "rcs"),
    ("compare that with", "rcs"),
    ("compare that to", "rcs"),
    ("compared with", "rcs"),
    ("compared to", "rcs"),
    ("next to", "rcs"),
    ("separately", "re"),
    ("side by side", "re"),
    ("individually", "re"),
    ("split up", "re"),
    ("one by one", "re"),
    ("versus", "rcs"),
    ("get rid of", "rxs"),
    ("take out", "rxs"),
    ("take away", "rxs"),
    ("use", "rs"),
    ("take", "rs"),
    ("remove", "rxs"),
    ("forget about", "rxs"),
    ("forget", "rxs"),
    ("ignore", "rxs"),
    ("skip", "rxs"),
    ("exclude", "rxs"),
    ("drop", "rxs"),
    ("delete", "rxs"),
    ("hide", "rxs"),
    ("leave out", "rxs"),
    ("leave off", "rxs"),
    ("no longer", "rxs"),
    // "Without" does not refer back by itself: "flats without a balcony" may open a whole question.
    ("without", "xs"),
    ("i would like", "s"),
    ("i'd like", "s"),
    ("let us see", "s"),
    ("let's see", "s"),
    ("let me see", "s"),
    ("i need", "s"),
    ("and then", "rs"),
    ("then", "rs"),
    ("now", "ris"),
    ("instead", "riw"),
    ("rather", "riws"),
    ("same", "rs"),
    ("again", "r"),
    ("too", "ra"),
    ("also", "ra"),
    ("additionally", "ra"),
    ("add", "ras"),
    ("include", "ras"),
    ("plus", "ras"),
    ("ok", "s"),
    ("okay", "s"),
    // Courtesy may be anywhere in a message and says nothing about the merge.
    ("please", ""),
    ("thanks", ""),
];

impl Request {
    /// Reads the words of a question as a change of a chart.
    pub fn read(tokens: &[Token]) -> Self {
        let mut request = Self {
            tokens: Vec::with_capacity(tokens.len()),
            instead: false,
            swaps: false,
            replaced: Vec::new(),
            removes: false,
            compares: false,
            returns: false,
            separates: false,
            adds: false,
            refers: false,
        };
        // This comes before the leads, which would take the "instead" out of "instead of the fare".
        let tokens = &request.take_replaced(tokens)[..];
        let mut at = 0;
        while at < tokens.len() {
            // One lead may follow another: in "and now please by region", "please" still stands at the start.
            let starts = request.tokens.iter().all(is_opener);
            let lead = LEADS.iter().find_map(|(words, meaning)| {
                let length = length_at(tokens, at, words)?;
                (starts || !meaning.contains('s')).then_some((length, *meaning))
            });
            match lead {
                Some((length, meaning)) => {
                    request.refers |= meaning.contains('r');
                    request.instead |= meaning.contains('i');
                    request.swaps |= meaning.contains('w');
                    request.removes |= meaning.contains('x');
                    request.compares |= meaning.contains('c');
                    request.separates |= meaning.contains('e');
                    request.returns |= meaning.contains('b');
                    request.adds |= meaning.contains('a');
                    at += length;
                }
                None => {
                    request.tokens.push(tokens[at].clone());
                    at += 1;
                }
            }
        }
        // Each of these looks at the first words, so the openers must be gone before.
        request.drop_openers();
        request.drop_there();
        request.drop_possessive();
        request.read_series();
        // "now" opens a change as well as "instead" does, but "split by" or "for each" add a series.
        if request.starts_with("split divide break broken color colour stack stacked facet") {
            request.adds = true;
            request.instead = false;
        }
        request
    }

    /// All words of the request, as the reason for a part.
    pub fn provenance(&self) -> Provenance {
        let ends = self.tokens.first().zip(self.tokens.last());
        let span = ends.map(|(first, last)| WordSpan {
            start: first.span.start,
            end: last.span.end,
        });
        Provenance::Words {
            spans: span.into_iter().collect(),
        }
    }

    pub fn starts_with(&self, words: &str) -> bool {
        self.tokens.first().is_some_and(|first| first.is(words))
    }

    pub fn has(&self, words: &str) -> bool {
        self.tokens.iter().any(|token| token.is(words))
    }

    /// Takes out "instead of the price": what is left is the change, and it takes the place of what is named there.
    fn take_replaced(&mut self, tokens: &[Token]) -> Vec<Token> {
        let opening = ["instead of", "rather than", "in place of"]
            .iter()
            .find_map(|words| {
                (0..tokens.len())
                    .find_map(|at| length_at(tokens, at, words).map(|length| (at, length)))
            })
            // "Instead of that" names nothing to replace; it is one of the leads.
            .filter(|(at, length)| {
                !tokens
                    .get(at + length)
                    .is_none_or(|token| token.is("it that this"))
            });
        let Some((at, length)) = opening else {
            return tokens.to_vec();
        };
        let from = at + length;
        // In "instead of the fare, the delay" the replaced part ends at the comma.
        let to = tokens[from..]
            .iter()
            .position(|token| token.kind == Kind::Break)
            .map_or(tokens.len(), |length| from + length);
        self.replaced = tokens[from..to].to_vec();
        self.instead = true;
        self.swaps = true;
        self.refers = true;
        [&tokens[..at], &tokens[to..]].concat()
    }

    /// Drops "and", "but" and breaks before the first word that says something.
    fn drop_openers(&mut self) {
        let first = self
            .tokens
            .iter()
            .position(|token| !is_opener(token))
            .unwrap_or(self.tokens.len());
        // An opening "and" refers back; a comma alone does not.
        self.refers |= self.tokens[..first].iter().any(|token| token.is("and but"));
        self.tokens.drain(..first);
        // Leads that were taken out leave loose ends: "by region, please" still has its comma.
        while self
            .tokens
            .last()
            .is_some_and(|last| last.kind == Kind::Break || last.is("and"))
        {
            self.tokens.pop();
        }
    }

    /// "What is the average rent there?": about what stands, unlike "how many trips are there".
    fn drop_there(&mut self) {
        let [.., before, last] = self.tokens.as_slice() else {
            return;
        };
        if last.is("there") && !before.is("is are was were be been") {
            self.tokens.pop();
            self.refers = true;
        }
    }

    /// "What is their average price?": about what stands, unless the question names whose it is.
    fn drop_possessive(&mut self) {
        let Some(at) = self.tokens.iter().position(|token| token.is("their its")) else {
            return;
        };
        // Behind a noun, as in "ports and their fares", the possessive belongs to the question itself.
        let leads = self.tokens[..at].iter().all(|token| {
            token.is(
                "what which how is are was were s and show give me about the high large big much",
            )
        });
        if leads && at + 1 < self.tokens.len() {
            self.tokens.remove(at);
            self.refers = true;
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
        // The parser knows "by"; the echo shows the word that was written.
        let mut by = token("by", Kind::Word, self.tokens[each].span);
        by.text = self.tokens[each].text.clone();
        self.tokens.drain(..=each);
        self.tokens.insert(0, by);
        self.adds = true;
        self.refers = true;
    }
}

/// Tells whether a token says nothing before the first word of a request.
fn is_opener(token: &Token) -> bool {
    token.kind == Kind::Break || token.is("and but so well")
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::tokenize;

    fn read(text: &str) -> (Request, String) {
        let request = Request::read(&tokenize(text));
        let words: Vec<&str> = request
            .tokens
            .iter()
            .map(|token| token.word.as_str())
            .collect();
        let words = words.join(" ");
        (request, words)
    }

    #[test]
    fn leading_words_are_dropped_and_remembered() {
        let (request, words) = read("and now by region, please");
        assert_eq!(words, "by region");
        assert!(request.refers && request.instead && !request.adds);
        let (request, words) = read("withdrawals too");
        assert_eq!(words, "withdrawals");
        assert!(request.adds);
    }

    #[test]
    fn words_inside_a_question_are_kept() {
        let (request, words) = read("rent plus utilities until now");
        assert_eq!(words, "rent plus utilities until now");
        assert!(!request.refers && !request.adds && !request.instead);
    }
}
