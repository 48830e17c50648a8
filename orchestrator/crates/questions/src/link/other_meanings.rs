//! Words that name no column although its name has them: what is counted, what was done, what something is divided by.

use portolan_thesaurus::is_noun;

use super::related;
use crate::language::{Kind, Token, lexicon, stem, units};
use crate::schema::{Column, ColumnId, Schema};

/// Tells whether a span means something else than the column whose name it resembles.
pub(super) fn means_other(
    tokens: &[Token],
    at: usize,
    span: &[Token],
    column: &Column<'_>,
) -> bool {
    is_base_only(span, column) && !follows_divisor(tokens, at)
        || counts_others(tokens, at, span, column)
        || counts_value(tokens, at, span, column)
        || is_deed_of_row(tokens, at, span, column)
        || is_deed_of_agent(tokens, at, span, column)
}

/// Tells whether a number is the year of months that are columns, of which it names none.
pub fn is_year_of_months(token: &Token, schema: &Schema<'_>) -> bool {
    let said = token.number.filter(|_| token.kind == Kind::Number);
    said.is_some_and(|said| {
        schema.tables.iter().any(|table| {
            // Each of the columns "Jan 2024" to "Dec 2024" has the year in its name, so the year alone tells none apart.
            let year = table.wide.as_ref().and_then(|wide| wide.year);
            year.map(f64::from) == Some(said)
        })
    })
}

/// Tells whether a participle only says what was done to the things that the column before it counts: "cakes sold" of a column
/// `cakes`, whatever column of sales there is. What was lost or cancelled is a part of them.
pub fn is_deed_of_quantity(tokens: &[Token], at: usize, schema: &Schema<'_>) -> bool {
    const DEEDS: &str = "sold made produced baked built recorded counted earned taken carried served delivered collected \
        registered reported received raised published issued used sent";
    let Some(before) = at.checked_sub(1).filter(|_| tokens[at].is(DEEDS)) else {
        return false;
    };
    let is_counted = |id: ColumnId| {
        let column = schema.column(id);
        column.is_quantity() && column.is_called(&tokens[before].word)
    };
    let is_named = |id: ColumnId| {
        let words = &schema.column(id).words;
        words.iter().any(|word| word.word == tokens[at].word)
    };
    schema.ids().any(is_counted) && !schema.ids().any(is_named)
}

/// Tells whether a word only names what a column is divided by: spending per pupil is no number of pupils.
fn is_base_only(span: &[Token], column: &Column<'_>) -> bool {
    let [token] = span else { return false };
    let is_base = |word: &str| {
        matches!(word, "pp" | "pc" | "percap")
            && lexicon::expansions(word)
                .iter()
                .any(|full| stem(full) == token.stem)
    };
    column.words.iter().any(|word| is_base(&word.word)) && !column.has_stem(&token.stem)
}

/// "how many orders", "more than 100 orders" of a column of sales in dollars: things are counted in whole numbers, so an amount
/// that is only called alike is not their number.
fn counts_others(tokens: &[Token], at: usize, span: &[Token], column: &Column<'_>) -> bool {
    let [token] = span else { return false };
    let is_numbered = at
        .checked_sub(1)
        .is_some_and(|before| tokens[before].kind == Kind::Number);
    let singular = crate::schema::build::singular(&token.word);
    let is_said = |word: &crate::schema::NameWord| word.word == token.word || word.word == singular;
    token.word.ends_with('s')
        && (is_numbered || related::is_counted(tokens, at))
        && column.is_quantity()
        && !column.is_whole()
        && !column.words.iter().any(is_said)
        && units::unit(&token.word).is_none()
}

/// "how many democracies" of a column that tells democracies from others: the rows with that value are counted, and not the
/// values.
fn counts_value(tokens: &[Token], at: usize, span: &[Token], column: &Column<'_>) -> bool {
    let [token] = span else { return false };
    let is_said = |value: &portolan_query::ValueCount| {
        let text = value.value.as_str().map(str::to_lowercase);
        text.is_some_and(|text| stem(&text) == token.stem)
    };
    column.is_text() && related::is_counted(tokens, at) && column.profile.values.iter().any(is_said)
}

/// "senators appointed per decade" beside `Appointed on the advice of`: a participle behind a noun says what happened to the
/// things, and names no text that has more words.
fn is_deed_of_row(tokens: &[Token], at: usize, span: &[Token], column: &Column<'_>) -> bool {
    let [token] = span else { return false };
    let Some(before) = at.checked_sub(1).map(|before| &tokens[before]) else {
        return false;
    };
    let is_noun_before = before.kind == Kind::Word
        && before.word.ends_with('s')
        && !lexicon::is_function_word(&before.word)
        && is_noun(&crate::schema::build::singular(&before.word));
    let strong = column
        .words
        .iter()
        .filter(|word| word.weight >= 1.0)
        .count();
    is_noun_before && column.is_text() && strong >= 2 && lexicon::is_done_word(&token.word)
}

/// "Books published after 2005" beside `publisher`: what was done names those who did it only where it is asked by whom.
fn is_deed_of_agent(tokens: &[Token], at: usize, span: &[Token], column: &Column<'_>) -> bool {
    let [token] = span else { return false };
    let is_agent = |word: &str| word.ends_with("er") || word.ends_with("or");
    let names_agent =
        (column.words.iter()).any(|word| word.stem == token.stem && is_agent(&word.word));
    let asks_whom = tokens.iter().any(|token| token.is("who whom"))
        || tokens.get(at + 1).is_some_and(|next| next.is("by"));
    column.is_text() && names_agent && token.word.ends_with("ed") && !asks_whom
}

fn follows_divisor(tokens: &[Token], at: usize) -> bool {
    // Behind "per" the base itself is meant.
    at.checked_sub(1)
        .is_some_and(|before| tokens[before].is("per each every a an"))
}
