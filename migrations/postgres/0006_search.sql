-- The full-text index. The server splits texts into words itself, the same way for both databases.

CREATE TABLE search_texts (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('title', 'message', 'answer', 'chart')),
    chat_id TEXT REFERENCES chats (id) ON DELETE CASCADE,
    turn_id TEXT,
    chart_id TEXT REFERENCES charts (id) ON DELETE CASCADE,
    -- The text as it was written, for excerpts.
    text TEXT NOT NULL,
    words TSVECTOR NOT NULL
);
CREATE INDEX search_texts_by_user ON search_texts (user_id);
CREATE INDEX search_texts_by_chat ON search_texts (chat_id, kind);
CREATE INDEX search_texts_by_chart ON search_texts (chart_id);
CREATE INDEX search_texts_by_word ON search_texts USING GIN (words);

-- Chats and charts that the next start of the server indexes.
CREATE TABLE search_backlog (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (kind, id)
);
