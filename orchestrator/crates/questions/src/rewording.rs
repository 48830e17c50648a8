//! The words of a question before they are linked: names kept or written out, spelling corrected, and wordings that are read
//! like others.

use crate::answer::Question;
use crate::language::{Kind, Token, concepts, lexicon, stem, token, tokenize_knowing};
use crate::link::correct;
use crate::names_in_text;
use crate::schema::{Schema, write_out};

/// Returns what is known of the tables of a question, and its tokens.
pub fn read<'q>(question: &Question<'q>) -> (Schema<'q>, Vec<Token>) {
    let mut schema = Schema::new(question.tables, question.schema);
    let tokens = read_tokens(question.text, &schema);
    schema.choose_family(&tokens);
    (schema, tokens)
}

/// Returns the tokens of a text, with spelling corrected by the schema.
pub fn read_tokens(text: &str, schema: &Schema<'_>) -> Vec<Token> {
    let tokens = keep_own_names(
        tokenize_knowing(text, &|stem| schema.vocabulary.contains(stem)),
        schema,
    );
    let tokens = schema.values.join_numbered(tokens, text);
    let tokens = write_out(without_reason(without_occasion(tokens, schema)), schema);
    let tokens = write_out_abbreviations(tokens, schema);
    let tokens = write_initials(tokens, schema);
    let tokens = read_records(write_country(tokens, text));
    let tokens = front_exclusions(all_but(each_once(tokens)));
    let tokens = compare_behind_names(tokens, schema);
    let tokens = names_in_text::settle(tokens, schema);
    let tokens = split_negations(tokens, schema);
    let tokens = join_particles(tokens, schema);
    let mut tokens = crate::wordings::plain(tokens, schema);
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

/// Reads "US" in capitals as the country: in small letters it is a pronoun.
fn write_country(tokens: Vec<Token>, text: &str) -> Vec<Token> {
    let is_shouted = !text.chars().any(char::is_lowercase);
    let written = tokens.into_iter().map(|token| match token.text.as_str() {
        "US" if !is_shouted => Token {
            text: token.text.clone(),
            ..token::token("usa", Kind::Word, token.span)
        },
        _ => token,
    });
    written.collect()
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

/// Writes words whose first letters are a part of a name in capitals as that part: "resting heart rate" of `Resting HR (bpm)`.
fn write_initials(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    for id in schema.ids() {
        for part in capitals(&schema.column(id).profile.name) {
            let is_spelled = |words: &[Token]| {
                words.iter().zip(part.chars()).all(|(token, letter)| {
                    token.kind == Kind::Word
                        && token.word.starts_with(letter)
                        && token.word.len() >= 3
                        && !lexicon::is_function_word(&token.word)
                        && !schema.vocabulary.contains(&token.stem)
                })
            };
            let length = part.len();
            let Some(start) = tokens.windows(length).position(is_spelled) else {
                continue;
            };
            let mut span = tokens[start].span;
            span.end = tokens[start + length - 1].span.end;
            let text: Vec<&str> = tokens[start..start + length]
                .iter()
                .map(|token| token.text.as_str())
                .collect();
            let written = Token {
                text: text.join(" "),
                ..token::token(&part, Kind::Word, span)
            };
            tokens.splice(start..start + length, [written]);
        }
    }
    tokens
}

/// Returns the parts of a name that are two to four capitals beside words in small letters, in small letters themselves.
fn capitals(name: &str) -> Vec<String> {
    if !name.chars().any(char::is_lowercase) {
        return Vec::new();
    }
    name.split(|letter: char| !letter.is_alphanumeric())
        .filter(|part| {
            (2..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_uppercase())
        })
        .map(str::to_lowercase)
        .collect()
}

/// Reads "everyone but the Germans" as "except the Germans".
fn all_but(mut tokens: Vec<Token>) -> Vec<Token> {
    let found = tokens.windows(2).position(|pair| {
        pair[0].is("all everyone everybody everything anyone anybody anything every")
            && is_written(&pair[1], "but")
    });
    if let Some(at) = found {
        let mut span = tokens[at].span;
        span.end = tokens[at + 1].span.end;
        tokens.splice(at..at + 2, [token::token("except", Kind::Word, span)]);
    }
    tokens
}

/// Tells whether a token is written as one of these words, which are divided by spaces. `Token::is` knows only canonical words.
fn is_written(token: &Token, words: &str) -> bool {
    let written = token::fold(&token.text);
    token.kind == Kind::Word && words.split_whitespace().any(|word| word == written)
}

/// Reads "at least grade 3" as "grade at least 3", where comparisons stand before their numbers.
fn compare_behind_names(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let opener = |at: usize| {
        let is_pair =
            tokens[at].is("at") && tokens.get(at + 1).is_some_and(|next| next.is("least most"));
        if is_pair {
            Some(2)
        } else {
            tokens[at].is("above over below under").then_some(1)
        }
    };
    let found = (0..tokens.len()).find_map(|at| {
        let name = at + opener(at)?;
        let number = tokens.get(name + 1)?;
        let named = &tokens[name];
        let is_name = named.kind == Kind::Word
            && schema.ids().any(|id| {
                let column = schema.column(id);
                column.is_quantity()
                    && column.words.len() == 1
                    && column.words[0].stem == named.stem
            });
        (is_name && number.number.is_some()).then_some((at, name))
    });
    if let Some((at, name)) = found {
        tokens[at..=name].rotate_right(1);
    }
    tokens
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
    let tokens = without_purpose(without_greeting(tokens), schema);
    let start = occasion_end(&tokens)
        .or_else(|| wondering_end(&tokens))
        .or_else(|| request_start(&tokens, schema));
    match start {
        Some(start) => tokens[start..].to_vec(),
        None => tokens,
    }
}

/// Drops "Good morning," and "Hi there," at the start.
fn without_greeting(mut tokens: Vec<Token>) -> Vec<Token> {
    const GREETINGS: &str = "good morning afternoon evening day hello hi hey dear all there everyone team folks please thanks";
    let is_break = |token: &Token| token.kind == Kind::Break;
    let end = tokens.iter().position(is_break).unwrap_or(0);
    // "Good, fair and poor roads" opens with a value.
    let greets = tokens.windows(2).next().is_some_and(|pair| {
        is_written(&pair[0], "hello hi hey dear")
            || is_written(&pair[0], "good") && is_written(&pair[1], "morning afternoon evening day")
    });
    let is_greeting = |token: &Token| is_written(token, GREETINGS);
    if greets && tokens[..end].iter().all(is_greeting) {
        tokens.drain(..=end);
    }
    tokens
}

/// Drops what the answer is for at the end of a request: "… for a newspaper article", "… for my talk on Monday".
fn without_purpose(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    const TEXTS: &str = "article presentation slide slides talk lecture poster newsletter blog essay thesis homework meeting \
                         deck website story flyer handout brochure assignment dissertation";
    let opens =
        |pair: &[Token]| pair[0].is("for") && is_written(&pair[1], "a an my our the his her their");
    let Some(start) = tokens.windows(2).rposition(opens) else {
        return tokens;
    };
    let purpose = &tokens[start + 2..];
    let is_text =
        |token: &Token| is_written(token, TEXTS) && !schema.vocabulary.contains(&token.stem);
    // A newspaper article may be about a table that knows newspapers; behind the noun, a known word would be a condition.
    let text = purpose.iter().take(3).position(is_text);
    let ends = text.is_some_and(|text| {
        purpose.len() <= text + 4
            && !purpose[text..]
                .iter()
                .any(|token| token.number.is_some() || schema.vocabulary.contains(&token.stem))
    });
    if start > 0 && ends {
        tokens.truncate(start);
    }
    tokens
}

/// "For a slide on … I need": returns where the question begins.
fn occasion_end(tokens: &[Token]) -> Option<usize> {
    let opens = tokens.first()?.is("for i my");
    let wish = tokens
        .windows(2)
        .take(14)
        .position(|pair| pair[0].is("i we") && pair[1].is("need want wanted require"));
    wish.filter(|at| opens && *at > 0).map(|at| at + 2)
}

/// "My boss wants to know how many …", "I wonder which …": returns where the question begins. Only speakers and their people
/// wonder: "members who know how to swim" are rows.
fn wondering_end(tokens: &[Token]) -> Option<usize> {
    let opens = tokens.first()?.is("i we my our someone somebody everyone");
    let wonders = tokens.windows(2).take(16).position(|pair| {
        pair[0].is("know wonder wondering see understand learn tell out")
            && pair[1].is("how what which who where when whether if")
    });
    wonders.filter(|_| opens).map(|at| at + 1)
}

/// Returns where a request begins behind a sentence about nothing in the tables, which is only its reason.
fn request_start(tokens: &[Token], schema: &Schema<'_>) -> Option<usize> {
    const VERBS: &str = "show tell give draw plot make list compare";
    let start = tokens.windows(3).position(|words| {
        words[0].is("can could would will") && words[1].is("you") && words[2].is(VERBS)
            || words[0].is("please") && words[1].is(VERBS)
    })?;
    let before = &tokens[..start];
    let is_apart = before.last().is_some_and(|last| last.kind == Kind::Break)
        && !before
            .iter()
            .any(|token| schema.vocabulary.contains(&token.stem));
    is_apart.then_some(start)
}

/// Drops the speaker's reason behind a question, "because I think …", up to the end of its sentence. "Cancelled because of
/// rain" says something of the rows, and so does "since we opened in 2020".
fn without_reason(mut tokens: Vec<Token>) -> Vec<Token> {
    let opens = |pair: &[Token]| pair[0].is("because as so") && pair[1].is("i we my our");
    let Some(start) = tokens.windows(2).position(opens).filter(|start| *start > 0) else {
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
