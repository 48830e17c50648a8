//! The decision: answer, ask back or decline, from which words a reading explains.

use crate::answer::{Answer, Choice, DeclineReason, Echo, EchoWord, Question, Reading, WordState};
use crate::choices::{self, column_choices, figure_choices, size_choices, vague_choices};
use crate::compose::{self, Mention};
use crate::declined::decline;
use crate::echo::echo;
use crate::guess;
use crate::judge;
use crate::language::{Kind, Token};
use crate::parse::{Item, Node, tilings};
use crate::plan::{
    Aggregate, ColumnRef, Condition, Measure, Part, QueryPlan, Scalar, Shape, Test, WordSpan,
};
use crate::rewording::{self, read_tokens};
use crate::schema::{NameWord, Role, Schema};
use crate::words::{joined, label};

/// Words for amounts of which each row has one.
const SINGLE_AMOUNTS: &str = "salary salaries wage wages pay price prices age ages";

/// A reading before the decision.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub plan: QueryPlan,
    pub cost: f64,
    pub nodes: Vec<Node>,
    pub unknown: Vec<usize>,
    pub unclear: Vec<Mention>,
    pub incomplete: bool,
    pub decline: Option<DeclineReason>,
}

impl Candidate {
    /// Tells whether every word is explained and something is shown.
    pub fn is_whole(&self) -> bool {
        self.unknown.is_empty() && !self.incomplete && self.decline.is_none()
    }
}

/// Reads a question into candidates, best first.
pub fn candidates(tokens: &[Token], schema: &Schema<'_>) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = tilings(tokens, schema)
        .into_iter()
        .map(|tiling| {
            let mut draft = compose::read(schema, tokens, &tiling.nodes);
            let decline = draft.decline;
            draft.unknown.dedup();
            let (composed, unknown) = compose::complete_with_unknown(draft);
            // A reading that shows nothing only wins where no other comes near.
            let cost = tiling.cost
                + composed.cost
                + if composed.incomplete { 2.0 } else { 0.0 }
                // Of two readings that come near, the one that leaves no word open is meant.
                + if unknown.is_empty() { 0.0 } else { 0.3 };
            Candidate {
                plan: composed.plan,
                cost,
                nodes: tiling.nodes,
                unknown,
                unclear: composed.unclear,
                incomplete: composed.incomplete,
                decline,
            }
        })
        .collect();
    found.sort_by(|left, right| left.cost.total_cmp(&right.cost));
    // The candidates are sorted, so the cheapest of equal meanings is kept.
    let mut distinct: Vec<Candidate> = Vec::new();
    for candidate in found {
        if !distinct
            .iter()
            .any(|known| has_same_meaning(&known.plan, &candidate.plan))
        {
            distinct.push(candidate);
        }
    }
    distinct
}

/// Tells whether two plans have the same meaning, whatever the words.
pub fn has_same_meaning(left: &QueryPlan, right: &QueryPlan) -> bool {
    fn values<T: Clone>(parts: &[Part<T>]) -> Vec<T> {
        parts.iter().map(|part| part.value.clone()).collect()
    }
    // Order and drawing are left out, as they change no figure.
    left.table == right.table
        && left.shape == right.shape
        && values(&left.measures) == values(&right.measures)
        && values(&left.groups) == values(&right.groups)
        && values(&left.conditions) == values(&right.conditions)
        && left.select.as_ref().map(|part| &part.value)
            == right.select.as_ref().map(|part| &part.value)
}

/// Understands a question.
pub fn answer(question: &Question<'_>) -> Answer {
    let (schema, tokens) = rewording::read(question);
    if schema.tables.is_empty() {
        return decline(
            DeclineReason::Unrelated,
            "There is no table to ask.".to_owned(),
            &schema,
            Echo::default(),
        );
    }
    let fresh = crate::restated::read_restated(&tokens, &schema)
        .unwrap_or_else(|| candidates(&tokens, &schema));
    // A change of the chart goes first: a question that stands by itself gives none.
    if let Some(earlier) = question.earlier
        && let Some(reading) = crate::dialogue::follow_up(&tokens, &schema, earlier, fresh.first())
    {
        return Answer::Plans {
            readings: vec![reading],
        };
    }
    let is_follow_up = question.earlier.is_some();
    // Guesses come second, so that none takes the place of a direct match.
    if let Some((tokens, again)) = fresh.first().and_then(|best| {
        guess::read_again(&tokens, &schema, best, is_follow_up)
            .or_else(|| guess::read_unnamed(&tokens, &schema, best))
            .or_else(|| guess::read_rows(&tokens, &schema, best, is_follow_up))
    }) {
        if let Some(earlier) = question.earlier
            && let Some(reading) =
                crate::dialogue::follow_up(&tokens, &schema, earlier, again.first())
        {
            return Answer::Plans {
                readings: vec![reading],
            };
        }
        return decide(&tokens, &schema, again);
    }
    if !is_follow_up
        && let Some(shortened) =
            (fresh.first()).and_then(|best| guess::read_shortened(&tokens, &schema, best))
    {
        let mut answer = decide(&shortened.tokens, &schema, shortened.found);
        mark_unused(&mut answer, &shortened.left_out);
        return answer;
    }
    decide(&tokens, &schema, fresh)
}

/// Marks words as not used in the echo of each reading.
fn mark_unused(answer: &mut Answer, left_out: &[WordSpan]) {
    let echoes: Vec<&mut Echo> = match answer {
        Answer::Plans { readings } => readings
            .iter_mut()
            .map(|reading| &mut reading.echo)
            .collect(),
        Answer::AskBack { echo, .. } | Answer::Decline { echo, .. } => vec![echo],
    };
    for echo in echoes {
        let unused = left_out.iter().map(|span| EchoWord {
            span: *span,
            state: WordState::Unused,
        });
        echo.words.extend(unused);
        echo.words.sort_by_key(|word| word.span.start);
    }
}

fn decide(tokens: &[Token], schema: &Schema<'_>, candidates: Vec<Candidate>) -> Answer {
    match decide_once(tokens, schema, candidates) {
        Answer::AskBack {
            question,
            choices,
            echo,
        } => Answer::AskBack {
            question,
            choices: choices::settle_prompts(choices, schema),
            echo,
        },
        other => other,
    }
}

/// Decides between the readings; the prompts of choices are not checked yet.
pub fn decide_once(tokens: &[Token], schema: &Schema<'_>, candidates: Vec<Candidate>) -> Answer {
    let Some(best) = candidates.first() else {
        return decline(
            DeclineReason::Unrelated,
            "The question is about nothing in these tables.".to_owned(),
            schema,
            Echo::default(),
        );
    };
    let echo = echo(tokens, &best.nodes, &best.unknown, &best.unclear, schema);
    // No choice would help to find a cause or the future in the data.
    if let Some((reason, message)) = refusal(tokens, best, schema) {
        return decline(reason, message, schema, echo);
    }
    // Asking back comes before declining: the unknown word may be one of the choices.
    if let Some((question, choices)) = question_back(tokens, &candidates, best, schema) {
        return Answer::AskBack {
            question,
            choices,
            echo,
        };
    }
    if !best.unknown.is_empty() {
        let message = missing_words(tokens, best, schema);
        return decline(DeclineReason::Missing, message, schema, echo);
    }
    if best.incomplete {
        let message = format!(
            "The question doesn't say what to show. The table has: {}.",
            names(schema, best.plan.table.as_str())
        );
        return decline(DeclineReason::Missing, message, schema, echo);
    }
    Answer::Plans {
        readings: close_readings(tokens, &candidates, best, echo, schema),
    }
}

/// Returns why no table could answer: a cause, a forecast, an opinion, a moment that no date tells, or a time outside of the data.
fn refusal(
    tokens: &[Token],
    best: &Candidate,
    schema: &Schema<'_>,
) -> Option<(DeclineReason, String)> {
    if let Some(reason) = best.decline {
        let message = match reason {
            DeclineReason::Cause => {
                "The data can't tell the cause. It can show how the figures differ and change."
            }
            DeclineReason::Forecast => {
                "The data can't tell the future. It can show the development so far."
            }
            _ => "The data can't give an opinion. It can show the figures to form one.",
        };
        return Some((reason, message.to_owned()));
    }
    // Only a time answers "when": the largest value of a table without dates says nothing of it.
    if best
        .unknown
        .iter()
        .any(|at| tokens[best.nodes[*at].start].is("when"))
    {
        let names = names(schema, best.plan.table.as_str());
        let message = format!("No date in this table says when. It has: {names}.");
        return Some((DeclineReason::Missing, message));
    }
    outside_period(best, schema).map(|message| (DeclineReason::OutsidePeriod, message))
}

/// Returns the texts of the words that nothing explains.
fn unknown_texts(tokens: &[Token], best: &Candidate) -> Vec<String> {
    best.unknown
        .iter()
        .map(|at| text_of(tokens, &best.nodes[*at]))
        .collect()
}

/// Says which words nothing explains, and what the table has.
fn missing_words(tokens: &[Token], best: &Candidate, schema: &Schema<'_>) -> String {
    let words = unknown_texts(tokens, best);
    let names = names(schema, best.plan.table.as_str());
    let is_noun = |at: &usize| matches!(best.nodes[*at].item, Item::Unknown);
    // A value of the table isn't missing from it, whatever else is unclear.
    let missing: Vec<&String> = words
        .iter()
        .filter(|word| !schema.values.holds(word))
        .collect();
    if best.unknown.iter().any(is_noun) && !missing.is_empty() {
        let missing: Vec<String> = missing
            .iter()
            .map(|word| format!("no \u{201c}{word}\u{201d}"))
            .collect();
        let missing = joined(&missing, "and");
        format!("There is {missing} in this table. It has: {names}.")
    } else {
        let words: Vec<String> = words
            .iter()
            .map(|word| format!("\u{201c}{word}\u{201d}"))
            .collect();
        let words = joined(&words, "and");
        format!("It isn't clear what {words} refers to here. The table has: {names}.")
    }
}

/// Returns what is asked back and the readings to choose from, where the question leaves something open.
fn question_back(
    tokens: &[Token],
    candidates: &[Candidate],
    best: &Candidate,
    schema: &Schema<'_>,
) -> Option<(String, Vec<Choice>)> {
    let with = |question: &str, choices: Option<Vec<Choice>>| {
        choices.map(|choices| (question.to_owned(), choices))
    };
    if !best.unknown.is_empty() {
        let words = unknown_texts(tokens, best).join(" ");
        let vague = format!("What should \u{201c}{words}\u{201d} mean?");
        let column = format!("Which column is \u{201c}{words}\u{201d}?");
        let row = format!("Is each row one of the \u{201c}{words}\u{201d}?");
        return with(&row, choices::row_choice(tokens, best, schema))
            .or_else(|| with(&vague, vague_choices(tokens, best, schema)))
            .or_else(|| with(&column, choices::kind_choices(tokens, best, schema)));
    }
    let unclear = best.unclear.first().cloned();
    if let Some(mention) = unclear.or_else(|| guess::unclear(tokens, best)) {
        let choices = column_choices(best, &mention, schema);
        if choices.len() >= 2 {
            let span = text_of(tokens, &best.nodes[mention.at.min(best.nodes.len() - 1)]);
            return Some((format!("Which column is \u{201c}{span}\u{201d}?"), choices));
        }
    }
    if best.incomplete {
        return with(
            "What should be measured?",
            vague_choices(tokens, best, schema),
        );
    }
    let judged = choices::only_judges(tokens, best, schema)
        .then(|| vague_choices(tokens, best, schema))
        .flatten();
    // "Most popular" is counted in another table, such as the orders of a product.
    let is_popular = schema.tables.len() > 1
        && tokens
            .windows(2)
            .any(|pair| pair[0].is("most least") && pair[1].is("popular"));
    let popular = || {
        is_popular
            .then(|| vague_choices(tokens, best, schema))
            .flatten()
    };
    let figure = || {
        is_vague(tokens, best, schema)
            .then(|| figure_choices(best, schema))
            .flatten()
    };
    let is_trusted = || {
        let features = judge::features(tokens, schema, candidates, 0);
        judge::is_trusted(judge::probability(&features)) || says_its_label(tokens, best, schema)
    };
    with("What should be measured?", judged)
        .or_else(|| with("What should be counted?", popular()))
        .or_else(|| {
            with(
                "Which quantity should be the largest?",
                size_choices(best, schema),
            )
        })
        .or_else(|| with("What would you like to see?", figure()))
        .or_else(|| {
            with(
                "Did you mean this?",
                (!is_trusted())
                    .then(|| {
                        guess::choices_to_confirm(candidates, other_aggregate(tokens, best, schema))
                    })
                    .flatten(),
            )
        })
}

/// Tells whether a question is worded as the label of its reading, like the choices and samples that are offered.
fn says_its_label(tokens: &[Token], best: &Candidate, schema: &Schema<'_>) -> bool {
    let label = read_tokens(&label(&best.plan), schema);
    let words = |tokens: &[Token]| -> Vec<String> {
        let said = tokens.iter().filter(|token| token.kind != Kind::Break);
        said.map(|token| token.word.clone()).collect()
    };
    words(&label) == words(tokens)
}

/// Returns the best reading with those that are nearly as likely.
fn close_readings(
    tokens: &[Token],
    candidates: &[Candidate],
    best: &Candidate,
    echo: Echo,
    schema: &Schema<'_>,
) -> Vec<Reading> {
    let limit = best.cost + 1.0;
    let mut readings: Vec<Reading> = candidates
        .iter()
        .filter(|candidate| candidate.cost <= limit && candidate.is_whole())
        .take(3)
        .map(|candidate| Reading {
            plan: candidate.plan.clone(),
            echo: crate::echo::echo(
                tokens,
                &candidate.nodes,
                &candidate.unknown,
                &candidate.unclear,
                schema,
            ),
            cost: candidate.cost,
            follow_up: false,
        })
        .collect();
    if let Some(plan) = other_aggregate(tokens, best, schema) {
        let other = Reading {
            plan,
            echo,
            // Below 0.5 more than the best, so it counts as close.
            cost: best.cost + 0.4,
            follow_up: false,
        };
        // The best reading is whole at this point, so there is one to come after.
        readings.insert(1, other);
    }
    readings
}

/// The same plan with the other usual aggregate, where the question says none: "costs by department".
fn other_aggregate(tokens: &[Token], best: &Candidate, schema: &Schema<'_>) -> Option<QueryPlan> {
    let said = best
        .nodes
        .iter()
        .any(|node| matches!(node.item, Item::Aggregate(_) | Item::Count | Item::Distinct))
        || tokens.iter().any(|token| token.is("how much many"));
    if said || best.plan.shape != Shape::Groups || best.plan.groups.is_empty() {
        return None;
    }
    let mut plan = best.plan.clone();
    let [part] = plan.measures.as_mut_slice() else {
        return None;
    };
    let column = part.value.column().and_then(|column| schema.find(column));
    let Measure::Aggregate { aggregate, .. } = &mut part.value else {
        return None;
    };
    // Each row has one salary or price, and kinds of rows are compared by what is usual for them: "do men earn more than women"
    // asks for no sum.
    let is_single = column.is_some_and(|id| {
        let column = schema.column(id);
        let is_named = |word: &NameWord| SINGLE_AMOUNTS.split(' ').any(|known| known == word.word);
        column.role == Role::Rate
            && (tokens.iter().any(|token| token.is("than")) || column.words.iter().any(is_named))
    });
    *aggregate = match aggregate {
        Aggregate::Sum => Aggregate::Mean,
        Aggregate::Mean if !is_single => Aggregate::Sum,
        _ => return None,
    };
    Some(plan)
}

/// Tells whether only a column is named: nothing says how it is summarised, grouped or compared.
fn is_vague(tokens: &[Token], best: &Candidate, schema: &Schema<'_>) -> bool {
    let plan = &best.plan;
    // "Passengers at Bastille" is the figure of one row.
    let is_name = |column: &ColumnRef| schema.find(column).is_some_and(|id| schema.is_unique(id));
    let names_row = plan.conditions.iter().any(|part| {
        matches!(&part.value, Condition::Test { of: Scalar::Column { column }, test: Test::In { values } }
            if values.len() == 1 && is_name(column))
    });
    if names_row {
        return false;
    }
    // "How heavy is a van" asks for what is usual.
    let asks_degree = tokens.windows(2).any(|pair| {
        pair[0].is("how") && !crate::language::lexicon::asked_quantity(&pair[1].word).is_empty()
    });
    if asks_degree && !plan.conditions.is_empty() {
        return false;
    }
    let said = best.nodes.iter().any(|node| {
        matches!(
            node.item,
            Item::Aggregate(_)
                | Item::Count
                | Item::Distinct
                | Item::Superlative { .. }
                | Item::Change(_)
                | Item::Share
                | Item::Percent
                | Item::Compare { .. }
        )
    });
    let much = tokens
        .windows(2)
        .any(|pair| pair[0].is("how") && pair[1].is("much many"));
    plan.shape == Shape::Groups
        && plan.groups.is_empty()
        && !said
        && !much
        && plan.present.mark.is_none()
        && plan.measures.len() == 1
        && matches!(plan.measures[0].value, Measure::Aggregate { .. })
}

/// Tells of a time in the question that the data do not reach.
fn outside_period(candidate: &Candidate, schema: &Schema<'_>) -> Option<String> {
    let table = schema
        .tables
        .iter()
        .find(|table| table.profile.name == candidate.plan.table)?;
    let time = table.time.as_ref()?;
    for (at, node) in candidate.nodes.iter().enumerate() {
        // "born before 1975" speaks of another time than the one of the rows.
        let is_other = candidate.nodes[..at].iter().rev().take(3).any(|before| {
            matches!(&before.item, Item::Column { id, .. }
                if schema.column(*id).role == Role::Time
                    && !crate::sql::walk::reads_column(&time.source, &schema.reference(*id)))
        });
        if is_other {
            continue;
        }
        if let Item::Time(range) = &node.item {
            let year = |date: &Option<String>| {
                date.as_ref().and_then(|date| date[..4].parse::<i32>().ok())
            };
            let late = year(&range.from).is_some_and(|from| from > time.years.1);
            // The end of a range no longer belongs to it, so it may be the first day of the data.
            let early = range
                .to
                .as_ref()
                .is_some_and(|to| *to <= format!("{:04}-01-01", time.years.0));
            if late || early {
                return Some(format!(
                    "The data cover {} to {} only.",
                    time.years.0, time.years.1
                ));
            }
        }
    }
    None
}

fn text_of(tokens: &[Token], node: &Node) -> String {
    let mut texts: Vec<&str> = tokens[node.start..node.end]
        .iter()
        .map(|token| token.text.as_str())
        .collect();
    // Several tokens may be one word: "unpaved" is read as "not paved".
    texts.dedup();
    texts.join(" ")
}

fn names(schema: &Schema<'_>, table: &str) -> String {
    let columns = schema
        .tables
        .iter()
        .find(|known| known.profile.name == table)
        .map_or(&[][..], |known| &known.columns[..]);
    let shown: Vec<&str> = columns
        .iter()
        .take(12)
        .map(|column| column.profile.name.as_str())
        .collect();
    let more = columns.len().saturating_sub(shown.len());
    if more > 0 {
        format!("{} and {more} more", shown.join(", "))
    } else {
        shown.join(", ")
    }
}
