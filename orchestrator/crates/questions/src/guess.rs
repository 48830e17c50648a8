//! Second reading: where words of a question name nothing in the tables, the thesaurus says what they may stand for.
//!
//! It is only asked where the question would be declined otherwise, so no guess ever takes the place of a direct match.

use crate::answer::{Choice, WordState};
use crate::compose::Mention;
use crate::decide::{Candidate, candidates};
use crate::language::{Kind, Token, token};
use crate::link::related;
use crate::parse::{Item, Node};
use crate::plan::{QueryPlan, WordSpan};
use crate::schema::build::singular;
use crate::schema::{Role, Schema, Table};
use crate::words::label;

/// Reads a question again with the relatives of its unknown words; None where that explains no more of them.
pub fn read_again(
    tokens: &[Token],
    schema: &Schema<'_>,
    best: &Candidate,
    is_follow_up: bool,
) -> Option<(Vec<Token>, Vec<Candidate>)> {
    if best.decline.is_some() || (best.unknown.is_empty() && !best.incomplete) {
        return None;
    }
    let is_open = |(at, node): &(usize, &Node)| match &node.item {
        Item::Unknown => best.unknown.contains(at),
        // "most expensive" where no column is about money by its name.
        Item::Superlative { adjective, .. } => !adjective.stems.is_empty(),
        _ => false,
    };
    let open: Vec<usize> = best
        .nodes
        .iter()
        .enumerate()
        .filter(is_open)
        .flat_map(|(_, node)| node.start..node.end)
        .collect();
    let tokens = related::attach(tokens, &open)?;
    let again = candidates(&tokens, schema);
    let is_better = |again: &Candidate| {
        let is_whole = again.unknown.is_empty() && !again.incomplete;
        // A follow-up may leave the rest to the plan before it, and has words that only lead over.
        let is_part = is_follow_up && again.unknown.len() < best.unknown.len();
        again.decline.is_none() && (is_whole || is_part)
    };
    again
        .first()
        .is_some_and(is_better)
        .then_some((tokens, again))
}

/// Reads the noun that a table has no word for as its rows, where the question says something of the rows by it: "campaigns
/// launched per year" beside a date `launched`, "failed campaigns" beside a state "failed". Nothing but "how many accidents" says
/// that of any table.
pub fn read_rows(
    tokens: &[Token],
    schema: &Schema<'_>,
    best: &Candidate,
    is_follow_up: bool,
) -> Option<(Vec<Token>, Vec<Candidate>)> {
    let table = (schema.tables.iter()).find(|table| table.profile.name == best.plan.table)?;
    let noun = best.unknown.iter().find_map(|at| {
        let node = &best.nodes[*at];
        // Only a plural can name the rows: "campaigns". What is the heaviest of all is one of them: "the heaviest animal".
        let base = singular(&tokens[node.start].word);
        let is_one = is_ranked(&best.nodes, *at, table) || is_asked_for(best, *at);
        let is_noun = node.end == node.start + 1
            && matches!(node.item, Item::Unknown)
            && (base != tokens[node.start].word || is_one)
            && portolan_thesaurus::is_noun(&base);
        is_noun.then_some((*at, base))
    });
    // Rows that have a name already are not called by another one, but each Oscar has a winner.
    let is_open = |noun: &str| {
        let own = table.noun.as_deref().unwrap_or("row");
        let is_person = |noun: &str| portolan_thesaurus::is_a(noun, "person").is_some();
        !table.is_noun_certain || table.is_about_persons && is_person(noun) && !is_person(own)
    };
    let (at, noun) = noun.filter(|(_, noun)| is_open(noun))?;
    // "Top 10 customers by profit" behind a chart by state ranks neither its states nor its rows.
    let before = at.checked_sub(1).map(|before| &best.nodes[before].item);
    let is_selected = matches!(before, Some(Item::Superlative { n: Some(_), .. }));
    if (!is_follow_up || is_selected)
        && !describes_rows(&best.nodes, at, schema)
        && !is_ranked(&best.nodes, at, table)
        && !is_qualified(tokens, &best.nodes, at, schema)
        && (is_divisor(tokens, &best.nodes, at) || !may_be_row(&noun, table))
    {
        return None;
    }
    let word = tokens[best.nodes[at].start].word.clone();
    let read: Vec<Token> = tokens
        .iter()
        .map(|token| {
            // Each occurrence of the noun means the rows.
            if token.word != word {
                return token.clone();
            }
            Token {
                text: token.text.clone(),
                ..token::token("rows", Kind::Word, token.span)
            }
        })
        .collect();
    let mut found = candidates(&read, schema);
    found.first().filter(|again| again.is_whole())?;
    for candidate in &mut found {
        candidate.plan.entity = Some(noun.clone());
        candidate
            .plan
            .notes
            .push(format!("Each row of the table is read as one {noun}."));
    }
    Some((read, found))
}

/// Reads a noun that nothing names as the column of names that has no name itself, as tables of countries or counties are often
/// published: "which county", "deaths per driver by state". What stands elsewhere may be a quantity or a part that is missing.
pub fn read_unnamed(
    tokens: &[Token],
    schema: &Schema<'_>,
    best: &Candidate,
) -> Option<(Vec<Token>, Vec<Candidate>)> {
    let table = (schema.tables.iter()).find(|table| table.profile.name == best.plan.table)?;
    let column = &table.columns[table.label?];
    let number = column.profile.name.strip_prefix("column_")?;
    number.parse::<usize>().ok()?;
    let at = *best.unknown.iter().find(|at| {
        let node = &best.nodes[**at];
        node.end == node.start + 1
            && matches!(node.item, Item::Unknown)
            && (divides_or_ranks(tokens, &best.nodes, **at)
                || is_qualified(tokens, &best.nodes, **at, schema))
            && portolan_thesaurus::is_noun(&singular(&tokens[node.start].word))
    })?;
    let said = &tokens[best.nodes[at].start];
    let noun = singular(&said.word);
    let mut read = tokens.to_vec();
    for token in read
        .iter_mut()
        .filter(|token| singular(&token.word) == noun)
    {
        *token = Token {
            text: token.text.clone(),
            ..token::token(&column.glued, Kind::Word, token.span)
        };
    }
    let mut found = candidates(&read, schema);
    found.first().filter(|again| again.is_whole())?;
    for candidate in &mut found {
        candidate.plan.entity = Some(noun.clone());
        candidate.plan.notes.push(format!(
            "“{}” is read as the first column, which has no name.",
            said.text
        ));
    }
    Some((read, found))
}

/// A question without the words that only describe what it asks for.
pub struct Shortened {
    pub tokens: Vec<Token>,
    pub found: Vec<Candidate>,
    /// The words that were left out.
    pub left_out: Vec<WordSpan>,
}

/// Reads a question without nouns that only describe a quantity of the table: "traffic deaths" beside the one column of deaths,
/// "math score" of a column `math`. None where a word may as well narrow the rows.
pub fn read_shortened(
    tokens: &[Token],
    schema: &Schema<'_>,
    best: &Candidate,
) -> Option<Shortened> {
    let is_open = !best.unknown.is_empty() && best.decline.is_none();
    let describes = |at: &usize| is_description(tokens, &best.nodes, *at, schema);
    if !is_open || !best.unknown.iter().all(describes) {
        return None;
    }
    let left_out: Vec<usize> = (best.unknown.iter())
        .map(|at| best.nodes[*at].start)
        .collect();
    let kept = tokens
        .iter()
        .enumerate()
        .filter(|(at, _)| !left_out.contains(at));
    let kept: Vec<Token> = kept.map(|(_, token)| token.clone()).collect();
    let mut found = candidates(&kept, schema);
    found.first().filter(|again| again.is_whole())?;
    for at in &left_out {
        let note = format!(
            "“{}” isn't in the table and was left out.",
            tokens[*at].text
        );
        for candidate in &mut found {
            candidate.plan.notes.push(note.clone());
        }
    }
    Some(Shortened {
        tokens: kept,
        found,
        left_out: left_out.iter().map(|at| tokens[*at].span).collect(),
    })
}

/// Nouns that say no more than that something is a figure.
pub const FIGURES: &str = "score scores level levels value values reading readings figure figures result results data amount amounts \
    time times";

/// Words between two things that a question compares.
pub const COMPARING: &str = "vs versus or than";

/// Tells whether an unknown noun describes the quantity beside it, and doesn't narrow it.
fn is_description(tokens: &[Token], nodes: &[Node], at: usize, schema: &Schema<'_>) -> bool {
    let node = &nodes[at];
    let token = &tokens[node.start];
    let is_quantity = |node: &Node| match &node.item {
        Item::Column { id, others } => others.is_empty() && schema.column(*id).is_quantity(),
        _ => false,
    };
    let is_noun = node.end == node.start + 1
        && matches!(node.item, Item::Unknown)
        && token.text.chars().all(char::is_lowercase)
        && portolan_thesaurus::is_noun(&token.word);
    let is_behind = at > 0 && is_quantity(&nodes[at - 1]) && token.is(FIGURES);
    // "Cholera vs diarrhoea deaths": what is compared narrows.
    let is_compared = node.start > 0 && tokens[node.start - 1].is(COMPARING);
    let is_before = !is_compared
        && nodes.get(at + 1).is_some_and(is_quantity)
        && singular(&token.word) == token.word
        && !portolan_thesaurus::is_adjective(&token.word)
        // "Women salary", "pupil costs": kinds of persons narrow what they stand before.
        && portolan_thesaurus::is_a(&token.word, "person").is_none();
    is_noun && (is_behind || is_before)
}

/// Tells whether a noun is what a question divides by, asks for or ranks.
fn divides_or_ranks(tokens: &[Token], nodes: &[Node], at: usize) -> bool {
    let Some(before) = nodes[..at].last() else {
        return false;
    };
    let word = &tokens[before.end - 1];
    let is_top = matches!(before.item, Item::Superlative { .. } | Item::Number(_));
    word.is("which what by per each every do does") || is_top || word.number.is_some() && at > 1
}

/// Tells whether a noun opens a list of what fulfils a condition on a quantity: "books with more than 300 pages". It has to be the
/// subject: "how many books" and "sales of books" say that there are some.
fn is_qualified(tokens: &[Token], nodes: &[Node], at: usize, schema: &Schema<'_>) -> bool {
    let opens = nodes[..at]
        .iter()
        .all(|node| matches!(node.item, Item::Filler | Item::Which));
    let next = tokens.get(nodes[at].end);
    let has_condition = next.is_some_and(|next| next.is("with that who which having without"));
    let is_compared = nodes[at..]
        .iter()
        .any(|node| matches!(node.item, Item::Compare { .. } | Item::CompareWord { .. }));
    let is_quantity = |node: &Node| matches!(&node.item, Item::Column { id, .. } if schema.column(*id).is_quantity());
    opens && has_condition && is_compared && nodes[at..].iter().any(is_quantity)
}

/// Tells whether a noun is what a superlative ranks, in a table whose rows have names to answer with.
fn is_ranked(nodes: &[Node], at: usize, table: &Table<'_>) -> bool {
    let is_superlative = |node: &Node| matches!(&node.item, Item::Superlative { adjective, .. } if !adjective.stems.is_empty());
    table.label.is_some() && at > 0 && is_superlative(&nodes[at - 1])
}

/// Tells whether a question asks which one it is: "which company". An average is one of many rows: "which industry has the
/// highest average sales".
fn is_asked_for(best: &Candidate, at: usize) -> bool {
    let is_average = |node: &Node| matches!(node.item, Item::Aggregate(_) | Item::Count);
    at > 0 && matches!(best.nodes[at - 1].item, Item::Which) && !best.nodes.iter().any(is_average)
}

/// Tells whether a noun is what figures are divided by: "sales per employee", "by salesperson". That has to be in the table.
fn is_divisor(tokens: &[Token], nodes: &[Node], at: usize) -> bool {
    let before = nodes[..at]
        .iter()
        .rev()
        .find(|node| !matches!(node.item, Item::Filler));
    before.is_some_and(|node| {
        matches!(node.item, Item::By) || tokens[node.end - 1].is("per by each every between across")
    })
}

/// Tells whether the rows of a table can be what a noun names: persons where columns describe persons, and other things where
/// each row has a name. What happens, such as an accident, and places are in a column or missing.
pub fn may_be_row(noun: &str, table: &Table<'_>) -> bool {
    const THINGS: [&str; 9] = [
        "facility",
        "structure",
        "organization",
        "animal",
        "plant",
        "vehicle",
        "creation",
        "product",
        "instrumentality",
    ];
    let is_a = |general: &str| portolan_thesaurus::is_a(noun, general).is_some();
    if table.is_about_persons {
        return is_a("person") || is_a("imaginary being");
    }
    table.label.is_some() && THINGS.iter().any(|thing| is_a(thing))
}

/// Tells whether what stands around a noun is said of the rows: a value before it, a time behind it, or a column that is its own.
fn describes_rows(nodes: &[Node], at: usize, schema: &Schema<'_>) -> bool {
    let said = |node: &&Node| !matches!(node.item, Item::Filler);
    let mut before = nodes[..at].iter().rev().filter(said);
    let (last, second) = (before.next(), before.next());
    let next = nodes[at + 1..].iter().find(said);
    let is_value = last.is_some_and(|node| matches!(node.item, Item::Value { .. }));
    let is_dated = next.is_some_and(|node| {
        matches!(&node.item, Item::Column { id, .. } if schema.column(*id).role == Role::Time)
    });
    let is_owner = last.is_some_and(|node| matches!(node.item, Item::Of))
        && second.is_some_and(|node| matches!(node.item, Item::Column { .. }));
    is_value || is_dated || is_owner
}

/// Tells whether a node was read through the thesaurus.
pub fn is_guess(tokens: &[Token], node: &Node) -> bool {
    !matches!(node.item, Item::Unknown)
        && !node.item.is_glue()
        && tokens[node.start..node.end]
            .iter()
            .any(|token| token.relatives.is_some())
}

/// Returns how a guessed word was read, for the echo.
pub fn guessed_state(tokens: &[Token], node: &Node, schema: &Schema<'_>) -> Option<WordState> {
    if !is_guess(tokens, node) {
        return None;
    }
    let (name, others) = match &node.item {
        Item::Column { id, others } => (schema.column(*id).profile.name.clone(), others.as_slice()),
        Item::Value { column, texts } => (
            format!(
                "only rows where {} is {}",
                schema.column(*column).profile.name,
                texts.join(" or ")
            ),
            &[][..],
        ),
        Item::Entity(table) => (
            format!("the rows of {}", schema.tables[*table].profile.name),
            &[][..],
        ),
        Item::Superlative { adjective, .. } if adjective.high => {
            ("the largest".to_owned(), &[][..])
        }
        Item::Superlative { .. } => ("the smallest".to_owned(), &[][..]),
        _ => return None,
    };
    Some(WordState::Unsure {
        r#as: name,
        alternatives: others.iter().map(|id| schema.reference(*id)).collect(),
    })
}

/// Returns a guessed word that may as well name another column.
pub fn unclear(tokens: &[Token], best: &Candidate) -> Option<Mention> {
    best.nodes.iter().enumerate().find_map(|(at, node)| {
        let Item::Column { id, others } = &node.item else {
            return None;
        };
        (is_guess(tokens, node) && !others.is_empty()).then(|| Mention {
            id: *id,
            others: others.clone(),
            at,
            which: false,
        })
    })
}

/// Returns up to three readings to choose from where the best one is not likely enough.
pub fn choices_to_confirm(found: &[Candidate], other: Option<QueryPlan>) -> Option<Vec<Choice>> {
    let best = found.first()?;
    let whole = found
        .iter()
        .filter(|candidate| candidate.is_whole() && candidate.cost <= best.cost + 2.0)
        .map(|candidate| candidate.plan.clone());
    let mut choices: Vec<Choice> = Vec::new();
    // The other plan comes second, as only three are offered.
    for plan in whole.clone().take(1).chain(other).chain(whole.skip(1)) {
        let name = label(&plan);
        // The labels are all that the choices are told apart by.
        if choices.len() < 3 && choices.iter().all(|known| known.label != name) {
            choices.push(Choice {
                label: name.clone(),
                prompt: name,
                plan: Some(plan),
            });
        }
    }
    (choices.len() >= 2).then_some(choices)
}
