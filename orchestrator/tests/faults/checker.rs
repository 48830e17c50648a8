//! I1 to I9: what clients saw, what the database says, and what the process holds.

use std::{
    cell::{Cell, RefCell},
    collections::{BTreeMap, HashMap},
    rc::Rc,
    time::Duration,
};

use portolan_blocks::{Chat, Event, Outcome};
use portolan_domain::{EntryKind, PageRequest};
use portolan_store::{Store, apart};
use serde_json::Value;
use tokio::time::Instant;
use uuid::Uuid;

use crate::{
    client::patiently,
    server::{Holdings, PATIENCE, ServerSetup},
    watcher::{Manner, Watcher},
};

/// Files that a server may open later than at its first turn: each of its database's connections
/// has three.
const MORE_FILES: usize = 16;
const MORE_THREADS: usize = 4;
const MORE_MEGABYTES: u64 = 64;
/// The hold of a turn's first model call, which a turn can always be charged.
const HOLD: u64 = 50;

/// Watches over a run from its beginning.
pub struct Checker {
    pub watchers: Vec<Watcher>,
    /// Which turn each message was accepted as.
    accepted: RefCell<HashMap<(Uuid, String), Uuid>>,
    auditor: Auditor,
    before: Holdings,
}

/// Proves I5 and I6 again and again while the run continues.
struct Auditor {
    violation: Rc<RefCell<Option<String>>>,
    audits: Rc<Cell<u64>>,
    task: tokio::task::JoinHandle<()>,
}

impl Checker {
    pub async fn start(setup: &ServerSetup) -> Self {
        // The first turn, however it ends, loads what stays loaded.
        let chat_id = setup.user.chat().await;
        setup.user.send(chat_id, "warm", "[[mock tokens=3]]").await;
        setup.user.ended(chat_id).await;
        Self::new(setup)
    }

    fn new(setup: &ServerSetup) -> Self {
        Self {
            watchers: Vec::new(),
            accepted: RefCell::default(),
            auditor: Auditor::start(setup.store.clone()),
            before: setup.holdings(),
        }
    }

    /// A chat that is watched in this manner.
    pub async fn chat(&mut self, setup: &ServerSetup, manner: Manner) -> Uuid {
        let chat_id = setup.user.chat().await;
        self.watch(setup, chat_id, manner);
        chat_id
    }

    pub fn watch(&mut self, setup: &ServerSetup, chat_id: Uuid, manner: Manner) {
        self.watchers
            .push(Watcher::start(&setup.user, chat_id, manner));
    }

    pub fn watcher(&self, chat_id: Uuid) -> &Watcher {
        let mut watchers = self.watchers.iter();
        watchers.find(|watcher| watcher.chat_id == chat_id).unwrap()
    }

    /// Sets the memory limit: the current memory of the process plus this many megabytes.
    pub fn measure(&mut self, setup: &ServerSetup, more: u64) {
        self.before = setup.holdings();
        self.before.megabytes += more.saturating_sub(MORE_MEGABYTES);
    }

    /// Notes that a message was accepted. I4: the same key is the same turn.
    pub fn accept(&self, chat_id: Uuid, key: &str, turn_id: Uuid) {
        let mut accepted = self.accepted.borrow_mut();
        let first = accepted.entry((chat_id, key.to_owned())).or_insert(turn_id);
        assert_eq!(*first, turn_id, "I4: one key, two turns");
    }

    /// Judges the run once its faults are over; a `replaced` process is not compared with the first.
    pub async fn judge(self, setup: &ServerSetup, replaced: bool) {
        let mut chats: Vec<Uuid> = self
            .watchers
            .iter()
            .map(|watcher| watcher.chat_id)
            .collect();
        chats.sort_unstable();
        chats.dedup();
        let fault_clears = Instant::now();
        let mut turns = BTreeMap::new();
        for chat_id in &chats {
            self.judge_chat(setup, *chat_id, &mut turns).await;
        }
        let took = fault_clears.elapsed();
        assert!(
            took < Duration::from_secs(30),
            "I3: the turns took {took:?} to end"
        );
        for ((chat_id, key), turn_id) in self.accepted.borrow().iter() {
            let known = turns.contains_key(turn_id);
            assert!(
                known,
                "I4: {key} of {chat_id} was accepted and is not in the log"
            );
        }
        judge_charges(setup, &turns).await;
        self.auditor.judge();
        audit(&setup.store)
            .await
            .unwrap_or_else(|violation| panic!("{violation}"));
        drop(self.watchers);
        if !replaced {
            judge_holdings(setup, self.before).await;
        }
    }

    async fn judge_chat(
        &self,
        setup: &ServerSetup,
        chat_id: Uuid,
        turns: &mut BTreeMap<Uuid, Ended>,
    ) {
        let user = &setup.user;
        let path = format!("/api/chats/{chat_id}");
        let read = patiently("I3: the end of every turn", async || {
            let answer = user
                .get(&path)
                .await
                .filter(|answer| answer.status == 200)?;
            let turns = answer.body["turns"].as_array()?;
            let over = turns.iter().all(|turn| !turn["outcome"].is_null());
            over.then_some(answer.body)
        })
        .await;
        let chat: Chat = serde_json::from_value(read).unwrap();
        let fresh = Watcher::start(user, chat_id, Manner::Steady);
        fresh.reach(chat.last_event_id).await;
        let log = fresh.seen();
        let fold = log
            .fold(chat_id)
            .unwrap_or_else(|wrong| panic!("I2: {wrong}"));
        assert_eq!(fold.chat(), &chat, "I2: the stream is not the chat");
        let stored: BTreeMap<u64, &str> = log
            .frames
            .iter()
            .filter(|frame| frame.event.is_stored())
            .filter_map(|frame| Some((frame.cursor?.event, frame.data.as_str())))
            .collect();
        let whole = stored.keys().copied().eq(1..=chat.last_event_id);
        assert!(whole, "I2: the log has gaps: {:?}", stored.keys());
        for watcher in self
            .watchers
            .iter()
            .filter(|watcher| watcher.chat_id == chat_id)
        {
            watcher.reach(chat.last_event_id).await;
            let seen = watcher.seen();
            let fold = seen
                .fold(chat_id)
                .unwrap_or_else(|wrong| panic!("I2: {wrong}\n{}", setup.log()));
            assert_eq!(fold.chat(), &chat, "I2: a viewer saw another chat");
            for frame in seen.frames.iter().filter(|frame| frame.event.is_stored()) {
                let id = frame.cursor.unwrap().event;
                let same = stored.get(&id) == Some(&frame.data.as_str());
                assert!(
                    same,
                    "I1: event {id} was {} and is {:?}",
                    frame.data,
                    stored.get(&id)
                );
            }
        }
        judge_turns(log.frames.iter().map(|frame| &frame.event), turns);
    }
}

/// How a turn ended, as its log says.
#[derive(Clone, Copy, Debug)]
struct Ended {
    outcome: Outcome,
    credits: u64,
    output_tokens: u64,
}

/// I3: begun, metered and finished, once each and in this order.
fn judge_turns<'a>(events: impl Iterator<Item = &'a Event>, turns: &mut BTreeMap<Uuid, Ended>) {
    let mut running = None;
    let mut metered = None;
    for event in events {
        match event {
            Event::TurnStarted { turn_id, .. } => {
                assert_eq!(running, None, "I3: a turn begins inside another");
                running = Some(*turn_id);
            }
            Event::TurnMetered {
                is_final: true,
                credits,
                output_tokens,
                ..
            } => metered = Some((*credits, *output_tokens)),
            Event::TurnFinished {
                turn_id, outcome, ..
            } => {
                assert_eq!(
                    running.take(),
                    Some(*turn_id),
                    "I3: a turn ends out of turn"
                );
                let (credits, output_tokens) = metered.take().expect("I3: a turn ends unmetered");
                let ended = Ended {
                    outcome: *outcome,
                    credits,
                    output_tokens,
                };
                let before = turns.insert(*turn_id, ended);
                assert!(before.is_none(), "I3: a turn ends twice");
            }
            _ => {}
        }
    }
    assert_eq!(running, None, "I3: a turn does not end");
}

/// I4: each turn is charged once, for what was metered; a token costs a credit, up to the hold. A failed turn is free.
async fn judge_charges(setup: &ServerSetup, turns: &BTreeMap<Uuid, Ended>) {
    let mut charges: HashMap<Uuid, Vec<i64>> = HashMap::new();
    let mut request = PageRequest::default();
    loop {
        let page = setup.store.usage(setup.user.id, &request).await.unwrap();
        for entry in page
            .items
            .iter()
            .filter(|entry| entry.kind == EntryKind::Charge)
        {
            let turn_id = entry.turn_id.expect("I4: a charge without its turn");
            charges.entry(turn_id).or_default().push(entry.amount);
        }
        request.cursor = page.next_cursor;
        if request.cursor.is_none() {
            break;
        }
    }
    for (turn_id, ended) in turns {
        let charged = charges.get(turn_id).map_or(&[][..], Vec::as_slice);
        let metered = ended.credits.cast_signed();
        let right = match ended.credits {
            0 => charged.is_empty() || charged == [0],
            _ => charged == [-metered],
        };
        assert!(right, "I4: {ended:?} is charged {charged:?}");
        let costs = match ended.output_tokens {
            _ if ended.outcome == Outcome::Failed => 0..=0,
            0 if ended.outcome != Outcome::Completed => 0..=1,
            tokens if tokens <= HOLD => tokens.max(1)..=tokens.max(1),
            tokens => HOLD..=tokens,
        };
        assert!(
            costs.contains(&ended.credits),
            "I4: {ended:?} costs {costs:?}"
        );
    }
}

/// I8: what the process holds is what it held.
async fn judge_holdings(setup: &ServerSetup, before: Holdings) {
    let start = Instant::now();
    loop {
        let chats = setup.user.metric("portolan_chats_live").await;
        let turns = setup.user.metric("portolan_turns_running").await;
        let now = setup.holdings();
        let is_idle = chats == 0
            && turns == 0
            && now.files <= before.files + MORE_FILES
            && now.threads <= before.threads + MORE_THREADS
            && now.megabytes <= before.megabytes + MORE_MEGABYTES;
        if is_idle {
            return;
        }
        let left = format!("{chats} chats, {turns} turns, {now:?} after {before:?}");
        assert!(start.elapsed() < PATIENCE, "I8: {left}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

impl Auditor {
    fn start(store: Store) -> Self {
        let violation: Rc<RefCell<Option<String>>> = Rc::default();
        let audits: Rc<Cell<u64>> = Rc::default();
        let (found, count) = (Rc::clone(&violation), Rc::clone(&audits));
        let task = tokio::task::spawn_local(async move {
            loop {
                if let Err(violation) = audit(&store).await {
                    found.borrow_mut().get_or_insert(violation);
                }
                count.set(count.get() + 1);
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        });
        Self {
            violation,
            audits,
            task,
        }
    }

    fn judge(&self) {
        let violation = self.violation.borrow().clone();
        assert_eq!(violation, None);
        assert!(self.audits.get() > 0, "the ledger was never audited");
    }
}

impl Drop for Auditor {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// I5 and I6: every balance is its ledger, every held amount its holds, and none exceeds the balance.
async fn audit(store: &Store) -> Result<(), String> {
    // Apart, so that no connection is dropped outside of the runtime.
    let audited = store.clone();
    match apart(async move { audited.audit().await }).await {
        Ok(report) => match report.difference {
            None => Ok(()),
            Some(difference) => Err(format!("I5: {difference:?}")),
        },
        // While the database is locked there is nothing to be seen.
        Err(portolan_store::StoreError::Busy(_)) => Ok(()),
        Err(error) => Err(format!("I5: the ledger cannot be audited: {error}")),
    }
}

/// Returns the outcome of the turn and its error message.
pub fn outcome_of(turn: &Value) -> (&str, &str) {
    let outcome = turn["outcome"].as_str().unwrap_or("");
    let code = turn["error"]["code"].as_str().unwrap_or("");
    if !code.is_empty() {
        let message = turn["error"]["message"].as_str().unwrap_or("");
        assert!(message.ends_with('.'), "{message:?} is no sentence");
    }
    (outcome, code)
}
