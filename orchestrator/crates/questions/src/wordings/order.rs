//! Wordings in another order than the plain one: "above magnitude 5" is "magnitude above 5".

use crate::language::{Kind, Token, lexicon};
use crate::link::link_columns;
use crate::schema::{ColumnId, Schema};

/// Returns the tokens in the plain order.
pub(super) fn plain(tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    either(column_first(by_popularity(tokens, schema), schema), schema)
}

/// Reads "the most popular genre" as "the highest popularity genre" where the table says how popular each row is.
fn by_popularity(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let is_kept = schema.ids().any(|id| {
        let column = schema.column(id);
        column.is_quantity() && column.words.iter().any(|word| word.word == "popularity")
    });
    let found =
        (1..tokens.len()).find(|at| tokens[*at].is("popular") && tokens[at - 1].is("most least"));
    if let Some(at) = found.filter(|_| is_kept) {
        let end = if tokens[at - 1].is("most") {
            "highest"
        } else {
            "lowest"
        };
        tokens[at - 1] = super::renamed(&tokens[at - 1], end);
        tokens[at] = super::renamed(&tokens[at], "popularity");
    }
    tokens
}

/// Reads "who hit more home runs, McGwire or Sosa" as a comparison of the two.
fn either(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let asks = tokens.iter().any(|token| token.is("who which whose"))
        && (tokens.iter()).any(|token| {
            token.is("more less fewer") || lexicon::comparative(&token.word).is_some()
        });
    let columns_of = |at: usize| -> Vec<ColumnId> {
        let links = schema.values.link(&tokens, at);
        links.iter().map(|link| link.column).collect()
    };
    let found = (1..tokens.len().saturating_sub(1)).find(|at| {
        let after = columns_of(at + 1);
        tokens[*at].is("or")
            && (at.saturating_sub(3)..*at)
                .flat_map(columns_of)
                .any(|column| after.contains(&column))
    });
    if let Some(at) = found.filter(|_| asks) {
        tokens[at] = super::renamed(&tokens[at], "versus");
    }
    tokens
}

/// Puts the name of a quantity before the comparison that it stands behind: "above magnitude 5", "over age 30".
fn column_first(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    const COMPARISONS: &str = "above over below under";
    // The number may be a year, and a comparison with it a condition on time.
    let is_amount = |token: &Token| {
        token.kind == Kind::Number
            && token
                .number
                .is_some_and(|number| !(1000.0..2100.0).contains(&number))
    };
    let found = (0..tokens.len()).find_map(|at| {
        let link = link_columns(&tokens, at + 1, schema)
            .into_iter()
            .filter(|link| link.cost < 0.5 && schema.column(link.column).is_quantity())
            .find(|link| tokens.get(link.end).is_some_and(is_amount))?;
        tokens[at].is(COMPARISONS).then_some((at, link.end))
    });
    if let Some((at, end)) = found {
        tokens[at..end].rotate_left(1);
    }
    tokens
}
