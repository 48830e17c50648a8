mod fail_points;
mod follow;
mod observe;
mod watch;

use std::{cell::RefCell, collections::HashMap, rc::Rc, sync::Arc, time::Duration};

use actix::{
    Actor, ActorContext, ActorFutureExt, AsyncContext, Context, Handler, Recipient, ResponseFuture,
    SpawnHandle, StreamHandler, WrapFuture,
};
use bytes::BytesMut;
use futures_util::stream;
use portolan_assistant::TurnRequest;
use portolan_blocks::{Block, Event};
use portolan_chat::{
    Commit, Effect, Input, LiveBatch, LiveEvent, MessageInput, State, TurnOutput, Unavailable,
};
use portolan_domain::{BoardAddition, Source};
use portolan_store::StoreError;
use tokio::{
    sync::{mpsc, oneshot},
    time::Instant,
};
use tracing::Instrument;
use uuid::Uuid;

use self::{
    fail_points::{fail_point, point_of},
    follow::{FollowedChat, read_events_after},
    observe::TurnWatches,
    watch::Ahead,
};
use super::{
    ChatServices, context,
    context::Loaded,
    frames::{board_event, encode_event, encode_frames},
    late_usage::{self, AbortOnDrop, LateUsage},
    load::LiveChat,
    log,
    log::Owned,
    messages::{Cancel, HandOver, Left, Rename, Send, SendError, SourceWasRead, Watched},
    requests::Requests,
    usage::notify_settled,
    viewer::notify_moved,
    viewers::Viewers,
};

/// Messages that may wait for one chat; a further one is answered with 503.
pub const CHAT_MAILBOX: usize = 64;

/// Outputs of the assistant that may wait; the assistant pauses where the chat cannot keep up.
const OUTPUTS_WAITING: usize = 64;

/// One live chat: carries inputs into the pure core, and the core's effects out.
///
/// If another server owns the chat, the actor follows that server until it can take the chat over.
/// Ends when it was idle for a while, when its state is spent (the log is the truth), or on
/// [`HandOver`]. Then its viewers' tails end, and they come back by their cursors.
pub struct ChatActor {
    chat_id: Uuid,
    user_id: Uuid,
    generation: u64,
    services: Arc<ChatServices>,
    registry: Recipient<Left>,
    counted: LiveChat,
    /// None until the log was read, and while another server owns the chat.
    live: Option<LoadedChat>,
    /// The stream of another server's chat.
    followed: Option<FollowedChat>,
    /// Batches that followers on other servers were sent.
    batches: u64,
    viewers: Viewers,
    requests: Requests,
    /// Readers who know more than the chat has heard of.
    ahead: Vec<Ahead>,
    run: Option<TurnRun>,
    watches: TurnWatches,
    /// The assistant's input, by the turn that is about to begin.
    prepared: HashMap<Uuid, TurnRequest>,
    /// The sources that are made with a turn, until it has begun.
    new_sources: HashMap<Uuid, Vec<Source>>,
    /// A person has named the chat: from then on it is not named by itself.
    named_by_person: bool,
    /// The next turn that begins names the chat.
    is_untitled: bool,
    /// The turn that was stopped last, while its model may still report what it used.
    late: Option<LateUsage>,
}

struct LoadedChat {
    state: State,
    owned: Owned,
    /// The lease is older than this.
    acquired_at: Instant,
}

/// The assistant at work.
struct TurnRun {
    turn_id: Uuid,
    /// The model's id.
    model: String,
    receiver: Rc<RefCell<mpsc::Receiver<TurnOutput>>>,
    outputs: SpawnHandle,
    leave: mpsc::Sender<()>,
    task: tokio::task::JoinHandle<()>,
}

impl ChatActor {
    pub fn new(
        chat_id: Uuid,
        user_id: Uuid,
        generation: u64,
        services: Arc<ChatServices>,
        registry: Recipient<Left>,
    ) -> Self {
        Self {
            chat_id,
            user_id,
            generation,
            counted: services.load.chat(),
            services,
            registry,
            live: None,
            followed: None,
            batches: 0,
            viewers: Viewers::default(),
            requests: Requests::default(),
            ahead: Vec::new(),
            run: None,
            watches: TurnWatches::default(),
            prepared: HashMap::new(),
            new_sources: HashMap::new(),
            named_by_person: false,
            is_untitled: false,
            late: None,
        }
    }

    /// Takes the chat over and reads its log, or follows the server that has it; until then the mailbox waits.
    fn load_log(&mut self, context: &mut Context<Self>) {
        let services = Arc::clone(&self.services);
        let (chat_id, user_id) = (self.chat_id, self.user_id);
        let known = self
            .followed
            .as_mut()
            .map(|followed| followed.follower().last_id());
        let loading = async move {
            let loaded = context::load_context(&services, chat_id, user_id).await?;
            // The viewers of a chat that was followed up to now lack these.
            let missed = match known {
                Some(known) => read_events_after(&services.store, chat_id, known).await?,
                None => Vec::new(),
            };
            Ok::<_, context::ContextError>((loaded, missed))
        };
        context.wait(loading.into_actor(self).map(|loaded, actor, context| match loaded {
            Ok((Loaded::Owned { state, effects, owned, is_untitled }, missed)) => {
                actor.is_untitled = is_untitled;
                if let Some(mut followed) = actor.followed.take() {
                    let published = followed.follower().take_events(missed);
                    actor.send_to_viewers(&published);
                    tracing::info!(chat.id = %actor.chat_id, "chat taken over from another server");
                }
                let acquired_at = Instant::now();
                actor.live = Some(LoadedChat { state: *state, owned, acquired_at });
                actor.carry_out(effects, context);
            }
            Ok((Loaded::PeerEvent { owner, follower }, _)) => match &mut actor.followed {
                Some(followed) => followed.set_owner(owner),
                None => actor.follow(FollowedChat::new(*follower, owner), context),
            },
            Err(error) if actor.followed.is_some() => {
                tracing::warn!(chat.id = %actor.chat_id, error.cause = %error, "chat not taken over; it is tried again");
            }
            Err(error) => {
                tracing::error!(chat.id = %actor.chat_id, error.cause = %error, "chat could not be loaded");
                context.stop();
            }
        }));
    }

    fn take_input(&mut self, input: Input, context: &mut Context<Self>) {
        let Some(live) = &mut self.live else { return };
        let effects = live.state.step(input);
        self.carry_out(effects, context);
    }

    fn carry_out(&mut self, effects: Vec<Effect>, context: &mut Context<Self>) {
        let mut frames = BytesMut::new();
        let mut unstored = Vec::new();
        for effect in effects {
            match effect {
                Effect::Publish(published) => {
                    encode_frames(&published, &mut frames);
                    if !self.services.peers.is_alone() {
                        unstored.extend(LiveEvent::of(&published));
                    }
                }
                Effect::Begin(begin) => self.begin_turn(begin, context),
                Effect::Commit(commit) => self.commit_batch(commit, context),
                Effect::Reply { request, result } => {
                    if let Some(waiting) = self.requests.sends.remove(&request) {
                        // The receiver is gone if the caller disconnected; the turn continues.
                        let _ = waiting.send(result.map_err(SendError::from));
                    }
                }
                Effect::Done { request, result } => {
                    if let Some(waiting) = self.requests.others.remove(&request) {
                        let _ = waiting.send(result);
                    }
                }
                Effect::StartTurn(start) => self.start_turn(start, context),
                Effect::ContinueTurn { turn_id } => {
                    if let Some(run) = self.run.as_ref().filter(|run| run.turn_id == turn_id) {
                        // One leave is asked for at a time, so there is always room for it.
                        let _ = run.leave.try_send(());
                    }
                }
                Effect::StopTurn { turn_id } => self.stop_turn(turn_id, context),
                Effect::Estimate {
                    turn_id, kept, cut, ..
                } => self.estimate_usage(turn_id, kept, cut, context),
                Effect::Retire => context.stop(),
            }
        }
        let live = self.live.as_ref();
        self.counted
            .runs(live.is_some_and(|live| live.state.running_turn().is_some()));
        if !frames.is_empty() {
            fail_point("send.before");
            self.viewers.send(&frames.freeze());
            self.publish_live(unstored);
            fail_point("send.after");
        }
        self.answer_those_ahead();
    }

    /// Tells the servers that follow the chat what is not stored, and up to where they can read the log.
    fn publish_live(&mut self, events: Vec<LiveEvent>) {
        let Some(live) = self
            .live
            .as_ref()
            .filter(|_| !self.services.peers.is_alone())
        else {
            return;
        };
        self.batches += 1;
        let batch = LiveBatch {
            epoch: live.owned.epoch,
            number: self.batches,
            published_id: live.state.last_event_id(),
            events,
        };
        self.services.peers.publish_live(self.chat_id, &batch);
    }

    fn begin_turn(&mut self, begin: portolan_chat::Begin, context: &mut Context<Self>) {
        let Some(live) = &self.live else { return };
        let store = self.services.store.clone();
        let (owned, now) = (live.owned, self.services.clock.now());
        let turn_id = match &begin.event.event {
            Event::TurnStarted { turn_id, .. } => Some(*turn_id),
            _ => None,
        };
        let new_sources = turn_id.and_then(|turn_id| self.new_sources.get(&turn_id));
        let new_sources = new_sources.cloned().unwrap_or_default();
        let span = self.watches.commit_span(turn_id, 1);
        let beginning = async move {
            fail_point("begin.before");
            let result = log::begin_turn(&store, owned, &begin, &new_sources, now).await;
            fail_point("begin.after");
            result
        };
        context.spawn(
            beginning
                .instrument(span)
                .into_actor(self)
                .map(|result, actor, context| {
                    notify_moved(&actor.services.viewer, actor.chat_id);
                    actor.take_input(Input::Begun(result), context);
                }),
        );
    }

    /// Tries again while the database is only busy; gives up after the time that a lease lasts.
    fn commit_batch(&mut self, commit: Commit, context: &mut Context<Self>) {
        let Some(live) = &self.live else { return };
        let services = Arc::clone(&self.services);
        let owned = live.owned;
        let span = self
            .watches
            .commit_span(commit.turn_id, commit.events.len());
        let committing = async move {
            let mut wait = FIRST_RETRY;
            point_of(&commit, "before");
            loop {
                let now = services.clock.now();
                match log::commit_log(&services.store, owned, &commit, now).await {
                    Ok((hold, board)) => {
                        point_of(&commit, "after");
                        return Ok((hold, board, commit));
                    }
                    Err(StoreError::Busy(cause)) if wait < LAST_RETRY => {
                        metrics::counter!("portolan_commit_retries_total").increment(1);
                        tracing::warn!(chat.id = %owned.chat_id, error.cause = %cause, "commit is tried again");
                        tokio::time::sleep(wait).await;
                        wait *= 2;
                    }
                    Err(error) => return Err(error),
                }
            }
        };
        context.spawn(committing.instrument(span).into_actor(self).map(|result, actor, context| match result {
            Ok((hold, board, commit)) => {
                actor.tell_of(&commit);
                // Before the turn's end, after which a viewer may leave.
                actor.show_on_board(board);
                let now = actor.services.clock.now();
                actor.take_input(Input::Committed { hold, now }, context);
            }
            Err(error) => {
                tracing::error!(chat.id = %actor.chat_id, error.cause = %error, "commit failed");
                actor.take_input(Input::CommitFailed, context);
            }
        }));
    }

    /// Tells the supervisors of what was committed.
    fn tell_of(&mut self, commit: &Commit) {
        self.watches.note_commit(commit);
        if let Some(settlement) = &commit.settlement {
            notify_settled(&self.services.usage, self.user_id);
            if let Some(late) = &mut self.late {
                late.settled(settlement);
                late.report(&self.services);
            }
        }
        let is_news = commit.events.iter().any(|stored| {
            matches!(
                stored.event,
                Event::TurnFinished { .. } | Event::ChatChanged { .. }
            )
        });
        if is_news {
            notify_moved(&self.services.viewer, self.chat_id);
        }
    }

    /// Tells the viewers what came onto the chat's board; who was away reads the board.
    fn show_on_board(&mut self, added: Vec<BoardAddition>) {
        let mut frames = BytesMut::new();
        let mut live = Vec::new();
        for addition in added {
            let event = board_event(&addition);
            encode_event(None, &event, &mut frames);
            live.push(LiveEvent::Unnumbered(event));
        }
        if !frames.is_empty() {
            self.viewers.send(&frames.freeze());
            self.publish_live(live);
        }
    }

    fn start_turn(&mut self, start: portolan_chat::TurnStart, context: &mut Context<Self>) {
        fail_point("upstream.before");
        let turn_id = start.turn_id;
        let (outputs, receiver) = mpsc::channel(OUTPUTS_WAITING);
        let (leave, leaves) = mpsc::channel(1);
        let services = Arc::clone(&self.services);
        let (chat_id, user_id) = (self.chat_id, self.user_id);
        let prepared = self.prepared.get(&turn_id).cloned();
        // Pages that are still to be read are not part of the turn's final input.
        let is_outdated = prepared
            .as_ref()
            .is_some_and(|request| request.unread.iter().any(|source| source.is_waiting));
        if is_outdated {
            self.prepared.remove(&turn_id);
        }
        let board = context.address().recipient();
        let model = start.model.clone();
        let running = context::Running {
            start,
            prepared,
            board,
        };
        let ids = &self.services.ids;
        let span = self.watches.start(chat_id, turn_id, &model, ids);
        let assistant = async move {
            context::run_assistant(&services, chat_id, user_id, running, outputs, leaves).await;
        };
        let task = actix::spawn(assistant.instrument(span));
        let receiver = Rc::new(RefCell::new(receiver));
        let reading = Rc::clone(&receiver);
        let outputs = context.add_stream(stream::poll_fn(move |polling| {
            let mut outputs = Vec::new();
            let mut reading = reading.borrow_mut();
            let taken = reading.poll_recv_many(polling, &mut outputs, OUTPUTS_WAITING);
            taken.map(|taken| (taken > 0).then_some(outputs))
        }));
        self.run = Some(TurnRun {
            turn_id,
            model,
            receiver,
            outputs,
            leave,
            task,
        });
    }

    /// Stops the turn. Its input is kept until its usage is estimated; the model's stream stays open
    /// a little longer in case it still reports usage.
    fn stop_turn(&mut self, turn_id: Uuid, context: &mut Context<Self>) {
        let Some(run) = self.run.take_if(|run| run.turn_id == turn_id) else {
            return;
        };
        context.cancel_future(run.outputs);
        let Ok(model) = self.services.assistant.models.get(&run.model) else {
            run.task.abort();
            return;
        };
        self.late = Some(LateUsage::new(turn_id, model.card().price));
        let listening = late_usage::listen_for_usage(run.receiver, AbortOnDrop(run.task));
        context.spawn(listening.into_actor(self).map(move |usage, actor, _| {
            if let Some(late) = actor.late.as_mut().filter(|late| late.turn_id == turn_id) {
                late.reported(usage);
                late.report(&actor.services);
            }
        }));
    }

    /// The end of the turn waits for the answer.
    fn estimate_usage(
        &mut self,
        turn_id: Uuid,
        kept: Vec<Block>,
        cut: Option<Block>,
        context: &mut Context<Self>,
    ) {
        let services = Arc::clone(&self.services);
        let told = self.prepared.remove(&turn_id);
        let (chat_id, user_id) = (self.chat_id, self.user_id);
        let estimating = async move {
            context::estimate_interrupted(&services, chat_id, user_id, turn_id, told, kept, cut)
                .await
        };
        context.spawn(
            estimating
                .into_actor(self)
                .map(move |cut_call, actor, context| {
                    let usage = cut_call.usage;
                    if let Some(late) = actor.late.as_mut().filter(|late| late.turn_id == turn_id) {
                        late.estimated(usage);
                    }
                    let input = Input::Estimated {
                        turn_id,
                        usage,
                        unverified_numbers: cut_call.unverified_numbers,
                    };
                    actor.take_input(input, context);
                }),
        );
    }

    fn leave_when_idle(&mut self, context: &mut Context<Self>) {
        let live = self.live.as_ref();
        let is_idle = live.map_or(self.followed.is_some(), |live| live.state.is_idle());
        if is_idle && self.viewers.is_empty() {
            context.stop();
        }
    }
}

/// Pauses between tries of what a busy database refused, each twice as long as the one before.
pub const FIRST_RETRY: Duration = Duration::from_millis(20);
pub const LAST_RETRY: Duration = Duration::from_secs(8);

impl Actor for ChatActor {
    type Context = Context<Self>;

    fn started(&mut self, context: &mut Self::Context) {
        context.set_mailbox_capacity(CHAT_MAILBOX);
        self.load_log(context);
        context.run_interval(self.services.idle, Self::leave_when_idle);
    }

    fn stopped(&mut self, _: &mut Self::Context) {
        if let Some(run) = self.run.take() {
            run.task.abort();
        }
        if let Some(live) = self.live.take() {
            let store = self.services.store.clone();
            let Owned { chat_id, epoch, .. } = live.owned;
            actix::spawn(async move {
                if let Err(error) = store.release(chat_id, epoch).await {
                    tracing::warn!(chat.id = %chat_id, error.cause = %error, "lease was not released; it runs out by itself");
                }
            });
        }
        self.registry.do_send(Left {
            chat_id: self.chat_id,
            generation: self.generation,
        });
    }
}

/// Handles the outputs of the assistant that have come by now; the end of the stream ends the run.
impl StreamHandler<Vec<TurnOutput>> for ChatActor {
    fn handle(&mut self, outputs: Vec<TurnOutput>, context: &mut Self::Context) {
        let Some(turn_id) = self.run.as_ref().map(|run| run.turn_id) else {
            return;
        };
        for output in &outputs {
            match output {
                TurnOutput::BlockText { .. } => fail_point("upstream.first"),
                TurnOutput::StepFinished { .. } => fail_point("upstream.after"),
                _ => {}
            }
            self.watches.note_output(turn_id, output);
        }
        let now = self.services.clock.now();
        self.take_input(
            Input::Outputs {
                turn_id,
                outputs,
                now,
            },
            context,
        );
    }

    fn finished(&mut self, context: &mut Self::Context) {
        let Some(run) = self.run.take() else { return };
        self.prepared.remove(&run.turn_id);
        let now = self.services.clock.now();
        // Ignored by the core where the turn has reported its end.
        self.take_input(
            Input::TurnCrashed {
                turn_id: run.turn_id,
                message:
                    "The assistant stopped unexpectedly. What it wrote is kept; please try again."
                        .into(),
                now,
            },
            context,
        );
    }
}

impl Handler<Send> for ChatActor {
    type Result = actix::ResponseActFuture<Self, Result<Uuid, SendError>>;

    fn handle(&mut self, send: Send, context: &mut Self::Context) -> Self::Result {
        let is_idle = self.live.as_ref().is_some_and(|live| live.state.is_idle());
        if is_idle && self.services.load.is_draining() {
            // Another server can have the chat at once.
            context.stop();
        }
        let services = Arc::clone(&self.services);
        let (chat_id, user_id, turn_id) = (self.chat_id, self.user_id, self.services.ids.id());
        let newest = self.live.as_ref().and_then(|live| live.state.newest_turn());
        let span = self.watches.prepare(chat_id, turn_id, send.trace.as_ref());
        let preparing = async move {
            if services.load.is_draining() {
                return Err(SendError::Draining);
            }
            let prepared =
                context::prepare_turn(&services, chat_id, user_id, turn_id, newest, &send).await?;
            Ok::<_, SendError>((send, prepared))
        };
        let sending =
            preparing
                .instrument(span)
                .into_actor(self)
                .then(move |result, actor, context| {
                    let (answer, waiting) = oneshot::channel();
                    let mut names_chat = false;
                    match result {
                        Ok((send, prepared)) => {
                            let title = prepared.title.filter(|_| actor.is_untitled);
                            names_chat = title.is_some();
                            actor.is_untitled &= !names_chat;
                            actor.new_sources.insert(turn_id, prepared.new_sources);
                            let request = actor.requests.number();
                            actor.requests.sends.insert(request, answer);
                            actor.prepared.insert(turn_id, prepared.request);
                            let now = actor.services.clock.now();
                            actor.take_input(
                                Input::Send(MessageInput {
                                    request,
                                    turn_id,
                                    parent: send.parent,
                                    message: prepared.message,
                                    model: send.model,
                                    key: send.key,
                                    price: prepared.price,
                                    hold: prepared.hold,
                                    title,
                                    now,
                                }),
                                context,
                            );
                        }
                        Err(error) => {
                            let _ = answer.send(Err(error));
                        }
                    }
                    async move {
                        let result = waiting.await.unwrap_or(Err(SendError::Refused(
                            portolan_chat::SendRefusal::StoreUnavailable,
                        )));
                        (result, names_chat)
                    }
                    .into_actor(actor)
                });
        Box::pin(sending.map(move |(result, names_chat), actor, _| {
            actor.new_sources.remove(&turn_id);
            if result.as_ref().ok() != Some(&turn_id) {
                actor.prepared.remove(&turn_id);
                actor.watches.forget(turn_id);
                actor.is_untitled |= names_chat && !actor.named_by_person;
            }
            result
        }))
    }
}

impl Handler<Cancel> for ChatActor {
    type Result = ResponseFuture<Result<(), Unavailable>>;

    fn handle(&mut self, _: Cancel, context: &mut Self::Context) -> Self::Result {
        let (request, done) = self.requests.wait();
        let now = self.services.clock.now();
        self.take_input(Input::Cancel { request, now }, context);
        done
    }
}

impl Handler<Rename> for ChatActor {
    type Result = ResponseFuture<Result<(), Unavailable>>;

    fn handle(&mut self, rename: Rename, context: &mut Self::Context) -> Self::Result {
        self.named_by_person = true;
        self.is_untitled = false;
        let (request, done) = self.requests.wait();
        self.take_input(
            Input::Rename {
                request,
                title: rename.title,
            },
            context,
        );
        done
    }
}

impl Handler<SourceWasRead> for ChatActor {
    type Result = ();

    /// A chat that is called by the address is called after the page from now on.
    fn handle(&mut self, read: SourceWasRead, context: &mut Self::Context) {
        let SourceWasRead { title, addition } = read;
        if let Some(title) = title.filter(|_| !self.named_by_person) {
            let request = self.requests.number();
            self.take_input(Input::Rename { request, title }, context);
        }
        self.show_on_board(addition.into_iter().collect());
    }
}

impl Handler<HandOver> for ChatActor {
    type Result = ();

    fn handle(&mut self, _: HandOver, context: &mut Self::Context) {
        if self.live.is_none() {
            context.stop();
            return;
        }
        self.take_input(Input::HandOver, context);
        if self.live.as_ref().is_some_and(|live| live.state.is_idle()) {
            context.stop();
        }
    }
}
