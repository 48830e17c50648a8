//! The words of a question before they are linked: names kept or written out, spelling corrected, and wordings that are read
//! like others.

use crate::language::{Kind, Token, concepts, lexicon, stem, token, tokenize_knowing};
use crate::link::correct;
use crate::names_in_text;
use crate::schema::{Schema, write_out};

/// Returns the tokens of a text, with spelling corrected by the schema.
pub fn read_tokens(text: &str, schema: &Schema<'_>) -> Vec<Token> {
    let tokens = keep_own_names(
        tokenize_knowing(text, &|stem| schema.vocabulary.contains(stem)),
        schema,
    );
    let tokens = schema.values.join_numbered(tokens, text);
    let tokens = write_out(without_reason(without_occasion(tokens, schema)), schema);
    let tokens = write_out_abbreviations(tokens, schema);
    let tokens = read_records(tokens);
    let tokens = front_exclusions(each_once(tokens));
    let tokens = names_in_text::settle(tokens, schema);
    let tokens = split_negations(tokens, schema);
    let mut tokens = join_particles(tokens, schema);
    // Spelling comes last, when abbreviations and joined names are known words.
    correct(&mut tokens, schema);
    tokens
}

/// Keeps words of a translated question that are the whole name of a column: "par zone" of a column `zone` is no area.
fn keep_own_names(tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens {
        let own = token::fold(&token.text);
        let is_name = token.kind == Kind::Word
            && own != token.word
            && own.chars().count() > 3
            && schema.ids().any(|id| schema.column(id).glued == own);
        // One word that became several is written once.
        let again = kept
            .last()
            .is_some_and(|last| last.span == token.span && last.word == own);
        if is_name && !again {
            kept.push(Token {
                text: token.text.clone(),
                ..token::token(&own, Kind::Word, token.span)
            });
        } else if !is_name {
            kept.push(token);
        }
    }
    kept
}

/// Writes out abbreviations that are names of columns: "SBP" asks for the systolic blood pressure, as a column `sbp` is read.
fn write_out_abbreviations(tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let mut written = Vec::with_capacity(tokens.len());
    for token in tokens {
        let words = lexicon::written_out(&token.word);
        // A table may have a word that is spelled like the abbreviation.
        let is_name = words != token.word
            && token.kind == Kind::Word
            && !schema.vocabulary.contains(&token.stem)
            && words
                .split(' ')
                .all(|word| schema.vocabulary.contains(&stem(word)));
        if is_name {
            written.extend(words.split(' ').map(|word| Token {
                text: token.text.clone(),
                ..token::token(word, Kind::Word, token.span)
            }));
        } else {
            written.push(token);
        }
    }
    written
}

/// "The record number of visits" is the highest.
fn read_records(mut tokens: Vec<Token>) -> Vec<Token> {
    for at in 1..tokens.len() {
        if tokens[at - 1].is("record") && tokens[at].is("number amount count") {
            let record = &tokens[at - 1];
            let text = record.text.clone();
            tokens[at - 1] = Token {
                text,
                ..token::token("highest", Kind::Word, record.span)
            };
        }
    }
    tokens
}

/// Reads "company by company" as "by company".
fn each_once(mut tokens: Vec<Token>) -> Vec<Token> {
    // "Year by year" groups by the year and is read by the parser.
    let is_pair = |of: &[Token]| {
        of[0].word == of[2].word
            && of[0].kind == Kind::Word
            && of[1].is("by")
            && lexicon::time_unit(&of[0].word).is_none()
    };
    if let Some(at) = tokens.windows(3).position(is_pair) {
        tokens.remove(at);
    }
    tokens
}

/// Reads ", cancelled invoices not counted" as ", without cancelled invoices".
fn front_exclusions(mut tokens: Vec<Token>) -> Vec<Token> {
    let is_verb = |token: &Token| token.is("counted counting included including considered");
    let found = (1..tokens.len()).find(|at| {
        let next = tokens.get(at + 1);
        tokens[*at].is("not") && next.is_some_and(is_verb)
            || tokens[*at].is("left") && next.is_some_and(|next| next.is("out"))
    });
    let ends = |at: usize| tokens.get(at).is_none_or(|token| token.kind == Kind::Break);
    // The verb must end its clause: in "not counted by hand", it says something of the rows.
    let Some(at) = found.filter(|at| ends(at + 2)) else {
        return tokens;
    };
    let start = tokens[..at]
        .iter()
        .rposition(|token| token.kind == Kind::Break)
        .map(|end| end + 1);
    let Some(start) = start.filter(|start| (1..=4).contains(&(at - start))) else {
        return tokens;
    };
    let mut span = tokens[at].span;
    span.end = tokens[at + 1].span.end;
    tokens.drain(at..at + 2);
    tokens.insert(start, token::token("without", Kind::Word, span));
    tokens
}

/// Joins "signed up" to "signup" where a column is called so.
fn join_particles(tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let mut joined: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens {
        let verb = joined.last().filter(|verb| verb.kind == Kind::Word);
        let name = verb
            .filter(|_| token.is("up in out off on down over"))
            .map(|verb| format!("{}{}", verb.stem, token.word))
            .filter(|name| schema.vocabulary.contains(&stem(name)));
        match (name, joined.last_mut()) {
            (Some(name), Some(verb)) => {
                let mut span = verb.span;
                span.end = token.span.end;
                *verb = token::token(&name, Kind::Word, span);
            }
            _ => joined.push(token),
        }
    }
    joined
}

/// Divides "unpaved" into "not paved" where only the second word is known to the tables.
fn split_negations(tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let mut split = Vec::with_capacity(tokens.len());
    for token in tokens {
        let rest = ["un", "non", "in"]
            .iter()
            .filter_map(|prefix| token.word.strip_prefix(prefix))
            .map(|rest| rest.trim_start_matches('-'))
            .find(|rest| rest.len() >= 5 && schema.vocabulary.contains(&stem(rest)));
        // "Unemployment" is a concept of its own and not the lack of employment.
        let is_known = schema.vocabulary.contains(&token.stem)
            || concepts::is_known(&token.stem)
            || lexicon::is_function_word(&token.word);
        match rest.filter(|_| token.kind == Kind::Word && !is_known) {
            Some(rest) => {
                for word in ["not", rest] {
                    split.push(Token {
                        text: token.text.clone(),
                        ..token::token(word, Kind::Word, token.span)
                    });
                }
            }
            None => split.push(token),
        }
    }
    split
}

/// Drops what only leads to the question or says what the chart is for: "For a slide on … I need", "My boss wants to know how
/// many …", "We argue about this at home: can you show …".
fn without_occasion(tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let opens = tokens.first().is_some_and(|token| token.is("for i my"));
    let wish = tokens
        .windows(2)
        .take(14)
        .position(|pair| pair[0].is("i we") && pair[1].is("need want wanted require"));
    let asks = |token: &Token| token.is("how what which who where when whether if");
    let wonders = tokens.windows(2).take(16).position(|pair| {
        pair[0].is("know wonder wondering see understand figure find out tell learn curious")
            && asks(&pair[1])
    });
    let leads = tokens.first().is_some_and(|token| {
        token.is(
            "i we my our id im someone somebody everyone just please can could would do tell the",
        )
    });
    let requests = tokens.windows(3).position(|words| {
        words[0].is("can could would will")
            && words[1].is("you")
            && words[2].is("show tell give draw plot make list compare")
            || words[0].is("please") && words[1].is("show tell give draw plot make list compare")
    });
    if let Some(at) = wish.filter(|at| opens && *at > 0) {
        return tokens[at + 2..].to_vec();
    }
    if let Some(at) = wonders.filter(|_| leads) {
        return tokens[at + 1..].to_vec();
    }
    // A request behind a sentence about nothing in the tables: the sentence is only its reason.
    let is_apart = |at: usize| {
        at.checked_sub(1)
            .is_some_and(|before| tokens[before].kind == Kind::Break)
            && !tokens[..at]
                .iter()
                .any(|token| schema.vocabulary.contains(&token.stem))
    };
    match requests.filter(|at| is_apart(*at)) {
        Some(at) => tokens[at..].to_vec(),
        None => tokens,
    }
}

/// Drops a reason behind the question, "because I think …", up to the end of its sentence.
fn without_reason(mut tokens: Vec<Token>) -> Vec<Token> {
    let opens = |at: usize| {
        tokens[at].is("because")
            || tokens[at].is("as since so")
                && tokens.get(at + 1).is_some_and(|next| next.is("i we"))
    };
    let Some(start) = (1..tokens.len()).find(|at| opens(*at)) else {
        return tokens;
    };
    let is_end = |token: &Token| {
        token.kind == Kind::Break && matches!(token.text.as_str(), "." | "?" | "!" | ";" | ":")
    };
    let end = tokens[start..]
        .iter()
        .position(is_end)
        .map_or(tokens.len(), |end| start + end);
    tokens.drain(start..end);
    tokens
}
