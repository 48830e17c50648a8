-- What the person thinks of an answer; the comment says what they expected.
CREATE TABLE ratings (
    turn_id TEXT PRIMARY KEY REFERENCES turns (id) ON DELETE CASCADE,
    rating TEXT NOT NULL CHECK (rating IN ('up', 'down')),
    comment TEXT,
    rated_at INTEGER NOT NULL
) STRICT;

-- A chat that whoever has the link may read, up to one of its turns. The link is kept so that its
-- owner sees it again; it opens nothing that is not in this database anyway.
CREATE TABLE shares (
    chat_id TEXT PRIMARY KEY REFERENCES chats (id) ON DELETE CASCADE,
    token TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    last_turn_id TEXT NOT NULL,
    shared_at INTEGER NOT NULL
) STRICT;
