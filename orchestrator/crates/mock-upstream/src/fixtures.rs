//! Behaviours of providers as their documentation tells them, replayed: `fixtures/providers.json`.

use std::sync::LazyLock;

use actix_web::{HttpRequest, HttpResponse, http::StatusCode};
use serde::Deserialize;
use serde_json::{Map, Value};

/// One behaviour: what requests have to be like, and what each is answered with.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fixture {
    pub row: String,
    pub title: String,
    /// The families of endpoints that behave so.
    pub providers: Vec<String>,
    /// The place that describes it.
    pub documented: String,
    /// Names of the rules that requests are held to.
    pub requires: Vec<String>,
    /// The answer to a request that breaks one.
    pub refusal: Option<AnswerFixture>,
    /// The answers, one a model call.
    pub steps: Vec<AnswerFixture>,
    /// How a turn ends: `"chart"`, or the code of an error and what its sentence says.
    pub ends: Value,
    /// Settings of the model.
    #[serde(default)]
    pub settings: Map<String, Value>,
}

/// A recorded answer: data lines of a stream, one JSON body, or a status with a body.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AnswerFixture {
    stream: Option<Vec<Value>>,
    json: Option<Value>,
    status: Option<u16>,
    headers: Map<String, Value>,
    body: Value,
    /// Answers the very first request only; it is no step.
    first: bool,
}

/// All behaviours. The file is part of the program, and tests read it.
static FIXTURES: LazyLock<Vec<Fixture>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../fixtures/providers.json"))
        .expect("fixtures/providers.json is valid")
});

/// Returns all recorded behaviours.
pub fn all_fixtures() -> &'static [Fixture] {
    &FIXTURES
}

/// Returns the answer of the fixture of that name to the `earlier + 1`st request.
pub(crate) fn answer_fixture(
    row: &str,
    http: &HttpRequest,
    body: &Value,
    earlier: u64,
) -> HttpResponse {
    let Some(fixture) = FIXTURES.iter().find(|fixture| fixture.row == row) else {
        return HttpResponse::NotFound().body(format!("there is no fixture {row}"));
    };
    let breaks = |rule: &String| !is_kept(rule, http, body);
    if let Some(refusal) = &fixture.refusal
        && fixture.requires.iter().any(breaks)
    {
        return refusal.to_response();
    }
    let (first, steps): (Vec<&AnswerFixture>, Vec<&AnswerFixture>) =
        fixture.steps.iter().partition(|answer| answer.first);
    if earlier == 0
        && let Some(first) = first.first()
    {
        return first.to_response();
    }
    let said = request_messages(body).filter(|message| message["role"] == "assistant");
    let answer = steps.get(said.count()).or(steps.last());
    answer.map_or_else(
        || HttpResponse::NotFound().finish(),
        |answer| answer.to_response(),
    )
}

impl AnswerFixture {
    fn to_response(&self) -> HttpResponse {
        if let Some(lines) = &self.stream {
            let mut text: String = lines
                .iter()
                .map(|line| format!("data: {line}\n\n"))
                .collect();
            text.push_str("data: [DONE]\n\n");
            return HttpResponse::Ok()
                .content_type("text/event-stream")
                .body(text);
        }
        if let Some(answer) = &self.json {
            return HttpResponse::Ok().json(answer);
        }
        let status = self
            .status
            .and_then(|status| StatusCode::from_u16(status).ok());
        let mut response = HttpResponse::build(status.unwrap_or(StatusCode::OK));
        for (name, value) in &self.headers {
            response.insert_header((name.as_str(), value.as_str().unwrap_or_default()));
        }
        response.json(&self.body)
    }
}

fn request_messages(body: &Value) -> impl Iterator<Item = &Value> {
    body["messages"].as_array().into_iter().flatten()
}

/// Returns whether a request keeps to a rule.
fn is_kept(rule: &str, http: &HttpRequest, body: &Value) -> bool {
    let has = |field: &str| body.get(field).is_some();
    let called = || request_messages(body).filter(|message| message["tool_calls"].is_array());
    let calls =
        || called().flat_map(|message| message["tool_calls"].as_array().into_iter().flatten());
    match rule {
        "max_completion_tokens" => has("max_completion_tokens") && !has("max_tokens"),
        "max_tokens" => has("max_tokens") && !has("max_completion_tokens"),
        "no_stream_options" => !has("stream_options"),
        "no_temperature" => !has("temperature"),
        "no_tools" => !has("tools") && called().next().is_none(),
        "tools_where_called" => called().next().is_none() || has("tools"),
        "one_system_message" => request_messages(body)
            .enumerate()
            .all(|(index, message)| (message["role"] == "system") == (index == 0)),
        "no_user_after_tool" => !request_messages(body)
            .zip(request_messages(body).skip(1))
            .any(|(before, after)| before["role"] == "tool" && after["role"] == "user"),
        "reasoning_content" => called().all(|message| message["reasoning_content"].is_string()),
        "reasoning_details" => {
            called().all(|message| message["reasoning_details"][0]["data"] == "c2lnbmVk")
        }
        "thought_signature" => calls()
            .all(|call| call["extra_content"]["google"]["thought_signature"] == "c2lnbmF0dXJl"),
        "nine_letter_ids" => {
            calls().all(|call| is_nine_letters(&call["id"]))
                && request_messages(body)
                    .filter(|message| message["role"] == "tool")
                    .all(|message| is_nine_letters(&message["tool_call_id"]))
        }
        "simple_schemas" => tool_schemas(body).all(is_simple),
        "typed_enums" => tool_schemas(body).all(has_typed_enums),
        "api_key_header" => {
            http.headers().contains_key("api-key") && !http.headers().contains_key("authorization")
        }
        _ => false,
    }
}

fn is_nine_letters(id: &Value) -> bool {
    let id = id.as_str().unwrap_or_default();
    id.len() == 9 && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn tool_schemas(body: &Value) -> impl Iterator<Item = &Value> {
    let tools = body["tools"].as_array().into_iter().flatten();
    tools.filter_map(|tool| tool["function"].get("parameters"))
}

/// An object has fields, and nothing says that it is closed.
fn is_simple(schema: &Value) -> bool {
    let fields = schema["properties"].as_object();
    let is_free = schema["type"] == "object" && fields.is_none_or(Map::is_empty);
    !is_free && schema.get("additionalProperties").is_none() && child_schemas(schema).all(is_simple)
}

fn has_typed_enums(schema: &Value) -> bool {
    (schema.get("enum").is_none() || schema.get("type").is_some())
        && child_schemas(schema).all(has_typed_enums)
}

fn child_schemas(schema: &Value) -> impl Iterator<Item = &Value> {
    let fields = schema["properties"].as_object().into_iter().flatten();
    fields.map(|(_, field)| field).chain(schema.get("items"))
}
