use std::{
    io::Write,
    sync::{Arc, atomic::AtomicU64},
    time::Duration,
};

use actix::Actor;
use portolan_assistant::Services;
use portolan_chat_actors::{
    ChatServices, ChatViewer, Chats, Load, LocalTransport, Peers, TurnRecords, UsageSupervisor,
};
use portolan_domain::ChatSelection;
use portolan_environment::{clock::Clock, ids::Ids};
use portolan_sources::Objects;
use portolan_store::Store;
use tokio::sync::watch;

use super::{Replay, ReplayError, ReplayOptions, Transcript, TranscriptWriter};

/// The interval of the run's supervisors, which needn't be quick.
const INTERVAL: Duration = Duration::from_secs(60);
/// How long a chat stays in memory after its last turn.
const IDLE: Duration = Duration::from_secs(2);

/// The components of a run, beside its stores.
pub struct Surroundings {
    pub objects: Objects,
    pub assistant: Services,
    pub clock: Clock,
    pub ids: Ids,
    /// The chats of users that the run gives way to, which then leaves it one thread.
    pub live: Option<Load>,
}

impl Replay {
    /// Returns a run with live chats of its own. Must be called inside an actix system.
    pub fn over(
        options: ReplayOptions,
        originals: Store,
        scratch: Store,
        surroundings: Surroundings,
        stop: watch::Receiver<bool>,
    ) -> Self {
        let Surroundings {
            objects,
            assistant,
            clock,
            ids,
            live,
        } = surroundings;
        let models = assistant.models.clone();
        let records = TurnRecords::default();
        let services = ChatServices {
            usage: UsageSupervisor::new(scratch.clone(), clock.clone(), INTERVAL).start(),
            viewer: ChatViewer::new(scratch.clone(), INTERVAL).start(),
            store: scratch.clone(),
            objects,
            assistant,
            clock: clock.clone(),
            ids: ids.clone(),
            peers: Peers::new(Arc::new(LocalTransport::default()), "replay"),
            idle: IDLE,
            load: Load::default(),
            web: None,
            records: records.clone(),
        };
        let threads = match live {
            Some(_) => 1,
            None => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        };
        Self {
            chats: Chats::start(Arc::new(services), threads),
            options,
            originals,
            scratch,
            models,
            clock,
            ids,
            records,
            live,
            stop,
            spent: AtomicU64::new(0),
        }
    }
}

/// Writes the chats of a selection one by one, at most `most`.
pub async fn write_selected(
    store: &Store,
    selection: &ChatSelection,
    most: u32,
    writer: &mut TranscriptWriter<impl Write>,
) -> Result<(), ReplayError> {
    for chat in store.select_chats(selection, most).await? {
        let email = store.user(chat.user_id).await?.email;
        writer.write(&Transcript::read(store, chat.id, email).await?)?;
    }
    Ok(())
}
