use std::sync::Arc;

use rmcp::model::{CallToolResult, ContentBlock, JsonObject, Tool, ToolAnnotations};
use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    api::{Api, ApiError},
    arguments::{
        AddSource, AskCall, CreateBoardCall, DrawChart, ExportChartCall, ProfileSource, Query,
        ReadBoard,
    },
    pictures::{chart_picture, file_content},
};

/// Charts of an answer whose pictures come with it.
const PICTURES: usize = 3;
/// Rows that show what a table holds.
const SAMPLE_ROWS: usize = 5;
/// Charts in a row of a new board, and the size of one in pixels.
const BOARD_COLUMNS: i64 = 2;
const CHART_SIZE: (i64, i64) = (520, 380);
const CHART_GAP: i64 = 40;

/// A call without a result: a mistake of the caller's model, or a refusal of the API.
#[derive(Debug, thiserror::Error)]
pub enum ToolCallError {
    #[error("There is no tool `{0}`.")]
    Unknown(String),
    #[error("The arguments don't fit the tool: {0}.")]
    Arguments(String),
    #[error(transparent)]
    Api(#[from] ApiError),
}

/// Returns the tools with their schemas.
pub fn tools() -> Vec<Tool> {
    vec![
        define_tool::<AddSource>(
            "add_source",
            "Add source",
            "Adds a table, text or web page as a source, and returns its ID, columns and table name.",
            false,
        ),
        define_tool::<ProfileSource>(
            "profile_source",
            "Profile source",
            "Describes a source: columns with types, ranges and missing values, the first rows, or the outline of a text.",
            true,
        ),
        define_tool::<AskCall>(
            "ask",
            "Ask",
            "Asks a question about sources and returns the answer with charts. Uses the account's credits.",
            false,
        ),
        define_tool::<Query>(
            "query",
            "Query",
            "Runs a SELECT statement over the tables of sources and returns the rows.",
            true,
        ),
        define_tool::<DrawChart>(
            "draw_chart",
            "Draw chart",
            "Draws and stores a chart; its numbers come from the query.",
            false,
        ),
        define_tool::<ExportChartCall>(
            "export_chart",
            "Export chart",
            "Exports a chart as a picture, a PDF, its rows as CSV, or its data and specification as JSON.",
            true,
        ),
        define_tool::<CreateBoardCall>(
            "create_board",
            "Create board",
            "Creates a board, with charts and sources on it.",
            false,
        ),
        define_tool::<ReadBoard>(
            "read_board",
            "Read board",
            "Returns everything on a board.",
            true,
        ),
    ]
}

fn define_tool<Arguments: JsonSchema>(
    name: &'static str,
    title: &str,
    description: &'static str,
    is_read_only: bool,
) -> Tool {
    let hints = ToolAnnotations::new()
        .read_only(is_read_only)
        .destructive(false);
    Tool::new(name, description, Arc::new(input_schema::<Arguments>()))
        .with_title(title)
        .with_annotations(hints)
}

/// Returns the schema of a tool's arguments, without references: not every client resolves them.
fn input_schema<Arguments: JsonSchema>() -> JsonObject {
    let settings =
        SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let schema = SchemaGenerator::from(settings).into_root_schema_for::<Arguments>();
    match schema.to_value() {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    }
}

/// Calls a tool by its name.
pub async fn call_tool(
    api: &Api,
    name: &str,
    arguments: Option<JsonObject>,
) -> Result<CallToolResult, ToolCallError> {
    let arguments = arguments.unwrap_or_default();
    match name {
        "add_source" => add_source(api, parse(arguments)?).await,
        "profile_source" => profile_source(api, parse(arguments)?).await,
        "ask" => ask_question(api, parse(arguments)?).await,
        "query" => run_query(api, parse(arguments)?).await,
        "draw_chart" => draw_chart(api, parse(arguments)?).await,
        "export_chart" => export_chart(api, parse(arguments)?).await,
        "create_board" => create_board(api, parse(arguments)?).await,
        "read_board" => read_board(api, parse(arguments)?).await,
        name => Err(ToolCallError::Unknown(name.to_owned())),
    }
}

fn parse<Arguments: DeserializeOwned>(arguments: JsonObject) -> Result<Arguments, ToolCallError> {
    serde_json::from_value(Value::Object(arguments))
        .map_err(|error| ToolCallError::Arguments(error.to_string()))
}

/// Returns a result whose content is the same JSON as its structure.
fn structured_result(value: Value) -> CallToolResult {
    CallToolResult::structured(value)
}

async fn add_source(api: &Api, source: AddSource) -> Result<CallToolResult, ToolCallError> {
    let body = match (source.url, source.text, source.sample) {
        (Some(url), None, None) => json!({ "url": url }),
        (None, Some(text), None) => match source.name {
            Some(name) => json!({ "text": text, "name": name }),
            None => json!({ "text": text }),
        },
        (None, None, Some(sample)) => json!({ "sample": sample }),
        _ => {
            let need = "give exactly one of url, text and sample";
            return Err(ToolCallError::Arguments(need.to_owned()));
        }
    };
    let created = api.post("/api/sources", &body).await?;
    // More than one table comes as a list.
    let sources = match created.get("items") {
        Some(items) => items.clone(),
        None => json!([created]),
    };
    Ok(structured_result(json!({ "sources": sources })))
}

async fn profile_source(api: &Api, source: ProfileSource) -> Result<CallToolResult, ToolCallError> {
    let id = source.source_id;
    let mut profile = api.get(&format!("/api/sources/{id}")).await?;
    if !profile["table"].is_null() {
        let rows = format!("/api/sources/{id}/rows?limit={SAMPLE_ROWS}");
        profile["firstRows"] = api.get(&rows).await?["rows"].take();
    }
    Ok(structured_result(profile))
}

async fn ask_question(api: &Api, question: AskCall) -> Result<CallToolResult, ToolCallError> {
    let ids = question.source_ids.iter();
    let sources: Vec<Value> = ids.map(|id| json!({ "id": id })).collect();
    let mut body = json!({ "question": question.question, "sources": sources });
    if let Some(chat_id) = question.chat_id {
        body["chatId"] = json!(chat_id);
    }
    if let Some(model) = question.model {
        body["model"] = json!(model);
    }
    let answer = api.post("/api/ask", &body).await?;
    let chart_ids = chart_ids_of(&answer["blocks"]);
    let mut charts = Vec::new();
    let mut pictures = Vec::new();
    for (index, chart) in as_list(&answer["charts"]).iter().enumerate() {
        let chart_id = chart_ids
            .iter()
            .find(|(block, _)| *block == chart["blockId"]);
        if index < PICTURES
            && let Some(path) = chart["files"]["png"].as_str()
        {
            pictures.push(chart_picture(api, path).await?);
        }
        charts.push(json!({
            "chartId": chart_id.map(|(_, id)| id),
            "title": chart["title"],
            "files": link_files(api, &chart["files"]),
        }));
    }
    let result = json!({
        "chatId": answer["chatId"],
        "turnId": answer["turnId"],
        "outcome": answer["outcome"],
        "text": answer["text"],
        "charts": charts,
        "credits": answer["metered"]["credits"],
    });
    let mut content = vec![ContentBlock::text(result.to_string())];
    content.extend(pictures);
    let mut result_of_call = structured_result(result);
    result_of_call.content = content;
    let has_failed = answer["outcome"] == "failed";
    result_of_call.is_error = Some(has_failed);
    Ok(result_of_call)
}

/// Returns the ids of the charts in an answer, each with the id of its block.
fn chart_ids_of(blocks: &Value) -> Vec<(Value, Value)> {
    let charts = as_list(blocks)
        .iter()
        .filter(|block| block["type"] == "chart");
    charts
        .map(|block| (block["id"].clone(), block["chartId"].clone()))
        .collect()
}

fn as_list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Returns the same object with whole addresses in place of paths.
fn link_files(api: &Api, files: &Value) -> Value {
    let files = files.as_object().into_iter().flatten();
    let linked = files.map(|(format, path)| {
        let path = path.as_str().unwrap_or_default();
        (format.clone(), Value::String(api.link(path)))
    });
    Value::Object(linked.collect())
}

async fn run_query(api: &Api, query: Query) -> Result<CallToolResult, ToolCallError> {
    let body = json!({ "kind": "table", "spec": {}, "query": query });
    let mut preview = api.post("/api/charts/preview", &body).await?;
    let faults = as_list(&preview["errors"]).iter();
    let faults: Vec<&str> = faults
        .filter_map(|fault| fault["message"].as_str())
        .collect();
    if !faults.is_empty() {
        return Err(ToolCallError::Arguments(faults.join("; ")));
    }
    Ok(structured_result(preview["data"].take()))
}

async fn draw_chart(api: &Api, chart: DrawChart) -> Result<CallToolResult, ToolCallError> {
    let body = json!({
        "kind": chart.kind,
        "title": chart.title,
        "description": chart.description,
        "spec": chart.spec,
        "query": chart.query,
    });
    let created = api.post("/api/charts", &body).await?;
    let id = created["id"].as_str().unwrap_or_default();
    let result = json!({
        "chartId": id,
        "title": created["title"],
        "page": api.link(&format!("/charts/{id}")),
        "rowCount": created["query"]["rowCount"],
        "encodingNotes": created["encodingNotes"],
    });
    let picture = chart_picture(api, &format!("/api/charts/{id}.png?scale=2")).await?;
    let mut drawn = structured_result(result);
    drawn.content.push(picture);
    Ok(drawn)
}

async fn export_chart(api: &Api, chart: ExportChartCall) -> Result<CallToolResult, ToolCallError> {
    let path = chart_path(chart.chart_id, chart.format.extension());
    let file = api.file(&path).await?;
    let content = file_content(&api.link(&path), file);
    Ok(CallToolResult::success(vec![content]))
}

fn chart_path(chart_id: Uuid, format: &str) -> String {
    format!("/api/charts/{chart_id}.{format}")
}

async fn create_board(api: &Api, board: CreateBoardCall) -> Result<CallToolResult, ToolCallError> {
    let mut body = json!({ "sourceIds": board.source_ids });
    if let Some(title) = board.title {
        body["title"] = json!(title);
    }
    let created = api.post("/api/boards", &body).await?;
    let id = created["boardId"].as_str().unwrap_or_default();
    if !board.chart_ids.is_empty() {
        let top = lowest_edge(&api.get(&format!("/api/boards/{id}")).await?);
        let nodes = lay_out(&board.chart_ids, top);
        let change = json!({ "nodes": nodes });
        api.patch(&format!("/api/boards/{id}"), &change).await?;
    }
    let page = api.link(&format!("/boards/{id}"));
    Ok(structured_result(json!({ "boardId": id, "page": page })))
}

/// Returns the first free pixel below everything on a board.
fn lowest_edge(board: &Value) -> i64 {
    let edges = as_list(&board["nodes"]).iter().filter_map(|node| {
        let end = node["y"].as_i64()? + node["height"].as_i64()?;
        Some(end + CHART_GAP)
    });
    edges.max().unwrap_or(0)
}

/// Returns the nodes of charts in rows.
fn lay_out(chart_ids: &[Uuid], top: i64) -> Vec<Value> {
    let (width, height) = CHART_SIZE;
    let places = (0..).map(|index: i64| (index % BOARD_COLUMNS, index / BOARD_COLUMNS));
    let nodes = chart_ids.iter().zip(places);
    nodes
        .map(|(chart_id, (column, row))| {
            json!({
                "id": chart_id,
                "type": "chart",
                "data": { "chartId": chart_id },
                "x": column * (width + CHART_GAP),
                "y": top + row * (height + CHART_GAP),
                "width": width,
                "height": height,
            })
        })
        .collect()
}

async fn read_board(api: &Api, board: ReadBoard) -> Result<CallToolResult, ToolCallError> {
    let board = api.get(&format!("/api/boards/{}", board.board_id)).await?;
    Ok(structured_result(board))
}
