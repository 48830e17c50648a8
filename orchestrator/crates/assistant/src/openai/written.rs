//! Tool calls that a model writes as text: because its endpoint offers no tools, or because its server does
//! not recognise what the model writes.

use serde_json::{Map, Value, json};

use crate::{Message, ModelRequest, ToolCall, ToolDefinition};

/// The marks between which models write calls; an empty end is that of the answer.
const MARKS: [(&str, &str); 8] = [
    ("<tool_call>", "</tool_call>"),
    ("<function_calls>", "</function_calls>"),
    ("<invoke ", "</invoke>"),
    ("<function=", "</function>"),
    ("<|python_tag|>", ""),
    ("[TOOL_CALLS]", ""),
    ("<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>"),
    ("```tool_call", "```"),
];

/// Separates tool calls from the text of a stream. Anything that isn't a call of a known tool stays text.
#[derive(Debug)]
pub(super) struct WrittenCalls {
    tools: Vec<ToolDefinition>,
    /// Text that is not decided yet.
    held: String,
    /// The mark that `held` begins with.
    open: Option<(&'static str, &'static str)>,
    has_said: bool,
}

/// A call that was written: the tool's name and its arguments.
pub(super) type WrittenCall = (String, Value);

impl WrittenCalls {
    /// Recognises calls of these tools; without any, all text is said.
    pub fn of(tools: &[ToolDefinition]) -> Self {
        Self {
            tools: tools.to_vec(),
            held: String::new(),
            open: None,
            has_said: false,
        }
    }

    /// Adds text and returns decided text and complete calls.
    pub fn push(&mut self, text: &str) -> (String, Vec<WrittenCall>) {
        if self.tools.is_empty() {
            return (text.to_owned(), Vec::new());
        }
        self.held.push_str(text);
        let (mut said, mut calls) = (String::new(), Vec::new());
        while self.advance_text(&mut said, &mut calls) {}
        self.has_said |= !said.trim().is_empty();
        (said, calls)
    }

    /// Ends the text and returns the undecided rest.
    pub fn finish(&mut self) -> (String, Vec<WrittenCall>) {
        let held = std::mem::take(&mut self.held);
        let found = match self.open.take() {
            Some(_) => self.read_calls(&held),
            None => self.read_bare(&held),
        };
        match found {
            Some(calls) => (String::new(), calls),
            None => (held, Vec::new()),
        }
    }

    /// Decides on a part of the held text; false if more input is needed.
    fn advance_text(&mut self, said: &mut String, calls: &mut Vec<WrittenCall>) -> bool {
        if let Some((start, end)) = self.open {
            let after = start.len();
            let closes = self.held.get(after..).and_then(|rest| rest.find(end));
            let Some(at) = closes.filter(|_| !end.is_empty()) else {
                return false;
            };
            let rest = self.held.split_off(after + at + end.len());
            let whole = std::mem::replace(&mut self.held, rest);
            self.open = None;
            match self.read_calls(&whole) {
                Some(mut found) => calls.append(&mut found),
                None => said.push_str(&whole),
            }
            return true;
        }
        if !self.has_said && said.trim().is_empty() && begins_bare(&self.held) {
            return false;
        }
        let found = MARKS
            .iter()
            .filter_map(|mark| Some((self.held.find(mark.0)?, mark)))
            .min_by_key(|(at, _)| *at);
        if let Some((at, mark)) = found {
            said.extend(self.held.drain(..at));
            self.open = Some(*mark);
            return true;
        }
        let kept = undecided_length(&self.held);
        said.extend(self.held.drain(..self.held.len() - kept));
        false
    }

    /// Reads calls between marks; None if it is none of a known tool.
    fn read_calls(&self, text: &str) -> Option<Vec<WrittenCall>> {
        let inside = MARKS.iter().find_map(|(start, end)| {
            let inside = text.trim().strip_prefix(start)?;
            Some(inside.strip_suffix(end).unwrap_or(inside))
        })?;
        let calls = self
            .read_json(inside)
            .or_else(|| self.read_tagged(text))
            .or_else(|| self.read_separated(inside))?;
        (!calls.is_empty()).then_some(calls)
    }

    /// Reads an answer that is nothing but a call in JSON.
    fn read_bare(&self, text: &str) -> Option<Vec<WrittenCall>> {
        let text = text.trim();
        let fenced = text
            .strip_prefix("```json")
            .and_then(|rest| rest.strip_suffix("```"));
        begins_bare(text).then(|| self.read_json(fenced.unwrap_or(text)))?
    }

    /// Reads `{"name", "arguments"}`, a list of these, or several one after the other.
    fn read_json(&self, text: &str) -> Option<Vec<WrittenCall>> {
        let values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
        let mut calls = Vec::new();
        for value in values {
            match value.ok()? {
                Value::Array(items) => {
                    for item in items {
                        calls.push(self.call_of(&item)?);
                    }
                }
                item => calls.push(self.call_of(&item)?),
            }
        }
        (!calls.is_empty()).then_some(calls)
    }

    fn call_of(&self, item: &Value) -> Option<WrittenCall> {
        let inner = item.get("function").filter(|inner| inner.is_object());
        let item = inner.unwrap_or(item);
        let name = item["name"].as_str()?;
        self.find_tool(name)?;
        let arguments = ["arguments", "parameters", "input"]
            .iter()
            .find_map(|key| item.get(*key));
        let arguments = match arguments {
            Some(Value::String(text)) => serde_json::from_str(text).ok()?,
            Some(arguments) => arguments.clone(),
            None => json!({}),
        };
        arguments.is_object().then(|| (name.to_owned(), arguments))
    }

    /// Reads `<function=NAME>` or `<invoke name="NAME">` with parameters in tags, or JSON in place of them.
    fn read_tagged(&self, text: &str) -> Option<Vec<WrittenCall>> {
        let mut calls = Vec::new();
        let mut rest = text;
        while let Some((name, inside, after)) = next_tag(rest, "function")
            .into_iter()
            .chain(next_tag(rest, "invoke"))
            .min_by_key(|(_, _, after)| rest.len() - after.len())
        {
            let tool = self.find_tool(name)?;
            let arguments = match serde_json::from_str(inside.trim()) {
                Ok(Value::Object(arguments)) => arguments,
                _ => parse_parameters(inside, tool),
            };
            calls.push((name.to_owned(), Value::Object(arguments)));
            rest = after;
        }
        (!calls.is_empty()).then_some(calls)
    }

    /// Reads DeepSeek's own form: a name, then JSON in a fence.
    fn read_separated(&self, text: &str) -> Option<Vec<WrittenCall>> {
        let pieces = text.split("<｜tool▁call▁begin｜>").skip(1);
        let calls = pieces.map(|piece| {
            let piece = piece.split("<｜tool▁call▁end｜>").next()?;
            let (before, after) = piece.split_once("<｜tool▁sep｜>")?;
            // Older models write the kind of call first, newer ones its name.
            let (name, arguments) = match after.split_once('\n') {
                Some((name, arguments)) if before.trim() == "function" => (name, arguments),
                _ => (before, after),
            };
            let arguments = arguments.trim().trim_start_matches("```json");
            let arguments = serde_json::from_str(arguments.trim_end_matches("```")).ok()?;
            self.find_tool(name.trim())?;
            Some((name.trim().to_owned(), arguments))
        });
        calls.collect()
    }

    fn find_tool(&self, name: &str) -> Option<&ToolDefinition> {
        self.tools.iter().find(|tool| tool.name == name)
    }
}

/// Returns whether a text can be a call in JSON and nothing else.
fn begins_bare(text: &str) -> bool {
    let text = text.trim_start();
    let fence = "```json";
    let inside = text.strip_prefix(fence).unwrap_or(text).trim_start();
    let compact: String = inside
        .chars()
        .filter(|c| !c.is_whitespace())
        .take(9)
        .collect();
    let is_beginning = |start: &str| start.starts_with(&compact) || compact.starts_with(start);
    (!text.is_empty() && text.len() < fence.len() && fence.starts_with(text))
        || (!compact.is_empty()
            && ["{\"name\":\"", "[{\"name\":", "{\"functio"]
                .iter()
                .any(|start| is_beginning(start)))
        || text.trim_end() == fence
}

/// Returns how many bytes at the end of a text may begin a mark.
fn undecided_length(text: &str) -> usize {
    let lengths = MARKS.iter().flat_map(|(start, _)| {
        start
            .char_indices()
            .map(|(at, _)| at)
            .skip(1)
            .filter(|at| text.ends_with(&start[..*at]))
    });
    lengths.max().unwrap_or(0)
}

/// Returns the next `<TAG=NAME>` or `<TAG name="NAME">` as its name, its content, and the rest.
fn next_tag<'a>(text: &'a str, tag: &str) -> Option<(&'a str, &'a str, &'a str)> {
    let named = format!("<{tag} name=");
    let short = format!("<{tag}=");
    let starts = [named.as_str(), short.as_str()].into_iter();
    let (at, start) = starts
        .filter_map(|start| Some((text.find(start)?, start)))
        .min()?;
    let (name, inside) = text[at + start.len()..].split_once('>')?;
    let name = name.trim().trim_matches(['"', '\'']);
    let end = format!("</{tag}>");
    let (inside, after) = inside.split_once(&end).unwrap_or((inside, ""));
    Some((name, inside, after))
}

fn parse_parameters(text: &str, tool: &ToolDefinition) -> Map<String, Value> {
    let mut read = Map::new();
    let mut rest = text;
    while let Some((name, inside, after)) = next_tag(rest, "parameter") {
        let inside = inside.strip_prefix('\n').unwrap_or(inside);
        let inside = inside.strip_suffix('\n').unwrap_or(inside);
        let is_text = tool.parameters["properties"][name]["type"] == "string"
            || tool.parameters["properties"][name].get("enum").is_some();
        let value = match serde_json::from_str(inside) {
            Ok(value) if !is_text => value,
            _ => Value::from(inside),
        };
        read.insert(name.to_owned(), value);
        rest = after;
    }
    read
}

/// Returns the conversation with its tools, calls and results as text.
pub(super) fn with_text_tools(request: &ModelRequest) -> Vec<Message> {
    let mut told: Vec<Message> = Vec::new();
    for message in &request.messages {
        match message {
            Message::System { text } if told.is_empty() => told.push(Message::System {
                text: format!("{text}{}", tool_instructions(&request.tools)),
            }),
            Message::Assistant { text, calls, .. } => {
                let calls = calls.iter().map(written_call);
                let text = std::iter::once(text.clone()).chain(calls);
                told.push(Message::Assistant {
                    text: text.collect::<Vec<_>>().join("\n").trim().to_owned(),
                    calls: Vec::new(),
                    state: None,
                    chart: None,
                });
            }
            Message::Tool { content, .. } => {
                let result = format!("<tool_response>\n{content}\n</tool_response>");
                match told.last_mut() {
                    Some(Message::User { text }) if text.starts_with("<tool_response>") => {
                        text.push('\n');
                        text.push_str(&result);
                    }
                    _ => told.push(Message::User { text: result }),
                }
            }
            other => told.push(other.clone()),
        }
    }
    told
}

fn written_call(call: &ToolCall) -> String {
    let arguments: Value = serde_json::from_str(&call.arguments).unwrap_or_else(|_| json!({}));
    let call = json!({"name": call.name, "arguments": arguments});
    format!("<tool_call>\n{call}\n</tool_call>")
}

fn tool_instructions(tools: &[ToolDefinition]) -> String {
    if tools.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "\n\nTools: call one by writing a JSON object between these marks, on lines of their own, then stop. Its result comes in the next message.\n\
         <tool_call>\n{\"name\": \"query\", \"arguments\": {\"sql\": \"SELECT 1\"}}\n</tool_call>\nThe tools, with the schemas of their arguments:\n",
    );
    for tool in tools {
        let tool = json!({
            "name": tool.name, "description": tool.description, "arguments": tool.parameters["properties"],
        });
        text.push_str(&tool.to_string());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool_named(name: &'static str) -> ToolDefinition {
        ToolDefinition {
            name,
            description: "",
            parameters: std::sync::Arc::new(
                json!({"properties": {"sql": {"type": "string"}, "spec": {"type": "object"}}}),
            ),
        }
    }

    /// Reads a text letter by letter.
    fn read_by_letters(text: &str) -> (String, Vec<WrittenCall>) {
        let mut written = WrittenCalls::of(&[tool_named("query"), tool_named("draw_chart")]);
        let (mut said, mut calls) = (String::new(), Vec::new());
        for letter in text.chars() {
            let (text, mut found) = written.push(&letter.to_string());
            said.push_str(&text);
            calls.append(&mut found);
        }
        let (text, mut found) = written.finish();
        said.push_str(&text);
        calls.append(&mut found);
        (said, calls)
    }

    #[test]
    fn tool_calls_in_text_are_parsed_in_all_formats() {
        let one = vec![("query".to_owned(), json!({"sql": "SELECT 1 < 2"}))];
        for text in [
            "<tool_call>\n{\"name\": \"query\", \"arguments\": {\"sql\": \"SELECT 1 < 2\"}}\n</tool_call>",
            "<tool_call>\n<function=query>\n<parameter=sql>\nSELECT 1 < 2\n</parameter>\n</function>\n</tool_call>",
            "<function=query>{\"sql\": \"SELECT 1 < 2\"}</function>",
            "<function_calls>\n<invoke name=\"query\">\n<parameter name=\"sql\">SELECT 1 < 2</parameter>\n</invoke>\n</function_calls>",
            "<|python_tag|>{\"name\": \"query\", \"parameters\": {\"sql\": \"SELECT 1 < 2\"}}",
            "[TOOL_CALLS][{\"name\": \"query\", \"arguments\": {\"sql\": \"SELECT 1 < 2\"}}]",
            "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>query\n```json\n{\"sql\": \"SELECT 1 < 2\"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
            "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>query<｜tool▁sep｜>{\"sql\": \"SELECT 1 < 2\"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
            "{\"name\": \"query\", \"parameters\": {\"sql\": \"SELECT 1 < 2\"}}",
            "```json\n{\"name\": \"query\", \"arguments\": {\"sql\": \"SELECT 1 < 2\"}}\n```",
        ] {
            let (said, calls) = read_by_letters(text);
            assert_eq!(calls, one, "{text}");
            assert_eq!(said.trim(), "", "{text}");
        }
    }

    #[test]
    fn text_around_tool_calls_is_kept() {
        let (said, calls) = read_by_letters(
            "I look. <tool_call>{\"name\": \"query\", \"arguments\": {}}</tool_call> And: \
             <tool_call>{\"name\": \"query\", \"arguments\": {}}</tool_call>Done.",
        );
        assert_eq!((said.as_str(), calls.len()), ("I look.  And: Done.", 2));
    }

    #[test]
    fn text_that_calls_no_known_tool_stays_text() {
        for text in [
            "a < b and [TOOLS] and <function of x>",
            "<tool_call>{\"name\": \"rocket\", \"arguments\": {}}</tool_call>",
            "{\"name\": \"cars\"}",
            "{\"total\": 5}",
            "```sql\nSELECT 1\n```",
            "<tool_call>{\"name\": \"query\"",
        ] {
            let (said, calls) = read_by_letters(text);
            assert_eq!((said.as_str(), calls.len()), (text, 0));
        }
    }

    #[test]
    fn conversation_with_tools_is_rendered_as_text() {
        let request = ModelRequest {
            messages: vec![
                Message::System {
                    text: "Help.".into(),
                },
                Message::User {
                    text: "How many?".into(),
                },
                Message::Assistant {
                    text: String::new(),
                    calls: vec![ToolCall {
                        id: "a".into(),
                        name: "query".into(),
                        arguments: "{\"sql\":\"SELECT 1\"}".into(),
                    }],
                    state: None,
                    chart: None,
                },
                Message::Tool {
                    call_id: "a".into(),
                    content: "[[1]]".into(),
                    kept: None,
                },
                Message::Tool {
                    call_id: "b".into(),
                    content: "[[2]]".into(),
                    kept: None,
                },
            ],
            tools: vec![tool_named("query")],
            ..ModelRequest::default()
        };
        let told = with_text_tools(&request);
        assert_eq!(told.len(), 4);
        let Message::System { text } = &told[0] else {
            panic!()
        };
        assert!(text.starts_with("Help.") && text.contains("\"name\":\"query\""));
        let Message::Assistant { text, .. } = &told[2] else {
            panic!()
        };
        assert!(text.starts_with("<tool_call>"));
        let Message::User { text } = &told[3] else {
            panic!()
        };
        assert!(text.contains("[[1]]") && text.contains("[[2]]"));
    }
}
