//! Copies of chats and turns, on SQLite: large installations and long chats for measurements. Their charges and search
//! texts are not copied.

use std::ops::Range;

use uuid::Uuid;

use super::super::{Store, value::params};

/// Chats of one transaction, which must not block the server under test for long.
const CHATS_AT_ONCE: usize = 1_000;

const NUMBERS: &str =
    "WITH RECURSIVE numbers (n) AS (SELECT $2 UNION ALL SELECT n + 1 FROM numbers WHERE n < $3) ";

impl Store {
    /// Copies a chat with its turns and events, once for each number.
    pub async fn copy_chat(&self, chat_id: Uuid, numbers: Range<u64>) {
        const CHATS: &str = "INSERT INTO chats (id, user_id, title, title_key, model, epoch, last_event_id, \
             created_at, updated_at) \
             SELECT printf('00000000-0000-4000-8000-%012d', n), user_id, title, title_key, model, epoch, \
             last_event_id, created_at, updated_at FROM numbers, chats WHERE id = $1";
        const TURNS: &str = "INSERT INTO turns (id, chat_id, user_id, model, first_event_id, attempts, outcome, \
             input_tokens, output_tokens, charged, started_at, finished_at) \
             SELECT printf('%08x-0000-4000-9000-%012d', first_event_id, n), \
             printf('00000000-0000-4000-8000-%012d', n), user_id, model, first_event_id, attempts, outcome, \
             input_tokens, output_tokens, charged, started_at, finished_at \
             FROM numbers, turns WHERE chat_id = $1";
        const EVENTS: &str = "INSERT INTO events (chat_id, id, event, data) \
             SELECT printf('00000000-0000-4000-8000-%012d', n), id, event, data \
             FROM numbers, events WHERE chat_id = $1";
        for first in numbers.clone().step_by(CHATS_AT_ONCE) {
            let last = (first + CHATS_AT_ONCE as u64).min(numbers.end) - 1;
            self.run_copies(&[CHATS, TURNS, EVENTS], chat_id, first, last)
                .await;
        }
    }

    /// Appends so many copies of a chat's last turn, each of which follows the one before.
    pub async fn copy_last_turn(&self, chat_id: Uuid, count: u64) {
        const LAST: &str = "numbers, chats JOIN turns ON turns.chat_id = chats.id AND first_event_id = \
             (SELECT max(first_event_id) FROM turns WHERE chat_id = $1)";
        const COPY: &str = "substr($1, 1, 24) || printf('%012d', n)";
        const PARENT: &str =
            "CASE n WHEN 1 THEN turns.id ELSE substr($1, 1, 24) || printf('%012d', n - 1) END";
        const MOVED: &str = "n * (last_event_id - first_event_id + 1)";
        let events = format!(
            "INSERT INTO events (chat_id, id, event, data) SELECT events.chat_id, events.id + {MOVED}, event, \
             replace(replace(data, turns.id, {COPY}), parent_turn_id, {PARENT}) \
             FROM {LAST} JOIN events ON events.chat_id = chats.id AND events.id >= first_event_id WHERE chats.id = $1"
        );
        let turns = format!(
            "INSERT INTO turns (id, chat_id, user_id, parent_turn_id, model, first_event_id, attempts, outcome, \
             input_tokens, output_tokens, charged, started_at, finished_at) \
             SELECT {COPY}, turns.chat_id, turns.user_id, {PARENT}, turns.model, first_event_id + {MOVED}, attempts, \
             outcome, input_tokens, output_tokens, charged, started_at, finished_at FROM {LAST} WHERE chats.id = $1"
        );
        const CHAT: &str = "UPDATE chats SET last_event_id = (SELECT max(id) FROM events WHERE chat_id = $1) \
             WHERE id = $1 AND $2 <= $3";
        self.run_copies(&[&events, &turns, CHAT], chat_id, 1, count)
            .await;
    }

    pub async fn count_events(&self) -> i64 {
        let mut session = self.database.read().await.expect("a reader");
        let rows = session.rows("SELECT count(*) AS events FROM events", &[]);
        let rows = rows.await.expect("a count");
        rows[0].get("events").expect("a count")
    }

    async fn run_copies(&self, statements: &[&str], chat_id: Uuid, first: u64, last: u64) {
        let mut transaction = self.database.write().await.expect("the writer");
        for sql in statements {
            let params = params![chat_id, first, last];
            let copying = transaction.composed_rows(format!("{NUMBERS}{sql}"), params);
            copying.await.expect("the copies");
        }
        transaction.commit().await.expect("the copies");
    }
}
