//! Conditions: comparisons, ranges, years, values and what must not be.

use serde_json::Value;

use crate::comparisons::{Bound, Found, comparison};
use crate::matching::{Mention, TableMention, similarity};
use crate::named_values;
use crate::plan::{ColumnRef, Comparison, Filter, Test, TimeUnit};
use crate::schema::{Column, ColumnId, Role, Schema};
use crate::seasons;
use crate::texts;
use crate::tokens::{Kind, Token};
use crate::units;
use crate::values::ValueMention;
use crate::whole_groups::{self, Whole};

/// The conditions of a question, and which mentions they used.
#[derive(Default)]
pub struct Conditions {
    pub filters: Vec<Filter>,
    /// Indexes into the column mentions that only say what is compared.
    pub used: Vec<usize>,
    /// Columns all of whose values are named: they divide, they do not restrict.
    pub divided: Vec<ColumnId>,
    pub notes: Vec<String>,
    /// A span of years was named.
    pub years: bool,
    /// The column of which both values must be there.
    pub both: Option<ColumnRef>,
    /// What must hold of groups as a whole.
    pub wholes: Vec<Whole>,
    /// Where each filter stands in the question.
    places: Vec<usize>,
}

impl Conditions {
    pub fn push(&mut self, place: usize, filter: Filter) {
        self.filters.push(filter);
        self.places.push(place);
    }

    /// Puts the filters in the question's order and joins those with OR that it joins so.
    fn connect(&mut self, tokens: &[Token]) {
        let filters = std::mem::take(&mut self.filters);
        let mut placed: Vec<(usize, Filter)> = self.places.drain(..).zip(filters).collect();
        placed.sort_by_key(|(place, _)| *place);
        let mut before: Option<usize> = None;
        for (place, filter) in &mut placed {
            let between = before.map_or(&[][..], |start| {
                tokens.get(start + 1..*place).unwrap_or(&[])
            });
            let last = between.iter().rfind(|t| t.is("and or"));
            filter.or = last.is_some_and(|t| t.is("or"));
            before = Some(*place);
        }
        for (_, filter) in placed {
            // Said twice, it holds once.
            if !self.filters.contains(&filter) {
                self.filters.push(filter);
            }
        }
    }
}

pub fn read(
    tokens: &[Token],
    taken: &mut [bool],
    schema: &Schema<'_>,
    columns: &[Mention],
    tables: &[TableMention],
    values: &[ValueMention],
) -> Conditions {
    let mut conditions = Conditions::default();
    let mut at = 0;
    while at < tokens.len() {
        let Some(found) = (!taken[at])
            .then(|| comparison(tokens, taken, at))
            .flatten()
        else {
            at += 1;
            continue;
        };
        at = found.end.max(at + 1);
        if let Some((whole, end)) = whole_groups::counted(tokens, &found, schema, columns, tables) {
            taken[found.start..end].fill(true);
            let within = |m: &Mention| m.start >= found.start && m.end <= end;
            let inside = columns.iter().enumerate().filter(|(_, m)| within(m));
            conditions.used.extend(inside.map(|(index, _)| index));
            conditions.wholes.push(whole);
            continue;
        }
        compare(
            tokens,
            &found,
            schema,
            columns,
            tables,
            &mut conditions,
            taken,
        );
    }
    equalities(tokens, taken, schema, columns, &mut conditions);
    measured(tokens, taken, schema, values, &mut conditions);
    seasons::read(tokens, taken, schema, columns, tables, &mut conditions);
    years(tokens, taken, schema, columns, tables, &mut conditions);
    texts::missing(tokens, schema, columns, &mut conditions);
    texts::parts(tokens, taken, schema, columns, &mut conditions);
    named_values::of_values(tokens, schema, columns, values, &mut conditions);
    named_values::flags(tokens, schema, columns, &mut conditions);
    conditions.connect(tokens);
    conditions
}

/// A number that can be a year.
fn is_year(number: f64) -> bool {
    number.fract() == 0.0 && (1_000.0..2_200.0).contains(&number)
}

fn compare(
    tokens: &[Token],
    found: &Found,
    schema: &Schema<'_>,
    columns: &[Mention],
    tables: &[TableMention],
    conditions: &mut Conditions,
    taken: &mut [bool],
) {
    let yearly = match found.test {
        Bound::One(_, n) | Bound::Exactly(n) => {
            is_year(n)
                && tokens[found.start]
                    .is("after before since until from between in over later earlier")
        }
        Bound::Range(low, high) => is_year(low) && is_year(high),
        Bound::Day(..) | Bound::Days(..) => true,
        Bound::Average(_) => false,
    };
    let dated = matches!(found.test, Bound::Day(..) | Bound::Days(..));
    let Some((column, mention)) = subject(tokens, found, yearly, schema, columns, tables) else {
        return;
    };
    // "Published between 1980 and 2000" restricts; "from 1980 to 2000" alone follows the years.
    let verb = found.start > 0 && tokens[found.start - 1].lower.ends_with("ed");
    let said = mention.is_some_and(|at| found.start - columns[at].end.min(found.start) <= 2)
        || (verb && !tokens[found.start].is("from"));
    conditions.years |= yearly && matches!(found.test, Bound::Range(..)) && !said;
    if let Some((whole, end)) = mention.and_then(|at| {
        whole_groups::aggregated(tokens, found, &columns[at], schema, columns, tables)
    }) {
        taken[found.start..end].fill(true);
        conditions.used.extend(mention);
        conditions.wholes.push(whole);
        return;
    }
    for flag in &mut taken[found.start..found.end] {
        *flag = true;
    }
    if let Some(mention) = mention {
        conditions.used.push(mention);
    }
    // What the comparison's own words name is not drawn: "older than 25".
    let inside = |m: &Mention| m.start >= found.start && m.end <= found.end;
    let before =
        |m: &Mention| m.column == column && m.end <= found.start && found.start - m.end <= 2;
    let named = columns
        .iter()
        .enumerate()
        .filter(|(_, m)| inside(m) || before(m));
    conditions.used.extend(named.map(|(index, _)| index));
    let known = schema.column(column);
    if dated && !known.has_dates() {
        return;
    }
    let scale = units::factor(tokens.get(found.end), known);
    let make = |n: f64| literal(n * scale, known);
    let test = match &found.test {
        Bound::Day(comparison, day) => Test::Compare(*comparison, day.clone().into()),
        Bound::Days(first, last) if first == last => {
            Test::Compare(Comparison::Equal, first.clone().into())
        }
        Bound::Days(first, last) => Test::Between(first.clone().into(), last.clone().into()),
        Bound::One(comparison, n) => Test::Compare(*comparison, make(*n)),
        Bound::Exactly(n) => Test::Compare(Comparison::Equal, make(*n)),
        Bound::Average(comparison) => Test::CompareAverage(*comparison),
        Bound::Range(low, high) => Test::Between(make(*low), make(*high)),
    };
    if known.is_numeric() && !possible(&test, known) {
        let (low, high) = (
            known.profile.min.clone().unwrap_or(Value::Null),
            known.profile.max.clone().unwrap_or(Value::Null),
        );
        conditions.notes.push(format!(
            "{} runs from {low} to {high}, so that condition was left out.",
            known.profile.name
        ));
        return;
    }
    conditions.push(found.start, filter(schema, column, test));
}

fn literal(number: f64, column: &Column<'_>) -> Value {
    let two_digits = column.years
        && column
            .profile
            .max
            .as_ref()
            .and_then(Value::as_f64)
            .is_some_and(|max| max < 100.0);
    let number = if two_digits && (1900.0..2000.0).contains(&number) {
        number - 1900.0
    } else {
        number
    };
    number_value(number)
}

/// A number as JSON: whole where it is whole.
pub fn number_value(number: f64) -> Value {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "checked to be whole and small"
    )]
    if number.fract() == 0.0 && number.abs() < 9e15 {
        Value::from(number as i64)
    } else {
        Value::from(number)
    }
}

/// Whether any row can pass, by the column's range.
fn possible(test: &Test, column: &Column<'_>) -> bool {
    let (Some(low), Some(high)) = (
        column.profile.min.as_ref().and_then(Value::as_f64),
        column.profile.max.as_ref().and_then(Value::as_f64),
    ) else {
        return true;
    };
    let number = |value: &Value| value.as_f64().unwrap_or(low);
    match test {
        Test::Compare(Comparison::Greater, n) => number(n) < high,
        Test::Compare(Comparison::GreaterOrEqual, n) => number(n) <= high,
        Test::Compare(Comparison::Less, n) => number(n) > low,
        Test::Compare(Comparison::LessOrEqual, n) => number(n) >= low,
        Test::Between(from, to) => number(from) <= high && number(to) >= low,
        _ => true,
    }
}

pub fn filter(schema: &Schema<'_>, id: ColumnId, test: Test) -> Filter {
    let column = schema.column(id);
    let dates = column.has_dates();
    let yearly = match &test {
        Test::Compare(_, value) | Test::Between(value, _) => value.is_number(),
        Test::OneOf(values) | Test::NoneOf(values) => values.iter().all(Value::is_number),
        _ => false,
    };
    Filter {
        column: schema.reference(id),
        column_type: column.profile.column_type,
        unit: (dates && yearly).then_some(TimeUnit::Year),
        text_dates: column.text_dates,
        or: false,
        test,
    }
}

/// What a comparison is about: the column just before it, just after it, or the one its words imply.
fn subject(
    tokens: &[Token],
    found: &Found,
    yearly: bool,
    schema: &Schema<'_>,
    columns: &[Mention],
    tables: &[TableMention],
) -> Option<(ColumnId, Option<usize>)> {
    let dated = matches!(found.test, Bound::Day(..) | Bound::Days(..));
    let fits = |id: ColumnId| {
        let column = schema.column(id);
        if dated {
            column.has_dates()
        } else if yearly {
            column.years || column.has_dates() || column.is_quantity()
        } else {
            column.is_numeric() || (column.has_dates() && yearly)
        }
    };
    // "Older than average": the comparison's own word names the column.
    let inside = |m: &Mention| m.start >= found.start && m.end <= found.end;
    if let Some((index, m)) = columns
        .iter()
        .enumerate()
        .find(|(_, m)| inside(m) && fits(m.column))
    {
        return Some((m.column, Some(index)));
    }
    let before = columns
        .iter()
        .enumerate()
        .rfind(|(_, m)| m.end <= found.start && found.start - m.end <= 5 && fits(m.column));
    let blocked = |m: &Mention| {
        tokens[m.end..found.start]
            .iter()
            .any(|t| t.kind == Kind::Break)
    };
    let after = columns.iter().enumerate().find(|(_, m)| {
        m.start >= found.end
            && m.start - found.end <= 1
            && fits(m.column)
            && !tokens[found.end..m.start]
                .iter()
                .any(|t| t.kind == Kind::Break)
    });
    if let Some((index, m)) = after
        && matches!(found.test, Bound::One(..) | Bound::Exactly(_))
        && before.is_none_or(|(_, b)| {
            blocked(b) || found.start - b.end > 2 || tokens[found.start].is("more fewer at less")
        })
        && !tokens
            .get(found.start.wrapping_sub(1))
            .is_some_and(|t| t.is("is are was"))
    {
        return Some((m.column, Some(index)));
    }
    if let Some((index, m)) = before
        && !blocked(m)
        && (!yearly || schema.column(m.column).years || schema.column(m.column).has_dates())
    {
        return Some((m.column, Some(index)));
    }
    let implied = schema.ids().filter(|id| fits(*id)).filter(|id| {
        schema.column(*id).words.iter().any(|word| {
            let verb = found.start.checked_sub(1).filter(|_| !yearly);
            let before = verb.map_or(0.0, |at| similarity(&tokens[at], word));
            similarity(&tokens[found.start], word).max(before) >= 0.69
        })
    });
    if let Some(id) = implied.into_iter().next() {
        return Some((id, None));
    }
    if yearly {
        let feasible = |id: &ColumnId| {
            let column = schema.column(*id);
            let test = match found.test {
                Bound::One(comparison, n) => Test::Compare(comparison, number_value(n)),
                _ => return true,
            };
            !column.is_numeric() || possible(&test, column)
        };
        let spoken = |id: &ColumnId| {
            let place = tables.iter().position(|m| m.table == id.table);
            (feasible(id), std::cmp::Reverse(place.unwrap_or(usize::MAX)))
        };
        let verb = schema
            .ids()
            .filter(|id| schema.column(*id).years || schema.column(*id).has_dates())
            .max_by(|a, b| {
                let worth = |id: &ColumnId| {
                    (0..found.start)
                        .rev()
                        .take(3)
                        .map(|at| {
                            schema
                                .column(*id)
                                .words
                                .iter()
                                .map(|w| similarity(&tokens[at], w))
                                .fold(0.0, f64::max)
                        })
                        .fold(0.0, f64::max)
                };
                worth(a)
                    .total_cmp(&worth(b))
                    .then(spoken(a).cmp(&spoken(b)))
                    .then(b.cmp(a))
            });
        if let Some(id) = verb {
            return Some((id, None));
        }
    }
    let reaches = |id: ColumnId| {
        let column = schema.column(id);
        let test = match found.test {
            Bound::One(comparison, n) => Test::Compare(comparison, number_value(n)),
            Bound::Range(low, high) => Test::Between(number_value(low), number_value(high)),
            _ => return false,
        };
        column.is_quantity() && possible(&test, column)
    };
    before
        .filter(|(_, m)| !blocked(m))
        .map(|(index, m)| (m.column, Some(index)))
        .or_else(|| units::by_unit(tokens, found.end, schema, &reaches).map(|id| (id, None)))
        .or_else(|| {
            units::unsaid(tokens, found.start, schema, columns, tables, &reaches)
                .map(|id| (id, None))
        })
}

/// `supplier id 3`, `with 5 doors`, `grade = A` where the value is a number beside its column.
fn equalities(
    tokens: &[Token],
    taken: &mut [bool],
    schema: &Schema<'_>,
    columns: &[Mention],
    conditions: &mut Conditions,
) {
    for (index, mention) in columns.iter().enumerate() {
        if !schema.column(mention.column).is_numeric() || conditions.used.contains(&index) {
            continue;
        }
        let mut at = mention.end;
        let mut stated = false;
        while at < tokens.len()
            && at < mention.end + 2
            && tokens[at].is("is equals equal was of to = number as")
        {
            stated = true;
            at += 1;
        }
        let key = schema.column(mention.column).role != Role::Measure;
        let Some(number) = tokens
            .get(at)
            .filter(|t| !taken[at] && (t.kind == Kind::Number || t.number.is_some()))
            .and_then(|t| t.number)
        else {
            continue;
        };
        if stated || key {
            taken[at] = true;
            conditions.used.push(index);
            let mut numbers = vec![number_value(number)];
            while let (Some(joint), Some(next)) = (tokens.get(at + 1), tokens.get(at + 2))
                && joint.is("or and ,")
                && let Some(number) = next.number.filter(|_| next.kind == Kind::Number)
            {
                taken[at + 2] = true;
                numbers.push(number_value(number));
                at += 2;
            }
            let test = if numbers.len() == 1 {
                Test::Compare(Comparison::Equal, numbers.remove(0))
            } else {
                Test::OneOf(numbers)
            };
            conditions.push(mention.end, filter(schema, mention.column, test));
        }
    }
}

/// `29 inch bikes`: a number with its unit where no column is named.
fn measured(
    tokens: &[Token],
    taken: &mut [bool],
    schema: &Schema<'_>,
    values: &[ValueMention],
    conditions: &mut Conditions,
) {
    for at in 0..tokens.len() {
        let named = values.iter().any(|v| (v.start..v.end).contains(&at));
        let Some(number) = tokens[at].number.filter(|_| !taken[at] && !named) else {
            continue;
        };
        let holds = |id: ColumnId| {
            let values = &schema.column(id).profile.values;
            schema.column(id).is_numeric()
                && values.iter().any(|v| v.value.as_f64() == Some(number))
        };
        if let Some(column) = units::by_unit(tokens, at + 1, schema, &holds) {
            taken[at] = true;
            let test = Test::Compare(Comparison::Equal, number_value(number));
            conditions.push(at, filter(schema, column, test));
        }
    }
}

/// `in 2020`, `during 1999`, `only 2020`: a year that nothing else has used.
fn years(
    tokens: &[Token],
    taken: &mut [bool],
    schema: &Schema<'_>,
    columns: &[Mention],
    tables: &[TableMention],
    conditions: &mut Conditions,
) {
    for at in 0..tokens.len() {
        let Some(number) = tokens[at]
            .number
            .filter(|n| tokens[at].kind == Kind::Number && is_year(*n) && !taken[at])
        else {
            continue;
        };
        if !(at == 0
            || tokens[at - 1]
                .is("in during of for year only just and or years without except excluding not"))
        {
            continue;
        }
        let mentioned = columns
            .iter()
            .enumerate()
            .filter(|(_, m)| schema.column(m.column).years || schema.column(m.column).has_dates())
            .find(|(_, m)| m.end <= at && at - m.end <= 3);
        let column = mentioned
            .map(|(_, m)| m.column)
            .or_else(|| {
                columns
                    .iter()
                    .map(|m| m.column)
                    .find(|id| schema.column(*id).role == Role::Temporal)
            })
            .or_else(|| seasons::moment(schema, tables));
        let Some(column) = column else { continue };
        taken[at] = true;
        if let Some((index, m)) = mentioned
            && at - m.end <= 2
        {
            conditions.used.push(index);
        }
        let value = literal(number, schema.column(column));
        let reference = schema.reference(column);
        if at > 0 && tokens[at - 1].is("without except excluding not") {
            conditions.push(at, filter(schema, column, Test::NoneOf(vec![value])));
            continue;
        }
        let same = conditions
            .filters
            .iter_mut()
            .find(|f| f.column == reference && matches!(f.test, Test::OneOf(_)));
        if let Some(Filter {
            test: Test::OneOf(values),
            ..
        }) = same
        {
            values.push(value);
        } else {
            conditions.push(at, filter(schema, column, Test::OneOf(vec![value])));
        }
    }
}
