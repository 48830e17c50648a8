//! Words that name nothing in the tables are read through the thesaurus: "manufacturer" for `maker`, "birds" for puffins,
//! "costliest" for the highest price.

use std::sync::Arc;

use portolan_thesaurus::{
    RelationKind, Relatives, WordRelation, find_similar_adjectives, is_a, is_noun,
};

use super::shortened::is_shortened;
use crate::language::lexicon::{self, Adjective};
use crate::language::units::UnitKind;
use crate::language::{Kind, Token, concepts, name_words, stem};
use crate::schema::build::singular;
use crate::schema::{Column, ColumnId, Role, Schema, Table};

/// Values of a category that are looked at to find their general term.
const VALUES: usize = 12;

/// The relatives of a word, sorted out once for all columns.
#[derive(Clone, Debug)]
pub struct Related {
    relatives: Relatives,
    /// Near synonyms and derived words, which a name may shorten.
    long: Vec<&'static str>,
    /// Stems of close relatives that the lexicon knows, with whether each is more general.
    known: Vec<(String, bool)>,
}

impl Related {
    fn new(relatives: Relatives) -> Self {
        let long = relatives
            .iter()
            .filter(|(_, relation)| {
                relation.score >= 0.6
                    && matches!(relation.kind, RelationKind::Synonym | RelationKind::Derived)
            })
            .map(|(word, _)| word)
            .collect();
        let known = relatives
            .iter()
            .filter(|(_, relation)| match relation.kind {
                RelationKind::Synonym => relation.score >= 0.8,
                RelationKind::Broader => relation.score >= 0.75,
                _ => false,
            })
            .map(|(word, relation)| (stem(word), relation.kind == RelationKind::Broader))
            .filter(|(stem, _)| concepts::is_known(stem))
            .collect();
        Self {
            relatives,
            long,
            known,
        }
    }

    fn to(&self, word: &str) -> Option<WordRelation> {
        self.relatives.to(word)
    }
}

/// Returns the tokens with the relatives of the unknown ones; None where the thesaurus knows none of them.
pub fn attach(tokens: &[Token], unknown: &[usize]) -> Option<Vec<Token>> {
    let mut tokens = tokens.to_vec();
    let mut any = false;
    for at in unknown {
        let token = &mut tokens[*at];
        if token.kind != Kind::Word
            || token.number.is_some()
            || lexicon::is_function_word(&token.word)
            // "best" and "develop" ask back what they mean.
            || lexicon::is_evaluation(&token.word)
            // Negations decide what is meant, and what is to be expected is in no table.
            || token.is("not no never neither nor without except expect expects expected predict predicted")
        {
            continue;
        }
        let relatives = Relatives::of(&token.word);
        if relatives.iter().next().is_some() {
            any = true;
            token.relatives = Some(Arc::new(Related::new(relatives)));
        }
    }
    any.then_some(tokens)
}

/// Tells whether a relation is close enough to read one word as the other.
fn is_close(relation: WordRelation) -> bool {
    relation.score
        >= match relation.kind {
            RelationKind::Synonym | RelationKind::Attribute => 0.5,
            RelationKind::Derived => 0.55,
            RelationKind::Broader | RelationKind::Narrower => 0.65,
        }
}

/// The cost of reading a token as a word of a column's name; clearly above the one of a word that is in the name.
pub(super) fn word_cost(token: &Token, word: &str, column: &Column<'_>) -> Option<f64> {
    // The number of a thing is no name for what is like it.
    if column.role == Role::Identifier {
        return None;
    }
    let relatives = token.relatives.as_ref()?;
    // The dictionary's states are countries; those of data are parts of one.
    if token.is("state states") && matches!(word, "country" | "nation") {
        return None;
    }
    // "hurt" is no hit and run: a name of several words that says yes or no has no synonyms for one of them.
    if column.role == Role::Flag && column.words.len() > 1 {
        return None;
    }
    // The thefts are not all crimes, and not every rate is a flow: a quantity of a special kind is rarely the one that was asked for.
    let is_part = |relation: WordRelation| match relation.kind {
        RelationKind::Narrower => column.is_quantity(),
        RelationKind::Broader => column.is_quantity() && relation.score < 0.75,
        _ => false,
    };
    if let Some(relation) = relatives
        .to(word)
        .filter(|found| is_close(*found) && !is_part(*found))
    {
        // Above 0.45, the highest cost of words that the lexicon itself relates in `best_word`.
        return Some(0.5 + 0.8 * (1.0 - relation.score));
    }
    // "off_tot" for crimes, "noms" for nominated: the beginning of a synonym, where the part is no noun of its own.
    let part = singular(word);
    let is_part = part.chars().count() >= 3 && !is_noun(word);
    let shortened = is_part
        && relatives.long.iter().any(|long| {
            is_shortened(&part, long)
                || long.len() >= part.len() + 3 && long.starts_with(part.as_str())
        });
    if shortened {
        return Some(0.75);
    }
    // "district" for an area: both are regions, which the lexicon knows to be the same.
    let stem_of_name = stem(word);
    relatives
        .known
        .iter()
        .filter(|(_, is_broader)| !is_broader || !column.is_quantity())
        .any(|(relative, _)| concepts::is_related(relative, &stem_of_name))
        .then_some(0.95)
}

/// How far a token is from a quantity, by the words of its name or by its unit; None where nothing relates them.
pub fn distance(token: &Token, column: &Column<'_>) -> Option<f64> {
    column
        .words
        .iter()
        .filter_map(|word| word_cost(token, &word.word, column))
        .chain(unit_cost(token, column))
        .min_by(f64::total_cmp)
}

/// Returns the values that a token is another word for: "attorney" for a lawyer.
pub fn value_links(token: &Token, schema: &Schema<'_>) -> Vec<(ColumnId, String)> {
    let Some(relatives) = token.relatives.as_ref() else {
        return Vec::new();
    };
    let means = |text: &str| {
        // Codes and values of several words have no synonyms.
        text.chars().all(char::is_alphabetic)
            && relatives.to(text).is_some_and(|relation| {
                relation.kind == RelationKind::Synonym && relation.score >= 0.8
            })
    };
    schema
        .ids()
        .filter(|id| schema.column(*id).is_text())
        .filter_map(|id| {
            let mut values = schema.column(id).profile.values.iter();
            let text = values.find_map(|value| value.value.as_str().filter(|text| means(text)))?;
            Some((id, text.to_owned()))
        })
        .collect()
}

/// The cost of reading a token as the quantity that a column's unit says: "expensive" for euros, "warm" for degrees.
pub(super) fn unit_cost(token: &Token, column: &Column<'_>) -> Option<f64> {
    let relatives = token.relatives.as_ref()?;
    let unit = column.unit.filter(|_| column.is_quantity())?;
    let nouns: &[&str] = match unit.kind {
        UnitKind::Mass => &["weight", "mass"],
        UnitKind::Length => &["length", "distance"],
        UnitKind::Time => &["duration"],
        UnitKind::Money => &["price", "cost"],
        UnitKind::Temperature => &["temperature"],
        UnitKind::Speed => &["speed"],
        UnitKind::Area => &["area"],
        UnitKind::Volume => &["volume"],
        UnitKind::Percent | UnitKind::Energy | UnitKind::Power | UnitKind::Data => &[],
    };
    let is_said = |noun: &&str| {
        relatives.to(noun).is_some_and(|relation| {
            is_close(relation)
                && !matches!(
                    relation.kind,
                    RelationKind::Broader | RelationKind::Narrower
                )
        })
    };
    nouns.iter().any(is_said).then_some(0.9)
}

/// The cost of reading a token as the general term for the values of a column: "birds" for puffins and razorbills.
pub(super) fn values_cost(token: &Token, column: &Column<'_>) -> Option<f64> {
    token.relatives.as_ref()?;
    if !column.is_text() {
        return None;
    }
    let texts: Vec<&str> = column
        .profile
        .values
        .iter()
        .filter_map(|value| value.value.as_str())
        // Longer values are sentences rather than names of things.
        .filter(|text| text.chars().count() <= 40)
        .take(VALUES)
        .collect();
    let fitting = texts
        .iter()
        .filter(|text| {
            let words = name_words(text);
            // "Chrome" is no kind of browser but some of them: "Chrome 30.0".
            let is_kind = |word: Option<&String>| {
                word.is_some_and(|word| {
                    word.len() > 2 && *word != token.word && is_a(word, &token.word).is_some()
                })
            };
            // "Atlantic puffin" is a bird by its last word, "salmon, smoked" a fish by its first.
            is_kind(words.last()) || is_kind(words.first())
        })
        .count();
    // A few values of another kind do not change the topic of the list.
    (texts.len() >= 2 && fitting * 10 >= texts.len() * 6).then_some(0.7)
}

/// Tells whether a token is the thing that is counted: "how many birds", "number of birds".
pub(super) fn is_counted(tokens: &[Token], at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).map(|before| &tokens[before]);
    before(1).is_some_and(|token| token.is("many"))
        || before(1).is_some_and(|token| token.is("of"))
            && before(2).is_some_and(|token| token.is("number count"))
}

/// The cost of reading a token as the noun for a row of a table: by the table's name, or by its values where rows are counted.
pub fn entity_cost(tokens: &[Token], at: usize, table: &Table<'_>) -> Option<f64> {
    let token = &tokens[at];
    let relatives = token.relatives.as_ref()?;
    // Behind "by" stands what divides the rows.
    if at > 0 && tokens[at - 1].is("by per each every") {
        return None;
    }
    let label = table.label.map(|label| &table.columns[label].words);
    let mut words = name_words(&table.profile.name);
    words.extend(label.into_iter().flatten().map(|word| word.word.clone()));
    let by_name = words.iter().any(|word| {
        // The maker of a thing is not the thing, and cod is not all of the fish.
        // Of a table of counts, it is what is counted.
        let is_other = |found: WordRelation| match found.kind {
            RelationKind::Derived => table.counted.is_none(),
            kind => kind == RelationKind::Broader,
        };
        relatives
            .to(word)
            .is_some_and(|found| is_close(found) && !is_other(found))
            || is_a(word, &token.word).is_some_and(|steps| steps <= 5)
    });
    let by_values = || {
        is_counted(tokens, at)
            && table
                .columns
                .iter()
                .any(|column| values_cost(token, column).is_some())
    };
    (by_name || by_values()).then_some(0.6)
}

/// Returns the adjective of the lexicon that an unknown one stands for, in its plain form or as a superlative: "priciest", "inexpensive".
pub fn adjective(token: &Token) -> Option<Adjective> {
    token.relatives.as_ref()?;
    find_similar_adjectives(&token.word)
        .into_iter()
        .find_map(|alike| {
            let known = lexicon::plain_adjective(alike.word)
                .or_else(|| lexicon::superlative(&format!("{}est", alike.word)))
                .filter(|known| !known.stems.is_empty())?;
            Some(Adjective {
                // An opposite reverses the direction: the most inexpensive has the lowest price.
                high: known.high != alike.is_opposite,
                stems: known.stems,
            })
        })
}

/// Returns the one quantity of a table that is nearest to a token; None where two are alike.
pub fn quantity(token: &Token, schema: &Schema<'_>, table: usize) -> Option<ColumnId> {
    let mut found: Vec<(f64, usize)> = schema.tables[table]
        .columns
        .iter()
        .enumerate()
        .filter(|(_, column)| column.is_quantity())
        .filter_map(|(at, column)| Some((distance(token, column)?, at)))
        .collect();
    found.sort_by(|left, right| left.0.total_cmp(&right.0));
    // Two columns that are about equally near leave the choice open.
    match found.as_slice() {
        [(best, _), (next, _), ..] if next - best < 0.1 => None,
        [(_, column), ..] => Some(ColumnId {
            table,
            column: *column,
        }),
        [] => None,
    }
}
