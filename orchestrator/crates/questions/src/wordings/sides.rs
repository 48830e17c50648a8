//! Amounts of two sides: the goals of a match are those of the home and of the away side together.

use crate::language::{Kind, Token, token};
use crate::schema::{Column, ColumnId, Schema};

/// Reads "goals" of the columns `home_goals` and `away_goals` as the sum of both, where no side is named.
pub(super) fn both(tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    const SIDES: &str = "home away host hosts guest guests visiting visitor visitors";
    if tokens.iter().any(|token| token.is(SIDES)) {
        return tokens;
    }
    let found = (0..tokens.len()).find(|at| {
        let side = |name: &str| {
            schema
                .ids()
                .find(|id| is_of_side(schema, *id, name, &tokens[*at]))
        };
        tokens[*at].kind == Kind::Word && side("home").is_some() && side("away").is_some()
    });
    let Some(at) = found else { return tokens };
    let mut read = tokens;
    let said = read[at].clone();
    let write = |word: &str| Token {
        text: said.text.clone(),
        ..token::token(word, Kind::Word, said.span)
    };
    let sum = ["home", &said.word, "plus", "away", &said.word].map(write);
    read.splice(at..=at, sum);
    read
}

/// Tells whether a column is the amount of one side that a word names: `HomeGoals` for "goals".
fn is_of_side(schema: &Schema<'_>, id: ColumnId, side: &str, said: &Token) -> bool {
    let column: &Column<'_> = schema.column(id);
    column.is_quantity()
        && column.words.len() == 2
        && column.words.iter().any(|word| word.word == side)
        && column.has_stem(&said.stem)
}
