-- What people bring (sources), what comes of it (charts), and what they say about it (feedback).

CREATE TABLE sources (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    detail TEXT,
    -- The table's name in SQL.
    sql_name TEXT NOT NULL,
    -- Where its Parquet file lies in the object store.
    object_path TEXT,
    bytes BIGINT NOT NULL,
    row_count BIGINT,
    profile TEXT,
    content_hash TEXT NOT NULL,
    url TEXT,
    created_at BIGINT NOT NULL
);
CREATE INDEX sources_by_user ON sources (user_id, created_at, id);

CREATE TABLE chat_sources (
    chat_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    source_id TEXT NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
    attached_at BIGINT NOT NULL,
    PRIMARY KEY (chat_id, source_id)
);
CREATE INDEX chat_sources_by_source ON chat_sources (source_id);

CREATE TABLE charts (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The chat and turn that drew it; a chart outlives both.
    chat_id TEXT,
    turn_id TEXT,
    version BIGINT NOT NULL,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    title_key TEXT NOT NULL,
    description TEXT NOT NULL,
    visibility TEXT NOT NULL CHECK (visibility IN ('private', 'unlisted', 'public')),
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX charts_by_user ON charts (user_id, updated_at, id);
CREATE INDEX charts_by_visibility ON charts (visibility, updated_at, id);

CREATE TABLE chart_versions (
    chart_id TEXT NOT NULL REFERENCES charts (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    -- The whole chart as its block has it.
    chart TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (chart_id, version)
);

CREATE TABLE saved (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    item_id TEXT NOT NULL,
    saved_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, kind, item_id)
);

CREATE TABLE feedback (
    id TEXT PRIMARY KEY,
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    metadata TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX feedback_by_user ON feedback (user_id, created_at);
CREATE INDEX feedback_by_creation ON feedback (created_at, id);
