//! The tables as the engine sees them: words of names, roles of columns, labels and keys.

use portolan_query::{ColumnProfile, ColumnType, TableProfile};
use serde_json::Value;

use crate::lexicon;
use crate::matching::is_abbreviation;
use crate::plan::ColumnRef;
use crate::tokens::{name_words, stem};

/// Where a column is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ColumnId {
    pub table: usize,
    pub column: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A quantity: it is averaged and summed.
    Measure,
    /// A few values: things are grouped by it.
    Category,
    /// A moment or a year.
    Temporal,
    /// Numbers that only tell rows apart.
    Key,
}

pub struct NameWord {
    pub lower: String,
    pub stem: String,
    pub weight: f64,
}

pub struct Column<'a> {
    pub profile: &'a ColumnProfile,
    pub words: Vec<NameWord>,
    pub role: Role,
    /// Whole numbers that are years.
    pub years: bool,
    /// Dates that are stored as text.
    pub text_dates: bool,
}

impl Column<'_> {
    pub fn is_numeric(&self) -> bool {
        matches!(
            self.profile.column_type,
            ColumnType::Integer | ColumnType::Number
        )
    }

    /// Can be averaged and summed in earnest.
    pub fn is_quantity(&self) -> bool {
        self.is_numeric() && self.role != Role::Key && !self.years
    }

    pub fn has_dates(&self) -> bool {
        self.text_dates
            || matches!(
                self.profile.column_type,
                ColumnType::Date | ColumnType::Datetime
            )
    }

    pub fn longest_label(&self) -> usize {
        self.profile
            .values
            .iter()
            .filter_map(|v| v.value.as_str())
            .map(|text| text.chars().count())
            .max()
            .unwrap_or(4)
    }
}

pub struct Table<'a> {
    pub profile: &'a TableProfile,
    /// Stems of the table's name.
    pub stems: Vec<String>,
    pub columns: Vec<Column<'a>>,
    /// The column that names a row.
    pub label: Option<usize>,
}

impl Table<'_> {
    /// Whether a row is told apart by the column.
    pub fn is_unique(&self, column: usize) -> bool {
        let profile = self.columns[column].profile;
        let known = self.profile.row_count.saturating_sub(profile.nulls);
        known > 0 && profile.distinct * 20 >= known * 19
    }
}

pub struct Schema<'a> {
    pub tables: Vec<Table<'a>>,
}

impl<'a> Schema<'a> {
    pub fn new(tables: &'a [TableProfile]) -> Self {
        Self {
            tables: tables.iter().map(table).collect(),
        }
    }

    pub fn column(&self, id: ColumnId) -> &Column<'a> {
        &self.tables[id.table].columns[id.column]
    }

    pub fn table_of(&self, id: ColumnId) -> &Table<'a> {
        &self.tables[id.table]
    }

    pub fn reference(&self, id: ColumnId) -> ColumnRef {
        ColumnRef {
            table: self.tables[id.table].profile.name.clone(),
            column: self.column(id).profile.name.clone(),
        }
    }

    pub fn find(&self, reference: &ColumnRef) -> Option<ColumnId> {
        let table = self
            .tables
            .iter()
            .position(|table| table.profile.name == reference.table)?;
        let column = self.tables[table]
            .columns
            .iter()
            .position(|column| column.profile.name == reference.column)?;
        Some(ColumnId { table, column })
    }

    pub fn ids(&self) -> impl Iterator<Item = ColumnId> + '_ {
        self.tables.iter().enumerate().flat_map(|(table, known)| {
            (0..known.columns.len()).map(move |column| ColumnId { table, column })
        })
    }

    /// Whether rows are told apart by the column.
    pub fn is_unique(&self, id: ColumnId) -> bool {
        self.tables[id.table].is_unique(id.column)
    }
}

fn table(profile: &TableProfile) -> Table<'_> {
    let stems: Vec<String> = name_words(&profile.name)
        .iter()
        .map(|word| stem(word))
        .collect();
    let columns: Vec<Column<'_>> = profile
        .columns
        .iter()
        .map(|column| prepare(column, profile, &stems))
        .collect();
    let mut table = Table {
        profile,
        stems,
        columns,
        label: None,
    };
    table.label = label(&table);
    table
}

fn prepare<'a>(
    profile: &'a ColumnProfile,
    table: &TableProfile,
    table_stems: &[String],
) -> Column<'a> {
    let mut words: Vec<NameWord> = name_words(&profile.name)
        .into_iter()
        .map(|lower| {
            let stem = stem(&lower);
            let weight = lexicon::name_word_weight(&lower);
            NameWord {
                stem,
                weight,
                lower,
            }
        })
        .collect();
    // A table's own name in its columns' names says little: `product_price` of products is the price.
    if words.len() > 1 {
        for word in &mut words {
            let repeats = table_stems.contains(&word.stem)
                || name_words(&table.name).iter().any(|name| {
                    (word.lower.len() >= 3 && name.starts_with(&word.lower))
                        || is_abbreviation(&word.lower, name.trim_end_matches('s'))
                });
            if repeats {
                word.weight = word.weight.min(0.4);
            }
        }
    }
    let text_dates = profile.column_type == ColumnType::String && looks_like_dates(profile);
    let years = is_years(profile, &words);
    let role = role(profile, table, &words, years, text_dates);
    Column {
        profile,
        words,
        role,
        years,
        text_dates,
    }
}

fn looks_like_dates(profile: &ColumnProfile) -> bool {
    let texts: Vec<&str> = profile
        .values
        .iter()
        .take(20)
        .filter_map(|v| v.value.as_str())
        .collect();
    let iso = |text: &str| {
        let bytes = text.as_bytes();
        bytes.len() >= 10
            && bytes[4] == b'-'
            && bytes[7] == b'-'
            && bytes
                .iter()
                .take(10)
                .enumerate()
                .all(|(at, b)| at == 4 || at == 7 || b.is_ascii_digit())
    };
    !texts.is_empty() && texts.iter().filter(|text| iso(text)).count() * 10 >= texts.len() * 9
}

fn whole(profile: &ColumnProfile) -> bool {
    let numbers = || profile.values.iter().filter_map(|v| v.value.as_f64());
    profile.column_type == ColumnType::Integer
        || (profile.column_type == ColumnType::Number
            && numbers().count() > 0
            && numbers().all(|n| n.fract() == 0.0))
}

fn is_years(profile: &ColumnProfile, words: &[NameWord]) -> bool {
    if !whole(profile) {
        return false;
    }
    let (Some(low), Some(high)) = (
        profile.min.as_ref().and_then(Value::as_f64),
        profile.max.as_ref().and_then(Value::as_f64),
    ) else {
        return false;
    };
    let named = words
        .iter()
        .any(|word| matches!(word.lower.as_str(), "year" | "yr"));
    let counts = words.iter().any(|word| {
        lexicon::is_measure_word(&word.stem)
            || matches!(
                word.lower.as_str(),
                "id" | "years" | "code" | "room" | "phone" | "no"
            )
    });
    let in_range = low >= 1000.0 && high <= 2200.0;
    (named && !counts && (in_range || (low >= 0.0 && high < 100.0)))
        || (!counts && low >= 1500.0 && high <= 2100.0 && profile.distinct > 1)
}

fn role(
    profile: &ColumnProfile,
    table: &TableProfile,
    words: &[NameWord],
    years: bool,
    text_dates: bool,
) -> Role {
    if years || text_dates || matches!(profile.column_type, ColumnType::Date | ColumnType::Datetime)
    {
        return Role::Temporal;
    }
    let last = words.last().map_or("", |word| word.lower.as_str());
    if !matches!(
        profile.column_type,
        ColumnType::Integer | ColumnType::Number
    ) {
        let many = profile.distinct * 3 >= table.row_count && profile.distinct > 12;
        return if last == "id" && many {
            Role::Key
        } else {
            Role::Category
        };
    }
    if matches!(last, "id" | "key" | "uuid" | "guid")
        || (words.len() == 1 && matches!(last, "no" | "nr" | "index" | "id"))
    {
        return Role::Key;
    }
    let coded = matches!(last, "code" | "zip" | "phone" | "postcode");
    let measure_name = words
        .iter()
        .any(|word| lexicon::is_measure_word(&word.stem));
    let few = profile.distinct <= 12
        && table.row_count >= profile.distinct * 5
        && whole(profile)
        && !measure_name;
    if coded || few {
        Role::Category
    } else {
        Role::Measure
    }
}

/// The column that names a row: one called name or title, otherwise text that tells rows apart.
fn label(table: &Table<'_>) -> Option<usize> {
    let texts = || {
        table.columns.iter().enumerate().filter(|(_, column)| {
            column.profile.column_type == ColumnType::String && !column.text_dates
        })
    };
    let named = |column: &Column<'_>, name: &str| {
        column.words.last().is_some_and(|word| word.lower == name)
    };
    let score = |at: usize, column: &Column<'_>| {
        let own: f64 = column
            .words
            .iter()
            .map(|word| if word.weight < 1.0 { 0.0 } else { 1.0 })
            .sum();
        let unique = if table.is_unique(at) { 1.0 } else { 0.0 };
        let name = if named(column, "name") || named(column, "title") {
            2.0
        } else {
            0.0
        };
        name + unique - 0.3 * own
    };
    texts()
        .map(|(at, column)| (at, score(at, column)))
        .filter(|(_, score)| *score > 0.0)
        .fold(None, |best: Option<(usize, f64)>, (at, score)| match best {
            Some((_, known)) if known >= score => best,
            _ => Some((at, score)),
        })
        .map(|(at, _)| at)
}
