//! Values of columns, and the costs of reading words as them.

use super::items::Item;
use crate::language::{Kind, Token};
use crate::link::{ValueLink, link_columns};
use crate::schema::{ColumnId, Schema};

/// The values that start at a token, with their costs.
pub(super) fn values(tokens: &[Token], at: usize, schema: &Schema<'_>) -> Vec<(usize, Item, f64)> {
    let mut found = Vec::new();
    // A word that is a column's whole name is rather the column than a value elsewhere.
    let named: Vec<usize> = link_columns(tokens, at, schema)
        .iter()
        .filter(|link| link.cost <= 0.03)
        .map(|link| link.end)
        .collect();
    for link in schema.values.link(tokens, at) {
        let named = if named.contains(&link.end) { 0.3 } else { 0.0 };
        let named = named + divided_cost(tokens, at, &link, schema);
        // "Whole country" asks for the rows that hold it; nothing else is called by so many words.
        let is_total = link.end > at + 1 && link.cost < 0.1 && is_total_value(&link, schema);
        let named = named - if is_total { 0.3 } else { 0.0 };
        let named = named + side_cost(tokens, at, link.column, schema);
        found.push((
            link.end,
            Item::Value {
                column: link.column,
                texts: link.texts,
            },
            link.cost + named,
        ));
    }
    found.extend(whole_named(tokens, at, schema));
    for (link, is_open) in schema.values.link_ranges(tokens, at) {
        // "temperature over 25" compares the quantity, whatever age groups there are.
        if is_open && follows_quantity(tokens, at, schema) {
            continue;
        }
        found.push((
            link.end,
            Item::Value {
                column: link.column,
                texts: link.texts,
            },
            link.cost,
        ));
    }
    found
}

/// The cost of a value of one of two columns that are the ends of a way: "to the airport" is a destination, "from" an origin.
fn side_cost(tokens: &[Token], at: usize, column: ColumnId, schema: &Schema<'_>) -> f64 {
    const ORIGIN: &str = "from origin pickup source start departure sender orig dep";
    const DESTINATION: &str = "to destination dropoff target end arrival receiver dest arr";
    let has = |id: ColumnId, names: &str| {
        let words = &schema.column(id).words;
        words
            .iter()
            .any(|word| names.split(' ').any(|name| name == word.word))
    };
    let article = at
        .checked_sub(1)
        .filter(|before| tokens[*before].is("the a an"))
        .unwrap_or(at);
    let Some(before) = article.checked_sub(1).map(|before| &tokens[before]) else {
        return 0.0;
    };
    let (own, other) = if before.is("to into towards toward") {
        (DESTINATION, ORIGIN)
    } else if before.is("from leaving") {
        (ORIGIN, DESTINATION)
    } else {
        return 0.0;
    };
    let has_both = schema.ids().any(|id| has(id, own)) && schema.ids().any(|id| has(id, other));
    match (has_both, has(column, own), has(column, other)) {
        (true, true, false) => -0.2,
        (true, false, true) => 0.6,
        _ => 0.0,
    }
}

/// Tells whether a value is the name of rows that sum up the others.
fn is_total_value(link: &ValueLink, schema: &Schema<'_>) -> bool {
    let table = &schema.tables[link.column.table];
    table.totals.iter().any(|(column, texts)| {
        *column == link.column.column && link.texts.iter().all(|text| texts.contains(text))
    })
}

/// Tells whether one of the two words before a token names a quantity.
fn follows_quantity(tokens: &[Token], at: usize, schema: &Schema<'_>) -> bool {
    (at.saturating_sub(2)..at).any(|from| {
        link_columns(tokens, from, schema).iter().any(|link| {
            link.cost < 0.5 && link.end <= at && schema.column(link.column).is_quantity()
        })
    })
}

/// The cost of a value behind "by" or "each" that names another column as well: "by area" divides by the area's name where
/// "area" is also a level.
fn divided_cost(tokens: &[Token], at: usize, link: &ValueLink, schema: &Schema<'_>) -> f64 {
    let divides = at.checked_sub(1).is_some_and(|before| {
        tokens[before].is("by per each every which what across")
            || tokens[before].is("the of") && before > 0 && tokens[before - 1].is("each every")
    });
    let plural = tokens[link.end - 1].word.ends_with('s')
        && !link
            .texts
            .iter()
            .any(|text| text.to_lowercase().ends_with('s'));
    let other = link_columns(tokens, at, schema).iter().any(|column| {
        column.column != link.column
            && column.column.table == link.column.table
            && column.end == link.end
            && column.cost < 0.5
            && !schema.column(column.column).is_quantity()
    });
    if (divides || plural) && other {
        0.7
    } else {
        0.0
    }
}

/// "Nationwide", "the entire network": the rows that sum up all places, where the table has them.
fn whole_named(tokens: &[Token], at: usize, schema: &Schema<'_>) -> Option<(usize, Item, f64)> {
    let is_adverb = tokens[at]
        .is("national nationally nationwide countrywide statewide citywide worldwide globally");
    let is_phrase = tokens[at].is("whole entire")
        && tokens.get(at + 1).is_some_and(|next| {
            next.kind == Kind::Word
                && link_columns(tokens, at + 1, schema).is_empty()
                && schema.values.link(tokens, at + 1).is_empty()
        });
    let found = schema.tables.iter().enumerate().find_map(|(table, known)| {
        let (column, texts) = known.totals.iter().find(|known| known.1.len() == 1)?;
        let column = ColumnId {
            table,
            column: *column,
        };
        Some((column, texts.clone()))
    });
    let (column, texts) = found.filter(|_| is_adverb || is_phrase)?;
    let end = if is_adverb { at + 1 } else { at + 2 };
    Some((end, Item::Value { column, texts }, 0.1))
}

/// Returns whether a plural means the rows and not their number column: "flights" in a table where flight numbers repeat daily.
pub(super) fn numbers_rows(token: &Token, id: ColumnId, schema: &Schema<'_>) -> bool {
    let column = schema.column(id);
    let table = &schema.tables[id.table];
    let [name] = column.words.as_slice() else {
        return false;
    };
    column.is_numeric()
        && column.role == crate::schema::Role::Identifier
        && column.profile.distinct * 20 <= table.profile.row_count
        && table.entity.contains(&name.stem)
        && token.stem == name.stem
        && token.word != name.word
}
