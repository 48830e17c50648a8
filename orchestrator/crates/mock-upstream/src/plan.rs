use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A scripted answer of the endpoint, as JSON or as `key=value,key=value`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct AnswerPlan {
    /// Words of made-up text, one a chunk; used if there is neither a story nor a script.
    pub tokens: usize,
    /// Letters that each of them is longer by: few chunks become many bytes.
    pub letters: usize,
    /// Words of reasoning before them.
    pub reasoning: usize,
    /// Milliseconds between two chunks.
    pub interval: u64,
    /// Milliseconds before the first one.
    pub ttft: u64,
    /// A recorded behaviour of a provider, by its row in `fixtures/providers.json`.
    pub fixture: Option<String>,
    /// A script by name: `chart`, `unknown_tool`, `invalid_arguments`, `invalid_chart`.
    pub story: Option<String>,
    /// One reply a model call of the turn; the last one repeats.
    pub replies: Vec<ScriptedReply>,
    pub fault: Option<Fault>,
    /// How many requests the fault meets; 0 means all.
    pub times: u64,
    /// Chunks before the fault strikes.
    pub after: usize,
    /// For `status`: 400 to 599.
    pub status: u16,
    pub body: ErrorBody,
    /// Seconds in a `Retry-After` header.
    pub retry_after: Option<u64>,
    pub usage: UsageReporting,
    /// One byte a network chunk.
    pub bytewise: bool,
}

/// The output of one model call: reasoning, then text, then tool calls.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ScriptedReply {
    pub reasoning: String,
    pub text: String,
    pub calls: Vec<ScriptedCall>,
    /// In place of `stop` or `tool_calls`.
    pub finish: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptedCall {
    pub name: String,
    /// An object; or text that is sent as it is.
    pub arguments: Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// Answers with `status` in place of a stream.
    Status,
    /// Cuts the connection in the middle of a chunk.
    Disconnect,
    /// Sends nothing more and keeps the connection open.
    Stall,
    /// A data line that is not JSON.
    Malformed,
    /// A data line that is not UTF-8.
    Utf8,
    /// An error object inside the stream.
    ErrorEvent,
    /// Ends without `[DONE]`, after a whole answer.
    NoDone,
    /// Ends cleanly without a finish reason.
    NoFinish,
    /// A stream without any content.
    Empty,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorBody {
    /// OpenAI's error object.
    #[default]
    Openai,
    /// The error body of a proxy in between.
    Html,
    Text,
    Empty,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UsageReporting {
    /// As the protocol says: last, if it was asked for.
    #[default]
    Reported,
    Missing,
    /// Twice, with other numbers, the total not their sum.
    Contradictory,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the plan {text:?} is not understood: {reason}")]
pub struct PlanError {
    pub text: String,
    pub reason: String,
}

impl AnswerPlan {
    /// Replies step by step.
    pub fn script(replies: Vec<ScriptedReply>) -> Self {
        Self {
            replies,
            ..Self::default()
        }
    }

    /// Replays a recorded behaviour of a provider.
    pub fn fixture(row: &str) -> Self {
        Self {
            fixture: Some(row.into()),
            ..Self::default()
        }
    }

    pub fn fault(fault: Fault) -> Self {
        Self {
            tokens: 20,
            fault: Some(fault),
            ..Self::default()
        }
    }

    /// Answers with this status.
    pub fn status(status: u16) -> Self {
        Self {
            status,
            ..Self::fault(Fault::Status)
        }
    }

    /// Reads `{"tokens": 50}` or `tokens=50,interval=20`; a bare word is a story.
    pub fn parse(text: &str) -> Result<Self, PlanError> {
        let text = text.trim();
        let value = if text.starts_with('{') {
            serde_json::from_str(text)
        } else {
            Ok(Value::Object(parse_pairs(text)))
        };
        value
            .and_then(serde_json::from_value)
            .map_err(|error| PlanError {
                text: text.into(),
                reason: error.to_string(),
            })
    }
}

impl ScriptedReply {
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    pub fn call(name: &str, arguments: Value) -> Self {
        Self::default().and_call(name, arguments)
    }

    pub fn and_call(mut self, name: &str, arguments: Value) -> Self {
        self.calls.push(ScriptedCall {
            name: name.into(),
            arguments,
        });
        self
    }

    pub fn thinking(mut self, reasoning: impl Into<String>) -> Self {
        self.reasoning = reasoning.into();
        self
    }
}

fn parse_pairs(text: &str) -> Map<String, Value> {
    text.split(',')
        .map(str::trim)
        .filter(|pair| !pair.is_empty())
        .map(|pair| match pair.split_once('=') {
            Some((key, value)) => (key.trim().to_owned(), parse_scalar(value.trim())),
            None => ("story".to_owned(), Value::from(pair)),
        })
        .collect()
}

fn parse_scalar(text: &str) -> Value {
    match (text.parse::<u64>(), text) {
        (Ok(number), _) => Value::from(number),
        (_, "true") => Value::Bool(true),
        (_, "false") => Value::Bool(false),
        _ => Value::from(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_and_json_give_the_same_plan() {
        let from_pairs = AnswerPlan::parse("tokens=50, interval=20,fault=stall").unwrap();
        let from_json =
            AnswerPlan::parse(r#"{"tokens":50,"interval":20,"fault":"stall"}"#).unwrap();
        assert_eq!(from_pairs, from_json);
        assert_eq!(
            AnswerPlan::parse("chart").unwrap().story.as_deref(),
            Some("chart")
        );
    }

    #[test]
    fn unknown_plan_key_is_named_in_error() {
        let error = AnswerPlan::parse("tokns=5").unwrap_err();
        assert!(error.reason.contains("tokns"), "{error}");
    }
}
