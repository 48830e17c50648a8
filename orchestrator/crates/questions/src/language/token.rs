//! A question as a row of tokens, each with its place in the text.

use std::sync::Arc;

use rust_stemmers::{Algorithm, Stemmer};

use super::{foreign, lexicon};
use crate::link::related::Related;
use crate::plan::WordSpan;

/// The longest question in characters that is read; the rest is ignored.
const LONGEST: usize = 2_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Word,
    Number,
    /// A day such as `1992-04-29`, in `date`.
    Date,
    Quoted,
    /// `>`, `<=`, `=`, `!=`, `..`.
    Operator,
    /// Divides clauses.
    Break,
}

#[derive(Clone, Debug)]
pub struct Token {
    /// As written.
    pub text: String,
    /// The canonical English word, in lower case.
    pub word: String,
    pub stem: String,
    pub kind: Kind,
    pub span: WordSpan,
    pub number: Option<f64>,
    /// The first year of "1970s" or "nineties".
    pub decade: Option<i32>,
    pub ordinal: bool,
    pub date: Option<String>,
    /// The words that it may stand for, where nothing in the tables is called so.
    pub relatives: Option<Arc<Related>>,
}

impl Token {
    /// Tells whether the canonical word is one of those, which are divided by spaces.
    pub fn is(&self, words: &str) -> bool {
        self.kind != Kind::Quoted && words.split(' ').any(|word| word == self.word)
    }
}

/// Returns the stem by which two words are the same; irregular forms come first.
pub fn stem(lower: &str) -> String {
    // A rating is no rate.
    if matches!(lower, "rating" | "ratings" | "rated") {
        return "rating".to_owned();
    }
    let base = lexicon::irregular(lower).unwrap_or(lower);
    let base = lexicon::american(base).unwrap_or(base);
    Stemmer::create(Algorithm::English).stem(base).into_owned()
}

/// Returns the text without accents, in lower case.
pub fn fold(text: &str) -> String {
    text.chars()
        .flat_map(char::to_lowercase)
        .flat_map(|character| {
            match character {
                'à' | 'á' | 'â' | 'ã' | 'å' => "a".chars(),
                // Umlauts are written out, as in column names that avoid them: "Größe" finds "groesse".
                'ä' => "ae".chars(),
                'ç' => "c".chars(),
                'è' | 'é' | 'ê' | 'ë' => "e".chars(),
                'ì' | 'í' | 'î' | 'ï' => "i".chars(),
                'ñ' => "n".chars(),
                'ò' | 'ó' | 'ô' | 'õ' => "o".chars(),
                'ö' => "oe".chars(),
                'ù' | 'ú' | 'û' => "u".chars(),
                'ü' => "ue".chars(),
                'ß' => "ss".chars(),
                'œ' => "oe".chars(),
                other => {
                    let mut buffer = [0; 4];
                    return other.encode_utf8(&mut buffer).chars().collect::<Vec<_>>();
                }
            }
            .collect::<Vec<_>>()
        })
        .collect()
}

/// Divides a name such as `Date_of_Visit`, `OrderType` or `lap_100` into lower-case words.
pub fn name_words(name: &str) -> Vec<String> {
    let characters: Vec<char> = name.chars().collect();
    let mut words = Vec::new();
    let mut word = String::new();
    for (at, &character) in characters.iter().enumerate() {
        let digit = |at: Option<&char>| at.is_some_and(char::is_ascii_digit);
        let before = at.checked_sub(1).and_then(|before| characters.get(before));
        // The point of "pm2.5" does not divide a name.
        if character == '.' && digit(before) && digit(characters.get(at + 1)) {
            word.push(character);
            continue;
        }
        if !character.is_alphanumeric() {
            words.push(std::mem::take(&mut word));
            continue;
        }
        let previous = at.checked_sub(1).and_then(|before| characters.get(before));
        let next = characters.get(at + 1);
        // "orderType" divides before a capital, "HTTPCode" before the last capital of a row. "PhD" ends with one and is a word.
        let ends_name = next.is_none_or(|next| !next.is_alphanumeric());
        let starts = character.is_uppercase()
            && !(ends_name && word.chars().count() <= 2)
            && (previous.is_some_and(|p| p.is_lowercase() || p.is_numeric())
                || (previous.is_some_and(|p| p.is_uppercase())
                    && next.is_some_and(|n| n.is_lowercase())
                    && word.chars().count() > 1));
        let numbers = character.is_ascii_digit() && opens_number(&word, &characters[at..]);
        // The letters behind the number of "best3squat".
        let closes = character.is_alphabetic()
            && !words.is_empty()
            && !word.is_empty()
            && word.chars().all(|c| c.is_ascii_digit())
            && opens_word(&characters[at..]);
        if starts || numbers || closes {
            words.push(std::mem::take(&mut word));
        }
        word.push(character);
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    let mut folded: Vec<String> = Vec::with_capacity(words.len());
    for word in words.iter().map(|word| fold(word)) {
        // "kWhTotal" is kWh and not k with Wh.
        match folded.last_mut() {
            Some(last) if matches!(last.as_str(), "k" | "m") && matches!(&*word, "wh" | "w") => {
                last.push_str(&word);
            }
            _ => folded.push(word),
        }
    }
    folded
}

/// Tells whether the digits behind a word are a year or a number of their own: "sales2021", "hits86", and no "covid19" or "pm25".
fn opens_number(word: &str, rest: &[char]) -> bool {
    let digits = rest.iter().take_while(|c| c.is_ascii_digit()).count();
    let ends = rest.get(digits).is_none_or(|next| !next.is_alphanumeric());
    let is_year = digits == 4 && matches!(rest, ['1', '5'..='9', ..] | ['2', '0' | '1', ..]);
    let letters = word.chars().count();
    // "best3squat" has a word on both sides of its number.
    let is_between = opens_word(&rest[digits..]) && portolan_thesaurus::is_word(word);
    let is_number = is_year || digits == 2 && portolan_thesaurus::is_word(word);
    word.chars().all(char::is_alphabetic) && letters >= 3 && (is_between || ends && is_number)
}

/// Tells whether four letters or more follow: fewer are an ending or a unit.
fn opens_word(rest: &[char]) -> bool {
    rest.iter().take_while(|c| c.is_alphabetic()).count() >= 4
}

struct Scanner<'a> {
    text: &'a str,
    /// Byte offset and character.
    characters: Vec<(usize, char)>,
    tokens: Vec<Token>,
}

/// Reads a question into tokens with canonical English words.
pub fn tokenize(text: &str) -> Vec<Token> {
    tokenize_knowing(text, &|_| false)
}

/// The same, where `is_known` tells whether the tables have a word with this English stem.
pub fn tokenize_knowing(text: &str, is_known: &dyn Fn(&str) -> bool) -> Vec<Token> {
    let mut scanner = Scanner {
        text,
        characters: text.char_indices().take(LONGEST).collect(),
        tokens: Vec::new(),
    };
    scanner.scan();
    let tokens = expand_negations(scanner.tokens);
    // Scales and units come last, when the foreign words for them are English.
    join_units(join_scales(foreign::translate(tokens, is_known)))
}

/// Writes out "haven't" and "dont" as "have not" and "do not".
fn expand_negations(tokens: Vec<Token>) -> Vec<Token> {
    const VERBS: [&str; 13] = [
        "do", "does", "did", "is", "are", "was", "were", "has", "have", "had", "could", "would",
        "should",
    ];
    let verb_of = |word: &str| {
        VERBS
            .into_iter()
            .find(|verb| word.strip_suffix('n') == Some(verb))
    };
    let mut expanded: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens {
        // "Haven't" was divided at its apostrophe; a "t" further away is a word of its own.
        let is_ending = token.word == "t"
            && expanded.last().is_some_and(|last| {
                token.span.start - last.span.end <= '\u{2019}'.len_utf8()
                    && verb_of(&last.word).is_some()
            });
        // Without the apostrophe: "dont", "havent".
        let joined = token.word.strip_suffix('t').and_then(verb_of);
        let verb = match expanded.last() {
            Some(last) if is_ending => verb_of(&last.word),
            _ => joined,
        };
        let Some(verb) = verb else {
            expanded.push(token);
            continue;
        };
        let before = if is_ending { expanded.pop() } else { None };
        let text = match &before {
            Some(verb) => format!("{}\u{2019}{}", verb.text, token.text),
            None => token.text.clone(),
        };
        let span = before.as_ref().map_or(token.span, |verb| verb.span);
        let written = |word, span| Token {
            text: text.clone(),
            ..self::token(word, Kind::Word, span)
        };
        expanded.push(written(verb, span));
        expanded.push(written("not", token.span));
    }
    expanded
}

/// Returns a token of a text.
pub fn token(text: &str, kind: Kind, span: WordSpan) -> Token {
    let word = fold(text);
    let number = match kind {
        Kind::Word => lexicon::number_word(&word),
        Kind::Quoted => word.parse().ok(),
        _ => None,
    };
    Token {
        text: text.to_owned(),
        stem: stem(&word),
        decade: lexicon::decade_word(&word),
        word,
        kind,
        span,
        number,
        ordinal: false,
        date: None,
        relatives: None,
    }
}

impl Scanner<'_> {
    fn at(&self, at: usize) -> Option<char> {
        self.characters.get(at).map(|c| c.1)
    }

    fn span(&self, from: usize, to: usize) -> WordSpan {
        let offset = |at: usize| {
            self.characters.get(at).map_or(
                self.characters.last().map_or(0, |c| c.0 + c.1.len_utf8()),
                |c| c.0,
            )
        };
        WordSpan {
            start: offset(from),
            end: offset(to),
        }
    }

    fn push(&mut self, from: usize, to: usize, kind: Kind) -> &mut Token {
        let span = self.span(from, to);
        let made = token(&self.text[span.start..span.end], kind, span);
        self.tokens.push(made);
        let last = self.tokens.len() - 1;
        &mut self.tokens[last]
    }

    fn scan(&mut self) {
        let mut at = 0;
        while let Some(character) = self.at(at) {
            let digit_next = self.at(at + 1).is_some_and(|c| c.is_ascii_digit());
            // Behind a letter or digit the sign is no minus: "2019-2021" is a range.
            let free = at == 0 || self.at(at - 1).is_some_and(|c| !c.is_alphanumeric());
            if character.is_whitespace() {
                at += 1;
            } else if let Some((from, to)) = self.quoted(at) {
                self.push(from, to, Kind::Quoted);
                at = to + 1;
            } else if character.is_ascii_digit()
                || (free && matches!(character, '-' | '.' | '−') && digit_next)
            {
                at = self.number(at);
            } else if character.is_alphanumeric() {
                at = self.word(at);
            } else if character == '.' && self.ends_abbreviation(at) {
                at += 1;
            } else {
                at = self.sign(at);
            }
        }
    }

    /// Tells whether a full stop belongs to the word before it: "no. of visits", "approx. 5".
    fn ends_abbreviation(&self, at: usize) -> bool {
        let is_short = self.tokens.last().is_some_and(|token| {
            token.is("no nr approx avg max min incl excl ca vs")
                && Some(token.span.end) == self.characters.get(at).map(|known| known.0)
        });
        // After the end of a sentence the next word has a capital: "at most 5 max. Which town …".
        let continues = self
            .at(at + 2)
            .is_some_and(|next| next.is_lowercase() || next.is_ascii_digit());
        is_short && self.at(at + 1) == Some(' ') && continues
    }

    /// The inside of quotes that start here. An apostrophe inside a word is no quote.
    fn quoted(&self, at: usize) -> Option<(usize, usize)> {
        let closing = match self.at(at)? {
            '"' => '"',
            '“' => '”',
            '„' => '“',
            '«' => '»',
            '‘' => '’',
            '`' => '`',
            '\'' if at == 0 || self.at(at - 1).is_some_and(|c| !c.is_alphanumeric()) => '\'',
            _ => return None,
        };
        // A quote that never closes must not swallow the rest of the question.
        let to = (at + 1..(at + 80).min(self.characters.len()))
            .find(|&to| self.at(to) == Some(closing))?;
        // In "'t is John's" the second sign is an apostrophe and closes nothing.
        let ends = closing != '\'' || self.at(to + 1).is_none_or(|c| !c.is_alphanumeric());
        (ends && to > at + 1).then_some((at + 1, to))
    }

    fn number(&mut self, start: usize) -> usize {
        // "2020-02-01" is a day before it is a range of numbers.
        if let Some(end) = self.date(start) {
            return end;
        }
        let negative = matches!(self.at(start), Some('-' | '−'));
        let mut at = start + usize::from(negative);
        let mut digits = String::new();
        while let Some(character) = self.at(at) {
            let digit = |n: usize| self.at(n).is_some_and(|c| c.is_ascii_digit());
            match character {
                '0'..='9' => digits.push(character),
                '.' if digit(at + 1) && !digits.contains('.') => digits.push('.'),
                // Three digits behind a comma are thousands ("1,250"), fewer are decimals ("3,5").
                ',' if digit(at + 1) && digit(at + 2) && digit(at + 3) && !digit(at + 4) => {}
                ',' if digit(at + 1) && !digits.contains('.') => digits.push('.'),
                _ => break,
            }
            at += 1;
        }
        let mut end = at;
        while self.at(end).is_some_and(|c| c.is_alphabetic()) {
            end += 1;
        }
        let suffix = fold(
            &self.characters[at..end]
                .iter()
                .map(|c| c.1)
                .collect::<String>(),
        );
        let value = digits.parse::<f64>().ok();
        let sign = if negative { -1.0 } else { 1.0 };
        let decade = value.filter(|v| suffix == "s" && v % 10.0 == 0.0);
        let (scale, end) = match suffix.as_str() {
            "k" => (1e3, end),
            "m" | "mio" | "mm" if suffix != "mm" => (1e6, end),
            "b" | "bn" => (1e9, end),
            "st" | "nd" | "rd" | "th" | "s" => (1.0, end),
            // Other letters are a word of their own, such as the unit of "80kg".
            _ => (1.0, at),
        };
        let made = self.push(start, end, Kind::Number);
        made.number = value.map(|value| sign * value * scale);
        made.ordinal = matches!(suffix.as_str(), "st" | "nd" | "rd" | "th");
        if let Some(year) = decade {
            // "The 80s" are those of the last century.
            let year = if year < 100.0 { 1900.0 + year } else { year };
            made.decade = Some(year as i32);
        }
        self.range_sign(end)
    }

    /// A hyphen between two numbers is a range: "1981-2010".
    fn range_sign(&mut self, at: usize) -> usize {
        let dash = matches!(self.at(at), Some('-' | '–' | '—'));
        if dash && self.at(at + 1).is_some_and(|c| c.is_ascii_digit()) {
            self.push(at, at + 1, Kind::Operator).word = "..".to_owned();
            return at + 1;
        }
        at
    }

    /// `1992-04-29`, `4/29/1992`, `29.04.1992`.
    fn date(&mut self, start: usize) -> Option<usize> {
        let mut end = start;
        while self
            .at(end)
            .is_some_and(|c| c.is_ascii_digit() || matches!(c, '-' | '/' | '.'))
        {
            end += 1;
        }
        // The full stop at the end of a sentence is not part of a date.
        while end > start && !self.at(end - 1).is_some_and(|c| c.is_ascii_digit()) {
            end -= 1;
        }
        let text: String = self.characters[start..end].iter().map(|c| c.1).collect();
        let parts: Vec<&str> = text.split(['-', '/', '.']).collect();
        let [a, b, c] = parts.as_slice() else {
            return None;
        };
        // Slashes put the month first, as in the United States, unless the number is too large for a month.
        let (year, month, day) = if a.len() == 4 {
            (a, b, c)
        } else if c.len() == 4 && text.contains('/') && a.parse::<u32>().ok()? <= 12 {
            (c, a, b)
        } else if c.len() == 4 {
            (c, b, a)
        } else {
            return None;
        };
        let (month, day): (u32, u32) = (month.parse().ok()?, day.parse().ok()?);
        if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
            return None;
        }
        let date = format!("{year}-{month:02}-{day:02}");
        self.push(start, end, Kind::Date).date = Some(date);
        Some(end)
    }

    /// A word; names in snake case or camel case become several tokens.
    fn word(&mut self, start: usize) -> usize {
        let mut end = start;
        while self
            .at(end)
            .is_some_and(|c| c.is_alphanumeric() || c == '_')
            || self.is_inner_point(end)
        {
            end += 1;
        }
        let mut from = start;
        for at in start..end {
            let (this, next) = (self.at(at), self.at(at + 1));
            // "PhD" is a word, as in names.
            let ends_word = at + 2 >= end && at - from <= 1;
            let camel = this.is_some_and(char::is_lowercase)
                && next.is_some_and(char::is_uppercase)
                && at + 1 < end
                && !ends_word;
            if this == Some('_') {
                if at > from {
                    self.push(from, at, Kind::Word);
                }
                from = at + 1;
            } else if camel {
                self.push(from, at + 1, Kind::Word);
                from = at + 1;
            }
        }
        if end > from {
            self.push(from, end, Kind::Word);
        }
        // A possessive belongs to the word before it; French "l'âge" divides.
        let apostrophe = matches!(self.at(end), Some('\'' | '’'));
        if apostrophe
            && self.at(end + 1) == Some('s')
            && self.at(end + 2).is_none_or(|c| !c.is_alphanumeric())
        {
            return end + 2;
        }
        end
    }

    /// Tells whether a sign stands right behind a number and not between two.
    fn ends_number(&self, at: usize) -> bool {
        let digit = |at: usize| self.at(at).is_some_and(|c| c.is_ascii_digit());
        at > 0 && digit(at - 1) && !digit(at + 1)
    }

    /// The point of "PM2.5".
    fn is_inner_point(&self, at: usize) -> bool {
        let digit = |at: usize| self.at(at).is_some_and(|c| c.is_ascii_digit());
        self.at(at) == Some('.') && at > 0 && digit(at - 1) && digit(at + 1)
    }

    fn sign(&mut self, at: usize) -> usize {
        // Signs of two characters go first, or ">=" would be ">" and "=".
        let pair: String = self.characters[at..self.characters.len().min(at + 2)]
            .iter()
            .map(|c| c.1)
            .collect();
        if matches!(pair.as_str(), ">=" | "<=" | "!=" | "<>" | "==") {
            self.push(at, at + 2, Kind::Operator);
            return at + 2;
        }
        // The hyphen of "long-term" joins; between spaces it divides clauses.
        let spaced = self.at(at + 1).is_none_or(char::is_whitespace)
            && at > 0
            && self.at(at - 1).is_some_and(char::is_whitespace);
        match self.characters[at].1 {
            '>' | '<' | '=' | '≥' | '≤' | '≠' => {
                self.push(at, at + 1, Kind::Operator);
            }
            ',' | '.' | ';' | '?' | '!' | ':' | '\n' | '(' | ')' => {
                self.push(at, at + 1, Kind::Break);
            }
            '-' | '–' | '—' if spaced => {
                self.push(at, at + 1, Kind::Break);
            }
            // Signs become the words that are said for them, so the parser knows only words.
            '%' => self.push(at, at + 1, Kind::Word).word = "percent".to_owned(),
            '$' => self.push(at, at + 1, Kind::Word).word = "dollar".to_owned(),
            '€' => self.push(at, at + 1, Kind::Word).word = "euro".to_owned(),
            '&' => self.push(at, at + 1, Kind::Word).word = "and".to_owned(),
            '/' => self.push(at, at + 1, Kind::Word).word = "/".to_owned(),
            // "65+" is everybody from 65 on; other plus signs only join.
            '+' if self.ends_number(at) => {
                self.push(at, at + 1, Kind::Word).word = "plus".to_owned();
            }
            _ => {}
        }
        at + 1
    }
}

/// "square metre" and "sq km" are one unit.
fn join_units(tokens: Vec<Token>) -> Vec<Token> {
    let mut joined: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens {
        // "km / h" is a unit, whereas other slashes divide quantities.
        if joined.len() >= 2
            && joined[joined.len() - 1].word == "/"
            && matches!(joined[joined.len() - 2].word.as_str(), "m" | "km")
            && matches!(token.word.as_str(), "s" | "h")
        {
            joined.pop();
            if let Some(before) = joined.last_mut() {
                before.span.end = token.span.end;
                before.word = format!("{}/{}", before.word, token.word);
                before.stem.clone_from(&before.word);
            }
            continue;
        }
        let power = joined.last().and_then(|before: &Token| {
            let power = match before.word.as_str() {
                "square" | "sq" => 2,
                "cubic" => 3,
                _ => return None,
            };
            let unit = match token.word.as_str() {
                "meter" | "meters" | "metre" | "metres" | "m" => "m",
                "kilometer" | "kilometers" | "kilometre" | "kilometres" | "km" => "km",
                "foot" | "feet" | "ft" => "ft",
                _ => return None,
            };
            Some(format!("{unit}{power}"))
        });
        match (power, joined.last_mut()) {
            (Some(unit), Some(before)) => {
                before.span.end = token.span.end;
                before.text = format!("{} {}", before.text, token.text);
                before.stem = stem(&unit);
                before.word = unit;
            }
            _ => joined.push(token),
        }
    }
    joined
}

/// "100 million" and "two thousand" are one number.
fn join_scales(tokens: Vec<Token>) -> Vec<Token> {
    let mut joined: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens {
        // "square metres" is one unit.
        if let Some(before) = joined
            .last_mut()
            .filter(|before| before.is("square cubic sq"))
            && let Some(unit) = area_or_volume(&before.word, &token.word)
        {
            let span = WordSpan {
                start: before.span.start,
                end: token.span.end,
            };
            *before = Token {
                text: format!("{} {}", before.text, token.text),
                ..self::token(unit, Kind::Word, span)
            };
            continue;
        }
        let scale = match token.word.as_str() {
            "hundred" => 1e2,
            "thousand" | "thousands" => 1e3,
            "million" | "millions" => 1e6,
            "billion" | "billions" => 1e9,
            _ => 0.0,
        };
        match joined.last_mut() {
            // "Two hundred thousand" multiplies twice.
            Some(before) if scale > 0.0 && before.number.is_some() => {
                before.number = before.number.map(|number| number * scale);
                before.span.end = token.span.end;
                before.kind = Kind::Number;
            }
            _ => joined.push(token),
        }
    }
    joined
}

/// The sign of a unit of area or volume in two words.
fn area_or_volume(power: &str, length: &str) -> Option<&'static str> {
    Some(match (power, length) {
        ("cubic", "metre" | "metres" | "meter" | "meters" | "m") => "m3",
        ("cubic", _) => return None,
        (_, "metre" | "metres" | "meter" | "meters" | "m") => "sqm",
        (_, "kilometre" | "kilometres" | "kilometer" | "kilometers" | "km") => "sqkm",
        _ => return None,
    })
}
