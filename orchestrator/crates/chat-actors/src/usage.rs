use std::{
    collections::{HashMap, VecDeque},
    time::Duration,
};

use actix::{
    Actor, ActorFutureExt, Addr, AsyncContext, Context, Handler, Message, MessageResult, WrapFuture,
};
use chrono::{DateTime, TimeDelta, Utc};
use metrics::counter;
use portolan_domain::{AccountPlan, Notification};
use portolan_environment::clock::Clock;
use portolan_store::{Store, StoreError, UsageReport, apart};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::viewers::{Tail, Viewers, sse_frame};

/// Messages that may wait.
const MAILBOX: usize = 1_024;
/// Plans that are read at the same time.
const READS: usize = 4;
/// How far the clocks of two servers may differ.
const OVERLAP: TimeDelta = TimeDelta::seconds(10);

/// Tells every open tab of a person what becomes of their plan, and what they are to be notified of.
///
/// The ledger decides; this supervisor reads it after each settlement and passes on what changed.
/// It looks every `interval` for accounts that another process has changed (the command line, another
/// server), so that a message that is lost costs a viewer nothing but that time. Takes up to 1,024
/// waiting messages, reads 4 plans at once and one of a person at a time; a tab that reads too slowly
/// is let go at 1 MiB. Nobody's tabs open, nothing is read. Lives as long as the server.
pub struct UsageSupervisor {
    store: Store,
    clock: Clock,
    interval: Duration,
    people: HashMap<Uuid, WatchingUser>,
    /// Whose plan is to be read next; everyone at most once.
    waiting: VecDeque<Uuid>,
    reading: usize,
    looked_at: DateTime<Utc>,
}

/// A user with an open tab.
#[derive(Default)]
struct WatchingUser {
    viewers: Viewers,
    told: Option<AccountPlan>,
    state: UsageReadState,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum UsageReadState {
    #[default]
    Idle,
    Waiting,
    UnderWay,
    /// Something happened while it was read.
    StaleAlready,
}

/// A turn of this person was settled, or their plan changed.
#[derive(Clone, Copy, Debug, Message)]
#[rtype(result = "()")]
pub struct Settled {
    pub user_id: Uuid,
}

/// Asks for the live tail of what concerns a person everywhere.
#[derive(Clone, Copy, Debug, Message)]
#[rtype(result = "Tail")]
pub struct WatchUser {
    pub user_id: Uuid,
}

/// A provider has reported, after a turn was settled, what its last call really used.
#[derive(Clone, Copy, Debug, Message)]
#[rtype(result = "()")]
pub struct ReportedLate(pub UsageReport);

impl UsageSupervisor {
    /// `interval` is how often it looks for what other processes have changed.
    pub fn new(store: Store, clock: Clock, interval: Duration) -> Self {
        Self {
            looked_at: clock.now(),
            store,
            clock,
            interval,
            people: HashMap::new(),
            waiting: VecDeque::new(),
            reading: 0,
        }
    }

    /// Reads the person's plan soon, where they have a tab open.
    fn want_plan(&mut self, user_id: Uuid) {
        let Some(person) = self.people.get_mut(&user_id) else {
            return;
        };
        match person.state {
            UsageReadState::Idle => {
                person.state = UsageReadState::Waiting;
                self.waiting.push_back(user_id);
            }
            UsageReadState::UnderWay => person.state = UsageReadState::StaleAlready,
            UsageReadState::Waiting | UsageReadState::StaleAlready => {}
        }
    }

    fn read_next(&mut self, context: &mut Context<Self>) {
        while self.reading < READS {
            let Some(user_id) = self.waiting.pop_front() else {
                return;
            };
            let Some(person) = self.people.get_mut(&user_id) else {
                continue;
            };
            if person.viewers.is_empty() {
                self.people.remove(&user_id);
                continue;
            }
            person.state = UsageReadState::UnderWay;
            self.reading += 1;
            let (store, now) = (self.store.clone(), self.clock.now());
            let reading = apart(async move { load_news(&store, user_id, now).await });
            context.spawn(
                reading
                    .into_actor(self)
                    .map(move |news, supervisor, context| {
                        supervisor.reading -= 1;
                        supervisor.tell_news(user_id, news);
                        supervisor.read_next(context);
                    }),
            );
        }
    }

    fn tell_news(&mut self, user_id: Uuid, news: Result<News, StoreError>) {
        let Some(person) = self.people.get_mut(&user_id) else {
            return;
        };
        let was = std::mem::take(&mut person.state);
        match news {
            Ok((plan, notifications)) => {
                if person.told.as_ref() != Some(&plan) {
                    person
                        .viewers
                        .send(&sse_frame(&UserEvent::PlanChanged(&plan)));
                    person.told = Some(plan);
                }
                for notification in &notifications {
                    person
                        .viewers
                        .send(&sse_frame(&UserEvent::Notification(notification)));
                }
            }
            Err(error) => {
                tracing::warn!(error.cause = %error, "plan could not be read after a change");
            }
        }
        if person.viewers.is_empty() {
            self.people.remove(&user_id);
        } else if was == UsageReadState::StaleAlready {
            self.want_plan(user_id);
        }
    }

    /// Looks for accounts that another process has changed.
    fn look_for_changes(&mut self, context: &mut Context<Self>) {
        self.people.retain(|_, person| !person.viewers.is_empty());
        if self.people.is_empty() {
            return;
        }
        let (store, now) = (self.store.clone(), self.clock.now());
        let since = self.looked_at.min(now) - OVERLAP;
        let looking = apart(async move { store.accounts_changed_since(since).await });
        context.spawn(looking.into_actor(self).map(move |changed, supervisor, context| {
            match changed {
                Ok(changed) => {
                    supervisor.looked_at = now;
                    for user_id in changed {
                        supervisor.want_plan(user_id);
                    }
                    supervisor.read_next(context);
                }
                Err(error) => {
                    tracing::warn!(error.cause = %error, "changed accounts could not be listed");
                }
            }
        }));
    }
}

type News = (AccountPlan, Vec<Notification>);

async fn load_news(store: &Store, user_id: Uuid, now: DateTime<Utc>) -> Result<News, StoreError> {
    let plan = store.plan(user_id, now).await?;
    Ok((plan, store.deliver_notifications(user_id, now).await?))
}

/// Says that a person's account has changed. Never waits: where the mailbox is full, the supervisor
/// finds out by itself.
pub fn notify_settled(supervisor: &Addr<UsageSupervisor>, user_id: Uuid) {
    if supervisor.try_send(Settled { user_id }).is_err() {
        tracing::debug!("the usage supervisor is busy; it looks for changes by itself");
    }
}

impl Actor for UsageSupervisor {
    type Context = Context<Self>;

    fn started(&mut self, context: &mut Self::Context) {
        context.set_mailbox_capacity(MAILBOX);
        context.run_interval(self.interval, Self::look_for_changes);
    }
}

impl Handler<WatchUser> for UsageSupervisor {
    type Result = MessageResult<WatchUser>;

    /// The new tab is told the plan, and what waits to be told.
    fn handle(&mut self, watch: WatchUser, context: &mut Self::Context) -> Self::Result {
        let person = self.people.entry(watch.user_id).or_default();
        let tail = person.viewers.join();
        // A tab that comes back may have missed a change.
        person.told = None;
        self.want_plan(watch.user_id);
        self.read_next(context);
        MessageResult(tail)
    }
}

impl Handler<Settled> for UsageSupervisor {
    type Result = ();

    fn handle(&mut self, settled: Settled, context: &mut Self::Context) {
        self.want_plan(settled.user_id);
        self.read_next(context);
    }
}

impl Handler<ReportedLate> for UsageSupervisor {
    type Result = ();

    /// Corrects the charge; the account's tabs hear of it by the look for changed accounts.
    fn handle(&mut self, ReportedLate(report): ReportedLate, context: &mut Self::Context) {
        let store = self.store.clone();
        let correcting = apart(async move { store.correct_usage(&report).await });
        context.spawn(correcting.into_actor(self).map(move |corrected, _, _| match corrected {
            Ok(charged) => {
                counter!("portolan_ledger_corrections_total", "outcome" => "corrected").increment(1);
                tracing::info!(turn.id = %report.turn_id, charged, "usage was reported late");
            }
            Err(error) => {
                counter!("portolan_ledger_corrections_total", "outcome" => "lost").increment(1);
                tracing::warn!(turn.id = %report.turn_id, error.cause = %error, "usage that was reported late is lost");
            }
        }));
    }
}

/// An event of `GET /api/user/events`.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "event", content = "data")]
pub enum UserEvent<'a> {
    #[serde(rename = "plan.changed")]
    PlanChanged(&'a AccountPlan),
    #[serde(rename = "notification")]
    Notification(&'a Notification),
}
