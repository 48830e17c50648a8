//! The two question engines behind one reply: charts, a question back, or a refusal.

use clap::ValueEnum;
use portolan_inquiry::{Prepared, chart::DrawingKind, plan::QueryPlan, prepare};
use portolan_query::{QueryResult, TableProfile};
use portolan_questions::Reading;
use serde_json::{Value, json};

use crate::boot::Failure;

/// The engine that answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// The engine of the chats
    #[default]
    Questions,
    /// The redesign under way, measured but not yet used in chats
    Inquiry,
}

/// An engine's reply to one question.
pub enum Reply {
    /// The readings, best first; a failure where one cannot be computed.
    Proposed(Vec<Result<Proposal, Failure>>),
    Asked {
        question: String,
        choices: Vec<(String, Option<Proposal>)>,
    },
    Declined(String),
}

/// A chart and its query before the rows are known.
pub enum Proposal {
    Reading(Box<Reading>),
    Plan(Box<Prepared>),
}

impl Proposal {
    pub fn sql(&self) -> &str {
        match self {
            Self::Reading(reading) => &reading.sql,
            Self::Plan(prepared) => &prepared.sql,
        }
    }

    /// Returns the chart without its rows; a table is a mark of its own here.
    pub fn spec(&self) -> Value {
        match self {
            Self::Reading(reading) => reading.spec.clone(),
            Self::Plan(prepared) if prepared.drawing.kind == DrawingKind::Table => {
                json!({"mark": "table", "encoding": {}})
            }
            Self::Plan(prepared) => prepared.drawing.spec.clone(),
        }
    }

    /// Returns the sentences about the rows, where the engine writes any.
    pub fn message(&self, tables: &[TableProfile], result: &QueryResult) -> Option<String> {
        match self {
            Self::Reading(_) => None,
            Self::Plan(prepared) => Some(prepared.findings(tables, result).prose),
        }
    }
}

impl Engine {
    /// Returns the reply to a question; `earlier` is the chart that it may be a follow-up of.
    pub fn reply(
        self,
        text: &str,
        tables: &[TableProfile],
        earlier: Option<&Proposal>,
    ) -> Result<Reply, Failure> {
        match self {
            Self::Questions => {
                let earlier = match earlier {
                    Some(Proposal::Reading(reading)) => Some(&**reading),
                    _ => None,
                };
                let readings = read_question(text, tables, earlier)?;
                let proposed = readings
                    .into_iter()
                    .map(|reading| Ok(Proposal::Reading(Box::new(reading))));
                Ok(Reply::Proposed(proposed.collect()))
            }
            Self::Inquiry => Ok(inquire(text, tables, earlier)),
        }
    }
}

/// Returns the readings, best first. Nothing can be asked back in a batch, so the first choice is taken.
fn read_question(
    text: &str,
    tables: &[TableProfile],
    earlier: Option<&Reading>,
) -> Result<Vec<Reading>, Failure> {
    use portolan_questions::{Answer, Question, answer};

    let mut text = text.to_owned();
    for _ in 0..2 {
        let question = Question {
            text: &text,
            tables,
            so_far: earlier,
        };
        match answer(&question) {
            Answer::Readings(readings) => return Ok(readings),
            Answer::AskBack { choices, question } => {
                text = choices
                    .into_iter()
                    .next()
                    .ok_or_else(|| Failure::new(question))?;
            }
            Answer::Unanswerable { message, .. } => return Err(Failure::new(message)),
        }
    }
    Err(Failure::new("the question can be read in several ways"))
}

fn inquire(text: &str, tables: &[TableProfile], earlier: Option<&Proposal>) -> Reply {
    use portolan_inquiry::{Answer, Question, answer};

    let earlier = match earlier {
        Some(Proposal::Plan(prepared)) => Some(&prepared.plan),
        _ => None,
    };
    let propose = |plan: &QueryPlan| match prepare(plan, tables) {
        Ok(prepared) => Ok(Proposal::Plan(Box::new(prepared))),
        Err(unsupported) => Err(Failure::new(unsupported.0)),
    };
    let answered = answer(&Question {
        text,
        tables,
        earlier,
        schema: None,
    });
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

#[cfg(test)]
mod tests {
    use portolan_query::{ColumnProfile, ColumnType, ValueCount};

    use super::*;

    fn films(columns: Vec<ColumnProfile>) -> Vec<TableProfile> {
        vec![TableProfile {
            name: "films".into(),
            row_count: 40,
            columns,
        }]
    }

    fn genres() -> ColumnProfile {
        ColumnProfile {
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
        }
    }

    fn first_sql(engine: Engine, text: &str, earlier: Option<&Proposal>) -> (Proposal, String) {
        let reply = engine.reply(text, &films(vec![genres()]), earlier);
        let Ok(Reply::Proposed(mut proposals)) = reply else {
            panic!("{engine:?} proposes nothing for {text}");
        };
        let Ok(proposal) = proposals.remove(0) else {
            panic!("{engine:?} cannot compute {text}");
        };
        let sql = proposal.sql().to_owned();
        (proposal, sql)
    }

    #[test]
    fn questions_engine_explains_why_nothing_answers() {
        let Err(Failure(message)) = Engine::Questions.reply("how many?", &films(Vec::new()), None)
        else {
            panic!("a table without columns answers nothing");
        };
        assert!(message.contains("no table"), "{message}");
    }

    #[test]
    fn inquiry_engine_declines_questions_about_causes() {
        let reply = Engine::Inquiry.reply(
            "why are there fewer films by genre?",
            &films(vec![genres()]),
            None,
        );
        assert!(matches!(reply, Ok(Reply::Declined(message)) if !message.is_empty()));
    }

    #[test]
    fn both_engines_change_their_earlier_chart() {
        for engine in [Engine::Questions, Engine::Inquiry] {
            let (earlier, all) = first_sql(engine, "number of films by genre", None);
            let (_, fewer) = first_sql(engine, "only Drama", Some(&earlier));
            assert!(!all.contains("WHERE"), "{engine:?}: {all}");
            assert!(fewer.contains("Drama"), "{engine:?}: {fewer}");
        }
    }
}
