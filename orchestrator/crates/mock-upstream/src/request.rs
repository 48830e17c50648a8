use serde::Deserialize;
use serde_json::Value;

use crate::{AnswerPlan, PlanError};

/// The part of a chat completion request that matters here.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct ChatRequest {
    pub model: String,
    #[serde(default)]
    pub messages: Vec<ChatMessage>,
    #[serde(default)]
    pub stream: bool,
    #[serde(default)]
    pub stream_options: StreamOptions,
}

#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct StreamOptions {
    #[serde(default)]
    pub include_usage: bool,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct ChatMessage {
    pub role: String,
    #[serde(default)]
    pub content: Value,
    #[serde(default)]
    pub tool_calls: Vec<Value>,
}

impl ChatMessage {
    /// Returns whether a user wrote it: endpoints that take one system message get notes as a user's.
    fn is_question(&self) -> bool {
        self.role == "user" && !self.text().starts_with("Your answer was interrupted.")
    }

    pub fn text(&self) -> &str {
        self.content.as_str().unwrap_or_default()
    }
}

impl ChatRequest {
    /// The plan that the request names, as it was written, where it names one.
    pub fn named_plan(
        &self,
        header: Option<&str>,
    ) -> Result<Option<(String, AnswerPlan)>, PlanError> {
        let text = header
            .or_else(|| marked_plan(self.last_user_text()))
            .or_else(|| self.model.strip_prefix("mock:"));
        text.map(|text| Ok((text.to_owned(), AnswerPlan::parse(text)?)))
            .transpose()
    }

    /// How many model calls the turn has behind it; a cut one, which called no tool, is made again.
    pub fn step(&self) -> usize {
        self.since_user()
            .filter(|message| !message.tool_calls.is_empty())
            .count()
    }

    /// Returns the results of the turn's tools, oldest first.
    pub fn tool_results(&self) -> impl Iterator<Item = &str> {
        self.since_user()
            .filter(|message| message.role == "tool")
            .map(ChatMessage::text)
    }

    pub fn words(&self) -> u64 {
        let words = |message: &ChatMessage| message.text().split_whitespace().count() as u64;
        self.messages.iter().map(words).sum()
    }

    fn last_user_text(&self) -> &str {
        self.messages
            .iter()
            .rev()
            .find(|message| message.is_question())
            .map(ChatMessage::text)
            .unwrap_or_default()
    }

    fn since_user(&self) -> impl Iterator<Item = &ChatMessage> {
        let start = self
            .messages
            .iter()
            .rposition(ChatMessage::is_question)
            .unwrap_or(0);
        self.messages[start..].iter()
    }
}

fn marked_plan(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("[[mock ")?;
    rest.rsplit_once("]]").map(|(plan, _)| plan)
}
