//! The words of a source: proposed from its data, checked, merged, and read as the question engine's schema.

use std::collections::{BTreeSet, HashMap};

use portolan_query::{ColumnProfile, ColumnType, TableProfile};
use portolan_questions::{
    plan::{ColumnRef, Comparison, Literal, Test},
    schema::{EntityTerm, LinguisticSchema, Phrasing, PhrasingMeaning, Term},
};

use super::{InvalidWords, Source, SourceColumnWords, SourcePhrasing, SourceWords, WordMeaning};

/// Entries of one source.
const MOST_ENTRIES: usize = 1_000;
/// Words that the question engine reads as one term.
const MOST_WORDS: usize = 5;
/// Characters of one entry's words.
const WORDS_CHARACTERS: usize = 80;
/// Values of one condition.
const MOST_VALUES: usize = 50;

/// An entry, whichever list it is in.
struct Entry<'a> {
    path: String,
    words: &'a str,
    column: &'a str,
}

impl SourceWords {
    /// Proposes words from a table's names and values.
    pub fn propose(profile: &TableProfile) -> Self {
        let proposed = LinguisticSchema::propose(std::slice::from_ref(profile));
        Self::from_schema(proposed, profile)
    }

    /// Returns the entries of a schema that are about the table; the first meaning of the same words counts.
    fn from_schema(schema: LinguisticSchema, profile: &TableProfile) -> Self {
        let mut seen = BTreeSet::new();
        let mut is_own = |words: &str, column: &ColumnRef| {
            column.table == profile.name
                && check_words("words", words).is_ok()
                && seen.insert(normalize(words))
        };
        let mut entities = schema.entities.into_iter();
        let terms = schema
            .terms
            .into_iter()
            .filter(|term| is_own(&term.words, &term.column))
            .map(|term| SourceColumnWords {
                words: term.words,
                column: term.column.column,
                generated: term.generated,
            })
            .collect();
        let phrasings = schema.phrasings.into_iter();
        Self {
            row: entities
                .find(|entity| entity.table == profile.name)
                .map(|entity| entity.words),
            terms,
            phrasings: phrasings
                .filter(|phrasing| is_own(&phrasing.words, &phrasing.column))
                .filter_map(|phrasing| {
                    Some(SourcePhrasing {
                        meaning: meaning_of(phrasing.meaning)?,
                        words: phrasing.words,
                        column: phrasing.column.column,
                        generated: phrasing.generated,
                    })
                })
                .collect(),
        }
    }

    /// Returns the words as the question engine reads them; entries about columns that are gone are left out.
    pub fn to_schema(&self, profile: &TableProfile) -> LinguisticSchema {
        let reference = |name: &str| {
            let column = find_column(profile, name)?;
            let reference = ColumnRef {
                table: profile.name.clone(),
                column: column.name.clone(),
            };
            Some((column, reference))
        };
        let terms = self.terms.iter().filter_map(|term| {
            Some(Term {
                words: term.words.clone(),
                column: reference(&term.column)?.1,
                generated: term.generated,
            })
        });
        let phrasings = self.phrasings.iter().filter_map(|phrasing| {
            let (profile, column) = reference(&phrasing.column)?;
            Some(Phrasing {
                words: phrasing.words.clone(),
                column,
                meaning: phrasing.meaning.to_engine(profile)?,
                generated: phrasing.generated,
            })
        });
        LinguisticSchema {
            entities: self
                .row
                .iter()
                .map(|words| EntityTerm {
                    table: profile.name.clone(),
                    words: words.clone(),
                })
                .collect(),
            terms: terms.collect(),
            phrasings: phrasings.collect(),
        }
    }

    /// Returns only what was taught or edited.
    pub fn taught(&self) -> Self {
        Self {
            row: None,
            terms: self
                .terms
                .iter()
                .filter(|term| !term.generated)
                .cloned()
                .collect(),
            phrasings: self
                .phrasings
                .iter()
                .filter(|phrasing| !phrasing.generated)
                .cloned()
                .collect(),
        }
    }

    /// Teaches what words mean; an earlier meaning of the same words is replaced.
    pub fn teach(&mut self, term: SourceColumnWords) {
        self.forget(&term.words);
        self.terms.push(term);
    }

    fn forget(&mut self, words: &str) {
        let words = normalize(words);
        self.terms.retain(|known| normalize(&known.words) != words);
        self.phrasings
            .retain(|known| normalize(&known.words) != words);
    }

    /// Adds what other words say; where both explain the same words, the others count.
    pub fn merge(&mut self, other: Self) {
        if other.row.is_some() {
            self.row = other.row;
        }
        for term in other.terms {
            self.teach(term);
        }
        for phrasing in other.phrasings {
            self.forget(&phrasing.words);
            self.phrasings.push(phrasing);
        }
    }

    /// Gives entries the new name of their column.
    pub fn rename_columns(&mut self, names: &HashMap<&str, &str>) {
        let terms = self.terms.iter_mut().map(|term| &mut term.column);
        let phrasings = self
            .phrasings
            .iter_mut()
            .map(|phrasing| &mut phrasing.column);
        for column in terms.chain(phrasings) {
            if let Some(name) = names.get(column.as_str()) {
                *column = (*name).to_owned();
            }
        }
    }

    /// Leaves out entries about columns that the table does not have, or whose values do not fit; returns the words of those.
    pub fn keep_known(&mut self, profile: &TableProfile) -> Vec<String> {
        let mut skipped = Vec::new();
        let mut keep = |is_known: bool, words: &str| {
            if !is_known {
                skipped.push(words.to_owned());
            }
            is_known
        };
        self.terms
            .retain(|term| keep(find_column(profile, &term.column).is_some(), &term.words));
        self.phrasings.retain(|phrasing| {
            let column = find_column(profile, &phrasing.column);
            let fits = column.and_then(|column| phrasing.meaning.to_engine(column));
            keep(fits.is_some(), &phrasing.words)
        });
        skipped
    }

    /// Keeps the generated mark only for unchanged entries: an edited entry belongs to its owner.
    pub fn keep_origin(&mut self, known: &Self) {
        for term in &mut self.terms {
            term.generated = false;
            term.generated = known.terms.iter().any(|known| {
                known.generated && known.words == term.words && known.column == term.column
            });
        }
        for phrasing in &mut self.phrasings {
            phrasing.generated = known.phrasings.iter().any(|known| {
                known.generated
                    && known.words == phrasing.words
                    && known.column == phrasing.column
                    && known.meaning == phrasing.meaning
            });
        }
    }

    /// Checks what a user wrote and trims it.
    pub fn check(mut self, profile: &TableProfile) -> Result<Self, InvalidWords> {
        if self.terms.len() + self.phrasings.len() > MOST_ENTRIES {
            return Err(InvalidWords::at(
                "terms",
                format!("Keep at most {MOST_ENTRIES} entries for a source."),
            ));
        }
        trim(&mut self);
        if let Some(row) = &self.row {
            check_words("row", row)?;
        }
        let mut seen = BTreeSet::new();
        for entry in self.entries() {
            check_words(&format!("{}.words", entry.path), entry.words)?;
            if find_column(profile, entry.column).is_none() {
                return Err(InvalidWords::at(
                    format!("{}.column", entry.path),
                    format!("This table has no column “{}”.", entry.column),
                ));
            }
            // A column may have several names, but one name means one thing.
            if !seen.insert(normalize(entry.words)) {
                return Err(InvalidWords::at(
                    format!("{}.words", entry.path),
                    format!("“{}” is listed twice. Remove one of them.", entry.words),
                ));
            }
        }
        for (at, phrasing) in self.phrasings.iter().enumerate() {
            let column = find_column(profile, &phrasing.column);
            if column
                .and_then(|column| phrasing.meaning.to_engine(column))
                .is_none()
            {
                return Err(InvalidWords::at(
                    format!("phrasings.{at}.meaning"),
                    format!(
                        "This can't be asked of “{}”. Choose another condition, or a value that the column can have.",
                        phrasing.column
                    ),
                ));
            }
        }
        Ok(self)
    }

    fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        let terms = self.terms.iter().enumerate().map(|(at, term)| Entry {
            path: format!("terms.{at}"),
            words: &term.words,
            column: &term.column,
        });
        let phrasings = self.phrasings.iter().enumerate();
        terms.chain(phrasings.map(|(at, phrasing)| Entry {
            path: format!("phrasings.{at}"),
            words: &phrasing.words,
            column: &phrasing.column,
        }))
    }
}

impl WordMeaning {
    /// Returns the engine's meaning; None if the column cannot be tested so.
    fn to_engine(&self, column: &ColumnProfile) -> Option<PhrasingMeaning> {
        let is_number = matches!(column.column_type, ColumnType::Integer | ColumnType::Number);
        let compare = |comparison, number: f64| {
            (is_number && number.is_finite()).then_some(Test::Compare {
                comparison,
                value: Literal::Number { number },
            })
        };
        let test = match self {
            Self::High | Self::Low => {
                let high = *self == Self::High;
                return is_number.then_some(PhrasingMeaning::Adjective { high });
            }
            Self::Above { number } => compare(Comparison::More, *number)?,
            Self::Below { number } => compare(Comparison::Less, *number)?,
            Self::Is { values } => is_one_of(column, values)?,
        };
        Some(PhrasingMeaning::Condition { test })
    }
}

/// Returns the meaning that a user can read and edit; None for tests that only the engine makes.
fn meaning_of(meaning: PhrasingMeaning) -> Option<WordMeaning> {
    match meaning {
        PhrasingMeaning::Adjective { high: true } => Some(WordMeaning::High),
        PhrasingMeaning::Adjective { high: false } => Some(WordMeaning::Low),
        PhrasingMeaning::Condition { .. } => None,
    }
}

fn is_one_of(column: &ColumnProfile, values: &[String]) -> Option<Test> {
    if values.is_empty() || values.len() > MOST_VALUES {
        return None;
    }
    if column.column_type == ColumnType::Boolean {
        let [only] = values else { return None };
        return match only.to_lowercase().as_str() {
            "true" | "yes" => Some(Test::IsTrue),
            "false" | "no" => Some(Test::IsFalse),
            _ => None,
        };
    }
    let literal = |value: &String| match column.column_type {
        ColumnType::String => Some(Literal::Text {
            text: value.clone(),
        }),
        ColumnType::Integer | ColumnType::Number => {
            let number = value
                .parse::<f64>()
                .ok()
                .filter(|number| number.is_finite());
            Some(Literal::Number { number: number? })
        }
        ColumnType::Boolean | ColumnType::Date | ColumnType::Datetime => None,
    };
    let values = values.iter().map(literal).collect::<Option<Vec<_>>>()?;
    Some(Test::In { values })
}

impl Source {
    /// Returns the source's words: the stored ones, or those that its table proposes.
    pub fn own_words(&self) -> Option<SourceWords> {
        let profile = self.profile.as_ref()?;
        Some(match &self.words {
            Some(words) => words.clone(),
            None => SourceWords::propose(profile),
        })
    }

    /// Returns the words after new content took the place of the old: proposed ones of the new table, and those that were taught
    /// as far as its columns are there.
    pub fn renewed_words(&self, old: Option<&SourceWords>) -> Option<SourceWords> {
        let profile = self.profile.as_ref()?;
        let mut words = SourceWords::propose(profile);
        if let Some(old) = old {
            let mut taught = old.taught();
            taught.keep_known(profile);
            taught.row.clone_from(&old.row);
            words.merge(taught);
        }
        Some(words)
    }
}

fn find_column<'p>(profile: &'p TableProfile, name: &str) -> Option<&'p ColumnProfile> {
    profile.columns.iter().find(|column| column.name == name)
}

fn normalize(words: &str) -> String {
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ")
}

fn trim(words: &mut SourceWords) {
    let tidy = |text: &mut String| {
        let parts: Vec<&str> = text.split_whitespace().collect();
        *text = parts.join(" ");
    };
    words.row = words.row.take().map(|mut row| {
        tidy(&mut row);
        row
    });
    words.row.take_if(|row| row.is_empty());
    words
        .terms
        .iter_mut()
        .for_each(|term| tidy(&mut term.words));
    words
        .phrasings
        .iter_mut()
        .for_each(|phrasing| tidy(&mut phrasing.words));
}

fn check_words(path: &str, words: &str) -> Result<(), InvalidWords> {
    let count = words.split_whitespace().count();
    let is_fit = (1..=MOST_WORDS).contains(&count)
        && words.chars().count() <= WORDS_CHARACTERS
        && words.chars().any(char::is_alphanumeric)
        && !words.chars().any(char::is_control);
    if is_fit {
        return Ok(());
    }
    Err(InvalidWords::at(
        path,
        format!("Write one to {MOST_WORDS} words, at most {WORDS_CHARACTERS} characters."),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(name: &str, column_type: ColumnType) -> ColumnProfile {
        ColumnProfile {
            name: name.into(),
            column_type,
            nulls: 0,
            distinct: 3,
            min: None,
            max: None,
            mean: None,
            quartiles: None,
            values: Vec::new(),
        }
    }

    fn term(words: &str, column: &str, generated: bool) -> SourceColumnWords {
        SourceColumnWords {
            words: words.into(),
            column: column.into(),
            generated,
        }
    }

    #[test]
    fn word_meanings_must_match_the_column_type() {
        let number = column("rain_mm", ColumnType::Number);
        let text = column("island", ColumnType::String);
        let flag = column("open", ColumnType::Boolean);
        let is = |values: &[&str]| WordMeaning::Is {
            values: values.iter().map(|&value| value.to_owned()).collect(),
        };
        assert!(WordMeaning::High.to_engine(&number).is_some());
        assert!(WordMeaning::High.to_engine(&text).is_none());
        assert!(
            WordMeaning::Above { number: f64::NAN }
                .to_engine(&number)
                .is_none()
        );
        assert!(is(&["3", "4.5"]).to_engine(&number).is_some());
        assert!(is(&["three"]).to_engine(&number).is_none());
        assert!(is(&["Aland"]).to_engine(&text).is_some());
        let open = |value: &str| match is(&[value]).to_engine(&flag) {
            Some(PhrasingMeaning::Condition { test }) => Some(test),
            _ => None,
        };
        assert_eq!(open("Yes"), Some(Test::IsTrue));
        assert_eq!(open("false"), Some(Test::IsFalse));
        assert_eq!(open("maybe"), None);
    }

    #[test]
    fn later_meaning_replaces_earlier_one_case_insensitively() {
        let mut words = SourceWords {
            terms: vec![term("Net  sales", "net", true)],
            ..SourceWords::default()
        };
        words.teach(term("net sales", "gross", false));
        assert_eq!(words.terms, [term("net sales", "gross", false)]);
    }

    #[test]
    fn edited_entries_are_no_longer_generated() {
        let known = SourceWords {
            terms: vec![term("rain", "rain_mm", true)],
            ..SourceWords::default()
        };
        let mut sent = SourceWords {
            terms: vec![
                term("rain", "sun_hours", true),
                term("rain", "rain_mm", false),
            ],
            ..SourceWords::default()
        };
        sent.keep_origin(&known);
        let origins: Vec<bool> = sent.terms.iter().map(|term| term.generated).collect();
        assert_eq!(origins, [false, true]);
    }
}
