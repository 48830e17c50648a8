//! Values of columns by their words.

use std::collections::HashMap;

use portolan_query::{ColumnType, TableProfile};
use serde_json::Value;

use super::lists::Lists;
use super::ranges::{Ranges, asked, ranges_of, values_in, young};
use crate::language::{Kind, Token, lexicon, name_words, stem};
use crate::plan::Literal;
use crate::schema::{ColumnId, names_indicator};

struct Entry {
    stems: Vec<String>,
    column: ColumnId,
    text: String,
}

/// A value that a span of words may name.
#[derive(Clone, Debug)]
pub struct ValueLink {
    pub end: usize,
    pub column: ColumnId,
    /// More than one where the words are part of several values.
    pub texts: Vec<String>,
    pub cost: f64,
}

/// The text values of all columns, found by each of their words.
pub struct ValueIndex {
    entries: Vec<Entry>,
    by_stem: HashMap<String, Vec<usize>>,
    /// Columns whose values are ranges of numbers.
    ranges: Vec<(ColumnId, Ranges)>,
    /// Columns of indicators, whose values are what is asked for: "earthquakes" beside `Volcanic earthquakes`.
    indicators: Vec<ColumnId>,
    /// The names of the columns in small letters.
    names: HashMap<ColumnId, String>,
    /// Columns with more values than their profiles list.
    partial: Vec<ColumnId>,
    /// Columns whose values are lists of other values: "TX,LA" beside "TX".
    lists: HashMap<ColumnId, Lists>,
    /// Values with numbers and signs between them, as [`plain_number`] writes them.
    numbered: HashMap<String, String>,
}

impl ValueIndex {
    /// Reads the values of text columns.
    pub fn new(tables: &[TableProfile]) -> Self {
        let mut index = Self {
            entries: Vec::new(),
            by_stem: HashMap::new(),
            ranges: Vec::new(),
            indicators: Vec::new(),
            partial: Vec::new(),
            names: HashMap::new(),
            lists: HashMap::new(),
            numbered: HashMap::new(),
        };
        let groups: Vec<Vec<&str>> = lexicon::value_groups().collect();
        for (table, profile) in tables.iter().enumerate() {
            for (at, column) in profile.columns.iter().enumerate() {
                if column.column_type != ColumnType::String {
                    continue;
                }
                let id = ColumnId { table, column: at };
                index.names.insert(id, column.name.to_lowercase());
                if column.distinct > column.values.len() as u64 {
                    index.partial.push(id);
                } else if let Some(lists) = Lists::of(column) {
                    index.lists.insert(id, lists);
                }
                index
                    .ranges
                    .extend(ranges_of(column).map(|ranges| (id, ranges)));
                let words: Vec<String> = name_words(&column.name);
                if words.iter().any(|word| names_indicator(word)) {
                    index.indicators.push(id);
                }
                for value in &column.values {
                    if let Value::String(text) = &value.value {
                        if let Some(written) = plain_number(text) {
                            index.numbered.insert(written, text.clone());
                        }
                        index.add(id, text, &groups, &words);
                    }
                }
            }
        }
        index
    }

    fn add(&mut self, column: ColumnId, text: &str, groups: &[Vec<&str>], name: &[String]) {
        // Longer texts are remarks, whose words would link to everything.
        if text.chars().count() > 80 {
            return;
        }
        let stems: Vec<String> = name_words(text).iter().map(|word| stem(word)).collect();
        // "AsstProf" is an assistant professor.
        let words = name_words(text);
        let expanded = |word: &String| {
            // "Mon" is a Monday and no month.
            (word.chars().count() > 2 && lexicon::weekday(word).is_none())
                .then(|| lexicon::expansions(word).first().copied())
                .flatten()
        };
        if (1..=4).contains(&words.len()) && words.iter().any(|word| expanded(word).is_some()) {
            let whole = words
                .iter()
                .map(|word| stem(expanded(word).unwrap_or(word.as_str())))
                .collect();
            self.push(column, text, whole);
        }
        let parts = stems.len();
        self.push(column, text, stems);
        let lower = text.to_lowercase();
        if parts > 1 && text.chars().all(char::is_alphanumeric) {
            // "PhD" is one word.
            self.push(column, text, vec![stem(&lower)]);
        }
        let single = lower.chars().count() <= 2;
        for group in groups
            .iter()
            .filter(|group| group.contains(&lower.as_str()))
        {
            // A code of one or two letters names a place or a sex only where the column is about that.
            let about = |names: &str| {
                name.iter()
                    .any(|word| names.split(' ').any(|known| word.contains(known)))
            };
            let place = group.len() < 3 || group[0].len() > 1;
            if single
                && !(about("sex gender")
                    || (place && about("state country nation code region abb from to")))
            {
                continue;
            }
            for other in group
                .iter()
                // Other codes of two letters are words, such as "IN" and "OR" among the states.
                .filter(|other| **other != lower && other.chars().count() > 2)
            {
                let stems: Vec<String> = name_words(other).iter().map(|word| stem(word)).collect();
                self.push(column, text, stems);
            }
        }
    }

    fn push(&mut self, column: ColumnId, text: &str, stems: Vec<String>) {
        if stems.is_empty() {
            return;
        }
        let at = self.entries.len();
        for stem in &stems {
            self.by_stem.entry(stem.clone()).or_default().push(at);
        }
        self.entries.push(Entry {
            stems,
            column,
            text: text.to_owned(),
        });
    }

    /// Joins the tokens that are one value, such as a season or a school year: "2023-24", "2023/24".
    pub fn join_numbered(&self, tokens: Vec<Token>, text: &str) -> Vec<Token> {
        if self.numbered.is_empty() {
            return tokens;
        }
        let mut joined = Vec::with_capacity(tokens.len());
        let mut at = 0;
        while at < tokens.len() {
            // The longest span comes first, since a shorter one may be a value too.
            let found = (at + 1..=(at + 4).min(tokens.len())).rev().find_map(|end| {
                let mut span = tokens[at].span;
                span.end = tokens[end - 1].span.end;
                let written = plain_number(text.get(span.start..span.end)?)?;
                Some((end, span, self.numbered.get(&written)?))
            });
            let Some((end, span, value)) = found else {
                joined.push(tokens[at].clone());
                at += 1;
                continue;
            };
            joined.push(crate::language::token::token(value, Kind::Quoted, span));
            at = end;
        }
        joined
    }

    /// Returns all words of values.
    pub fn stems(&self) -> impl Iterator<Item = &String> {
        self.by_stem.keys()
    }

    /// Returns the columns with a value that is written exactly like this.
    pub fn spelt(&self, text: &str) -> impl Iterator<Item = ColumnId> {
        let known = self.by_stem.get(&stem(&text.to_lowercase()));
        known
            .into_iter()
            .flatten()
            .map(|at| &self.entries[*at])
            .filter(move |entry| entry.text == text)
            .map(|entry| entry.column)
    }

    /// Tells whether the values of a column that hold a text are those that list it: "TX,LA" lists "LA", and is no "LA".
    pub fn is_listed(&self, column: ColumnId, text: &str) -> bool {
        let lists = self.lists.get(&column);
        lists.is_some_and(|lists| lists.is_listed(text))
    }

    /// Returns the lists of a column that hold a text, where several do.
    pub fn lists_with(&self, column: ColumnId, text: &str) -> Option<Vec<Literal>> {
        let holding = self.lists.get(&column)?.with(text)?;
        let literal = |text: &str| Literal::Text {
            text: text.to_owned(),
        };
        Some(holding.into_iter().map(literal).collect())
    }

    /// Tells whether a text is a value, whatever the case of its letters.
    pub fn holds(&self, text: &str) -> bool {
        let lower = text.to_lowercase();
        let known = self.by_stem.get(&stem(&lower));
        known
            .into_iter()
            .flatten()
            .any(|at| self.entries[*at].text.to_lowercase() == lower)
    }

    /// Returns the values that the words from `at` on may name, whole ones first.
    pub fn link(&self, tokens: &[Token], at: usize) -> Vec<ValueLink> {
        let Some(first) = tokens
            .get(at)
            .filter(|token| token.kind != Kind::Break && token.kind != Kind::Operator)
        else {
            return Vec::new();
        };
        if first.kind == Kind::Quoted {
            return self.quoted(&first.text, at);
        }
        let mut found: Vec<ValueLink> = self.rewritten(tokens, at);
        let Some(candidates) = self.by_stem.get(&first.stem) else {
            return found;
        };
        let mut parts: HashMap<ColumnId, Vec<usize>> = HashMap::new();
        for &entry in candidates {
            let known = &self.entries[entry];
            let length = known.stems.len();
            // "per" is no country code where it is written in small letters.
            let is_plain = lexicon::is_function_word(&first.word)
                && length == 1
                && known.text.chars().count() > 1
                && known.text.chars().all(char::is_uppercase)
                && tokens[at].text != known.text;
            if is_plain {
                continue;
            }
            let whole = known.stems.first() == Some(&first.stem)
                && known.stems.iter().enumerate().all(|(more, stem)| {
                    tokens
                        .get(at + more)
                        .is_some_and(|token| token.stem == *stem && token.kind != Kind::Break)
                });
            if whole {
                let is_capital = length == 1
                    && known.text.chars().count() >= 2
                    && known.text.chars().all(char::is_uppercase)
                    && lexicon::is_function_word(&first.word);
                let letter = length == 1 && known.stems[0].chars().count() == 1;
                // A value "A" is named by the capital letter alone and never by the article.
                let exact = tokens[at].text == known.text || !letter;
                if exact {
                    found.push(ValueLink {
                        end: at + length,
                        column: known.column,
                        texts: vec![known.text.clone()],
                        cost: if letter && at > 0 && tokens[at].text.chars().all(char::is_uppercase)
                        {
                            // A capital letter inside a sentence is no article.
                            -0.15
                        } else if letter {
                            0.4
                        } else if is_capital && tokens[at].text == known.text {
                            // "IT" is no pronoun.
                            -0.25
                        } else if self.partial.contains(&known.column) {
                            // The same word is rather a kind than one of many remarks.
                            0.15
                        } else {
                            0.05
                        },
                    });
                }
            } else if length > 1
                && first.stem.chars().count() > 2
                && first.number.is_none()
                && !is_common(&first.word)
            {
                // Any of the words may name the value: "Vendôme" is enough for "Place Vendôme".
                parts.entry(known.column).or_default().push(entry);
            }
        }
        // "Each state" is no `Augusta State Airport`: behind these words stands what divides the rows or is asked for.
        let divides = at.checked_sub(1).is_some_and(|before| {
            tokens[before].is("each every per by which what") && first.word == first.text
        });
        if divides {
            parts.clear();
        }
        let by_first_word = self.first_words(tokens, at);
        for (column, entries) in parts {
            // The values that are listed are not all that begin with the word.
            let is_beginning = by_first_word.iter().any(|(known, _)| *known == column);
            let names_one = |entry: &usize| {
                let stems = &self.entries[*entry].stems;
                stems.get(1).is_some_and(|second| {
                    tokens.get(at + 1).is_some_and(|next| next.stem == *second)
                })
            };
            if !is_beginning || entries.iter().any(names_one) {
                self.part(tokens, at, column, &entries, &mut found);
            }
        }
        found.sort_by(|left, right| {
            left.cost
                .total_cmp(&right.cost)
                .then(left.column.cmp(&right.column))
                .then(right.end.cmp(&left.end))
        });
        found.dedup_by(|left, right| {
            left.column == right.column && left.end == right.end && left.texts == right.texts
        });
        found
    }

    /// Returns the columns of which a word begins more values than can be listed, with the word as they write it: makes of cars
    /// before their models.
    pub fn first_words(&self, tokens: &[Token], at: usize) -> Vec<(ColumnId, String)> {
        /// Fewer values of a full list are linked one by one.
        const LISTED: usize = 8;
        /// A profile that holds the most frequent values only hides others.
        const OF_MANY: usize = 2;
        let first = &tokens[at];
        let is_name = first.kind == Kind::Word
            && first.number.is_none()
            && first.word.chars().count() >= 3
            && !is_common(&first.word)
            && !(portolan_thesaurus::is_adjective(&first.word) && first.word == first.text);
        let Some(known) = self.by_stem.get(&first.stem).filter(|_| is_name) else {
            return Vec::new();
        };
        let mut counts: HashMap<ColumnId, (usize, String)> = HashMap::new();
        for entry in known.iter().map(|entry| &self.entries[*entry]) {
            let written = entry
                .text
                .split(|letter: char| !letter.is_alphanumeric())
                .next();
            let opens = written.filter(|word| word.to_lowercase() == first.word);
            if let Some(word) = opens {
                let (count, _) = counts.entry(entry.column).or_insert((0, word.to_owned()));
                *count += usize::from(entry.stems.len() > 1);
            }
        }
        let mut found: Vec<(ColumnId, String)> = counts
            .into_iter()
            .filter(|(column, (count, _))| {
                *count > LISTED || *count >= OF_MANY && self.partial.contains(column)
            })
            .map(|(column, (_, word))| (column, word))
            .collect();
        found.sort();
        found
    }

    fn is_about_places(&self, column: ColumnId) -> bool {
        let named = |name: &String| {
            ["state", "province", "region", "country"]
                .iter()
                .any(|word| name.contains(word))
        };
        self.names.get(&column).is_some_and(named)
    }

    /// Returns one-word values that are written otherwise in the question: "e-bike" for "ebike", "rainy" for "rain".
    fn rewritten(&self, tokens: &[Token], at: usize) -> Vec<ValueLink> {
        let first = &tokens[at];
        let joined = tokens
            .get(at + 1)
            .filter(|next| next.kind == Kind::Word && first.kind == Kind::Word)
            .map(|next| (at + 2, stem(&format!("{}{}", first.word, next.word)), 0.05));
        let noun = noun_of_adjective(&first.word)
            .filter(|_| !is_common(&first.word))
            .map(|noun| (at + 1, noun, 0.25));
        // "elementary" for "Elem": the value is how the word begins.
        let shortened = (3..=6)
            .filter(|_| first.kind == Kind::Word && !is_common(&first.word))
            .filter(|length| first.word.len() >= length + 3 && first.word.is_char_boundary(*length))
            .map(|length| &first.word[..length])
            // A beginning that is a word of its own means that word: "card" is not short for "cardinal".
            .filter(|part| !portolan_thesaurus::is_word(part))
            .map(|part| (at + 1, part.to_owned(), 0.3));
        let spellings = joined.into_iter().chain(noun).chain(shortened);
        let entries = spellings.flat_map(|(end, stem, cost)| {
            let known = self.by_stem.get(&stem).into_iter().flatten();
            known.map(move |entry| (end, &self.entries[*entry], cost))
        });
        entries
            .filter(|(_, entry, _)| entry.stems.len() == 1 && entry.text.chars().count() > 2)
            // Three letters begin many words: only capitals in a column of places are short for one.
            .filter(|(_, entry, _)| {
                let is_code = entry.text.chars().all(char::is_uppercase)
                    && self.is_about_places(entry.column);
                entry.stems[0].len() > 3 || is_code
            })
            .map(|(end, entry, cost)| ValueLink {
                end,
                column: entry.column,
                texts: vec![entry.text.clone()],
                cost,
            })
            .collect()
    }

    /// Returns the values that a range of numbers in the question stands for: "25 to 34", "65 and older".
    pub fn link_ranges(&self, tokens: &[Token], at: usize) -> Vec<(ValueLink, bool)> {
        let young = self.ranges.iter().filter_map(|(column, ranges)| {
            let (end, texts) = young(tokens, at, ranges)?;
            let link = ValueLink {
                end,
                column: *column,
                texts,
                cost: 0.0,
            };
            Some((link, false))
        });
        let Some(asked) = asked(tokens, at).filter(|_| !self.ranges.is_empty()) else {
            return young.collect();
        };
        self.ranges
            .iter()
            .filter_map(|(column, ranges)| {
                let texts = values_in(ranges, asked.range);
                let link = ValueLink {
                    end: asked.end,
                    column: *column,
                    texts,
                    cost: 0.0,
                };
                (!link.texts.is_empty()).then_some((link, asked.is_open))
            })
            .collect()
    }

    /// Words that are part of one value, or the same part of a few.
    fn part(
        &self,
        tokens: &[Token],
        at: usize,
        column: ColumnId,
        entries: &[usize],
        found: &mut Vec<ValueLink>,
    ) {
        let matched = |entry: &Entry| {
            let mut last = at;
            for (more, token) in tokens[at..].iter().take(5).enumerate() {
                if entry.stems.contains(&token.stem) && token.kind != Kind::Break {
                    last = at + more;
                } else if !lexicon::is_function_word(&token.word)
                    || is_coordinator(token)
                    || token.is("each every per by do does did")
                {
                    // "agree or strongly agree" names two values, though "Strongly agree" has both words, and "airports of each
                    // state" no "Augusta State Airport".
                    break;
                }
            }
            last + 1
        };
        let longest = entries
            .iter()
            .map(|entry| matched(&self.entries[*entry]))
            .max()
            .unwrap_or(at + 1);
        let best: Vec<&Entry> = entries
            .iter()
            .map(|entry| &self.entries[*entry])
            .filter(|entry| matched(entry) == longest)
            .collect();
        let mut texts: Vec<String> = best.iter().map(|entry| entry.text.clone()).collect();
        texts.sort();
        texts.dedup();
        // The noun that the column is called by tells none of its values apart: "class" beside `small class`, "station" beside
        // `Central Station`.
        let word = &tokens[at].word;
        let names_column = longest == at + 1
            && word.len() >= 4
            && (self.names.get(&column)).is_some_and(|name| name.starts_with(word.as_str()));
        if names_column {
            return;
        }
        let is_kind = |entry: &&Entry| is_head_alone(&tokens[at..longest], entry);
        let is_indicator = self.indicators.contains(&column);
        // A word of so many values tells none of them apart.
        if texts.len() > 8 || !is_indicator && best.iter().all(is_kind) {
            return;
        }
        let covered = (longest - at) as f64 / best[0].stems.len() as f64;
        found.push(ValueLink {
            end: longest,
            column,
            // The more of a value is said, the cheaper; each further value that fits as well costs more.
            cost: 0.5 + 0.9 * (1.0 - covered.min(1.0)) + 0.2 * (texts.len() - 1) as f64,
            texts,
        });
    }

    fn quoted(&self, text: &str, at: usize) -> Vec<ValueLink> {
        let lower = text.to_lowercase();
        let mut found: Vec<ValueLink> = self
            .entries
            .iter()
            .filter(|entry| entry.text.to_lowercase() == lower)
            .map(|entry| ValueLink {
                end: at + 1,
                column: entry.column,
                texts: vec![entry.text.clone()],
                cost: 0.0,
            })
            .collect();
        found.dedup_by(|left, right| left.column == right.column);
        found
    }
}

/// Tells whether a plural names what a value is a kind of, and not the value: "companies" beside `Trading companies`.
fn is_head_alone(said: &[Token], entry: &Entry) -> bool {
    let [only] = said else { return false };
    let is_plural = crate::schema::build::singular(&only.word) != only.word;
    let is_head = entry.stems.len() > 1 && entry.stems.last() == Some(&only.stem);
    // A name has capitals: "Warriors" are the Golden State Warriors.
    let mut words = entry.text.split_whitespace().rev();
    let is_same_noun = words.next() == Some(only.word.as_str());
    // "Number of quakes" are quakes, whereas houses that trade are houses of a kind.
    let is_modified = words
        .next()
        .is_some_and(|before| !lexicon::is_function_word(&before.to_lowercase()));
    is_plural && is_head && is_same_noun && is_modified
}

/// Returns a short text of several numbers with one sign for all that divide them; years that follow each other are written as
/// "2023-24". None for other texts.
fn plain_number(text: &str) -> Option<String> {
    if text.len() > 20 || !text.is_ascii() {
        // The en dash between numbers is the only character beyond ASCII that is read.
        return text
            .contains('\u{2013}')
            .then(|| plain_number(&text.replace('\u{2013}', "-")))?;
    }
    let written: String = text
        .to_lowercase()
        .replace(['/', '_'], "-")
        .replace(' ', "");
    let parts: Vec<&str> = written.split('-').collect();
    let is_number = |part: &&str| part.bytes().any(|byte| byte.is_ascii_digit());
    if parts.len() < 2
        || !parts.iter().all(is_number)
        || !written
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    {
        return None;
    }
    let years = match parts.as_slice() {
        [first, second] if first.len() == 4 && second.len() == 4 => {
            first.parse::<u32>().ok().zip(second.parse::<u32>().ok())
        }
        _ => None,
    };
    match years {
        Some((first, second)) if first + 1 == second => {
            Some(format!("{first}-{:02}", second % 100))
        }
        _ => Some(written),
    }
}

/// Tells whether a word stands between two things and not inside of one.
fn is_coordinator(token: &Token) -> bool {
    token.is("and or nor but not than")
}

/// Returns a noun that an adjective in "y" is made of: "rainy" of "rain", "foggy" of "fog".
fn noun_of_adjective(word: &str) -> Option<String> {
    let base = word.strip_suffix('y').filter(|base| base.len() >= 3)?;
    let mut letters = base.chars().rev();
    let (last, before) = (letters.next()?, letters.next()?);
    // Only a noun that ends with one consonant doubles it: "fog" gives "foggy", but "hill" gives "hilly".
    let is_doubled = last == before && !matches!(last, 'a' | 'e' | 'i' | 'o' | 'u' | 'l' | 's');
    let noun = if is_doubled {
        &base[..base.len() - last.len_utf8()]
    } else {
        base
    };
    Some(stem(noun))
}

/// Tells whether a word is too common to stand for a longer value.
fn is_common(word: &str) -> bool {
    lexicon::is_function_word(word)
        || lexicon::is_chart_word(word)
        || lexicon::is_light_word(word)
        || lexicon::time_unit(word).is_some()
        || lexicon::aggregate(word).is_some()
        || lexicon::superlative(word).is_some()
        || lexicon::comparative(word).is_some()
}
