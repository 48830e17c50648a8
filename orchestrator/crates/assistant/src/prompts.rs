//! The versioned prompts of `prompts/`, inside the binary, rendered strictly.

use std::sync::{Arc, LazyLock};

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
    /// For a model that checks replayed answers.
    Judge,
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
            Self::Judge => "judge@1",
        }
    }

    /// A variable that the prompt uses and `context` lacks is an error.
    pub fn render(self, context: impl Serialize) -> Result<String, PromptError> {
        PROMPTS
            .get_template(self.name())
            .and_then(|template| template.render(Serde(context)))
            .map(|text| text.trim().to_owned())
            .map_err(|source| PromptError {
                name: self.name(),
                source,
            })
    }

    fn template_text(self) -> &'static str {
        match self {
            Self::Assistant => include_str!("../../../../prompts/assistant/3.md"),
            Self::Continue => include_str!("../../../../prompts/continue/1.md"),
            Self::LastStep => include_str!("../../../../prompts/last-step/1.md"),
            Self::Judge => include_str!("../../../../prompts/judge/1.md"),
        }
    }
}

/// All prompts, parsed once. One that doesn't parse is missing, which is the error of rendering it.
static PROMPTS: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut prompts = Environment::new();
    prompts.set_undefined_behavior(UndefinedBehavior::Strict);
    for prompt in [
        Prompt::Assistant,
        Prompt::Continue,
        Prompt::LastStep,
        Prompt::Judge,
    ] {
        if let Err(error) = prompts.add_template(prompt.name(), prompt.template_text()) {
            tracing::error!(prompt.name = prompt.name(), error.cause = %error, "prompt could not be parsed");
        }
    }
    prompts
});

/// Another version of the assistant's prompt, for replays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssistantPrompt(Arc<str>);

impl AssistantPrompt {
    /// Finds a version of this program, such as `3` or `assistant@3`, or reads a file.
    ///
    /// # Errors
    /// A sentence, where there is no such version or file, or the prompt can't be rendered with all samples.
    pub fn find(version: &str) -> Result<Self, String> {
        let built_in = Prompt::Assistant;
        let known = built_in.name().trim_start_matches("assistant@");
        let text = if version.trim_start_matches("assistant@") == known {
            built_in.template_text().to_owned()
        } else {
            std::fs::read_to_string(version).map_err(|error| {
                format!(
                    "there is no version {version} of the assistant's prompt, which is version {known}, nor can a file of this name be read: {error}"
                )
            })?
        };
        let prompt = Self(text.into());
        for (sampled, _, context) in samples() {
            if sampled == built_in {
                let rendered = prompt.render(context);
                rendered.map_err(|error| format!("{error}: {}", error.source))?;
            }
        }
        Ok(prompt)
    }

    pub(crate) fn render(&self, context: impl Serialize) -> Result<String, PromptError> {
        render_template(Prompt::Assistant.name(), &self.0, context)
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

fn render_template(
    name: &'static str,
    text: &str,
    context: impl Serialize,
) -> Result<String, PromptError> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment
        .render_str(text, Serde(context))
        .map(|text| text.trim().to_owned())
        .map_err(|source| PromptError { name, source })
}

/// Returns the samples that each prompt is rendered with.
fn samples() -> [(Prompt, &'static str, Value); 6] {
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
    [
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
        (Prompt::Judge, "always", json!({})),
    ]
}

/// Renders every prompt with each of its samples.
///
/// # Errors
/// The first prompt that uses a variable that it is not given.
pub fn render_samples() -> Result<Vec<RenderedPrompt>, String> {
    let rendered = samples().into_iter().map(|(prompt, sample, context)| {
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
    fn other_prompt_is_found_by_version_or_file() {
        assert!(AssistantPrompt::find("3").is_ok());
        assert!(AssistantPrompt::find("assistant@3").is_ok());
        assert!(
            AssistantPrompt::find("99")
                .unwrap_err()
                .contains("version 99")
        );
        let folder = tempfile::tempdir().unwrap();
        let find = |text: &str| {
            let path = folder.path().join("prompt.md");
            std::fs::write(&path, text).unwrap();
            AssistantPrompt::find(path.to_str().unwrap())
        };
        let prompt = find("Today is {{ today }}.").unwrap();
        assert_eq!(
            prompt.render(json!({"today": "Monday"})).unwrap(),
            "Today is Monday."
        );
        assert!(
            find("{{ unknown }}")
                .unwrap_err()
                .contains("cannot be rendered")
        );
    }

    #[test]
    fn missing_prompt_variable_is_an_error() {
        let error = Prompt::Assistant.render(json!({"tables": []})).unwrap_err();
        assert!(error.to_string().contains("assistant@3"), "{error}");
    }
}
