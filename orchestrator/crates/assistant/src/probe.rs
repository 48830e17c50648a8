//! Tests the connection to a model with one real call.

use std::sync::Arc;

use futures_util::StreamExt;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::{LanguageModel, Message, ModelError, ModelEvent, ModelRequest, ToolDefinition};

/// Tokens that the test's answer may take.
const OUTPUT_TOKENS: u64 = 600;

/// The abilities detected by a model test.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelReport {
    pub model: String,
    /// The family of its endpoint; None of the built-in model.
    pub provider: Option<String>,
    pub streaming: bool,
    pub tools: bool,
    pub parallel_tools: bool,
    pub reasoning: bool,
    /// Whether the provider reports token usage.
    pub usage: bool,
    /// A readable error and the provider's own message.
    pub error: Option<String>,
    pub detail: Option<String>,
}

impl ModelReport {
    /// Summarizes what works in one line.
    pub fn summary(&self) -> String {
        let abilities = [
            ("streaming", self.streaming),
            ("tools", self.tools),
            ("parallel tools", self.parallel_tools),
            ("reasoning", self.reasoning),
            ("usage", self.usage),
        ];
        let named = |works: bool| {
            let names = abilities.iter().filter(move |(_, it)| *it == works);
            names.map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
        };
        match (named(true), named(false)) {
            (works, missing) if missing.is_empty() => works,
            (works, missing) if works.is_empty() => format!("not seen: {missing}"),
            (works, missing) => format!("{works}; not seen: {missing}"),
        }
    }
}

/// Asks a model to write a sentence and to call a tool twice, and reports what came.
pub async fn test_model(model: &dyn LanguageModel) -> ModelReport {
    let mut report = ModelReport {
        model: model.card().id.clone(),
        provider: model
            .remote()
            .map(|settings| settings.provider_name().to_owned()),
        ..ModelReport::default()
    };
    if let Err(error) = call_tools(model, &mut report).await {
        report.error = Some(error.turn_error().message);
        report.detail = Some(error.detail);
    }
    report
}

async fn call_tools(model: &dyn LanguageModel, report: &mut ModelReport) -> Result<(), ModelError> {
    let mut stream = model.stream(probe_request());
    let (mut pieces, mut calls) = (0, 0);
    while let Some(event) = stream.next().await {
        match event? {
            ModelEvent::Text(_) => pieces += 1,
            ModelEvent::Thinking(_) => {
                pieces += 1;
                report.reasoning = true;
            }
            ModelEvent::ToolCall(_) => calls += 1,
            ModelEvent::Usage(usage) => report.usage = !usage.estimated,
            ModelEvent::Understood(_)
            | ModelEvent::State(_)
            | ModelEvent::Waiting(_)
            | ModelEvent::Finished(_) => {}
        }
    }
    report.streaming = pieces > 1;
    report.tools = calls > 0;
    report.parallel_tools = calls > 1;
    Ok(())
}

fn probe_request() -> ModelRequest {
    let number = json!({"type": "integer"});
    ModelRequest {
        messages: vec![
            Message::System {
                text: "This is a test of the connection. Do as the user says.".into(),
            },
            Message::User {
                text: "Write one short sentence of greeting. Then, in the same message, call the tool `add` twice: for 1 and 2, and for 3 and 4.".into(),
            },
        ],
        tools: vec![ToolDefinition {
            name: "add",
            description: "Adds two numbers.",
            parameters: Arc::new(json!({
                "type": "object",
                "properties": {"a": number, "b": number},
                "required": ["a", "b"],
                "additionalProperties": false,
            })),
        }],
        max_output_tokens: OUTPUT_TOKENS,
        ..ModelRequest::default()
    }
}
