-- Chats, their event logs, and their turns.

CREATE TABLE chats (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    -- The title in lowercase, for searches that ignore case.
    title_key TEXT NOT NULL,
    model TEXT,
    -- The fence of leases: only the holder of the newest epoch writes to the log.
    epoch INTEGER NOT NULL,
    last_event_id INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX chats_by_user ON chats (user_id, updated_at, id);
CREATE INDEX chats_by_update ON chats (updated_at, id);

-- Idempotency keys of requests that create chats: a repeated request finds the chat of the first one.
CREATE TABLE chat_keys (
    user_id TEXT NOT NULL,
    key TEXT NOT NULL,
    -- SHA-256 of the request's body.
    body_hash TEXT NOT NULL,
    -- Checked at the commit, because the key is claimed before the chat is created.
    chat_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
    PRIMARY KEY (user_id, key)
) STRICT;
CREATE INDEX chat_keys_by_chat ON chat_keys (chat_id);

-- A table of its own, so that renewing a lease writes no chat.
CREATE TABLE leases (
    chat_id TEXT PRIMARY KEY REFERENCES chats (id) ON DELETE CASCADE,
    -- The server that has the chat.
    owner TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    -- By the database's own clock.
    expires_at INTEGER NOT NULL,
    -- The server that needs this chat and can't reach its owner, which hands the chat over at its next renewal.
    wanted_by TEXT
) STRICT;
CREATE INDEX leases_by_owner ON leases (owner);

-- JSON is kept as text: events are sent again byte for byte.
CREATE TABLE events (
    chat_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    id INTEGER NOT NULL,
    event TEXT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (chat_id, id)
) STRICT;

CREATE TABLE turns (
    id TEXT PRIMARY KEY,
    chat_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    parent_turn_id TEXT,
    model TEXT NOT NULL,
    idempotency_key TEXT,
    body_hash TEXT,
    first_event_id INTEGER NOT NULL,
    -- Starts since the last progress.
    attempts INTEGER NOT NULL,
    outcome TEXT,
    input_tokens INTEGER NOT NULL DEFAULT 0,
    output_tokens INTEGER NOT NULL DEFAULT 0,
    charged INTEGER NOT NULL DEFAULT 0,
    started_at INTEGER NOT NULL,
    finished_at INTEGER,
    UNIQUE (chat_id, first_event_id),
    UNIQUE (chat_id, idempotency_key)
) STRICT;
-- At most one turn runs in a chat.
CREATE UNIQUE INDEX turns_unfinished ON turns (chat_id) WHERE finished_at IS NULL;
CREATE INDEX turns_by_user ON turns (user_id, started_at);
-- The admin overview reads this index only.
CREATE INDEX turns_by_start ON turns (started_at, finished_at, outcome, model, user_id, input_tokens, output_tokens, charged);

-- Finished steps of a turn, from which it resumes. JSON is kept as text: it is sent to the model byte for byte.
CREATE TABLE journal_steps (
    turn_id TEXT NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    step TEXT NOT NULL,
    PRIMARY KEY (turn_id, number)
) STRICT;

-- Credits held until the turn is settled.
CREATE TABLE holds (
    turn_id TEXT PRIMARY KEY REFERENCES turns (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES accounts (user_id) ON DELETE CASCADE,
    amount INTEGER NOT NULL CHECK (amount >= 0)
) STRICT;
CREATE INDEX holds_by_user ON holds (user_id);

-- Users' ratings of answers; the comment says what they expected.
CREATE TABLE ratings (
    turn_id TEXT PRIMARY KEY REFERENCES turns (id) ON DELETE CASCADE,
    rating TEXT NOT NULL CHECK (rating IN ('up', 'down')),
    comment TEXT,
    rated_at INTEGER NOT NULL
) STRICT;

-- Chats shared by link, up to one of their turns. The token is kept in plain text so that the owner
-- sees the link again; it opens nothing that is not in this database.
CREATE TABLE shares (
    chat_id TEXT PRIMARY KEY REFERENCES chats (id) ON DELETE CASCADE,
    token TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    last_turn_id TEXT NOT NULL,
    shared_at INTEGER NOT NULL
) STRICT;
