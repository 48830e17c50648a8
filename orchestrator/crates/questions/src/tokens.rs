//! A question as a row of tokens: words, numbers, quoted text and the punctuation that divides.

use rust_stemmers::{Algorithm, Stemmer};

use crate::lexicon;

/// The longest question that is read; what is beyond is ignored.
const LONGEST: usize = 4_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Word,
    Number,
    Quoted,
    /// Comparison operators: `>`, `<=`, `=`, `!=`.
    Operator,
    /// Divides clauses.
    Break,
}

#[derive(Clone, Debug)]
pub struct Token {
    /// As it was written.
    pub text: String,
    pub lower: String,
    pub stem: String,
    pub kind: Kind,
    pub number: Option<f64>,
}

impl Token {
    /// Whether it is one of the words, which are divided by spaces.
    pub fn is(&self, words: &str) -> bool {
        words.split(' ').any(|word| word == self.lower)
    }

    pub fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }
}

/// The stem by which two words are the same; irregular forms first.
pub fn stem(lower: &str) -> String {
    let base = lexicon::irregular(lower).unwrap_or(lower);
    Stemmer::create(Algorithm::English).stem(base).into_owned()
}

/// Divides a name such as `Date_of_Visit`, `OrderType` or `lap_100` into lower-case words.
pub fn name_words(name: &str) -> Vec<String> {
    let characters: Vec<char> = name.chars().collect();
    let mut words = Vec::new();
    let mut word = String::new();
    for (at, &character) in characters.iter().enumerate() {
        if !character.is_alphanumeric() {
            words.push(std::mem::take(&mut word));
            continue;
        }
        let previous = at.checked_sub(1).and_then(|before| characters.get(before));
        let next = characters.get(at + 1);
        let starts = character.is_uppercase()
            && (previous.is_some_and(|p| p.is_lowercase() || p.is_numeric())
                || (previous.is_some_and(|p| p.is_uppercase())
                    && next.is_some_and(|n| n.is_lowercase())
                    && word.chars().count() > 1));
        if starts {
            words.push(std::mem::take(&mut word));
        }
        word.extend(character.to_lowercase());
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// Reads a question.
pub fn tokenize(text: &str) -> Vec<Token> {
    let characters: Vec<char> = text.chars().take(LONGEST).collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < characters.len() {
        let character = characters[at];
        if character.is_whitespace() {
            at += 1;
        } else if let Some((inner, next)) = quoted(&characters, at) {
            tokens.push(token(inner, Kind::Quoted));
            at = next;
        } else if starts_number(&characters, at) {
            at = number(&characters, at, &mut tokens);
        } else if character.is_alphanumeric() {
            at = word(&characters, at, &mut tokens);
        } else {
            at = sign(&characters, at, &mut tokens);
        }
    }
    scaled(tokens)
}

/// "100 million" is one number.
fn scaled(tokens: Vec<Token>) -> Vec<Token> {
    let mut merged: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens {
        let scale = match token.lower.as_str() {
            "hundred" => 1e2,
            "thousand" => 1e3,
            "million" | "millions" => 1e6,
            "billion" | "billions" => 1e9,
            _ => 0.0,
        };
        // "Two and a half".
        if token.lower == "half"
            && let [.., number, and, a] = merged.as_mut_slice()
            && and.lower == "and"
            && a.lower == "a"
            && let Some(whole) = number.number
        {
            number.number = Some(whole + 0.5);
            merged.truncate(merged.len() - 2);
            continue;
        }
        match merged.last_mut() {
            Some(before) if scale > 0.0 && before.number.is_some() => {
                before.number = before.number.map(|number| number * scale);
            }
            _ => merged.push(token),
        }
    }
    merged
}

/// A token of a text, with its stem and its number.
pub fn token(text: String, kind: Kind) -> Token {
    let lower = text.to_lowercase();
    let number = match kind {
        Kind::Word => lexicon::number_word(&lower),
        Kind::Quoted => lower.parse().ok(),
        _ => None,
    };
    let stem = stem(&lower);
    Token {
        text,
        lower,
        stem,
        kind,
        number,
    }
}

/// Text in quotes: the inner text and where to go on. An apostrophe inside a word is no quote.
fn quoted(characters: &[char], at: usize) -> Option<(String, usize)> {
    let closing = match characters[at] {
        '"' => '"',
        '“' => '”',
        '‘' => '’',
        '`' => '`',
        '\'' if at == 0 || !characters[at - 1].is_alphanumeric() => '\'',
        _ => return None,
    };
    let length = characters[at + 1..]
        .iter()
        .take(80)
        .position(|&c| c == closing)?;
    let inner: String = characters[at + 1..at + 1 + length].iter().collect();
    let after = characters.get(at + length + 2);
    let ends = closing != '\'' || after.is_none_or(|c| !c.is_alphanumeric());
    (ends && !inner.trim().is_empty()).then(|| (inner.trim().to_owned(), at + length + 2))
}

fn starts_number(characters: &[char], at: usize) -> bool {
    let digit = |index: usize| characters.get(index).is_some_and(char::is_ascii_digit);
    let free = at == 0 || !characters[at - 1].is_alphanumeric();
    digit(at) || (free && matches!(characters[at], '-' | '.') && digit(at + 1))
}

/// A number with its separators and scale (`1,200.5`, `3k`, `2 million`); a date stays one token.
fn number(characters: &[char], start: usize, tokens: &mut Vec<Token>) -> usize {
    let mut at = start + usize::from(characters[start] == '-');
    let mut digits = String::new();
    while let Some(&character) = characters.get(at) {
        let next_digit = characters.get(at + 1).is_some_and(char::is_ascii_digit);
        match character {
            '0'..='9' => digits.push(character),
            '.' if next_digit && !digits.contains('.') => digits.push('.'),
            ',' if next_digit
                && characters.get(at + 3).is_some_and(char::is_ascii_digit)
                && !characters.get(at + 4).is_some_and(char::is_ascii_digit) => {}
            '-' | '/' | ':' if next_digit && at > start => {
                let mut end = at;
                while characters
                    .get(end)
                    .is_some_and(|c| c.is_ascii_digit() || matches!(c, '-' | '/' | ':' | 'T'))
                {
                    end += 1;
                }
                tokens.push(token(characters[start..end].iter().collect(), Kind::Word));
                return end;
            }
            _ => break,
        }
        at += 1;
    }
    let mut end = at;
    while characters
        .get(end)
        .is_some_and(|c| c.is_alphanumeric() || *c == '_')
    {
        end += 1;
    }
    let suffix: String = characters[at..end]
        .iter()
        .collect::<String>()
        .to_lowercase();
    let scale = match suffix.as_str() {
        "" => 1.0,
        "k" => 1e3,
        "m" | "mio" => 1e6,
        "b" | "bn" => 1e9,
        _ => return word(characters, start, tokens),
    };
    let sign = if characters[start] == '-' { -1.0 } else { 1.0 };
    let value = digits.parse::<f64>().ok().map(|value| sign * value * scale);
    let text: String = characters[start..end].iter().collect();
    tokens.push(Token {
        number: value,
        ..token(text, Kind::Number)
    });
    end
}

/// A word; names in snake case or camel case become several tokens.
fn word(characters: &[char], start: usize, tokens: &mut Vec<Token>) -> usize {
    let mut end = start;
    while characters
        .get(end)
        .is_some_and(|c| c.is_alphanumeric() || *c == '_' || *c == '&')
    {
        end += 1;
    }
    let end = end.max(start + 1);
    let text: String = characters[start..end].iter().collect();
    let parts = if text.contains('_') || camel(&text) {
        name_parts(&text)
    } else {
        vec![text]
    };
    for part in parts {
        let digits = part.chars().all(|c| c.is_ascii_digit());
        let number = if digits { part.parse().ok() } else { None };
        let kind = if digits { Kind::Number } else { Kind::Word };
        let made = token(part, kind);
        tokens.push(Token {
            number: number.or(made.number),
            ..made
        });
    }
    // A possessive belongs to nothing.
    let apostrophe = matches!(characters.get(end), Some('\'' | '’'));
    let possessive = apostrophe
        && characters.get(end + 1) == Some(&'s')
        && !characters.get(end + 2).is_some_and(|c| c.is_alphanumeric());
    if possessive { end + 2 } else { end }
}

fn camel(text: &str) -> bool {
    let characters: Vec<char> = text.chars().collect();
    characters
        .windows(2)
        .any(|pair| pair[0].is_lowercase() && pair[1].is_uppercase())
}

/// The parts of a name in their own letters, so that values such as `DeptMgr` can still be found.
fn name_parts(text: &str) -> Vec<String> {
    let words = name_words(text);
    let mut rest = text;
    let mut parts = Vec::new();
    for word in words {
        let skipped = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
        let end = skipped
            .char_indices()
            .nth(word.chars().count())
            .map_or(skipped.len(), |(index, _)| index);
        parts.push(skipped[..end].to_owned());
        rest = &skipped[end..];
    }
    parts
}

fn sign(characters: &[char], at: usize, tokens: &mut Vec<Token>) -> usize {
    let pair: String = characters[at..characters.len().min(at + 2)]
        .iter()
        .collect();
    if matches!(pair.as_str(), ">=" | "<=" | "!=" | "<>" | "==") {
        tokens.push(token(pair, Kind::Operator));
        return at + 2;
    }
    let text = characters[at].to_string();
    match characters[at] {
        '>' | '<' | '=' | '≥' | '≤' | '≠' => tokens.push(token(text, Kind::Operator)),
        // `v/s` and `w/` are words.
        ',' | '.' | ';' | '?' | '!' | ':' | '\n' => tokens.push(token(text, Kind::Break)),
        '%' => tokens.push(token("percent".to_owned(), Kind::Word)),
        _ => {}
    }
    at + 1
}
