//! The versioned prompts of `prompts/`, inside the binary, rendered strictly.

use minijinja::{Environment, UndefinedBehavior, value::Serde};
use serde::Serialize;

/// A prompt's version is its file's name; a changed prompt is a new file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prompt {
    /// Who the assistant is, and what it may ask.
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
            Self::Assistant => "assistant@3",
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
            Self::Assistant => include_str!("../../../prompts/assistant/3.md"),
            Self::Continue => include_str!("../../../prompts/continue/1.md"),
            Self::LastStep => include_str!("../../../prompts/last-step/1.md"),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn context() -> Value {
        json!({
            "tables": [], "documents": [], "unread": [],
            "has_more": false, "may_read_pages": false, "today": null,
        })
    }

    fn rendered(changes: Value) -> String {
        let mut context = context();
        for (key, value) in changes.as_object().unwrap() {
            context[key] = value.clone();
        }
        Prompt::Assistant.render(context).unwrap()
    }

    #[test]
    fn every_prompt_renders() {
        let text = rendered(json!({"tables": [{"name": "cars", "title": "Cars {{ x }}"}]}));
        assert!(text.contains("\"cars\"") && text.contains("without looking first"));
        assert!(text.contains("Cars {{ x }}"), "data is not a template");
        assert!(!text.contains("list_sources") && !text.contains("read_page"));
        let text = rendered(json!({}));
        assert!(text.contains("no tables yet") && !text.contains("read_document"));
        let text = rendered(json!({
            "documents": [{"title": "harbour.md"}], "unread": [{"title": "blocked.example"}],
            "may_read_pages": true, "today": "2026-11-22",
        }));
        assert!(text.contains("harbour.md") && text.contains("read_document"));
        assert!(text.contains("blocked.example") && text.contains("know nothing"));
        assert!(text.contains("`read_page`") && text.ends_with("Today is 2026-11-22."));
        for prompt in [Prompt::Continue, Prompt::LastStep] {
            assert!(!prompt.render(json!({})).unwrap().is_empty());
        }
    }

    #[test]
    fn missing_variable_is_an_error() {
        let error = Prompt::Assistant.render(json!({"tables": []})).unwrap_err();
        assert!(error.to_string().contains("assistant@3"), "{error}");
    }
}
