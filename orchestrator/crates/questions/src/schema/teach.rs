//! Words for a source: proposed from its profiles, taught and edited by people, said in plain words.

use std::collections::HashSet;

use portolan_query::TableProfile;

use super::linguistic::{EntityTerm, LinguisticSchema, Phrasing, PhrasingMeaning, Term};
use super::{Column, Schema};
use crate::language::{Kind, Token, lexicon, name_words, stem, tokenize};
use crate::link::link_columns;
use crate::plan::{ColumnRef, Condition, Scalar};
use crate::words::{column_name, column_title, condition_words};

/// Adjectives that are proposed for the columns that they may speak of.
const ADJECTIVES: &str = "expensive cheap heavy old young tall fast efficient profitable warm cold large small delayed powerful";
/// Words of a taught term.
const LONGEST_TERM: usize = 5;

impl LinguisticSchema {
    /// Proposes words for tables: what a row is, the columns' names in plain words, and adjectives for quantities.
    pub fn propose(tables: &[TableProfile]) -> Self {
        let schema = Schema::new(tables, None);
        let mut proposed = Self::default();
        for id in schema.ids() {
            let column = schema.reference(id);
            let words = column_name(&column);
            // "4:14:42" beside the minutes: the number is what the words mean.
            let is_shadow = schema.column(id).is_shadow;
            // A term that repeats the name in other capitals explains nothing.
            if !is_shadow && words.to_lowercase() != column.column.to_lowercase() {
                proposed.terms.push(Term {
                    words,
                    column: column.clone(),
                    generated: true,
                });
            }
            let fitting = ADJECTIVES
                .split_whitespace()
                .filter_map(|word| Some((word, lexicon::plain_adjective(word)?)))
                .filter(|(_, adjective)| speaks_of(adjective.stems, schema.column(id)));
            for (word, adjective) in fitting {
                // The first fitting column keeps the adjective, so that "large" has one meaning in a table.
                let is_taken = proposed
                    .phrasings
                    .iter()
                    .any(|known| known.words == word && known.column.table == column.table);
                if !is_taken {
                    proposed.phrasings.push(Phrasing {
                        words: word.to_owned(),
                        column: column.clone(),
                        meaning: PhrasingMeaning::Adjective {
                            high: adjective.high,
                        },
                        generated: true,
                    });
                }
            }
        }
        proposed.entities = schema
            .tables
            .iter()
            .filter_map(|table| {
                Some(EntityTerm {
                    table: table.profile.name.clone(),
                    words: table.noun.clone()?,
                })
            })
            .collect();
        proposed
    }

    /// Teaches what words mean; an earlier meaning of the same words in the table is replaced.
    pub fn teach(&mut self, term: Term) {
        self.forget(&term.words, &term.column.table);
        self.terms.push(term);
    }

    /// Teaches an adjective or a condition; an earlier meaning of the same words in the table is replaced.
    pub fn teach_phrasing(&mut self, phrasing: Phrasing) {
        self.forget(&phrasing.words, &phrasing.column.table);
        self.phrasings.push(phrasing);
    }

    /// Forgets what words mean in a table.
    pub fn forget(&mut self, words: &str, table: &str) {
        // Stems are compared, so that teaching "prices" replaces "price".
        let words = stems(words);
        self.terms
            .retain(|known| known.column.table != table || stems(&known.words) != words);
        self.phrasings
            .retain(|known| known.column.table != table || stems(&known.words) != words);
    }

    /// Adds what another schema says; where both explain the same words, the other one counts.
    pub fn merge(&mut self, other: Self) {
        for term in other.terms {
            self.teach(term);
        }
        for phrasing in other.phrasings {
            self.teach_phrasing(phrasing);
        }
        for entity in other.entities {
            self.entities.retain(|known| known.table != entity.table);
            self.entities.push(entity);
        }
    }

    /// Leaves out what is about columns and tables that are not there, such as after an import.
    pub fn keep_known(&mut self, tables: &[TableProfile]) {
        let is_known = |column: &ColumnRef| {
            tables.iter().any(|table| {
                table.name == column.table
                    && table
                        .columns
                        .iter()
                        .any(|known| known.name == column.column)
            })
        };
        self.terms.retain(|term| is_known(&term.column));
        self.phrasings.retain(|phrasing| is_known(&phrasing.column));
        self.entities
            .retain(|entity| tables.iter().any(|table| table.name == entity.table));
    }

    /// Says in plain words what the schema holds, a sentence each.
    pub fn sentences(&self) -> Vec<String> {
        let entities = self
            .entities
            .iter()
            .map(|entity| format!("A row of {} is a {}.", entity.table, entity.words));
        let terms = self
            .terms
            .iter()
            .map(|term| format!("“{}” means {}.", term.words, column_title(&term.column)));
        let phrasings = self.phrasings.iter().map(|phrasing| {
            let column = &phrasing.column;
            match &phrasing.meaning {
                PhrasingMeaning::Adjective { high: true } => {
                    format!(
                        "“{}” means a high {}.",
                        phrasing.words,
                        column_title(column)
                    )
                }
                PhrasingMeaning::Adjective { high: false } => {
                    format!("“{}” means a low {}.", phrasing.words, column_title(column))
                }
                PhrasingMeaning::Condition { test } => {
                    let condition = Condition::Test {
                        of: Scalar::column(column.clone()),
                        test: test.clone(),
                    };
                    format!(
                        "“{}” means that {}.",
                        phrasing.words,
                        condition_words(&condition)
                    )
                }
            }
        });
        entities.chain(terms).chain(phrasings).collect()
    }

    /// Tells whether words were taught, in any form: "chunkiest" of "chunky".
    pub fn explains(&self, words: &str) -> bool {
        let said = stems(words);
        let is_form = |known: &str| {
            let known = known.to_lowercase();
            // "Chunkier" and "larger" lose the last letter of the plain form.
            let base = known.trim_end_matches(['y', 'e']);
            base.len() >= 3 && words.to_lowercase().starts_with(base)
        };
        let mut terms = self.terms.iter().filter(|term| !term.generated);
        let mut phrasings = self.phrasings.iter().filter(|phrasing| !phrasing.generated);
        terms.any(|term| stems(&term.words) == said)
            || phrasings.any(|phrasing| {
                stems(&phrasing.words) == said
                    || (matches!(phrasing.meaning, PhrasingMeaning::Adjective { .. })
                        && is_form(&phrasing.words))
            })
    }
}

fn stems(words: &str) -> Vec<String> {
    name_words(words).iter().map(|word| stem(word)).collect()
}

fn speaks_of(stems: &[&str], column: &Column<'_>) -> bool {
    column.is_quantity() && stems.iter().any(|stem| column.has_stem(stem))
}

impl Schema<'_> {
    /// Returns the taught conditions whose words start at a token, with the end of the words.
    pub fn conditions_taught(&self, tokens: &[Token], at: usize) -> Vec<(usize, usize)> {
        let Some(taught) = self.taught else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for (index, phrasing) in taught.phrasings.iter().enumerate() {
            let words = stems(&phrasing.words);
            let end = at + words.len();
            let is_condition = matches!(phrasing.meaning, PhrasingMeaning::Condition { .. });
            let is_said = !words.is_empty()
                && end <= tokens.len()
                && tokens[at..end].iter().map(|token| &token.stem).eq(&words);
            // A column may have been renamed since the words were taught.
            if is_condition && is_said && self.find(&phrasing.column).is_some() {
                found.push((index, end));
            }
        }
        found
    }
}

/// Reads a sentence that teaches a word: "revenue means sales_amount", "by turnover I mean the net price".
pub fn read_teaching(text: &str, tables: &[TableProfile]) -> Option<Term> {
    let schema = Schema::new(tables, None);
    let tokens: Vec<Token> = tokenize(text)
        .into_iter()
        .filter(|token| token.kind != Kind::Break)
        .collect();
    // "Does a larger flat mean a higher rent?" asks and teaches nothing.
    let asks = |token: &Token| {
        token.is("do does did is are was were what which who why when where how can could would if whether")
    };
    if text.trim_end().ends_with('?') || tokens.first().is_some_and(asks) {
        return None;
    }
    let at = tokens
        .iter()
        .position(|token| token.is("means mean meant"))?;
    // In "by turnover I mean the net price" only "turnover" and "net price" carry the meaning.
    let is_filler = |token: &&Token| token.is("by with i we you the a an word that is column");
    let words: Vec<&str> = tokens[..at]
        .iter()
        .filter(|token| !is_filler(token))
        .map(|token| token.text.as_str())
        .collect();
    let target: Vec<Token> = tokens[at + 1..]
        .iter()
        .filter(|token| !is_filler(token))
        .cloned()
        .collect();
    if words.is_empty() || words.len() > LONGEST_TERM || target.is_empty() {
        return None;
    }
    let link = link_columns(&target, 0, &schema)
        .into_iter()
        // All words must name the column, or the sentence says more than a term does.
        .filter(|link| link.end == target.len())
        .min_by(|left, right| left.cost.total_cmp(&right.cost))?;
    Some(Term {
        words: words.join(" "),
        column: schema.reference(link.column),
        generated: false,
    })
}

/// Puts the columns of taught adjectives into the words of a question: "the chunkiest" is "the highest body mass", "chunkier than
/// 5 kg" is "body mass more than 5 kg", and "chunky" alone is "with above average body mass".
pub fn write_out(tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let Some(taught) = schema.taught else {
        return tokens;
    };
    let mut written = Vec::with_capacity(tokens.len());
    for token in tokens {
        // Proposed adjectives are those that the lexicon knows by itself.
        let mut phrasings = taught.phrasings.iter().filter(|known| !known.generated);
        let found = phrasings.find_map(|phrasing| {
            let PhrasingMeaning::Adjective { high } = phrasing.meaning else {
                return None;
            };
            // A column that is gone leaves the adjective to the lexicon.
            schema.find(&phrasing.column)?;
            Some((
                form_of(&token.word, &phrasing.words)?,
                high,
                &phrasing.column,
            ))
        });
        let Some((form, high, column)) = found else {
            written.push(token);
            continue;
        };
        let name = name_words(&column.column);
        let name = name.iter().map(String::as_str);
        let words: Vec<&str> = match (form, high) {
            (Form::Superlative, true) => std::iter::once("highest").chain(name).collect(),
            (Form::Superlative, false) => std::iter::once("lowest").chain(name).collect(),
            // "More" comes last, so that "than 5 kg" follows it.
            (Form::Comparative, true) => name.chain(["more"]).collect(),
            (Form::Comparative, false) => name.chain(["less"]).collect(),
            (Form::Plain, true) => ["with", "above", "average"]
                .into_iter()
                .chain(name)
                .collect(),
            (Form::Plain, false) => ["with", "below", "average"]
                .into_iter()
                .chain(name)
                .collect(),
        };
        // All words stand at the place of the adjective, so the echo marks what was typed.
        written.extend(words.into_iter().map(|word| Token {
            text: token.text.clone(),
            ..crate::language::token::token(word, Kind::Word, token.span)
        }));
    }
    written
}

#[derive(Clone, Copy)]
enum Form {
    Plain,
    Comparative,
    Superlative,
}

/// Returns the form of an adjective that a word is.
fn form_of(word: &str, adjective: &str) -> Option<Form> {
    let adjective = adjective.to_lowercase();
    if word == adjective {
        return Some(Form::Plain);
    }
    let forms: HashSet<String> = [
        adjective.clone(),
        // "Large" gives "larger", and "heavy" gives "heavier".
        adjective.trim_end_matches('e').to_owned(),
        adjective
            .strip_suffix('y')
            .map_or_else(|| adjective.clone(), |base| format!("{base}i")),
    ]
    .into();
    let ends = |end: &str| {
        word.strip_suffix(end)
            .is_some_and(|base| forms.contains(base))
    };
    if ends("est") {
        Some(Form::Superlative)
    } else if ends("er") {
        Some(Form::Comparative)
    } else {
        None
    }
}
