//! The built-in model's next step.

use portolan_blocks::UnderstoodWord;
use portolan_query::{QueryResult, TableProfile};
use portolan_questions::{
    Answer, DeclineReason, Prepared, Reading, alternatives, chart::DrawingKind, prepare,
    schema::read_teaching, to_stored, words::Findings,
};
use serde_json::{Value, json};

use super::{
    context::{Source, TurnContext},
    documents, overview, phrases,
    plans::{Asked, QUESTION_CHARACTERS, words_of},
};
use crate::ModelRequest;

/// The model's next step: thinking, text and tool calls.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Step {
    /// Steps of the turn before this one.
    pub number: usize,
    /// The words of the message with their meanings, once they are read.
    pub understood: Option<Vec<UnderstoodWord>>,
    pub thinking: String,
    pub text: String,
    pub calls: Vec<(&'static str, Value)>,
    /// Whether the turn asks back, declines or fails, and so costs nothing.
    pub is_free: bool,
}

pub(super) fn decide(request: &ModelRequest) -> Step {
    let context = TurnContext::of(request);
    let mut step = next(&context, request.tools.is_empty());
    step.number = context.steps;
    step
}

fn next(context: &TurnContext, must_answer: bool) -> Step {
    let Some(tables) = &context.tables else {
        if must_answer {
            return decline(phrases::out_of_steps());
        }
        return Step {
            calls: vec![
                ("list_sources", json!({})),
                ("profile", json!({"values": 200})),
            ],
            ..Step::default()
        };
    };
    if overview::is_address(&context.question) {
        return overview::next(context, tables, must_answer);
    }
    let is_general = overview::is_general(&context.question, tables);
    if documents::are_meant(context, !tables.is_empty())
        && !(is_general
            && documents::TextRequest::of(&context.question) == documents::TextRequest::Answer)
    {
        return documents::next(context, must_answer);
    }
    if tables.is_empty() && !context.unread.is_empty() {
        return decline(overview::describe_unread(&context.unread));
    }
    if is_general
        && context.earlier.is_none()
        && !(tables.is_empty() && context.documents.is_empty())
    {
        return overview::next(context, tables, must_answer);
    }
    if tables.is_empty() {
        return decline(phrases::explain_missing_tables(&context.question));
    }
    answer_question(context, tables, is_general, must_answer)
}

fn answer_question(
    context: &TurnContext,
    tables: &[TableProfile],
    is_general: bool,
    must_answer: bool,
) -> Step {
    let text: String = context.question.chars().take(QUESTION_CHARACTERS).collect();
    let earlier = context.earlier_plan(tables);
    let unanswered: Vec<&str> = context.unanswered.iter().map(String::as_str).collect();
    let taught = context.taught(tables);
    let asked = Asked {
        text: &text,
        tables,
        earlier: earlier.as_ref(),
        unanswered: &unanswered,
        taught: &taught,
    };
    if let Some(lesson) = read_teaching(&text, tables).filter(|_| unanswered.is_empty()) {
        return decline(phrases::confirm_lesson(&lesson));
    }
    let (mut step, echo) = match asked.answer() {
        Answer::Plans { readings } => {
            let Some(turn) = Turn::of(context, asked, &readings, must_answer) else {
                return decline(phrases::with_suggestions(
                    &phrases::cannot_be_computed(),
                    asked.instead(&[], &readings[0].echo).into_iter(),
                ));
            };
            (
                turn.next(),
                readings.into_iter().next().map(|best| best.echo),
            )
        }
        // "Chart this" after a chart: nothing of it changes the chart.
        Answer::AskBack { .. } | Answer::Decline { .. } if is_general => {
            return overview::next(context, tables, must_answer);
        }
        Answer::AskBack {
            question,
            choices,
            echo,
        } => {
            let chips = asked.choices(&choices);
            let text = phrases::with_suggestions(&question, chips.into_iter());
            (decline(text), Some(echo))
        }
        // The tables have nothing of it: the texts may.
        Answer::Decline {
            reason: DeclineReason::Missing | DeclineReason::Unrelated,
            ..
        } if !context.documents.is_empty() => return documents::next(context, must_answer),
        Answer::Decline {
            message,
            nearest,
            echo,
            ..
        } => {
            let chips = asked.instead(&nearest, &echo);
            let text = phrases::with_suggestions(&message, chips.into_iter());
            (decline(text), Some(echo))
        }
    };
    let is_first = context.queries.is_empty() && context.charts.is_empty();
    step.understood = echo.filter(|_| is_first).map(|echo| {
        words_of(&context.message, &text, &echo, &|table| {
            context.source_id(table)
        })
    });
    step
}

/// A question with its plans, on the way from query to answer.
struct Turn<'a> {
    context: &'a TurnContext,
    asked: Asked<'a>,
    readings: &'a [Reading],
    prepared: Vec<Prepared>,
    must_answer: bool,
}

impl<'a> Turn<'a> {
    /// None if no statement can express any of the plans.
    fn of(
        context: &'a TurnContext,
        asked: Asked<'a>,
        readings: &'a [Reading],
        must_answer: bool,
    ) -> Option<Self> {
        let prepared: Vec<Prepared> = readings
            .iter()
            .filter_map(|reading| prepare(&reading.plan, asked.tables).ok())
            .collect();
        (!prepared.is_empty()).then_some(Self {
            context,
            asked,
            readings,
            prepared,
            must_answer,
        })
    }

    /// Queries, draws or writes: whichever is next.
    fn next(&self) -> Step {
        let done = self.context.queries.iter().find_map(|queried| {
            let prepared = self.prepared.iter().find(|each| each.sql == queried.sql)?;
            let (query_id, result) = queried.result.as_ref().ok()?;
            Some((prepared, query_id, result))
        });
        if let Some((prepared, query_id, result)) = done {
            return self.show(prepared, query_id, result);
        }
        // A query that failed is not replaced by another reading: its answer would be one to another question.
        if self.must_answer || !self.context.queries.is_empty() {
            return decline(phrases::query_failed());
        }
        let best = &self.prepared[0];
        Step {
            thinking: phrases::describe_understood(self.asked.text, best, &self.readings[0].echo),
            calls: vec![("query", json!({"sql": best.sql}))],
            ..Step::default()
        }
    }

    fn show(&self, prepared: &Prepared, query_id: &str, result: &QueryResult) -> Step {
        if result.rows.is_empty() {
            return reply_with(phrases::explain_no_rows(&prepared.label));
        }
        let found = prepared.findings(self.asked.tables, result);
        let is_drawn = self.context.charts.contains(&true);
        // The second try is a table, which shows the same rows and asks nothing of a specification.
        let as_table = match self.context.charts.len() {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        };
        if let (Some(as_table), false, false) = (as_table, is_drawn, self.must_answer) {
            let chart = chart(prepared, &found, query_id, self.asked.tables, as_table);
            return Step {
                calls: vec![("draw_chart", chart)],
                ..Step::default()
            };
        }
        let sources = used_sources(self.context, prepared);
        let others = self.asked.others(&self.prepared, prepared);
        let follow_ups = self.asked.follow_ups(prepared, found.suggestions);
        // One other reading comes first: it is what the user may have meant.
        let chips = others.into_iter().take(1).chain(follow_ups);
        reply_with(phrases::write_findings(&found.prose, &sources, chips))
    }
}

/// Returns the arguments of `draw_chart` for a prepared plan.
pub(super) fn chart(
    prepared: &Prepared,
    found: &Findings,
    query_id: &str,
    tables: &[TableProfile],
    as_table: bool,
) -> Value {
    let is_table = as_table || prepared.drawing.kind == DrawingKind::Table;
    let (kind, spec) = if is_table {
        ("table", json!({}))
    } else {
        ("plot", prepared.titled_spec(found))
    };
    json!({
        "queryId": query_id,
        "kind": kind,
        "title": found.title,
        "description": found.description,
        "spec": spec,
        "encodingNotes": prepared.notes,
        "choices": alternatives(prepared, tables),
        "plan": to_stored(&prepared.plan),
    })
}

pub(super) fn used_sources<'a>(context: &'a TurnContext, prepared: &Prepared) -> Vec<&'a Source> {
    context
        .sources
        .iter()
        .filter(|source| prepared.tables.contains(&source.name))
        .collect()
}

/// A text that asks back, declines or reports a failure.
pub(super) fn decline(text: String) -> Step {
    Step {
        is_free: true,
        ..reply_with(text)
    }
}

pub(super) fn reply_with(text: String) -> Step {
    Step {
        text,
        ..Step::default()
    }
}
