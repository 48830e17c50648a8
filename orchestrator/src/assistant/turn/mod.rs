//! Runs a turn: model call, tool calls, results, until the model has answered.

mod conversation;
mod repeats;
mod request;
mod step;
mod timestamp;
mod writer;

use std::sync::Arc;

use portolan_blocks::{Block, BlockContent, Outcome, Phase, TurnError};
use portolan_chat::{JournaledStep, StepPart, TurnOutput, Usage};
use tokio::sync::mpsc;

use self::{
    conversation::{Conversation, input_tokens, written},
    step::{Answer, CallError},
    writer::{Gone, Writer},
};
use super::{LanguageModel, ModelError, ModelRequest, UnknownModel, tools::ToolState};

pub use request::{PastTurn, Services, SourceTable, TurnLimits, TurnRequest};

/// Runs a turn to its end, or goes on with one after its last finished step.
///
/// Everything leaves through `output`, last [`TurnOutput::Finished`]. After a
/// [`TurnOutput::StepFinished`] that has a `next_hold` nothing happens before one `()` comes
/// through `leave`. Dropping the future cancels the turn; so does closing either channel.
pub async fn run_turn(
    mut request: TurnRequest,
    services: Services,
    output: mpsc::Sender<TurnOutput>,
    leave: mpsc::Receiver<()>,
) {
    request.name_tables();
    let writer = Writer::new(output, services.ids.clone(), request.kept.clone());
    let model = match services.models.get(&request.model) {
        Ok(model) => model,
        Err(error) => {
            let mut ending = Ending {
                writer,
                usage: used(&request.journal),
            };
            let error = TurnError {
                code: "model_unknown".into(),
                message: format!("{error}."),
                retryable: false,
            };
            // Where nobody listens there is nobody to tell.
            let _ = ending.fail(error).await;
            return;
        }
    };
    let limit = services.limits.time;
    let mut turn = Turn::new(request, services, model, writer, leave);
    let end = match tokio::time::timeout(limit, turn.run()).await {
        Ok(end) => end,
        Err(_) => Err(Stop::Failed(out_of_time())),
    };
    let usage = turn.usage_of_what_was_kept();
    let mut ending = Ending {
        writer: turn.writer,
        usage,
    };
    let _ = match end {
        Ok(()) => ending.complete().await,
        Err(Stop::Failed(error)) => ending.fail(error).await,
        Err(Stop::Gone) => Err(Gone),
    };
}

/// The credits to hold before [`run_turn`]: what its next model call costs at worst, on top of
/// what its journal has used.
pub fn first_hold(request: &TurnRequest, services: &Services) -> Result<u64, UnknownModel> {
    let model = services.models.get(&request.model)?;
    let conversation = Conversation {
        request,
        journal: &request.journal,
        kept: &request.kept,
        is_last: false,
    };
    let used = used(&request.journal);
    Ok(match conversation.model_request(model.as_ref()) {
        Ok(call) => worst_case(model.as_ref(), used, &call),
        // It will fail before it is called.
        Err(_) => model.card().price.credits(used),
    })
}

/// What a cut model call is charged for: `request.kept`, the blocks of it that stay, and what it
/// read to write them. Nothing where nothing stays.
pub fn estimate_kept(request: &TurnRequest, services: &Services) -> Usage {
    match services.models.get(&request.model) {
        Ok(model) => cut_call(model.as_ref(), request, &request.journal, &request.kept),
        Err(_) => Usage::default(),
    }
}

/// A turn under way.
struct Turn {
    model: Arc<dyn LanguageModel>,
    request: TurnRequest,
    services: Services,
    writer: Writer,
    leave: mpsc::Receiver<()>,
    tools: ToolState,
    journal: Vec<JournaledStep>,
    /// Of finished steps and of what was kept of cut calls.
    usage: Usage,
    /// What was kept of cut calls in the present step.
    cut: Usage,
}

/// Why a turn ends before its answer.
enum Stop {
    /// Nobody listens.
    Gone,
    Failed(TurnError),
}

impl From<Gone> for Stop {
    fn from(_: Gone) -> Self {
        Self::Gone
    }
}

/// Calls of one step that may fail in the middle.
const ATTEMPTS: u32 = 3;

impl Turn {
    fn new(
        request: TurnRequest,
        services: Services,
        model: Arc<dyn LanguageModel>,
        writer: Writer,
        leave: mpsc::Receiver<()>,
    ) -> Self {
        let blocks: Vec<Block> = request
            .closed
            .iter()
            .chain(&request.kept)
            .cloned()
            .collect();
        let tools = ToolState::new(
            request.tables.clone(),
            services.limits.clone(),
            services.ids.clone(),
            &request.journal,
            &blocks,
        );
        let cut = cut_call(model.as_ref(), &request, &request.journal, &request.kept);
        Self {
            usage: used(&request.journal),
            journal: request.journal.clone(),
            model,
            request,
            services,
            writer,
            leave,
            tools,
            cut,
        }
    }

    async fn run(&mut self) -> Result<(), Stop> {
        // The interruption may have come between the last step and the end.
        let is_over = self.journal.len() >= self.services.limits.steps
            || self
                .journal
                .last()
                .is_some_and(|step| is_final(&step.parts));
        if is_over {
            return Ok(());
        }
        loop {
            if self.step().await? {
                return Ok(());
            }
            if self.leave.recv().await.is_none() {
                return Err(Stop::Gone);
            }
        }
    }

    /// One model call with its tool calls; true when the turn is over.
    async fn step(&mut self) -> Result<bool, Stop> {
        let is_last = self.journal.len() + 1 >= self.services.limits.steps;
        self.writer.progress(Phase::Thinking, "Thinking").await?;
        let (answer, usage) = self.answer(is_last).await?;
        let is_cut = answer.is_cut;
        let parts = self.run_tools(answer).await?;
        let is_over = is_last || is_final(&parts);
        if is_cut && is_over {
            self.writer.block(answer_cut()).await?;
        }
        let mut step_usage = std::mem::take(&mut self.cut);
        step_usage.add(usage);
        self.usage.add(step_usage);
        let step = JournaledStep {
            parts,
            usage: step_usage,
        };
        self.journal.push(step.clone());
        self.writer.begin_step();
        let next_hold = if is_over {
            None
        } else {
            Some(self.next_hold()?)
        };
        self.writer
            .send(TurnOutput::StepFinished {
                step,
                usage: step_usage,
                next_hold,
            })
            .await?;
        Ok(is_over)
    }

    /// Calls the model until it answers, as often as that is worth trying.
    async fn answer(&mut self, is_last: bool) -> Result<(Answer, Usage), Stop> {
        let mut attempt = 1;
        loop {
            let request = self
                .model_request(is_last)
                .map_err(|error| failed(&error))?;
            let input = input_tokens(self.model.as_ref(), &request);
            let error = match self.call(request).await {
                Ok(answer) => {
                    let usage = answer.usage.unwrap_or_else(|| Usage {
                        input_tokens: input,
                        output_tokens: self.model.count_tokens(&answer.text),
                        estimated: true,
                    });
                    return Ok((answer, usage));
                }
                Err(CallError::Gone) => return Err(Stop::Gone),
                Err(CallError::Model(error)) => error,
            };
            tracing::warn!(
                model.id = self.model.card().id,
                model.error = %error,
                model.attempt = attempt,
                "a model call failed"
            );
            self.writer.discard().await?;
            self.cut = cut_call(
                self.model.as_ref(),
                &self.request,
                &self.journal,
                self.writer.closed(),
            );
            if attempt == ATTEMPTS || !error.may_pass() {
                return Err(failed(&error));
            }
            let wait = error.retry_after.unwrap_or(self.services.limits.retry_wait);
            tokio::time::sleep(wait.min(self.services.limits.time)).await;
            attempt += 1;
        }
    }

    fn model_request(&self, is_last: bool) -> Result<ModelRequest, ModelError> {
        Conversation {
            request: &self.request,
            journal: &self.journal,
            kept: self.writer.closed(),
            is_last,
        }
        .model_request(self.model.as_ref())
    }

    fn next_hold(&self) -> Result<u64, Stop> {
        let is_last = self.journal.len() + 1 >= self.services.limits.steps;
        let request = self
            .model_request(is_last)
            .map_err(|error| failed(&error))?;
        Ok(worst_case(self.model.as_ref(), self.usage, &request))
    }

    /// The turn's usage where it ends now.
    fn usage_of_what_was_kept(&self) -> Usage {
        let mut usage = self.usage;
        if !self.writer.closed().is_empty() {
            usage.add(cut_call(
                self.model.as_ref(),
                &self.request,
                &self.journal,
                self.writer.closed(),
            ));
        }
        usage
    }
}

/// The end of a turn, however it comes.
struct Ending {
    writer: Writer,
    usage: Usage,
}

impl Ending {
    async fn complete(&mut self) -> Result<(), Gone> {
        self.finish(Outcome::Completed, None).await
    }

    async fn fail(&mut self, error: TurnError) -> Result<(), Gone> {
        self.writer.discard().await?;
        let block = BlockContent::Error {
            code: error.code.clone(),
            message: error.message.clone(),
            retryable: error.retryable,
        };
        self.writer.block(block).await?;
        self.finish(Outcome::Failed, Some(error)).await
    }

    async fn finish(&mut self, outcome: Outcome, error: Option<TurnError>) -> Result<(), Gone> {
        self.writer
            .send(TurnOutput::Finished {
                outcome,
                error,
                usage: self.usage,
            })
            .await
    }
}

/// Whether the model has said all: no tool's answer is of use to it any more.
fn is_final(parts: &[StepPart]) -> bool {
    let mut calls = parts.iter().filter_map(|part| match part {
        StepPart::ToolCall { name, .. } => Some(name.as_str()),
        StepPart::Text { .. } | StepPart::ToolResult { .. } => None,
    });
    let says_something = parts
        .iter()
        .any(|part| matches!(part, StepPart::Text { text } if !text.trim().is_empty()));
    match calls.next() {
        None => true,
        Some(first) => says_something && first == "suggest" && calls.all(|name| name == "suggest"),
    }
}

/// Credits for what was used and for the whole of one more call.
fn worst_case(model: &dyn LanguageModel, used: Usage, request: &ModelRequest) -> u64 {
    let mut usage = used;
    usage.add(Usage {
        input_tokens: input_tokens(model, request),
        output_tokens: request.max_output_tokens,
        estimated: true,
    });
    model.card().price.credits(usage)
}

fn cut_call(
    model: &dyn LanguageModel,
    request: &TurnRequest,
    journal: &[JournaledStep],
    kept: &[Block],
) -> Usage {
    if kept.is_empty() {
        return Usage::default();
    }
    let conversation = Conversation {
        request,
        journal,
        kept: &[],
        is_last: false,
    };
    let input_tokens = conversation
        .model_request(model)
        .map_or(0, |call| input_tokens(model, &call));
    let thoughts = kept.iter().filter_map(|block| match &block.content {
        BlockContent::Thinking { markdown, .. } => Some(model.count_tokens(markdown)),
        _ => None,
    });
    Usage {
        input_tokens,
        output_tokens: model.count_tokens(&written(kept)) + thoughts.sum::<u64>(),
        estimated: true,
    }
}

fn used(journal: &[JournaledStep]) -> Usage {
    let mut usage = Usage::default();
    for step in journal {
        usage.add(step.usage);
    }
    usage
}

fn failed(error: &ModelError) -> Stop {
    Stop::Failed(error.turn_error())
}

fn out_of_time() -> TurnError {
    TurnError {
        code: "turn_timeout".into(),
        message: "The answer took too long and was stopped. Try again, or ask for less at once."
            .into(),
        retryable: true,
    }
}

fn answer_cut() -> BlockContent {
    BlockContent::Error {
        code: "answer_cut".into(),
        message: "The answer reached its length limit here. Ask for the rest.".into(),
        retryable: false,
    }
}
