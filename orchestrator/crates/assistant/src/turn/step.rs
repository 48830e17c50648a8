//! One model call and its tool calls.

use futures_util::{StreamExt, future::join_all};
use portolan_blocks::{BlockType, DirectiveName, Parser, Phase, Piece};
use portolan_chat::{StepPart, TurnOutput, Usage};
use serde_json::{Map, Value};
use tokio::time::Instant;
use tracing::Instrument;

use super::{
    Turn,
    observe::ToolWatch,
    timestamp::check_timestamp,
    writer::{Gone, Writer},
};
use crate::{
    FinishReason, ModelError, ModelErrorCode, ModelEvent, ModelRequest, ModelStream, Pages,
    ToolCall,
    error::format_wait,
    tools::{self, QueryTicket, ToolError, ToolOutcome, ToolState},
};

/// Why a model call came to no answer.
pub(super) enum CallError {
    Gone,
    Model(ModelError),
}

impl From<Gone> for CallError {
    fn from(_: Gone) -> Self {
        Self::Gone
    }
}

impl From<ModelError> for CallError {
    fn from(error: ModelError) -> Self {
        Self::Model(error)
    }
}

/// The outcome of a model call, beside the blocks that it wrote.
#[derive(Default)]
pub(super) struct ModelOutput {
    pub text: String,
    pub calls: Vec<ToolCall>,
    /// Directives that failed, as calls with their results.
    pub failed: Vec<(ToolCall, ToolOutcome)>,
    pub usage: Option<Usage>,
    /// Data that the provider wants back.
    pub state: Option<Value>,
    pub is_cut: bool,
    /// When the model began to write.
    pub first_output: Option<Instant>,
}

impl Turn {
    /// Reads a whole model call into blocks.
    pub(super) async fn call_model(
        &mut self,
        request: ModelRequest,
    ) -> Result<ModelOutput, CallError> {
        let stream = self.model.stream(ModelRequest {
            written_bytes: self.written_bytes,
            ..request
        });
        let mut reader = ModelEventReader {
            writer: &mut self.writer,
            tools: &mut self.tools,
            parser: Parser::new(),
            open: BlockType::Text,
            answer: ModelOutput::default(),
            written_bytes: &mut self.written_bytes,
        };
        reader.read_stream(stream).await?;
        let answer = reader.answer;
        let is_empty = answer.text.trim().is_empty()
            && answer.calls.is_empty()
            && answer.failed.is_empty()
            && self.writer.closed().is_empty()
            // After an answer the model may have nothing to add to its last calls.
            && !self.is_answered;
        if is_empty {
            let detail = "the answer was empty";
            return Err(ModelError::new(ModelErrorCode::Protocol, detail).into());
        }
        Ok(answer)
    }

    /// Runs the calls of an answer, queries at the same time, and shows what they made.
    pub(super) async fn run_tools(&mut self, answer: ModelOutput) -> Result<Vec<StepPart>, Gone> {
        let mut parts = Vec::new();
        if !answer.text.is_empty() {
            parts.push(StepPart::Text { text: answer.text });
        }
        if let Some(state) = answer.state {
            parts.push(StepPart::ProviderState {
                model: self.model.card().id.clone(),
                state,
            });
        }
        let outcomes = self.run_calls(&answer.calls).await?;
        let made = answer.calls.into_iter().zip(outcomes);
        let mut results = Vec::new();
        for (call, outcome) in answer.failed.into_iter().chain(made) {
            parts.push(StepPart::ToolCall {
                call_id: call.id.clone(),
                name: call.name,
                arguments: call.arguments,
            });
            results.push(StepPart::ToolResult {
                call_id: call.id,
                content: outcome.content,
                kept: outcome.kept,
            });
        }
        parts.append(&mut results);
        self.writer.learn(&parts);
        Ok(parts)
    }

    async fn run_calls(&mut self, calls: &[ToolCall]) -> Result<Vec<ToolOutcome>, Gone> {
        let begun: Vec<Option<Result<QueryTicket, ToolError>>> = calls
            .iter()
            .map(|call| (call.name == "query").then(|| tools::begin_query(&mut self.tools, call)))
            .collect();
        let watches: Vec<ToolWatch> = calls.iter().map(ToolWatch::begin).collect();
        self.announce_tools(calls, &begun).await?;
        if calls.iter().any(|call| tools::reads_documents(&call.name)) {
            self.tools.load_documents().await;
        }
        let mut pages = Vec::new();
        for (call, watch) in calls.iter().zip(&watches) {
            let is_page = call.name == "read_page";
            pages.push(if is_page {
                let reading = self.read_page(call).instrument(watch.span.clone());
                Some(reading.await)
            } else {
                None
            });
        }
        let queries = &self.services.queries;
        let record = self.request.record.as_deref();
        let results = join_all(begun.iter().zip(&watches).map(|(begun, watch)| {
            let query = async move {
                match begun {
                    Some(Ok(ticket)) => {
                        let recorded = record.and_then(|record| record.rows_of(&ticket.sql));
                        Some(match recorded {
                            Some(rows) => Ok(rows),
                            None => queries.query(&ticket.sql, &ticket.tables).await,
                        })
                    }
                    _ => None,
                }
            };
            query.instrument(watch.span.clone())
        }))
        .await;
        let mut outcomes = Vec::new();
        let done = calls.iter().zip(begun).zip(results).zip(pages);
        for ((((call, begun), result), page), watch) in done.zip(watches) {
            let entered = watch.span.enter();
            let done = match (begun, result, page) {
                (Some(Ok(ticket)), Some(result), _) => ticket.finish(&mut self.tools, result),
                (Some(Err(error)), ..) => Err(error),
                (.., Some(page)) => page,
                _ => tools::run_tool(&mut self.tools, call),
            };
            let mut outcome = done.unwrap_or_else(ToolOutcome::from);
            if outcome.is_error {
                tracing::debug!(
                    tool.name = call.name,
                    tool.error = outcome.content,
                    "a tool call failed"
                );
            }
            watch.finish(outcome.is_error);
            drop(entered);
            for block in outcome.blocks.drain(..) {
                self.writer.block(block).await?;
            }
            outcomes.push(outcome);
        }
        Ok(outcomes)
    }

    /// Reads a page, which is a source of the turn from then on.
    async fn read_page(&mut self, call: &ToolCall) -> Result<ToolOutcome, ToolError> {
        let url = tools::page_to_read(&mut self.tools, call).await?;
        let Some(Pages(reader)) = &self.request.pages else {
            return Err(ToolError::new(
                "no page can be read here; answer without it",
            ));
        };
        let mut page = reader.read(&url).await;
        let request = &mut self.request;
        let before = request.tables.len();
        request.tables.append(&mut page.tables);
        // Their names in SQL are other ones than those of the tables before them.
        request.name_tables();
        page.tables = request.tables[before..].to_vec();
        request.documents.extend(page.documents.iter().cloned());
        request.unread.extend(page.unread.iter().cloned());
        self.tools.tables.clone_from(&request.tables);
        self.tools.documents.clone_from(&request.documents);
        self.tools.unread.clone_from(&request.unread);
        Ok(tools::page_was_read(&page))
    }

    async fn announce_tools(
        &self,
        calls: &[ToolCall],
        begun: &[Option<Result<QueryTicket, ToolError>>],
    ) -> Result<(), Gone> {
        let rows: u64 = begun
            .iter()
            .flatten()
            .flatten()
            .map(|ticket| ticket.row_count)
            .sum();
        let has = |name: &str| calls.iter().any(|call| call.name == name);
        if has("query") {
            let label = format!("Querying {} rows", group_thousands(rows));
            self.writer.progress(Phase::Querying, label).await
        } else if has("draw_chart") {
            self.writer
                .progress(Phase::Writing, "Drawing the chart")
                .await
        } else if has("read_document") {
            let label = match self.tools.documents.as_slice() {
                [document] => format!("Reading {}", document.title),
                documents => format!("Reading {} texts", documents.len()),
            };
            self.writer.progress(Phase::Reading, label).await
        } else if has("profile") || has("list_sources") {
            let label = match self.tools.tables.as_slice() {
                [] => "Looking at the sources".to_owned(),
                [table] => format!("Reading the columns of {}", table.title),
                tables => format!("Reading the columns of {} sources", tables.len()),
            };
            self.writer.progress(Phase::Reading, label).await
        } else {
            Ok(())
        }
    }
}

/// Takes a model's events as they come.
struct ModelEventReader<'a> {
    writer: &'a mut Writer,
    tools: &'a mut ToolState,
    parser: Parser,
    /// The type of the block that the parser has open.
    open: BlockType,
    answer: ModelOutput,
    /// Of the whole turn, failed calls too.
    written_bytes: &'a mut usize,
}

impl ModelEventReader<'_> {
    async fn read_stream(&mut self, mut stream: ModelStream) -> Result<(), CallError> {
        while let Some(event) = stream.next().await {
            let event = event?;
            let is_output = matches!(
                event,
                ModelEvent::Thinking(_) | ModelEvent::Text(_) | ModelEvent::ToolCall(_)
            );
            if is_output && self.answer.first_output.is_none() {
                self.answer.first_output = Some(Instant::now());
            }
            *self.written_bytes += match &event {
                ModelEvent::Thinking(text) | ModelEvent::Text(text) => text.len(),
                ModelEvent::ToolCall(call) => call.arguments.len(),
                ModelEvent::Understood(_)
                | ModelEvent::State(_)
                | ModelEvent::Waiting(_)
                | ModelEvent::Usage(_)
                | ModelEvent::Finished(_) => 0,
            };
            match event {
                ModelEvent::Thinking(text) => {
                    self.end_text().await?;
                    self.writer.write(BlockType::Thinking, &text).await?;
                }
                ModelEvent::Understood(words) => {
                    self.end_text().await?;
                    self.writer.close().await?;
                    self.writer.send(TurnOutput::Understood { words }).await?;
                }
                ModelEvent::Text(text) => {
                    self.answer.text.push_str(&text);
                    let pieces = self.parser.push(&text);
                    self.take_pieces(pieces).await?;
                }
                ModelEvent::ToolCall(call) => self.answer.calls.push(call),
                ModelEvent::State(state) => self.answer.state = Some(state),
                ModelEvent::Waiting(wait) => {
                    let label = format!("The model is busy. Trying again in {}", format_wait(wait));
                    self.writer.progress(Phase::Thinking, label).await?;
                }
                ModelEvent::Usage(usage) => self.answer.usage = Some(usage),
                ModelEvent::Finished(FinishReason::ContentFilter) => {
                    let detail = "the provider withheld the answer";
                    return Err(ModelError::new(ModelErrorCode::Refused, detail).into());
                }
                ModelEvent::Finished(reason) => {
                    self.answer.is_cut = reason == FinishReason::Length;
                    self.end_text().await?;
                    self.writer.close().await?;
                    return Ok(());
                }
            }
        }
        let detail = "the model's stream ended before its answer";
        Err(ModelError::new(ModelErrorCode::Protocol, detail).into())
    }

    async fn end_text(&mut self) -> Result<(), Gone> {
        let pieces = std::mem::take(&mut self.parser).finish();
        self.take_pieces(pieces).await
    }

    async fn take_pieces(&mut self, pieces: Vec<Piece>) -> Result<(), Gone> {
        for piece in pieces {
            match piece {
                Piece::Open { block_type } => {
                    self.writer.close().await?;
                    self.open = block_type;
                }
                Piece::Text(text) => self.writer.write(self.open, &text).await?,
                Piece::Close => self.writer.close().await?,
                Piece::Directive { name, body, source } => {
                    self.run_directive(name, body, &source).await?;
                }
            }
        }
        Ok(())
    }

    /// Does what a directive says; one that says nothing sensible is shown as it was written.
    async fn run_directive(
        &mut self,
        name: DirectiveName,
        body: Map<String, Value>,
        source: &str,
    ) -> Result<(), Gone> {
        let arguments = Value::Object(body.clone()).to_string();
        let done = match name {
            DirectiveName::Chart => Ok(tools::draw_directive(self.tools, body)),
            DirectiveName::Suggestion => tools::suggest_one(body),
            DirectiveName::Reference => tools::cite_directive(self.tools, body),
            DirectiveName::Timestamp => check_timestamp(self.tools, body),
        };
        let Ok(outcome) = done else {
            self.writer.write(BlockType::Text, source).await?;
            return self.writer.close().await;
        };
        for block in &outcome.blocks {
            self.writer.block(block.clone()).await?;
        }
        if outcome.is_error {
            let call = ToolCall {
                id: format!("directive_{}", self.answer.failed.len() + 1),
                name: "draw_chart".into(),
                arguments,
            };
            self.answer.failed.push((call, outcome));
        }
        Ok(())
    }
}

/// A number with its thousands apart.
fn group_thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
