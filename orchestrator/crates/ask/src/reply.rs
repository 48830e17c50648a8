//! The engine's reply to one question: charts, a question back, or a refusal.

use portolan_query::TableProfile;
use portolan_questions::{
    Answer, Prepared, Question, answer_after, chart::DrawingKind, plan::QueryPlan, prepare,
};
use serde_json::{Value, json};

use crate::Error;

pub enum Reply {
    /// The readings, best first; an error where one cannot be computed.
    Proposed(Vec<Result<Prepared, Error>>),
    Asked {
        question: String,
        choices: Vec<(String, Option<Prepared>)>,
    },
    Declined(String),
}

/// Returns the reply to a question; `earlier` is the chart that it may be a follow-up of.
pub fn reply_to(
    text: &str,
    tables: &[TableProfile],
    earlier: Option<&Prepared>,
    unanswered: &[&str],
) -> Reply {
    let propose =
        |plan: &QueryPlan| prepare(plan, tables).map_err(|unsupported| Error(unsupported.0));
    let question = Question {
        text,
        tables,
        earlier: earlier.map(|prepared| &prepared.plan),
        schema: None,
    };
    let answered = answer_after(&question, unanswered);
    match answered {
        Answer::Plans { readings } => {
            let proposed = readings.iter().map(|reading| propose(&reading.plan));
            Reply::Proposed(proposed.collect())
        }
        Answer::AskBack {
            question, choices, ..
        } => {
            let choices = choices.into_iter().map(|choice| {
                let proposal = choice.plan.as_ref().and_then(|plan| propose(plan).ok());
                (choice.label, proposal)
            });
            Reply::Asked {
                question,
                choices: choices.collect(),
            }
        }
        Answer::Decline { message, .. } => Reply::Declined(message),
    }
}

/// Returns the chart without its rows; a table is a mark of its own here.
pub fn chart_spec(prepared: &Prepared) -> Value {
    if prepared.drawing.kind == DrawingKind::Table {
        return json!({"mark": "table", "encoding": {}});
    }
    prepared.drawing.spec.clone()
}

#[cfg(test)]
mod tests {
    use portolan_query::{ColumnProfile, ColumnType, ValueCount};

    use super::*;

    fn film_tables() -> Vec<TableProfile> {
        let genre = ColumnProfile {
            name: "Genre".into(),
            column_type: ColumnType::String,
            nulls: 0,
            distinct: 2,
            min: None,
            max: None,
            mean: None,
            quartiles: None,
            values: ["Comedy", "Drama"]
                .map(|genre| ValueCount {
                    value: genre.into(),
                    count: 20,
                })
                .into(),
        };
        vec![TableProfile {
            name: "films".into(),
            row_count: 40,
            columns: vec![genre],
        }]
    }

    fn first_prepared(text: &str, earlier: Option<&Prepared>) -> Prepared {
        let Reply::Proposed(mut proposals) = reply_to(text, &film_tables(), earlier, &[]) else {
            panic!("{text} is not answered");
        };
        proposals.remove(0).expect("a query for the question")
    }

    #[test]
    fn questions_about_causes_are_declined() {
        let reply = reply_to(
            "why are there fewer films by genre?",
            &film_tables(),
            None,
            &[],
        );
        assert!(matches!(reply, Reply::Declined(message) if !message.is_empty()));
    }

    #[test]
    fn follow_up_filters_earlier_chart() {
        let all = first_prepared("number of films by genre", None);
        let fewer = first_prepared("only Drama", Some(&all));
        assert!(!all.sql.contains("WHERE"), "{}", all.sql);
        assert!(fewer.sql.contains("Drama"), "{}", fewer.sql);
    }
}
