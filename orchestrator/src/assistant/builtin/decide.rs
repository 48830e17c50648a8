//! The built-in model's next step.

use portolan_blocks::UnderstoodWord;
use portolan_query::{QueryResult, TableProfile};
use portolan_questions::{
    Answer, DeclineReason, Prepared, Reading, alternatives, chart::DrawingKind, prepare,
    schema::read_teaching, to_stored, words::Findings,
};
use serde_json::{Value, json};

use super::{
    documents,
    heard::{Heard, Source},
    overview,
    plans::{Asked, QUESTION_CHARACTERS, words_of},
    say,
};
use crate::assistant::ModelRequest;

/// The next thing that the model does: it thinks, writes, calls tools.
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
    let heard = Heard::of(request);
    let mut step = next(&heard, request.tools.is_empty());
    step.number = heard.steps;
    step
}

fn next(heard: &Heard, must_answer: bool) -> Step {
    let Some(tables) = &heard.tables else {
        if must_answer {
            return decline(say::out_of_steps());
        }
        return Step {
            calls: vec![
                ("list_sources", json!({})),
                ("profile", json!({"values": 200})),
            ],
            ..Step::default()
        };
    };
    if overview::is_address(&heard.question) {
        return overview::next(heard, tables, must_answer);
    }
    let is_general = overview::is_general(&heard.question, tables);
    if documents::are_meant(heard, !tables.is_empty())
        && !(is_general && documents::Wish::of(&heard.question) == documents::Wish::Answer)
    {
        return documents::next(heard, must_answer);
    }
    if tables.is_empty() && !heard.unread.is_empty() {
        return decline(overview::describe_unread(&heard.unread));
    }
    if is_general && heard.earlier.is_none() && !(tables.is_empty() && heard.documents.is_empty()) {
        return overview::next(heard, tables, must_answer);
    }
    if tables.is_empty() {
        return decline(say::explain_missing_tables(&heard.question));
    }
    answer_question(heard, tables, is_general, must_answer)
}

fn answer_question(
    heard: &Heard,
    tables: &[TableProfile],
    is_general: bool,
    must_answer: bool,
) -> Step {
    let text: String = heard.question.chars().take(QUESTION_CHARACTERS).collect();
    let earlier = heard.earlier_plan(tables);
    let unanswered: Vec<&str> = heard.unanswered.iter().map(String::as_str).collect();
    let taught = heard.taught(tables);
    let asked = Asked {
        text: &text,
        tables,
        earlier: earlier.as_ref(),
        unanswered: &unanswered,
        taught: &taught,
    };
    if let Some(lesson) = read_teaching(&text, tables).filter(|_| unanswered.is_empty()) {
        return decline(say::confirm_lesson(&lesson));
    }
    let (mut step, echo) = match asked.answer() {
        Answer::Plans { readings } => {
            let Some(turn) = Turn::of(heard, asked, &readings, must_answer) else {
                return decline(say::with_suggestions(
                    &say::cannot_be_computed(),
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
            return overview::next(heard, tables, must_answer);
        }
        Answer::AskBack {
            question,
            choices,
            echo,
        } => {
            let chips = asked.choices(&choices);
            let text = say::with_suggestions(&question, chips.into_iter());
            (decline(text), Some(echo))
        }
        // The tables have nothing of it: the texts may.
        Answer::Decline {
            reason: DeclineReason::Missing | DeclineReason::Unrelated,
            ..
        } if !heard.documents.is_empty() => return documents::next(heard, must_answer),
        Answer::Decline {
            message,
            nearest,
            echo,
            ..
        } => {
            let chips = asked.instead(&nearest, &echo);
            let text = say::with_suggestions(&message, chips.into_iter());
            (decline(text), Some(echo))
        }
    };
    let is_first = heard.queries.is_empty() && heard.charts.is_empty();
    step.understood = echo.filter(|_| is_first).map(|echo| {
        words_of(&heard.message, &text, &echo, &|table| {
            heard.source_id(table)
        })
    });
    step
}

/// A question with its plans, on the way from query to answer.
struct Turn<'a> {
    heard: &'a Heard,
    asked: Asked<'a>,
    readings: &'a [Reading],
    prepared: Vec<Prepared>,
    must_answer: bool,
}

impl<'a> Turn<'a> {
    /// None where no statement can express any of the plans.
    fn of(
        heard: &'a Heard,
        asked: Asked<'a>,
        readings: &'a [Reading],
        must_answer: bool,
    ) -> Option<Self> {
        let prepared: Vec<Prepared> = readings
            .iter()
            .filter_map(|reading| prepare(&reading.plan, asked.tables).ok())
            .collect();
        (!prepared.is_empty()).then_some(Self {
            heard,
            asked,
            readings,
            prepared,
            must_answer,
        })
    }

    /// Queries, draws or writes: whichever is next.
    fn next(&self) -> Step {
        let done = self.heard.queries.iter().find_map(|queried| {
            let prepared = self.prepared.iter().find(|each| each.sql == queried.sql)?;
            let (query_id, result) = queried.result.as_ref().ok()?;
            Some((prepared, query_id, result))
        });
        if let Some((prepared, query_id, result)) = done {
            return self.show(prepared, query_id, result);
        }
        // A query that failed is not replaced by another reading: its answer would be one to another question.
        if self.must_answer || !self.heard.queries.is_empty() {
            return decline(say::query_failed());
        }
        let best = &self.prepared[0];
        Step {
            thinking: say::describe_understood(self.asked.text, best, &self.readings[0].echo),
            calls: vec![("query", json!({"sql": best.sql}))],
            ..Step::default()
        }
    }

    fn show(&self, prepared: &Prepared, query_id: &str, result: &QueryResult) -> Step {
        if result.rows.is_empty() {
            return say_only(say::explain_no_rows(&prepared.label));
        }
        let found = prepared.findings(self.asked.tables, result);
        let is_drawn = self.heard.charts.contains(&true);
        // The second try is a table, which shows the same rows and asks nothing of a specification.
        let as_table = match self.heard.charts.len() {
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
        let sources = used_sources(self.heard, prepared);
        let others = self.asked.others(&self.prepared, prepared);
        let follow_ups = self.asked.follow_ups(prepared, found.suggestions);
        // One other reading comes first: it is what the person may have meant.
        let chips = others.into_iter().take(1).chain(follow_ups);
        say_only(say::write_findings(&found.prose, &sources, chips))
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

pub(super) fn used_sources<'a>(heard: &'a Heard, prepared: &Prepared) -> Vec<&'a Source> {
    heard
        .sources
        .iter()
        .filter(|source| prepared.tables.contains(&source.name))
        .collect()
}

/// A text that asks back, declines or reports a failure.
pub(super) fn decline(text: String) -> Step {
    Step {
        is_free: true,
        ..say_only(text)
    }
}

pub(super) fn say_only(text: String) -> Step {
    Step {
        text,
        ..Step::default()
    }
}
