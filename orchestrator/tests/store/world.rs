//! A fresh store with a clock, ids, a user and a chat.

use chrono::{DateTime, Utc};
use portolan_blocks::{Block, BlockContent, Event, Outcome, UserMessage};
use portolan_chat::Usage;
use portolan_domain::{AdminAction, AdminActionKind, Chat, User};
use portolan_environment::{
    clock::{Clock, TestClock},
    ids::Ids,
};
use portolan_store::{
    BeginOutcome, BeginTurn, ChatCommit, Committed, Lease, Result, Store, TurnSettlement,
    testing::{self, TestStore},
};
use uuid::Uuid;

/// The usage of every finished turn.
pub const USAGE: Usage = Usage {
    input_tokens: 100,
    output_tokens: 20,
    estimated: true,
    surcharge: 0,
    waived: false,
};

pub struct StoreWorld {
    pub database: TestStore,
    pub store: Store,
    pub hand: TestClock,
    pub clock: Clock,
    pub ids: Ids,
}

impl StoreWorld {
    pub async fn sqlite() -> Self {
        Self::new(testing::sqlite().await)
    }

    pub async fn sqlite_in_memory() -> Self {
        Self::new(testing::sqlite_in_memory().await)
    }

    pub async fn postgres() -> Option<Self> {
        testing::postgres().await.map(Self::new)
    }

    fn new(database: TestStore) -> Self {
        let hand = TestClock::new("2026-11-20T12:00:00Z".parse().unwrap());
        let clock = hand.clock();
        Self {
            store: database.store.clone(),
            database,
            hand,
            ids: Ids::seeded(clock.clone(), 1),
            clock,
        }
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    pub fn new_user(&self, email: &str) -> User {
        User {
            email: Some(email.to_owned()),
            ..User::new(self.ids.id(), self.now())
        }
    }

    pub async fn user(&self, email: &str) -> Uuid {
        let user = self.new_user(email);
        self.store.create_user(&user, None).await.unwrap();
        user.id
    }

    /// An entry of the audit log, of now.
    pub fn admin_action(&self, admin_id: Uuid) -> AdminAction {
        AdminAction {
            id: self.ids.id(),
            admin_id,
            action: AdminActionKind::UserSuspended,
            subject_kind: "test",
            subject: "a subject".into(),
            detail: serde_json::json!({}),
            created_at: self.now(),
        }
    }

    pub async fn chat(&self, user_id: Uuid) -> OwnedChat<'_> {
        self.titled_chat(user_id, "Sales").await
    }

    pub async fn titled_chat(&self, user_id: Uuid, title: &str) -> OwnedChat<'_> {
        let chat = Chat {
            id: self.ids.id(),
            user_id,
            title: title.to_owned(),
            model: None,
            last_event_id: 0,
            created_at: self.now(),
            updated_at: self.now(),
        };
        self.store.create_chat(&chat).await.unwrap();
        let Lease::Acquired { epoch } = self.store.acquire(chat.id, "node").await.unwrap() else {
            panic!("a new chat is nobody's");
        };
        OwnedChat {
            world: self,
            id: chat.id,
            user_id,
            epoch,
        }
    }

    /// A user with exactly this many credits, and one chat.
    pub async fn chat_with_credits(&self, credits: u64) -> OwnedChat<'_> {
        let user_id = self.user(&format!("{}@example.com", self.ids.id())).await;
        self.store
            .set_credits(user_id, credits, self.now())
            .await
            .unwrap();
        self.chat(user_id).await
    }

    /// No account is off by a credit.
    pub async fn assert_audited(&self) {
        assert_eq!(self.store.audit().await.unwrap().difference, None);
    }
}

/// A chat with the epoch to write to it.
pub struct OwnedChat<'a> {
    pub world: &'a StoreWorld,
    pub id: Uuid,
    pub user_id: Uuid,
    pub epoch: u64,
}

impl OwnedChat<'_> {
    pub async fn last_event_id(&self) -> u64 {
        self.world
            .store
            .any_chat(self.id)
            .await
            .unwrap()
            .last_event_id
    }

    pub fn started(&self, turn_id: Uuid) -> Event {
        self.started_with(turn_id, &[])
    }

    pub fn started_with(&self, turn_id: Uuid, source_ids: &[Uuid]) -> Event {
        Event::TurnStarted {
            turn_id,
            parent_turn_id: None,
            model: "built-in".to_owned(),
            message: UserMessage {
                text: "Which month sold most?".to_owned(),
                source_ids: source_ids.to_vec(),
            },
            started_at: self.world.now(),
        }
    }

    pub async fn begin(&self, turn_id: Uuid, key: Option<&str>, hold: u64) -> Result<BeginOutcome> {
        self.begin_body(turn_id, key, "body", hold).await
    }

    pub async fn begin_body(
        &self,
        turn_id: Uuid,
        key: Option<&str>,
        body_hash: &str,
        hold: u64,
    ) -> Result<BeginOutcome> {
        let started = self.started(turn_id);
        let begin = BeginTurn {
            idempotency_key: key,
            body_hash,
            ..self.begin_with(&started, hold).await
        };
        self.world.store.begin_turn(&begin).await
    }

    pub async fn begin_with<'a>(&self, started: &'a Event, hold: u64) -> BeginTurn<'a> {
        BeginTurn {
            chat_id: self.id,
            epoch: self.epoch,
            user_id: self.user_id,
            idempotency_key: None,
            body_hash: "body",
            busy: false,
            event_id: self.last_event_id().await + 1,
            started,
            title: None,
            new_sources: &[],
            hold,
            now: self.world.now(),
        }
    }

    /// Begins a turn that is let in.
    pub async fn begun(&self, hold: u64) -> Uuid {
        let turn_id = self.world.ids.id();
        assert_eq!(
            self.begin(turn_id, None, hold).await.unwrap(),
            BeginOutcome::Begun
        );
        turn_id
    }

    pub fn commit<'a>(&self, first_id: u64, events: &'a [Event]) -> ChatCommit<'a> {
        ChatCommit {
            chat_id: self.id,
            user_id: self.user_id,
            epoch: self.epoch,
            first_id,
            events,
            steps: &[],
            turn_id: None,
            attempts: None,
            raise_hold: None,
            settlement: None,
            now: self.world.now(),
        }
    }

    pub async fn append(&self, events: &[Event]) -> Result<Committed> {
        let first_id = self.last_event_id().await + 1;
        self.world
            .store
            .commit(&self.commit(first_id, events))
            .await
    }

    pub async fn finish(&self, turn_id: Uuid, charge: u64) -> Result<Committed> {
        let events = self.finished(turn_id, charge);
        let first_id = self.last_event_id().await + 1;
        let mut commit = self.commit(first_id, &events);
        commit.settlement = Some(TurnSettlement {
            turn_id,
            charge,
            cost: charge,
            usage: USAGE,
        });
        self.world.store.commit(&commit).await
    }

    pub fn finished(&self, turn_id: Uuid, credits: u64) -> Vec<Event> {
        vec![
            Event::TurnMetered {
                turn_id,
                input_tokens: 100,
                output_tokens: 20,
                credits,
                is_final: true,
            },
            Event::TurnFinished {
                turn_id,
                outcome: Outcome::Completed,
                error: None,
                finished_at: self.world.now(),
            },
        ]
    }

    pub fn text_block(&self, turn_id: Uuid, markdown: &str) -> Event {
        Event::BlockClosed {
            turn_id,
            block: Block {
                id: self.world.ids.id(),
                content: BlockContent::text(markdown),
            },
        }
    }
}
