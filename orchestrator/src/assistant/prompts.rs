//! The versioned prompts of `prompts/`, inside the binary, rendered strictly.

use minijinja::{Environment, UndefinedBehavior, value::Serde};
use serde::Serialize;
use serde_json::{Value, json};

use super::tokens::TokenCounter;

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
            .render_str(self.template_text(), Serde(context))
            .map(|text| text.trim().to_owned())
            .map_err(|source| PromptError {
                name: self.name(),
                source,
            })
    }

    fn template_text(self) -> &'static str {
        match self {
            Self::Assistant => include_str!("../../../prompts/assistant/3.md"),
            Self::Continue => include_str!("../../../prompts/continue/1.md"),
            Self::LastStep => include_str!("../../../prompts/last-step/1.md"),
        }
    }
}

/// A prompt that was rendered with a sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderedPrompt {
    /// `NAME@VERSION`.
    pub name: &'static str,
    pub sample: &'static str,
    pub tokens: u64,
    pub text: String,
}

/// Renders every prompt with each of its samples.
///
/// # Errors
/// The first prompt that uses a variable that it is not given.
pub fn render_samples() -> Result<Vec<RenderedPrompt>, String> {
    let table = json!({
        "name": "cars", "title": "Cars {{ x }}", "sourceId": "0190b3a0-0000-7000-8000-000000000000",
        "rowCount": 7, "columns": [{"name": "origin", "type": "string", "values": ["USA"]}],
        "firstRows": [["USA"]],
    });
    let document = json!({"title": "harbour.md", "kind": "document", "headings": ["Tides"]});
    let unread = json!({"title": "blocked.example", "why": "it asks for a sign-in"});
    let sample = |tables: &[&Value], documents: &[&Value], unread: &[&Value], is_whole: bool| {
        json!({
            "tables": tables, "documents": documents, "unread": unread,
            "has_more": !is_whole, "may_read_pages": !is_whole,
            "today": if is_whole { None } else { Some("Sunday, 2026-11-22") },
        })
    };
    let samples = [
        (
            Prompt::Assistant,
            "one table",
            sample(&[&table], &[], &[], true),
        ),
        (Prompt::Assistant, "nothing", sample(&[], &[], &[], true)),
        (
            Prompt::Assistant,
            "tables, texts and pages",
            sample(&[&table, &table], &[&document], &[&unread], false),
        ),
        (Prompt::Continue, "always", json!({})),
        (Prompt::LastStep, "always", json!({})),
    ];
    let rendered = samples.into_iter().map(|(prompt, sample, context)| {
        let text = prompt.render(context).map_err(|error| error.to_string())?;
        Ok(RenderedPrompt {
            name: prompt.name(),
            sample,
            tokens: TokenCounter.count(&text),
            text,
        })
    });
    rendered.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_prompt_renders_with_its_samples() {
        let rendered = render_samples().unwrap();
        let [table, nothing, all, notes @ ..] = &rendered[..] else {
            panic!("three samples of the assistant's prompt");
        };
        assert!(table.text.contains("\"cars\"") && table.text.contains("without looking first"));
        assert!(
            table.text.contains("Cars {{ x }}"),
            "data is not a template"
        );
        assert!(!table.text.contains("list_sources") && !table.text.contains("read_page"));
        assert!(table.tokens < 1_000, "{}", table.tokens);
        assert!(nothing.text.contains("no tables yet") && !nothing.text.contains("read_document"));
        assert!(all.text.contains("harbour.md") && all.text.contains("read_document"));
        assert!(all.text.contains("blocked.example") && all.text.contains("know nothing"));
        assert!(all.text.contains("`read_page`") && all.text.ends_with("Sunday, 2026-11-22."));
        assert!(notes.iter().all(|note| !note.text.is_empty()));
    }

    #[test]
    fn missing_prompt_variable_is_an_error() {
        let error = Prompt::Assistant.render(json!({"tables": []})).unwrap_err();
        assert!(error.to_string().contains("assistant@3"), "{error}");
    }
}
