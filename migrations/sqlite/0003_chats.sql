-- Chats, their log of numbered events, and the turns in it.

CREATE TABLE chats (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    -- Lower case, for the search without case.
    title_key TEXT NOT NULL,
    model TEXT,
    -- Whoever writes to the log must know the newest epoch.
    epoch INTEGER NOT NULL,
    last_event_id INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX chats_by_user ON chats (user_id, updated_at, id);
CREATE INDEX chats_by_update ON chats (updated_at, id);

-- Apart from the chats, so that renewing touches no chat.
CREATE TABLE leases (
    chat_id TEXT PRIMARY KEY REFERENCES chats (id) ON DELETE CASCADE,
    owner TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    -- By the database's own clock.
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX leases_by_owner ON leases (owner);

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

-- What a resumed turn goes on from.
CREATE TABLE journal_steps (
    turn_id TEXT NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    step TEXT NOT NULL,
    PRIMARY KEY (turn_id, number)
) STRICT;

-- A hold lives until its turn's settlement.
CREATE TABLE holds (
    turn_id TEXT PRIMARY KEY REFERENCES turns (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES accounts (user_id) ON DELETE CASCADE,
    amount INTEGER NOT NULL CHECK (amount >= 0)
) STRICT;
CREATE INDEX holds_by_user ON holds (user_id);
