//! The reading behind an answer.

use portolan_questions::Answer;
use portolan_questions::plan::QueryPlan;

/// Returns the reading that is answered, or the one that is offered first where the engine only asks whether it was meant. Tests
/// of how a question is read stand by themselves: how sure the engine is of it is measured on the question sets.
pub fn first_reading(answered: Answer) -> Result<QueryPlan, String> {
    match answered {
        Answer::Plans { readings } => Ok(readings[0].plan.clone()),
        Answer::AskBack {
            question, choices, ..
        } => choices
            .into_iter()
            .next()
            .and_then(|choice| choice.plan)
            .filter(|_| question == "Did you mean this?")
            .ok_or(format!("asked: {question}")),
        Answer::Decline { message, .. } => Err(format!("declined: {message}")),
    }
}
