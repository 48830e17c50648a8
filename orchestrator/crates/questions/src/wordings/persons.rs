//! Persons and places: "who ran", "who won", "who has been here longest".

use super::{name_of, renamed, written};
use crate::language::{Kind, Token, lexicon};
use crate::schema::build::singular;
use crate::schema::{Column, ColumnId, Role, Schema};
use crate::words::plural;

/// Returns the tokens in the plain wording.
pub(super) fn plain(tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let tokens = longest_there(won(tokens, schema), schema);
    leading_group(asked_person(tokens, schema))
}

/// Returns the only column of which this is true.
fn only(schema: &Schema<'_>, is_wanted: impl Fn(&Column<'_>) -> bool) -> Option<ColumnId> {
    let mut found = schema.ids().filter(|id| is_wanted(schema.column(*id)));
    found.next().filter(|_| found.next().is_none())
}

/// Reads "who ran in under 38 minutes" as "which runners ran …" where persons come back in several rows, so that no row is a person.
fn asked_person(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let person = only(schema, |column| {
        let is_person = column.head().is_some_and(|head| {
            head.word != "name" && lexicon::is_person_word(&singular(&head.word))
        });
        column.is_text() && is_person
    });
    let is_listed = tokens.len() > 2
        && tokens[0].is("who")
        && !tokens
            .iter()
            .any(|token| lexicon::superlative(&token.word).is_some());
    let Some(person) = person.filter(|id| is_listed && !schema.is_unique(*id)) else {
        return tokens;
    };
    let name: Vec<&str> = name_of(person, schema).collect();
    let Some((last, before)) = name.split_last() else {
        return tokens;
    };
    let last = plural(&singular(last));
    let words = ["which"]
        .into_iter()
        .chain(before.iter().copied())
        .chain([last.as_str()]);
    let said = written(words, tokens[0].span);
    tokens.splice(..1, said);
    tokens
}

/// Reads "who won" as the first place of a column of places, where nothing else says who won.
fn won(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    const WINS: &str = "won win wins winner winners victory victories";
    let place = only(schema, |column| {
        let is_place = column.head().is_some_and(|head| {
            matches!(
                head.word.as_str(),
                "position" | "place" | "rank" | "placing" | "standing"
            )
        });
        let first = column
            .profile
            .min
            .as_ref()
            .and_then(serde_json::Value::as_f64);
        is_place && column.is_whole() && column.role != Role::Time && first == Some(1.0)
    });
    let said = tokens.iter().position(|token| token.is(WINS));
    let known = said.is_some_and(|at| schema.vocabulary.contains(&tokens[at].stem));
    let (Some(place), Some(at)) = (place.filter(|_| !known), said) else {
        return tokens;
    };
    let rows = schema.tables[place.table].profile.row_count;
    // A list with one first place in all is a ranking, of which nobody won several.
    if rows < 2 * schema.column(place).profile.distinct {
        return tokens;
    }
    let span = tokens[at].span;
    let is_counted =
        tokens[at].is("wins victory victories") || at > 0 && tokens[at - 1].is("most fewest many");
    if is_counted {
        let noun = schema.tables[place.table].noun.clone();
        let noun = plural(noun.as_deref().unwrap_or("row"));
        tokens[at] = renamed(&tokens[at], &noun);
    } else if tokens[at].is("winner winners") {
        tokens[at] = renamed(&tokens[at], "who");
    } else {
        tokens.remove(at);
    }
    let end = tokens
        .iter()
        .rposition(|token| token.kind != Kind::Break)
        .map_or(0, |at| at + 1);
    let words = ["with"]
        .into_iter()
        .chain(name_of(place, schema))
        .chain(["1"]);
    let behind = written(words, span);
    tokens.splice(end..end, behind);
    tokens
}

/// Reads "who has been here longest" as "who has the earliest start date".
fn longest_there(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    const STARTS: [&str; 9] = [
        "start", "started", "hire", "hired", "join", "joined", "entry", "entered", "employed",
    ];
    let start = only(schema, |column| {
        column.is_date()
            && column
                .words
                .iter()
                .any(|word| STARTS.contains(&word.word.as_str()))
    });
    let stays = tokens
        .iter()
        .position(|token| token.is("been worked working served serving employed stayed"));
    let longest = tokens.iter().position(|token| token.is("longest"));
    if let (Some(start), Some(stays), Some(longest)) = (start, stays, longest)
        && stays < longest
    {
        let words = ["the", "earliest"]
            .into_iter()
            .chain(name_of(start, schema));
        let said = written(words, tokens[longest].span);
        // "Here", "at the company": where it is, no column says.
        tokens.splice(stays..=longest, said);
    }
    tokens
}

/// Reads "which club is faster" as "which club is the fastest": of all, where nothing is named to compare with.
fn leading_group(mut tokens: Vec<Token>) -> Vec<Token> {
    let end = tokens.iter().rposition(|token| token.kind == Kind::Word);
    let Some(end) = end.filter(|end| {
        *end >= 3 && tokens[0].is("which what") && tokens[end - 1].is("is are was were")
    }) else {
        return tokens;
    };
    let base = tokens[end].word.strip_suffix("er");
    if let Some(base) = base.filter(|_| lexicon::comparative(&tokens[end].word).is_some()) {
        let superlative = format!("{base}est");
        if lexicon::superlative(&superlative).is_some() {
            tokens[end] = renamed(&tokens[end], &superlative);
        }
    }
    tokens
}
