//! Records of earlier answers to the same question, for replays.

use chrono::NaiveDate;
use portolan_chat::{JournaledStep, StepPart};
use portolan_domain::find_links;
use portolan_query::QueryResult;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;
use uuid::Uuid;

use super::{AssistantPrompt, PastTurn, tools::KeptQuery};

/// A tool call of an earlier answer with its result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedCall {
    pub name: String,
    /// JSON, as the model wrote it.
    pub arguments: String,
    /// The text that the model was told.
    pub content: String,
    /// The rows of a query.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<Value>,
}

/// A source that an earlier answer read from the web.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedPage {
    pub url: Url,
    pub source_id: Uuid,
}

/// The inputs that a replayed turn takes from its original instead of from the world of today.
#[derive(Clone, Debug, Default)]
pub struct TurnRecord {
    /// The day that the model is told; None where the original's is unknown, and no day is told.
    pub day: Option<NaiveDate>,
    /// The assistant's prompt in place of the present one.
    pub prompt: Option<AssistantPrompt>,
    /// The turns that it follows, oldest first; None for those that were replayed before it.
    pub history: Option<Vec<PastTurn>>,
    pub calls: Vec<RecordedCall>,
    pub pages: Vec<RecordedPage>,
}

impl RecordedCall {
    /// Returns the calls of a turn's journal whose results come from outside the turn: queries and pages.
    ///
    /// Other tools compute their results from these and from the sources, so a replay runs them.
    pub fn of_journal<'a>(steps: impl IntoIterator<Item = &'a JournaledStep>) -> Vec<Self> {
        steps.into_iter().flat_map(calls_of_step).collect()
    }

    /// Returns the address that a page was read from.
    pub fn page_address(&self) -> Option<Url> {
        if self.name != "read_page" {
            return None;
        }
        let arguments: Value = serde_json::from_str(&self.arguments).ok()?;
        find_links(arguments.get("url")?.as_str()?)
            .into_iter()
            .next()
    }
}

fn calls_of_step(step: &JournaledStep) -> Vec<RecordedCall> {
    let result_of = |id: &str| {
        step.parts.iter().find_map(|part| match part {
            StepPart::ToolResult {
                call_id,
                content,
                kept,
            } if call_id == id => Some((content.clone(), kept.clone())),
            _ => None,
        })
    };
    let calls = step.parts.iter().filter_map(|part| match part {
        StepPart::ToolCall {
            call_id,
            name,
            arguments,
        } if matches!(name.as_str(), "query" | "read_page") => {
            let (content, kept) = result_of(call_id)?;
            Some(RecordedCall {
                name: name.clone(),
                arguments: arguments.clone(),
                content,
                kept,
            })
        }
        _ => None,
    });
    calls.collect()
}

impl TurnRecord {
    /// Returns the rows that this query gave; None if the original didn't run it, or it failed.
    pub fn rows_of(&self, sql: &str) -> Option<QueryResult> {
        let kept = self.calls.iter().filter_map(|call| call.kept.as_ref());
        kept.filter(|kept| kept.get("sql").and_then(Value::as_str) == Some(sql))
            .find_map(|kept| serde_json::from_value::<KeptQuery>(kept.clone()).ok())
            .map(|query| query.result)
    }

    /// Returns the sources that reading this address gave.
    pub fn sources_of(&self, url: &Url) -> Vec<Uuid> {
        let pages = self.pages.iter().filter(|page| page.url == *url);
        pages.map(|page| page.source_id).collect()
    }
}

#[cfg(test)]
mod tests {
    use portolan_chat::Usage;
    use serde_json::json;

    use super::*;

    fn step(name: &str, arguments: &Value, kept: Option<Value>) -> JournaledStep {
        JournaledStep {
            parts: vec![
                StepPart::ToolCall {
                    call_id: "1".into(),
                    name: name.into(),
                    arguments: arguments.to_string(),
                },
                StepPart::ToolResult {
                    call_id: "1".into(),
                    content: "{}".into(),
                    kept,
                },
            ],
            usage: Usage::default(),
        }
    }

    #[test]
    fn record_serves_rows_of_queries_with_same_text_only() {
        let kept = json!({"queryId": "q1", "sql": "SELECT 1", "sourceIds": [], "result":
            {"columns": [], "rows": [[1]], "rowCount": 1, "truncated": false, "tookMs": 5}});
        let steps = [
            step("query", &json!({"sql": "SELECT 1"}), Some(kept)),
            step("query", &json!({"sql": "SELECT 2"}), None),
            step("profile", &json!({}), None),
        ];
        let record = TurnRecord {
            calls: RecordedCall::of_journal(&steps),
            ..TurnRecord::default()
        };
        assert_eq!(record.calls.len(), 2, "profiles follow from the sources");
        assert_eq!(record.rows_of("SELECT 1").unwrap().rows, [[json!(1)]]);
        assert_eq!(record.rows_of("SELECT 2"), None);
    }

    #[test]
    fn page_address_is_read_from_arguments() {
        let steps = [step(
            "read_page",
            &json!({"url": "https://example.org/a"}),
            None,
        )];
        let calls = RecordedCall::of_journal(&steps);
        let address = calls[0].page_address().unwrap();
        assert_eq!(address.as_str(), "https://example.org/a");
    }
}
