//! Adjustments of requests that an endpoint refused, learned from its refusals.

use crate::ModelError;

/// Changes to a model's requests beside its profile, because the endpoint refused them without.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Adjustments {
    pub other_output_limit: bool,
    pub without_temperature: bool,
    pub without_effort: bool,
    pub without_usage: bool,
    pub without_tool_choice: bool,
    pub simple_schemas: bool,
    pub one_system_message: bool,
    /// Tools are described in the text, and calls are read from it.
    pub text_tools: bool,
}

/// The words of refusals, and the adjustment that answers each. The first that fits is taken, once.
const REFUSALS: [(&[&str], Adjust); 9] = [
    (&["max_completion_tokens"], |a| &mut a.other_output_limit),
    (&["max_tokens"], |a| &mut a.other_output_limit),
    (&["stream_options"], |a| &mut a.without_usage),
    (&["tool_choice"], |a| &mut a.without_tool_choice),
    (
        &[
            "not support tools",
            "not support tool",
            "support tool use",
            "not support function",
            "tools is not supported",
            "tools are not supported",
            "tool calling is not supported",
            "does not support parameters: ['tools",
            "enable-auto-tool-choice",
        ],
        |a| &mut a.text_tools,
    ),
    (&["temperature"], |a| &mut a.without_temperature),
    (&["reasoning_effort", "reasoning.effort"], |a| {
        &mut a.without_effort
    }),
    (
        &[
            "system message must be",
            "system role",
            "role 'system'",
            "role system",
        ],
        |a| &mut a.one_system_message,
    ),
    (
        &[
            "input_schema",
            "schema",
            "properties",
            "function_declarations",
        ],
        |a| &mut a.simple_schemas,
    ),
];

type Adjust = fn(&mut Adjustments) -> &mut bool;

impl Adjustments {
    /// Takes up what a refused request has to change; false if nothing is left to try.
    pub fn learn_from(&mut self, error: &ModelError, may_write_calls: bool) -> bool {
        if !matches!(error.status, Some(400 | 404 | 422)) {
            return false;
        }
        let said = error.detail.to_lowercase();
        for (words, adjust) in REFUSALS {
            if !words.iter().any(|words| said.contains(words)) {
                continue;
            }
            let mut changed = *self;
            *adjust(&mut changed) = true;
            if changed == *self || (changed.text_tools && !may_write_calls) {
                continue;
            }
            *self = changed;
            return true;
        }
        false
    }
}
