//! The versioned prompts of `prompts/`, inside the binary, rendered strictly.

use minijinja::{Environment, UndefinedBehavior, value::Serde};
use serde::Serialize;

/// A prompt's version is its file's name; a changed prompt is a new file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prompt {
    /// The role of the assistant, and its tools.
    Assistant,
    /// After an interrupted model call.
    Continue,
    /// Before the last model call of a turn.
    LastStep,
}

#[derive(Debug, thiserror::Error)]
#[error("the prompt {name} cannot be rendered: {source}")]
pub(crate) struct PromptError {
    name: &'static str,
    source: minijinja::Error,
}

impl Prompt {
    /// `NAME@VERSION`, as replays call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Assistant => "assistant@2",
            Self::Continue => "continue@1",
            Self::LastStep => "last-step@1",
        }
    }

    /// A variable that the prompt uses and `context` lacks is an error.
    pub fn render(self, context: impl Serialize) -> Result<String, PromptError> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment
            .render_str(self.template(), Serde(context))
            .map(|text| text.trim().to_owned())
            .map_err(|source| PromptError {
                name: self.name(),
                source,
            })
    }

    fn template(self) -> &'static str {
        match self {
            Self::Assistant => include_str!("../../../prompts/assistant/2.md"),
            Self::Continue => include_str!("../../../prompts/continue/1.md"),
            Self::LastStep => include_str!("../../../prompts/last-step/1.md"),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_prompt_renders() {
        let kinds = json!([{"name": "plot", "spec": "a specification"}]);
        let text = Prompt::Assistant
            .render(json!({"kinds": kinds, "tables": [{"name": "cars", "title": "Cars {{ x }}"}], "documents": [], "unread": []}))
            .unwrap();
        assert!(text.contains("\"cars\"") && text.contains("`plot` takes"));
        assert!(text.contains("Cars {{ x }}"), "data is not a template");
        let text = Prompt::Assistant
            .render(json!({"kinds": kinds, "tables": [], "documents": [], "unread": []}))
            .unwrap();
        assert!(text.contains("no tables yet") && !text.contains("read_document"));
        let documents = json!([{"title": "harbour.md"}]);
        let text = Prompt::Assistant
            .render(json!({"kinds": kinds, "tables": [], "documents": documents, "unread": [{"title": "blocked.example"}]}))
            .unwrap();
        assert!(text.contains("harbour.md") && text.contains("read_document"));
        assert!(text.contains("blocked.example") && text.contains("know nothing"));
        for prompt in [Prompt::Continue, Prompt::LastStep] {
            assert!(!prompt.render(json!({})).unwrap().is_empty());
        }
    }

    #[test]
    fn missing_prompt_variable_is_an_error() {
        let error = Prompt::Assistant.render(json!({"kinds": []})).unwrap_err();
        assert!(error.to_string().contains("assistant@2"), "{error}");
    }
}
