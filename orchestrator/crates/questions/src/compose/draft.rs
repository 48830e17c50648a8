//! The parts of a plan while they are gathered.

use crate::answer::DeclineReason;
use crate::language::lexicon::Adjective;
use crate::language::{Kind, Token, units};
use crate::parse::{Item, Node, TimeRange, Wish};
use crate::plan::{
    Against, Aggregate, ChangeAs, Comparison, Condition, Group, Literal, Measure, Part, Scalar,
    Season, Test, TimeSource, TimeUnit, WindowKind, WordSpan,
};
use crate::schema::{ColumnId, Role, Schema};

/// A column that is named without saying what for.
#[derive(Clone, Debug)]
pub struct Mention {
    pub id: ColumnId,
    pub others: Vec<ColumnId>,
    pub at: usize,
    /// "which state": asked for.
    pub which: bool,
}

impl Mention {
    /// Returns a mention of one column, without rivals, by the word at `at`.
    pub const fn of(id: ColumnId, at: usize) -> Self {
        Self {
            id,
            others: Vec::new(),
            at,
            which: false,
        }
    }
}

/// A superlative with what it selects.
#[derive(Clone, Debug)]
pub struct Extreme {
    pub adjective: Adjective,
    pub n: Option<u32>,
    pub percent: Option<f64>,
    pub at: usize,
}

/// A condition with the place of its words.
#[derive(Clone, Debug)]
pub struct Said {
    pub condition: Condition,
    pub at: usize,
    /// The column of a plain test on values.
    pub column: Option<ColumnId>,
    pub is_time: bool,
}

/// The meaning of the items of a question, in no order.
pub struct Draft<'s, 'a> {
    pub schema: &'s Schema<'a>,
    pub tokens: &'s [Token],
    pub nodes: &'s [Node],
    pub table: usize,
    pub measures: Vec<Part<Measure>>,
    /// The place of each measure.
    pub measured_at: Vec<usize>,
    pub bare: Vec<Mention>,
    pub groups: Vec<Part<Group>>,
    pub conditions: Vec<Said>,
    pub having: Vec<(Option<Measure>, Test, usize)>,
    pub extreme: Option<Extreme>,
    pub nth: Option<u32>,
    /// The table of the rows that a comparison counts: "more than 10 orders".
    pub counted_rows: Option<usize>,
    /// The earliest (false) or latest (true) period is asked for.
    pub edge_period: Option<(bool, usize)>,
    pub aggregate: Option<(Aggregate, usize)>,
    pub entity_at: Option<usize>,
    pub count_at: Option<usize>,
    pub share_at: Option<usize>,
    pub share_of_at: Option<usize>,
    /// The part of a rate: "return" in "return rate".
    pub rate_of: Option<usize>,
    /// The quantity that the measures are divided by, and how many of it: "per 1000 inhabitants".
    pub per: Option<(ColumnId, f64)>,
    /// "the others": the last condition divides the rows.
    pub others_at: Option<usize>,
    /// Columns that are only told beside the rows: "with its title".
    pub shown: Vec<ColumnId>,
    pub percent_at: Option<usize>,
    pub ratio_at: Option<usize>,
    pub difference_at: Option<usize>,
    pub correlation_at: Option<usize>,
    pub distribution_at: Option<usize>,
    pub versus_at: Option<usize>,
    pub change: Option<(Option<ChangeAs>, usize)>,
    pub direction: Option<usize>,
    pub against: Option<Against>,
    pub window: Option<(WindowKind, usize)>,
    pub index_at: Option<usize>,
    pub over_time: bool,
    pub missing_at: Option<usize>,
    pub which_at: Option<usize>,
    pub bin_width: Option<f64>,
    pub bin_count: Option<u32>,
    /// The borders of intervals that the question lists, and where.
    pub bin_edges: Option<(Vec<f64>, usize)>,
    pub wishes: Vec<(Wish, usize)>,
    pub order: Option<(bool, Option<OrderTarget>, usize)>,
    pub time_ranges: Vec<(TimeRange, usize)>,
    /// The periods that a column of times is divided into, said in so many words.
    pub binned: Option<(Group, usize, usize)>,
    /// The column that is wanted on the horizontal axis.
    pub across: Option<ColumnId>,
    pub decline: Option<DeclineReason>,
    pub unknown: Vec<usize>,
    /// Mentions that fit other columns as well.
    pub unclear: Vec<Mention>,
    pub penalty: f64,
    pub pronoun: bool,
    pub or_seen: bool,
    /// A number before a noun, until a superlative takes it: "the 10 districts where it was highest".
    pub pending: Option<(u32, usize)>,
    pub opposite: bool,
    /// The column whose values are listed: the series, not the axis.
    pub listed: Option<ColumnId>,
    pub product_at: Option<usize>,
    /// A group is what is asked for: "which kind …".
    pub asked_group: bool,
    /// The table's usual date, and the date that the question speaks of instead.
    pub moment: Option<(ColumnId, ColumnId)>,
    /// The name that the question gives the quantity of columns side by side.
    pub quantity: Option<String>,
    /// The place that names the quantity that columns of several years share.
    pub quantity_at: Option<usize>,
    /// The unit that the measures are wanted in.
    pub unit: Option<units::Unit>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OrderTarget {
    Axis(bool),
    Column(ColumnId),
    Measure,
}

impl<'s, 'a> Draft<'s, 'a> {
    /// Returns an empty draft over a row of items.
    pub fn new(schema: &'s Schema<'a>, tokens: &'s [Token], nodes: &'s [Node]) -> Self {
        Self {
            schema,
            tokens,
            nodes,
            table: 0,
            measures: Vec::new(),
            measured_at: Vec::new(),
            bare: Vec::new(),
            groups: Vec::new(),
            conditions: Vec::new(),
            having: Vec::new(),
            extreme: None,
            nth: None,
            counted_rows: None,
            edge_period: None,
            aggregate: None,
            entity_at: None,
            count_at: None,
            share_at: None,
            share_of_at: None,
            rate_of: None,
            per: None,
            others_at: None,
            shown: Vec::new(),
            percent_at: None,
            ratio_at: None,
            difference_at: None,
            correlation_at: None,
            distribution_at: None,
            versus_at: None,
            change: None,
            direction: None,
            against: None,
            window: None,
            index_at: None,
            over_time: false,
            missing_at: None,
            which_at: None,
            bin_width: None,
            bin_count: None,
            bin_edges: None,
            wishes: Vec::new(),
            order: None,
            time_ranges: Vec::new(),
            binned: None,
            across: None,
            decline: None,
            unknown: Vec::new(),
            unclear: Vec::new(),
            penalty: 0.0,
            pronoun: false,
            or_seen: false,
            pending: None,
            opposite: false,
            listed: None,
            product_at: None,
            asked_group: false,
            moment: None,
            quantity: None,
            quantity_at: None,
            unit: None,
        }
    }

    pub fn item(&self, at: usize) -> Option<&'s Item> {
        self.nodes.get(at).map(|node| &node.item)
    }

    /// The next node that is no filler.
    pub fn next(&self, from: usize) -> Option<usize> {
        (from..self.nodes.len()).find(|at| {
            let node = &self.nodes[*at];
            // "AVG(price)": the bracket opens what the word before it is about.
            let opens = matches!(node.item, Item::Break) && self.tokens[node.start].text == "(";
            !opens && !matches!(node.item, Item::Filler | Item::Of)
        })
    }

    /// The spans of nodes.
    pub fn spans(&self, from: usize, to: usize) -> Vec<WordSpan> {
        self.nodes[from..to.min(self.nodes.len())]
            .iter()
            .filter(|node| !node.item.is_glue() && node.end > node.start)
            .map(|node| WordSpan {
                start: self.tokens[node.start].span.start,
                end: self.tokens[node.end - 1].span.end,
            })
            .collect()
    }

    pub fn scalar(&self, id: ColumnId) -> Scalar {
        Scalar::column(self.schema.reference(id))
    }

    /// The times in a column.
    pub fn source_of(&self, id: ColumnId) -> Option<TimeSource> {
        let column = self.schema.column(id);
        let reference = self.schema.reference(id);
        if column.is_date() {
            return Some(TimeSource::Date { column: reference });
        }
        let year = || {
            let low = column.profile.min.as_ref()?.as_f64()?;
            // Months and hours are times, too, but not years.
            (column.role == Role::Time && low >= 1000.0).then_some(())
        };
        match &self.schema.tables[id.table].time {
            Some(time) if matches!(&time.source, TimeSource::Year { column } | TimeSource::TextDate { column, .. } if *column == reference) => {
                Some(time.source.clone())
            }
            _ => year().map(|()| TimeSource::Year { column: reference }),
        }
    }

    /// The periods of a source of times. A column of years has nothing finer.
    pub fn period_group(&self, source: &TimeSource, unit: TimeUnit) -> Option<Group> {
        let yearly = matches!(source, TimeSource::Year { .. });
        (!yearly || coarsest(unit, TimeUnit::Year) == unit).then(|| Group::Time {
            of: source.clone(),
            unit,
        })
    }

    /// The parts of a year, week or day of a source of times.
    pub fn season_of(&self, source: &TimeSource, season: Season) -> Option<Group> {
        (!matches!(source, TimeSource::Year { .. })).then(|| Group::Season {
            of: source.clone(),
            season,
        })
    }

    pub fn time_group(&self, unit: TimeUnit) -> Option<Group> {
        if unit == TimeUnit::Hour
            && let Some(group) = self.clock_group()
        {
            return Some(group);
        }
        let time = self.time_of_rows()?;
        let within_day = matches!(unit, TimeUnit::Hour | TimeUnit::Minute);
        if within_day && !self.has_hours(time) {
            return None;
        }
        if time.source.lacks_year()
            && matches!(unit, TimeUnit::Century | TimeUnit::Decade | TimeUnit::Year)
        {
            return None;
        }
        let own = self.schema.tables[self.table].time.is_some();
        // Times a day apart still say their hour, of which weekdays and busiest hours are made.
        let known = if within_day {
            unit
        } else {
            coarsest(unit, time.finest)
        };
        // Another table's time stands in only for a unit that it has.
        (own || known == unit).then(|| Group::Time {
            of: time.source.clone(),
            unit: known,
        })
    }

    /// Tells whether times say the hour: dates and years don't.
    fn has_hours(&self, time: &crate::schema::TimeOfRow) -> bool {
        match &time.source {
            TimeSource::Date { column } => self.schema.find(column).is_some_and(|id| {
                self.schema.column(id).profile.column_type == portolan_query::ColumnType::Datetime
            }),
            TimeSource::TextDate { .. } => true,
            TimeSource::DateParts { hour, .. } => hour.is_some(),
            _ => false,
        }
    }

    /// The hours of a column of times of day.
    fn clock_group(&self) -> Option<Group> {
        let column = self.schema.tables[self.table].clock?;
        Some(Group::Season {
            of: TimeSource::TextDate {
                column: self.schema.reference(ColumnId {
                    table: self.table,
                    column,
                }),
                format: crate::sql::CLOCK.to_owned(),
            },
            season: Season::HourOfDay,
        })
    }

    /// The time of the rows, or of the only other table that has one and can be joined.
    fn time_of_rows(&self) -> Option<&'s crate::schema::TimeOfRow> {
        let tables = &self.schema.tables;
        if let Some(time) = &tables[self.table].time {
            return Some(time);
        }
        // Of several, the one that fewer joins lead to: an item is of its order's date and not of its customer's.
        let mut others: Vec<(usize, usize)> = (0..tables.len())
            .filter(|at| tables[*at].time.is_some())
            .filter_map(|at| {
                Some((
                    crate::schema::path(self.schema, &[self.table, at])?.len(),
                    at,
                ))
            })
            .collect();
        others.sort_unstable();
        match others.as_slice() {
            [(_, only)] => tables[*only].time.as_ref(),
            [(near, at), (far, _), ..] if near < far => tables[*at].time.as_ref(),
            _ => None,
        }
    }

    pub fn season_group(&self, season: Season) -> Option<Group> {
        if season == Season::HourOfDay
            && let Some(group) = self.clock_group()
        {
            return Some(group);
        }
        let time = self.time_of_rows()?;
        match (&time.source, season) {
            (TimeSource::Year { .. }, _) => None,
            // Without the year, nobody knows the weekday.
            (source, Season::Weekday | Season::WeekOfYear) if source.lacks_year() => None,
            (_, Season::HourOfDay) if !self.has_hours(time) => None,
            _ => Some(Group::Season {
                of: time.source.clone(),
                season,
            }),
        }
    }

    /// The group of a column: its period where it is a time, intervals where it is a quantity.
    pub fn column_group(&self, id: ColumnId) -> Group {
        let column = self.schema.column(id);
        let reference = self.schema.reference(id);
        if let Some(time) = &self.schema.tables[id.table].time {
            match &time.source {
                TimeSource::Date { column } if *column == reference => {
                    return Group::Time {
                        of: time.source.clone(),
                        unit: self.natural_unit(id.table),
                    };
                }
                TimeSource::Year { column }
                | TimeSource::YearAndMonth { year: column, .. }
                | TimeSource::YearAndQuarter { year: column, .. }
                    if *column == reference =>
                {
                    return Group::Time {
                        of: time.source.clone(),
                        unit: TimeUnit::Year,
                    };
                }
                TimeSource::YearAndQuarter { quarter, .. } if *quarter == reference => {
                    return Group::Time {
                        of: time.source.clone(),
                        unit: TimeUnit::Quarter,
                    };
                }
                TimeSource::YearAndMonth { month, .. } if *month == reference => {
                    return Group::Season {
                        of: time.source.clone(),
                        season: Season::MonthOfYear,
                    };
                }
                TimeSource::DateParts {
                    year, month, day, ..
                } => {
                    let of = time.source.clone();
                    let unit = |unit| Group::Time {
                        of: time.source.clone(),
                        unit,
                    };
                    if year.as_ref() == Some(&reference) {
                        return unit(TimeUnit::Year);
                    } else if *day == reference {
                        return unit(TimeUnit::Day);
                    } else if *month == reference {
                        let season = Season::MonthOfYear;
                        return Group::Season { of, season };
                    }
                }
                _ => {}
            }
        }
        // A date beside the time of the rows, such as a birthday, is read by year.
        if column.is_date() {
            return Group::Time {
                of: TimeSource::Date { column: reference },
                unit: TimeUnit::Year,
            };
        }
        if column.role == Role::Time
            && column
                .profile
                .min
                .as_ref()
                .and_then(serde_json::Value::as_f64)
                .is_some_and(|low| low >= 1000.0)
        {
            return Group::Time {
                of: TimeSource::Year { column: reference },
                unit: TimeUnit::Year,
            };
        }
        Group::Column { column: reference }
    }

    /// A condition that a column has one of the texts.
    pub fn value_condition(&self, column: ColumnId, texts: &[String], negated: bool) -> Condition {
        let values = texts
            .iter()
            .map(|text| Literal::Text { text: text.clone() })
            .collect();
        Condition::Test {
            of: self.scalar(column),
            test: if negated {
                Test::NotIn { values }
            } else {
                Test::In { values }
            },
        }
    }

    /// A condition that compares a number with a column, in the column's unit.
    pub fn compare(
        &self,
        id: ColumnId,
        comparison: Comparison,
        low: f64,
        high: Option<f64>,
        unit: Option<units::Unit>,
    ) -> Option<Condition> {
        let column = self.schema.column(id);
        // `lead_days` holds days.
        let told = || {
            column.words.iter().find_map(|word| {
                units::spoken(&word.word).filter(|unit| unit.kind == units::UnitKind::Time)
            })
        };
        let factor = match (unit, column.unit.or_else(told)) {
            (Some(said), Some(kept)) if said.kind == kept.kind => said.factor / kept.factor,
            // Kilograms cannot be compared with euros.
            (Some(_), Some(_)) => return None,
            _ => 1.0,
        };
        let number = |value: f64| Literal::Number {
            // Converted limits carry the rounding errors of their factors.
            number: round(value * factor),
        };
        let test = match high {
            Some(high) => Test::Between {
                low: number(low),
                high: number(high),
                open: false,
            },
            None => Test::Compare {
                comparison,
                value: number(low),
            },
        };
        Some(Condition::Test {
            of: self.scalar(id),
            test,
        })
    }

    /// The condition of a range of time.
    pub fn time_condition(&self, range: &TimeRange) -> Option<Condition> {
        let time = self.schema.tables[self.table].time.as_ref()?;
        self.condition_of(&time.source, range)
    }

    /// The condition that a source of times lies in a range.
    pub fn condition_of(&self, source: &TimeSource, range: &TimeRange) -> Option<Condition> {
        let century = self.schema.tables[self.table]
            .time
            .as_ref()
            .filter(|time| time.source == *source)
            .map_or(0, |time| time.century);
        let date = |date: &String| Literal::Date { date: date.clone() };
        // A range ends on the day after it, so whole years begin and end on 1 January.
        let whole_years =
            |date: &Option<String>| date.as_ref().is_none_or(|date| date.ends_with("-01-01"));
        let (of, low, high) = match source {
            TimeSource::Date { column } | TimeSource::TextDate { column, .. } => (
                Scalar::column(column.clone()),
                range.from.as_ref().map(date),
                range.to.as_ref().map(date),
            ),
            TimeSource::Year { column }
            | TimeSource::YearAndMonth { year: column, .. }
            | TimeSource::YearAndQuarter { year: column, .. }
            | TimeSource::DateParts {
                year: Some(column), ..
            } => {
                if !whole_years(&range.from) || !whole_years(&range.to) {
                    return super::part_of_year::condition(source, column, century, range);
                }
                // In years of two digits, 1982 is kept as 82.
                let year = |date: &String| Literal::Number {
                    number: date[..4].parse().unwrap_or(0.0) - f64::from(century),
                };
                (
                    Scalar::column(column.clone()),
                    range.from.as_ref().map(year),
                    range.to.as_ref().map(year),
                )
            }
            TimeSource::DateParts { year: None, .. } => return None,
        };
        let test = match (low, high) {
            (Some(low), Some(high)) => Test::Between {
                low,
                high,
                // The end is the day after the range: "in 2024" ends before 1 January 2025.
                open: true,
            },
            (Some(low), None) => Test::Compare {
                comparison: Comparison::AtLeast,
                value: low,
            },
            (None, Some(high)) => Test::Compare {
                comparison: Comparison::Less,
                value: high,
            },
            (None, None) => return None,
        };
        Some(Condition::Test { of, test })
    }

    /// Tells whether a node is a break or the end.
    pub fn is_break(&self, at: usize) -> bool {
        self.nodes.get(at).is_none_or(|node| {
            matches!(node.item, Item::Break)
                && self.tokens[node.start].kind == Kind::Break
                && self.tokens[node.start].text != ","
        })
    }
}

fn round(value: f64) -> f64 {
    (value * 1e9).round() / 1e9
}

/// The coarser of two units: months cannot be shown where only years are known.
pub fn coarsest(asked: TimeUnit, finest: TimeUnit) -> TimeUnit {
    let order = |unit| match unit {
        TimeUnit::Century => 0,
        TimeUnit::Decade => 1,
        TimeUnit::Year => 2,
        TimeUnit::HalfYear => 3,
        TimeUnit::Quarter => 4,
        TimeUnit::Month => 5,
        TimeUnit::Week => 6,
        TimeUnit::Day => 7,
        TimeUnit::Hour => 8,
        TimeUnit::Minute => 9,
    };
    if order(asked) > order(finest) {
        finest
    } else {
        asked
    }
}
