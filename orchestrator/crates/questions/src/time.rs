//! Units of time for dates, and widths of bins for quantities.

use portolan_query::ColumnProfile;
use serde_json::Value;

use crate::draft::{Draft, Group};
use crate::plan::TimeUnit;
use crate::schema::{ColumnId, Role, Schema};
use crate::tokens::Token;
use crate::understanding::Understanding;

/// Gives time dimensions their unit, and adds the one that "over time" or "per month" asks for.
pub fn settle(draft: &mut Draft, known: &Understanding, schema: &Schema<'_>) {
    let unit = known.cues.unit.filter(|(_, at)| !known.sorts(*at));
    let temporal = |id: ColumnId| schema.column(id).role == Role::Temporal;
    // A column that is itself named "year" has taken the word.
    let named = unit.is_some_and(|(_, at)| {
        known.columns.iter().enumerate().any(|(index, m)| {
            m.matched.contains(&at)
                && !temporal(m.column)
                && !known.conditions.used.contains(&index)
        })
    });
    let has = draft.dimensions.iter().any(|g| temporal(g.column));
    if !has && (known.cues.trend || known.conditions.years || (unit.is_some() && !named)) {
        let tables: Vec<usize> = tables(draft, known);
        let used = |id: &ColumnId| {
            known
                .conditions
                .filters
                .iter()
                .any(|f| schema.find(&f.column) == Some(*id))
        };
        let found = schema
            .ids()
            .filter(|id| temporal(*id) && (tables.is_empty() || tables.contains(&id.table)))
            .max_by(|a, b| {
                worth(&known.tokens, schema, *a)
                    .total_cmp(&worth(&known.tokens, schema, *b))
                    .then(used(a).cmp(&used(b)))
                    .then(b.cmp(a))
            });
        if let Some(id) = found {
            draft.dimensions.insert(0, Group::new(id));
            draft.aggregate(known, schema);
            draft.notes.push(format!(
                "Time is read from {}.",
                schema.column(id).profile.name
            ));
        }
    }
    let said = |word: &str| known.tokens.iter().any(|t| t.is(word));
    let change = has && draft.raw() == 1 && said("change") && said("over");
    for group in draft.dimensions.iter_mut().filter(|g| temporal(g.column)) {
        let column = schema.column(group.column);
        group.unit = match unit {
            Some((unit, _)) if column.years => unit.is_cyclic().then_some(unit),
            Some((unit, _)) => Some(unit),
            None if column.years => None,
            // "The change of salary over hire date" follows the rows.
            None if change => None,
            None => span_unit(column.profile),
        };
        if group.unit == Some(TimeUnit::Month)
            && (known.cues.trend && !known.tokens.iter().any(|t| t.lower.starts_with("bin")))
        {
            group.unit = Some(TimeUnit::YearMonth);
        }
    }
}

fn tables(draft: &Draft, known: &Understanding) -> Vec<usize> {
    let mut tables: Vec<usize> = draft
        .dimensions
        .iter()
        .map(|g| g.column.table)
        .chain(draft.measures.iter().filter_map(|m| m.1.map(|id| id.table)))
        .chain(draft.counted)
        .collect();
    if tables.is_empty() {
        tables.extend(known.tables.iter().map(|m| m.table));
    }
    tables
}

/// How well the question's words fit a column that it does not name outright.
fn worth(tokens: &[Token], schema: &Schema<'_>, id: ColumnId) -> f64 {
    let column = schema.column(id);
    column
        .words
        .iter()
        .filter(|word| word.weight > 0.4)
        .map(|word| {
            tokens
                .iter()
                .map(|token| crate::matching::similarity(token, word))
                .fold(0.0, f64::max)
                * word.weight
        })
        .sum::<f64>()
}

/// The unit that gives a readable number of points over the column's span.
pub fn span_unit(profile: &ColumnProfile) -> Option<TimeUnit> {
    let day = |value: &Option<Value>| -> Option<i64> {
        let text = value.as_ref()?.as_str()?;
        let part = |range: std::ops::Range<usize>| text.get(range)?.parse::<i64>().ok();
        Some(part(0..4)? * 365 + part(5..7)? * 30 + part(8..10)?)
    };
    let days = day(&profile.max)? - day(&profile.min)?;
    if profile.distinct <= 12 && days > 12 {
        return Some(if days > 1_500 {
            TimeUnit::Year
        } else {
            TimeUnit::Day
        });
    }
    Some(match days {
        1_500.. => TimeUnit::Year,
        100.. => TimeUnit::YearMonth,
        2.. => TimeUnit::Day,
        _ => TimeUnit::Hour,
    })
}

/// A round width that makes about ten to fifteen bins, or the width or number asked for.
pub fn bin_width(profile: &ColumnProfile, asked: Option<(f64, bool)>) -> Option<f64> {
    let low = profile.min.as_ref()?.as_f64()?;
    let high = profile.max.as_ref()?.as_f64()?;
    let span = high - low;
    if !span.is_finite() || span <= 0.0 {
        return None;
    }
    let wanted = match asked {
        Some((width, true)) if span / width <= 200.0 && span / width >= 2.0 => return Some(width),
        Some((number, false)) if (3.0..=100.0).contains(&number) => number,
        // "500 intervals" over few rows means a width of 500.
        Some((width, false)) if span / width >= 3.0 && span / width <= 60.0 => return Some(width),
        _ => 12.0,
    };
    let rough = span / wanted;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0]
        .into_iter()
        .map(|m| m * power)
        .find(|step| *step >= rough * 0.999)
        .unwrap_or(10.0 * power);
    let whole = profile.column_type == portolan_query::ColumnType::Integer;
    Some(if whole { step.max(1.0).ceil() } else { step })
}
