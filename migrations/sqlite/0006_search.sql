-- The full-text index. The server splits texts into words itself, the same way for both databases.

CREATE TABLE search_texts (
    number INTEGER PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('title', 'message', 'answer', 'chart')),
    chat_id TEXT REFERENCES chats (id) ON DELETE CASCADE,
    turn_id TEXT,
    chart_id TEXT REFERENCES charts (id) ON DELETE CASCADE,
    -- The text as it was written, for excerpts.
    text TEXT NOT NULL
) STRICT;
CREATE INDEX search_texts_by_user ON search_texts (user_id);
CREATE INDEX search_texts_by_chat ON search_texts (chat_id, kind);
CREATE INDEX search_texts_by_chart ON search_texts (chart_id);

-- The words of each text, under its number; the tokenizer only splits at spaces. Prefixes of one to three
-- letters have an index of their own: without it a short prefix would read all positions of its words.
CREATE VIRTUAL TABLE search_words USING fts5 (
    words, content = '', contentless_delete = 1, tokenize = 'ascii', detail = none, prefix = '1 2 3'
);
CREATE TRIGGER search_texts_deleted AFTER DELETE ON search_texts BEGIN
    DELETE FROM search_words WHERE rowid = old.number;
END;

-- Chats and charts that the next start of the server indexes.
CREATE TABLE search_backlog (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT;
