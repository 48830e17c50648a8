//! Runs a turn: model call, tool calls, results, until the model has answered.

mod completion;
mod conversation;
mod described;
mod history;
mod observe;
mod repeats;
mod request;
mod samples;
mod step;
mod timestamp;
mod writer;

use std::{collections::VecDeque, sync::Arc};

use portolan_blocks::{Block, BlockContent, Outcome, Phase, TextRange, TurnError};
use portolan_chat::{JournaledStep, Price, StepPart, TurnOutput, Usage};
use portolan_domain::find_links;
use tokio::{sync::mpsc, time::Instant};
use tracing::Instrument;

use self::{
    completion::{awaits_results, is_answered, is_final, report_missing_answer, shows_answer},
    conversation::Conversation,
    described::echo_question,
    history::model_output,
    observe::{CallWatch, note_fallback},
    samples::{Samples, read_samples, widest_samples},
    step::{CallError, ModelOutput},
    writer::{Gone, Writer},
};
use super::{
    BUILT_IN_MODEL, LanguageModel, ModelError, ModelRequest, UnknownModel, numbers::KnownNumbers,
    tools::ToolState,
};

pub(crate) use request::schema_of;
pub use request::{PastTurn, Services, SourceTable, TurnLimits, TurnRequest, UnreadSource};

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
    let writer = Writer::new(
        output,
        services.ids.clone(),
        request.kept.clone(),
        KnownNumbers::of(&request),
    );
    let model = match services.models.get(&request.model) {
        Ok(model) => model,
        Err(error) => {
            let mut ending = Ending {
                writer,
                usage: used_so_far(&request.journal),
            };
            let error = TurnError {
                code: "model_unknown".into(),
                message: format!("{error}."),
                retryable: false,
            };
            // Without a receiver the event can be dropped.
            let _ = ending.fail_turn(error).await;
            return;
        }
    };
    let limit = services.limits.time;
    let mut turn = Turn::new(request, services, model, writer, leave);
    let end = match tokio::time::timeout(limit, turn.run_turn()).await {
        Ok(end) => end,
        Err(_) => Err(Stop::Failed(out_of_time())),
    };
    let usage = turn.usage_of_what_was_kept();
    let mut ending = Ending {
        writer: turn.writer,
        usage,
    };
    let _ = match end {
        Ok(()) => ending.complete_turn().await,
        Err(Stop::Failed(error)) => ending.fail_turn(error).await,
        Err(Stop::Gone) => Err(Gone),
    };
}

/// The credits to hold before [`run_turn`]: what its next model call costs at worst, whichever
/// model has to make it, on top of what its journal has used.
pub fn first_hold(request: &TurnRequest, services: &Services) -> Result<u64, UnknownModel> {
    let model = services.models.get(&request.model)?;
    let fallbacks = services.models.fallbacks_of(&request.model);
    let conversation = Conversation {
        request,
        limits: &services.limits,
        journal: &request.journal,
        samples: &widest_samples(request),
        kept: &request.kept,
        is_last: false,
    };
    let models = std::iter::once(&model).chain(&fallbacks);
    let used = used_so_far(&request.journal);
    Ok(worst_case(model.card().price, models, used, &conversation))
}

/// The accounting of an interrupted model call.
pub struct CutCall {
    pub usage: Usage,
    /// Of the block that was being written.
    pub unverified_numbers: Vec<TextRange>,
}

/// Returns the charge of an interrupted model call: `request.kept`, the blocks of it that stay, and
/// what it read to write them. Nothing where nothing stays. `cut` is the block that it was writing.
pub fn cut_call(request: &TurnRequest, services: &Services, cut: Option<&Block>) -> CutCall {
    let usage = match services.models.get(&request.model) {
        Ok(model) => usage_of_cut_call(
            model.as_ref(),
            request,
            &services.limits,
            &request.journal,
            &request.kept,
        ),
        Err(_) => Usage::default(),
    };
    CutCall {
        usage,
        unverified_numbers: unverified_ranges(cut, &KnownNumbers::of(request)),
    }
}

impl CutCall {
    /// Returns the charge when the model's input is unknown.
    pub fn unknown(cut: Option<&Block>) -> Self {
        Self {
            usage: Usage::default(),
            unverified_numbers: unverified_ranges(cut, &KnownNumbers::default()),
        }
    }
}

fn unverified_ranges(cut: Option<&Block>, numbers: &KnownNumbers) -> Vec<TextRange> {
    match cut.map(|cut| &cut.content) {
        Some(BlockContent::Text { markdown, .. }) => numbers.find_unverified(markdown),
        _ => Vec::new(),
    }
}

/// A turn under way.
struct Turn {
    /// The model that writes, and those that take over from it.
    model: Arc<dyn LanguageModel>,
    fallbacks: VecDeque<Arc<dyn LanguageModel>>,
    /// The price of tokens in this chat: that of the requested model.
    price: Price,
    begun: Instant,
    request: TurnRequest,
    services: Services,
    writer: Writer,
    leave: mpsc::Receiver<()>,
    tools: ToolState,
    journal: Vec<JournaledStep>,
    /// Bytes that the model calls so far wrote: text, thoughts and tool arguments.
    written_bytes: usize,
    samples: Samples,
    /// Of finished steps and of what was kept of cut calls.
    usage: Usage,
    /// The blocks kept of interrupted calls in the current step.
    cut: Usage,
    /// Of that, what models before the present one wrote: as usage, and as blocks.
    cut_before: (Usage, usize),
    /// Whether the steps so far hold an answer that nothing is outstanding for.
    is_answered: bool,
}

/// Why a turn ends before its answer.
enum Stop {
    /// The receiver is gone.
    Gone,
    Failed(TurnError),
}

impl From<Gone> for Stop {
    fn from(_: Gone) -> Self {
        Self::Gone
    }
}

/// The part of a limit after which a turn must answer.
const LAST_QUARTER: f32 = 0.75;

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
        let mut tools = ToolState::new(
            request.tables.clone(),
            services.limits.clone(),
            services.ids.clone(),
            &request.journal,
            &blocks,
        );
        tools.documents.clone_from(&request.documents);
        tools.unread.clone_from(&request.unread);
        // The built-in model's charts come of the same understanding that would check them.
        tools.asked = (model.card().id != BUILT_IN_MODEL).then(|| request.message.text.clone());
        tools.may_read_pages = request.may_read_pages;
        if request.may_read_pages {
            let earlier = request.history.iter().map(|turn| &turn.message);
            let messages = earlier.chain(std::iter::once(&request.message));
            tools.given = messages
                .flat_map(|message| find_links(&message.text))
                .collect();
        }
        let fallbacks = services.models.fallbacks_of(&request.model).into();
        let cut = usage_of_cut_call(
            model.as_ref(),
            &request,
            &services.limits,
            &request.journal,
            &request.kept,
        );
        Self {
            usage: used_so_far(&request.journal),
            written_bytes: written_bytes(&request.journal),
            journal: request.journal.clone(),
            samples: Samples::new(),
            price: model.card().price,
            begun: Instant::now(),
            model,
            fallbacks,
            request,
            services,
            writer,
            leave,
            tools,
            cut,
            cut_before: (Usage::default(), 0),
            is_answered: false,
        }
    }

    async fn run_turn(&mut self) -> Result<(), Stop> {
        // The interruption may have come between the last step and the end.
        let is_over = self.journal.len() >= self.services.limits.steps
            || self
                .journal
                .last()
                .is_some_and(|step| is_final(&step.parts));
        self.is_answered = is_answered(&self.journal, &self.request.closed, is_over);
        if !is_over {
            if self.model.remote().is_some() {
                if let Some(words) = echo_question(&self.request) {
                    self.writer.send(TurnOutput::Understood { words }).await?;
                }
                self.samples = read_samples(&self.request, &self.services.queries).await;
            }
            while !self.run_step().await? {
                if self.leave.recv().await.is_none() {
                    return Err(Stop::Gone);
                }
            }
        }
        if self.is_answered {
            Ok(())
        } else {
            Err(Stop::Failed(report_missing_answer()))
        }
    }

    /// One model call with its tool calls; true when the turn is over.
    async fn run_step(&mut self) -> Result<bool, Stop> {
        let is_last = self.must_answer();
        self.writer.progress(Phase::Thinking, "Thinking").await?;
        let (answer, usage) = self.call_until_answered(is_last).await?;
        let is_cut = answer.is_cut;
        let parts = self.run_tools(answer).await?;
        let is_over = is_last || is_final(&parts);
        self.is_answered = (self.is_answered || shows_answer(self.writer.closed()))
            && (is_last || !awaits_results(&parts));
        if is_cut && is_over {
            self.writer.block(answer_cut()).await?;
        }
        let mut step_usage = std::mem::take(&mut self.cut);
        step_usage.add(self.price_usage(usage));
        self.cut_before = (Usage::default(), 0);
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

    /// Whether the next step is the last: the steps are used up, or three quarters of the time or
    /// of the credits are. It gets no tools and must answer.
    fn must_answer(&self) -> bool {
        let limits = &self.services.limits;
        self.journal.len() + 1 >= limits.steps
            || self.begun.elapsed() >= limits.time.mul_f32(LAST_QUARTER)
            || limits.credits.is_some_and(|most| {
                let used = self.price.credits(self.usage) as f64;
                !self.journal.is_empty() && used >= most as f64 * f64::from(LAST_QUARTER)
            })
    }

    /// Calls the model until it answers, as often as that is worth trying; then those that take
    /// over from it.
    async fn call_until_answered(&mut self, is_last: bool) -> Result<(ModelOutput, Usage), Stop> {
        let mut attempt = 1;
        loop {
            let error = match self
                .conversation(is_last)
                .model_request(self.model.as_ref())
            {
                Ok(request) => match self.attempt_call(request).await? {
                    Ok(answered) => return Ok(answered),
                    Err(error) => error,
                },
                // Too long for this one: the next may take more.
                Err(error) if attempt == 1 && self.fall_back() => {
                    tracing::warn!(model.error = %error, "a model is passed over");
                    continue;
                }
                Err(error) => return Err(stop_for(&error)),
            };
            tracing::warn!(
                model.id = self.model.card().id,
                model.error = %error,
                model.attempt = attempt,
                "a model call failed"
            );
            self.writer.discard().await?;
            self.cut = self.cut_so_far();
            if attempt < ATTEMPTS && error.is_transient() {
                let wait = error.retry_after.unwrap_or(self.services.limits.retry_wait);
                tokio::time::sleep(wait.min(self.services.limits.time)).await;
                attempt += 1;
                continue;
            }
            if !(error.may_succeed_on_fallback() && self.fall_back()) {
                return Err(stop_for(&error));
            }
            attempt = 1;
            let label = format!("Asking {}", self.model.card().title);
            self.writer.progress(Phase::Thinking, label).await?;
        }
    }

    /// One call of the present model, with what it used.
    async fn attempt_call(
        &mut self,
        request: ModelRequest,
    ) -> Result<Result<(ModelOutput, Usage), ModelError>, Stop> {
        let input = request.input_tokens;
        let watch = CallWatch::begin(self.model.as_ref(), &request);
        let called = self.call_model(request).instrument(watch.span.clone());
        match called.await {
            Ok(answer) => {
                let usage = answer.usage.unwrap_or_else(|| Usage {
                    input_tokens: input,
                    output_tokens: self.model.count_tokens(&answer.text),
                    estimated: true,
                    ..Usage::default()
                });
                watch.answered(&answer, &usage);
                Ok(Ok((answer, usage)))
            }
            Err(CallError::Gone) => Err(Stop::Gone),
            Err(CallError::Model(error)) => {
                watch.failed(&error);
                Ok(Err(error))
            }
        }
    }

    /// Lets the next model take over; false if there is none. What the one before it had closed
    /// stays, and the next goes on after it.
    fn fall_back(&mut self) -> bool {
        let Some(next) = self.fallbacks.pop_front() else {
            return false;
        };
        self.cut_before = (self.cut_so_far(), self.writer.closed().len());
        note_fallback(self.model.as_ref());
        self.model = next;
        true
    }

    /// Returns the kept blocks of the current step's interrupted calls, each at the price of its model.
    fn cut_so_far(&self) -> Usage {
        let (mut usage, blocks) = self.cut_before;
        let kept = self.writer.closed().get(blocks..).unwrap_or_default();
        usage.add(self.price_usage(usage_of_cut_call(
            self.model.as_ref(),
            &self.request,
            &self.services.limits,
            &self.journal,
            kept,
        )));
        usage
    }

    /// Tokens of the present model, at its own price.
    fn price_usage(&self, usage: Usage) -> Usage {
        self.price.written_by(self.model.card().price, usage)
    }

    fn conversation(&self, is_last: bool) -> Conversation<'_> {
        Conversation {
            request: &self.request,
            limits: &self.services.limits,
            journal: &self.journal,
            samples: &self.samples,
            kept: self.writer.closed(),
            is_last,
        }
    }

    fn next_hold(&self) -> Result<u64, Stop> {
        let conversation = self.conversation(self.must_answer());
        let models = std::iter::once(&self.model).chain(&self.fallbacks);
        // If not even the current model accepts the conversation, the turn ends here.
        if self.fallbacks.is_empty() {
            conversation
                .model_request(self.model.as_ref())
                .map_err(|error| stop_for(&error))?;
        }
        Ok(worst_case(self.price, models, self.usage, &conversation))
    }

    /// The turn's usage where it ends now.
    fn usage_of_what_was_kept(&self) -> Usage {
        let mut usage = self.usage;
        if !self.writer.closed().is_empty() {
            usage.add(self.cut_so_far());
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
    async fn complete_turn(&mut self) -> Result<(), Gone> {
        self.finish_turn(Outcome::Completed, None).await
    }

    async fn fail_turn(&mut self, error: TurnError) -> Result<(), Gone> {
        self.writer.discard().await?;
        let block = BlockContent::Error {
            code: error.code.clone(),
            message: error.message.clone(),
            retryable: error.retryable,
        };
        self.writer.block(block).await?;
        self.finish_turn(Outcome::Failed, Some(error)).await
    }

    async fn finish_turn(
        &mut self,
        outcome: Outcome,
        error: Option<TurnError>,
    ) -> Result<(), Gone> {
        self.writer
            .send(TurnOutput::Finished {
                outcome,
                error,
                usage: self.usage,
            })
            .await
    }
}

/// Credits for what was used and for the whole of one more call, by the dearest of the models
/// that may have to make it. One that does not take the conversation fails before it is called.
fn worst_case<'a>(
    price: Price,
    models: impl Iterator<Item = &'a Arc<dyn LanguageModel>>,
    used: Usage,
    conversation: &Conversation<'_>,
) -> u64 {
    let costs = models.filter_map(|model| {
        let request = conversation.model_request(model.as_ref()).ok()?;
        let call = Usage {
            input_tokens: request.input_tokens,
            output_tokens: request.max_output_tokens,
            estimated: true,
            ..Usage::default()
        };
        let mut usage = used;
        usage.add(price.written_by(model.card().price, call));
        Some(price.credits(usage))
    });
    costs.max().unwrap_or_else(|| price.credits(used))
}

fn usage_of_cut_call(
    model: &dyn LanguageModel,
    request: &TurnRequest,
    limits: &TurnLimits,
    journal: &[JournaledStep],
    kept: &[Block],
) -> Usage {
    if kept.is_empty() {
        return Usage::default();
    }
    let conversation = Conversation {
        request,
        limits,
        journal,
        samples: &Samples::new(),
        kept: &[],
        is_last: false,
    };
    let input_tokens = conversation
        .model_request(model)
        .map_or(0, |call| call.input_tokens);
    let thoughts = kept.iter().filter_map(|block| match &block.content {
        BlockContent::Thinking { markdown, .. } => Some(model.count_tokens(markdown)),
        _ => None,
    });
    Usage {
        input_tokens,
        output_tokens: model.count_tokens(&model_output(kept)) + thoughts.sum::<u64>(),
        estimated: true,
        ..Usage::default()
    }
}

fn used_so_far(journal: &[JournaledStep]) -> Usage {
    let mut usage = Usage::default();
    for step in journal {
        usage.add(step.usage);
    }
    usage
}

/// Returns what is known of earlier calls after an interruption: their texts and arguments.
fn written_bytes(journal: &[JournaledStep]) -> usize {
    let parts = journal.iter().flat_map(|step| &step.parts);
    let bytes = parts.map(|part| match part {
        StepPart::Text { text } => text.len(),
        StepPart::ToolCall { arguments, .. } => arguments.len(),
        StepPart::ToolResult { .. } | StepPart::ProviderState { .. } => 0,
    });
    bytes.sum()
}

fn stop_for(error: &ModelError) -> Stop {
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
