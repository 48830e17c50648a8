//! Tables as the engine sees them: words of names, roles of columns, units, what a row is, the time of a row, columns that
//! are really values (wide form), and rows that repeat the sum of others.

mod adjective;
pub mod build;
mod indicator;
mod join;
mod linguistic;
mod pairs;
mod panel;
mod role;
mod shortened;
mod teach;
mod time;
mod totals;
mod wide;

pub use indicator::{Indicator, is_rate as is_rate_name, names_indicator};
pub use join::{keys, path};
pub use linguistic::{EntityTerm, LinguisticSchema, Phrasing, PhrasingMeaning, Term};
pub use panel::is_figure;
pub use role::Role;
pub use teach::{read_teaching, write_out};

use std::collections::HashSet;

use portolan_query::{ColumnProfile, ColumnType, TableProfile};

use crate::language::lexicon;
use crate::language::units::Unit;
use crate::plan::{ColumnRef, TimeSource, TimeUnit, Unpivot, UnpivotKind};

/// The place of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ColumnId {
    pub table: usize,
    pub column: usize,
}

#[derive(Clone, Debug)]
pub struct NameWord {
    pub word: String,
    pub stem: String,
    pub weight: f64,
}

/// A column with what its name and values tell.
pub struct Column<'a> {
    pub profile: &'a ColumnProfile,
    pub words: Vec<NameWord>,
    /// The letters and digits of the name.
    pub glued: String,
    pub role: Role,
    pub unit: Option<Unit>,
    /// Stems of nouns that the unit says.
    pub unit_nouns: &'static [&'static str],
    /// Text that only repeats a number beside it: "4:14:42" for 254.7 minutes.
    pub is_shadow: bool,
    /// Words that people taught for the column.
    pub taught: Vec<Vec<String>>,
}

impl Column<'_> {
    /// Tells whether the column holds numbers.
    pub fn is_numeric(&self) -> bool {
        matches!(
            self.profile.column_type,
            ColumnType::Integer | ColumnType::Number
        )
    }

    /// The last full word of the name, which says what the values are: `storm_diameter_km` holds diameters.
    pub fn head(&self) -> Option<&NameWord> {
        self.words.iter().rfind(|word| word.weight >= 0.9)
    }

    /// Tells whether the column can be averaged.
    pub fn is_quantity(&self) -> bool {
        self.is_numeric()
            && !matches!(
                self.role,
                Role::Identifier | Role::Time | Role::Latitude | Role::Longitude
            )
    }

    /// Tells whether less of the quantity is better; of a score, more is, whatever it is a score of.
    pub fn is_burden(&self) -> bool {
        let is_burden = |word: &NameWord| lexicon::is_burden_stem(&word.stem);
        self.words.iter().any(is_burden) && !self.has_stem("score")
    }

    /// Tells whether the values are whole numbers, as numbers of things are.
    pub fn is_whole(&self) -> bool {
        self.profile.column_type == ColumnType::Integer || role::is_whole(self.profile)
    }

    pub fn is_date(&self) -> bool {
        matches!(
            self.profile.column_type,
            ColumnType::Date | ColumnType::Datetime
        )
    }

    pub fn is_text(&self) -> bool {
        self.profile.column_type == ColumnType::String
    }

    /// Tells whether the values are words and not dates or times in the form of text.
    pub fn is_alphabetic(&self) -> bool {
        self.profile
            .values
            .iter()
            .filter_map(|value| value.value.as_str())
            .take(5)
            .all(|text| text.chars().any(char::is_alphabetic))
    }

    /// Tells whether the column names places, by its name.
    pub fn is_place(&self) -> bool {
        const PLACES: &str = "geo country region entity area location state city nation territory land continent district place \
            county municipality province borough ward neighborhood neighbourhood island town economy station port airport harbour site";
        self.words.iter().any(|word| {
            PLACES
                .split_whitespace()
                .any(|place| place == build::singular(&word.word))
        })
    }

    /// Tells whether a word is all of the column's name but its unit: "value" for `VALUE_EUR`.
    pub fn is_called(&self, word: &str) -> bool {
        let mut content = self.words.iter().filter(|known| known.weight > 0.2);
        self.glued == word
            || self.unit.is_some()
                && content.next().is_some_and(|known| known.word == word)
                && content.next().is_none()
    }

    /// Tells whether one of the stems is in the name.
    pub fn has_stem(&self, stem: &str) -> bool {
        self.words.iter().any(|word| word.stem == stem)
    }
}

pub struct Table<'a> {
    pub profile: &'a TableProfile,
    pub columns: Vec<Column<'a>>,
    /// Stems of the nouns and verbs for a row.
    pub entity: Vec<String>,
    /// The noun for a row.
    pub noun: Option<String>,
    /// Whether the noun is what the rows are; a topic such as "wage" is not.
    pub is_noun_certain: bool,
    /// Whether each row is a person.
    pub is_about_persons: bool,
    /// The column that names a row.
    pub label: Option<usize>,
    pub time: Option<TimeOfRow>,
    /// The columns with the dates that open and close a row, where there are no others and none says how long it lasted.
    pub stay: Option<(usize, usize)>,
    /// The date by which something was to be done, and the date on which it was: due and paid, deadline and delivered.
    pub due: Option<(usize, usize)>,
    /// The column of amounts that come in and go out, as on a bank statement.
    pub flow: Option<usize>,
    /// A column of times of day such as "13:50".
    pub clock: Option<usize>,
    pub wide: Option<Wide>,
    /// Quantities that have a column for each year, where there are several: sales and profit of 2020 and 2021.
    pub families: Vec<Wide>,
    /// The column that says how many things each row counts, where the table is one of counts.
    pub counted: Option<usize>,
    /// Whether each row is one combination of its keys with figures, so that a number of rows says nothing: regions and quarters.
    pub is_panel: bool,
    pub indicator: Option<Indicator>,
    /// Values of a column that stand for the sum of the others.
    pub totals: Vec<(usize, Vec<String>)>,
    /// Keys of a long table with the value that holds all of them: sex = "Total", age = "15-74".
    pub wholes: Vec<(usize, String)>,
}

impl Table<'_> {
    /// Tells whether each row is something that happened: it has a date and a key of its own, which names nothing else.
    pub fn records_events(&self) -> bool {
        let rows = self.profile.row_count;
        let is_dated = self.columns.iter().any(|column| {
            matches!(
                column.profile.column_type,
                ColumnType::Date | ColumnType::Datetime
            )
        });
        let is_key = |column: &Column<'_>| {
            column.profile.distinct == rows && matches!(column.role, Role::Identifier | Role::Text)
        };
        is_dated && self.columns.iter().any(is_key)
    }
}

impl Table<'_> {
    /// Tells whether each row is an event of its own time: hardly two of them share it.
    pub fn is_log(&self) -> bool {
        let rows = self.profile.row_count;
        let is_moment = |column: &Column<'_>| {
            matches!(
                column.profile.column_type,
                ColumnType::Date | ColumnType::Datetime
            ) && column.profile.distinct * 10 >= rows * 8
        };
        rows > 1 && (self.records_events() || self.columns.iter().any(is_moment))
    }

    /// Tells whether each row is a day: its date is its key.
    pub fn is_diary(&self) -> bool {
        let rows = self.profile.row_count;
        let is_day = |column: &Column<'_>| {
            column.profile.column_type == ColumnType::Date && column.profile.distinct == rows
        };
        rows > 1 && self.columns.iter().any(is_day)
    }
}

/// The time of a row, with the finest period that the rows have.
#[derive(Clone, Debug)]
pub struct TimeOfRow {
    pub source: TimeSource,
    pub finest: TimeUnit,
    /// Added to years of two digits to make them whole; 0 where they are whole.
    pub century: i32,
    /// First and last year in the data.
    pub years: (i32, i32),
    /// First and last day as ISO dates, where they are known.
    pub days: Option<(String, String)>,
}

/// Columns side by side that are values of one quantity.
#[derive(Clone, Debug)]
pub struct Wide {
    pub unpivot: Unpivot,
    /// Indexes of the columns.
    pub columns: Vec<usize>,
    /// A column that is the sum of the others.
    pub total: Option<usize>,
    /// Whether the values add up, such as visits in each month.
    pub additive: bool,
    /// The year of months whose names say it.
    pub year: Option<i32>,
    /// The words that the names of years share: "sales" of `sales_2021`, `sales_2022` and `sales_2023`.
    pub shared: Vec<String>,
}

impl Wide {
    /// The years of the columns as the time of a row; there is none until the columns are turned into rows.
    fn years(&self, table: &str) -> Option<TimeOfRow> {
        if self.unpivot.kind != UnpivotKind::Years {
            return None;
        }
        let numbers = || {
            self.unpivot
                .columns
                .iter()
                .filter_map(|column| column.number)
        };
        let year = |number: Option<i64>| number.and_then(|number| i32::try_from(number).ok());
        Some(TimeOfRow {
            source: TimeSource::Year {
                column: ColumnRef {
                    table: table.to_owned(),
                    column: self.unpivot.name_column.clone(),
                },
            },
            finest: TimeUnit::Year,
            century: 0,
            years: (year(numbers().min())?, year(numbers().max())?),
            days: None,
        })
    }
}

pub struct Schema<'a> {
    pub tables: Vec<Table<'a>>,
    /// Stems of names, values and nouns.
    pub vocabulary: HashSet<String>,
    pub values: crate::link::ValueIndex,
    pub taught: Option<&'a LinguisticSchema>,
}

impl<'a> Schema<'a> {
    /// Reads the profiles and what people taught.
    pub fn new(tables: &'a [TableProfile], taught: Option<&'a LinguisticSchema>) -> Self {
        build::schema(tables, taught)
    }

    /// Reads the years of the quantity that a question names, in a table of several with a column for each year.
    pub fn choose_family(&mut self, tokens: &[crate::language::Token]) {
        for table in &mut self.tables {
            let is_named = |family: &&Wide| {
                let stems = family.shared.iter().map(|word| crate::language::stem(word));
                let mut own = stems.filter(|stem| {
                    let others = table
                        .families
                        .iter()
                        .filter(|other| other.shared != family.shared);
                    !others
                        .flat_map(|other| &other.shared)
                        .any(|word| crate::language::stem(word) == *stem)
                });
                own.any(|stem| tokens.iter().any(|token| token.stem == stem))
            };
            let mut named = table.families.iter().filter(is_named);
            // Two quantities at once are not read as one.
            if let (Some(family), None) = (named.next(), named.next()) {
                table.time = family.years(&table.profile.name);
                table.wide = Some(family.clone());
            }
        }
    }

    pub fn column(&self, id: ColumnId) -> &Column<'a> {
        &self.tables[id.table].columns[id.column]
    }

    pub fn reference(&self, id: ColumnId) -> ColumnRef {
        ColumnRef {
            table: self.tables[id.table].profile.name.clone(),
            column: self.column(id).profile.name.clone(),
        }
    }

    /// Returns the place of a column that a plan names.
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

    /// Returns the quantity and the price of each row that make up the revenue, where no column holds it.
    pub fn revenue(&self) -> Option<(ColumnId, ColumnId)> {
        let held = |stems: &[&str], id: ColumnId| {
            let column = self.column(id);
            column.is_quantity() && stems.iter().any(|stem| column.has_stem(stem))
        };
        if self
            .ids()
            .any(|id| held(&["revenu", "sell", "turnov", "amount"], id))
        {
            return None;
        }
        let quantity = self.ids().find(|id| {
            held(&["qti", "quantiti", "unit", "piec"], *id) && !held(&["price", "cost"], *id)
        })?;
        let price = self
            .ids()
            .filter(|id| id.table == quantity.table && held(&["price"], *id))
            .min_by_key(|id| !self.column(*id).has_stem("unit"))?;
        Some((quantity, price))
    }

    pub fn ids(&self) -> impl Iterator<Item = ColumnId> + '_ {
        self.tables.iter().enumerate().flat_map(|(table, known)| {
            (0..known.columns.len()).map(move |column| ColumnId { table, column })
        })
    }

    /// Tells whether a column tells rows apart.
    pub fn is_unique(&self, id: ColumnId) -> bool {
        let profile = self.column(id).profile;
        let known = self.tables[id.table]
            .profile
            .row_count
            .saturating_sub(profile.nulls);
        known > 0 && profile.distinct * 20 >= known * 19
    }
}
