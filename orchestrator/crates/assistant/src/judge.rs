use futures_util::StreamExt;
use portolan_chat::Usage;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    BUILT_IN_MODEL, Message, ModelError, ModelEvent, ModelRequest, Models, UnknownModel,
    prompts::Prompt, tokens::TokenCounter,
};

/// Tokens that a judgement may take; a sentence and what a model thinks before it.
const OUTPUT_TOKENS: u64 = 2_000;

/// A model's judgement of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    pub passes: bool,
    pub reason: String,
    /// The credits of the call.
    pub credits: u64,
}

#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    #[error(transparent)]
    UnknownModel(#[from] UnknownModel),
    #[error("the built-in model can't judge; name another one")]
    BuiltIn,
    #[error("the judging model failed: {0}")]
    Model(#[from] ModelError),
    #[error("the prompt of the judge cannot be rendered: {0}")]
    Prompt(String),
    /// It was paid for all the same.
    #[error("the judging model gave no judgement; it said: {said}")]
    NoJudgement { said: String, credits: u64 },
}

/// Asks a model whether an answer meets a criterion.
pub async fn judge_answer(
    models: &Models,
    model: &str,
    question: &str,
    answer: &Value,
    criterion: &str,
) -> Result<Judgement, JudgeError> {
    if model == BUILT_IN_MODEL {
        return Err(JudgeError::BuiltIn);
    }
    let model = models.get(model)?;
    let system = Prompt::Judge
        .render(json!({}))
        .map_err(|error| JudgeError::Prompt(error.to_string()))?;
    let told = json!({"question": question, "answer": answer, "criterion": criterion}).to_string();
    let input_tokens = model.count_tokens(&system) + model.count_tokens(&told);
    let request = ModelRequest {
        messages: vec![
            Message::System { text: system },
            Message::User { text: told },
        ],
        max_output_tokens: model.card().output_tokens.min(OUTPUT_TOKENS),
        ..ModelRequest::default()
    };
    let (mut said, mut usage) = (String::new(), None);
    let mut events = model.stream(request);
    while let Some(event) = events.next().await {
        match event? {
            ModelEvent::Text(text) => said.push_str(&text),
            ModelEvent::Usage(reported) => usage = Some(reported),
            ModelEvent::Finished(_) => break,
            _ => {}
        }
    }
    let credits = model.card().price.credits(usage.unwrap_or(Usage {
        input_tokens,
        output_tokens: TokenCounter.count(&said),
        estimated: true,
        ..Usage::default()
    }));
    match parse_judgement(&said) {
        Some(SaidJudgement { passes, reason }) => Ok(Judgement {
            passes,
            reason,
            credits,
        }),
        None => Err(JudgeError::NoJudgement {
            said: said.chars().take(200).collect(),
            credits,
        }),
    }
}

#[derive(Deserialize)]
struct SaidJudgement {
    passes: bool,
    #[serde(default)]
    reason: String,
}

/// Reads the object in what a model said, which may stand in a fence or between words.
fn parse_judgement(said: &str) -> Option<SaidJudgement> {
    let start = said.find('{')?;
    let end = said.rfind('}')?;
    serde_json::from_str(said.get(start..=end)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judgement_is_read_from_fences_and_between_words() {
        let said = "Sure:\n```json\n{\"passes\": false, \"reason\": \"No total.\"}\n```";
        let judgement = parse_judgement(said).unwrap();
        assert!(!judgement.passes);
        assert_eq!(judgement.reason, "No total.");
        assert!(parse_judgement("{\"passes\": true}").unwrap().passes);
        for wrong in ["", "yes", "} {", "{\"passes\": \"yes\"}"] {
            assert!(parse_judgement(wrong).is_none(), "{wrong}");
        }
    }
}
