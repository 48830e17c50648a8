//! Units of measure: which column "30 km" or "under 20 dollars" speaks of, and hours where minutes are kept.

use crate::matching::{Mention, TableMention};
use crate::schema::{Column, ColumnId, Schema};
use crate::tokens::Token;

/// The stems of what a unit measures, the likeliest first.
fn measured(unit: &str) -> Option<&'static str> {
    const LENGTH: &str = "distanc length height width size diamet radius depth elev wheel screen";
    Some(match unit {
        "km" | "kilometers" | "kilometres" | "kilometer" | "kilometre" | "miles" | "mile" => {
            "distanc length rang radius"
        }
        "inch" | "inches" | "cm" | "mm" | "centimeters" | "centimetres" | "meters" | "metres"
        | "meter" | "metre" | "feet" | "foot" | "ft" => LENGTH,
        "kg" | "kilos" | "kilograms" | "grams" | "tons" | "tonnes" | "lbs" | "pounds" | "lb" => {
            "weight mass load"
        }
        "minutes" | "minute" | "mins" | "hours" | "hour" | "seconds" | "secs" => {
            "run runtim durat length time delay second minut"
        }
        "dollars" | "dollar" | "euros" | "euro" | "usd" | "eur" | "bucks" | "cents" => MONEY,
        "mph" | "kmh" | "kph" | "knots" => "speed wind",
        "degrees" | "celsius" | "fahrenheit" => "temp temperatur",
        "percent" => "percent percentag pct rate share discount ratio margin",
        _ => return None,
    })
}

const MONEY: &str = "price cost fee amount budget salari revenu sale sell valu rent";

/// How many of the column's units one of the question's is.
pub fn factor(unit: Option<&Token>, column: &Column<'_>) -> f64 {
    let named = |words: &str| {
        column
            .words
            .iter()
            .any(|w| words.split(' ').any(|known| known == w.lower))
    };
    let largest = column.profile.max.as_ref().and_then(|max| max.as_f64());
    let beyond = |most: f64| largest.is_some_and(|max| max > most);
    match unit {
        Some(t) if t.is("hour hours") && !named("hour hours") => {
            if named("seconds sec secs") {
                3_600.0
            } else if named("minutes min mins") || beyond(48.0) {
                60.0
            } else {
                1.0
            }
        }
        Some(t) if t.is("minute minutes mins") && named("seconds sec secs second") => 60.0,
        _ => 1.0,
    }
}

/// The column that a number speaks of by its unit: `end` is the token after the number.
pub fn by_unit(
    tokens: &[Token],
    end: usize,
    schema: &Schema<'_>,
    fits: &dyn Fn(ColumnId) -> bool,
) -> Option<ColumnId> {
    let unit = tokens.get(end)?;
    let named = schema.ids().filter(|id| fits(*id)).find(|id| {
        let words = &schema.column(*id).words;
        let is_unit = |weight: f64| weight <= 0.1 || measured(&unit.lower).is_some();
        words.len() > 1
            && words
                .iter()
                .any(|w| w.lower == unit.lower && is_unit(w.weight))
    });
    named.or_else(|| first(schema, measured(&unit.lower)?, fits))
}

/// "Bikes under 1000": money where nothing else is said, or the only quantity.
pub fn unsaid(
    tokens: &[Token],
    start: usize,
    schema: &Schema<'_>,
    columns: &[Mention],
    tables: &[TableMention],
    fits: &dyn Fn(ColumnId) -> bool,
) -> Option<ColumnId> {
    let before = start.checked_sub(1)?;
    let noun = tables.iter().any(|m| m.at == before);
    let bought = (0..start)
        .rev()
        .take(2)
        .any(|at| tokens[at].is("for costing priced worth valued"));
    if !(noun || bought) || columns.iter().any(|m| m.end == start && fits(m.column)) {
        return None;
    }
    first(schema, MONEY, fits).or_else(|| {
        let mut all = schema.ids().filter(|id| fits(*id));
        let only = all.next()?;
        all.next().is_none().then_some(only)
    })
}

fn first(schema: &Schema<'_>, stems: &str, fits: &dyn Fn(ColumnId) -> bool) -> Option<ColumnId> {
    stems.split(' ').find_map(|stem| {
        schema
            .ids()
            .filter(|id| fits(*id))
            .find(|id| schema.column(*id).words.iter().any(|w| w.stem == stem))
    })
}
