-- Sources, charts, boards and documents (portolans).

CREATE TABLE sources (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    detail TEXT,
    -- The name of the table in SQL.
    sql_name TEXT NOT NULL,
    -- The key of the Parquet file in the object store.
    object_path TEXT,
    bytes INTEGER NOT NULL,
    row_count INTEGER,
    profile TEXT,
    -- The outline of a text; null for tables.
    document TEXT,
    -- Authors, date and length of a page or paper.
    metadata TEXT,
    -- Meanings of words in a table: generated from its data, taught and edited by its owner.
    words TEXT,
    -- The table before its edits: the key of its Parquet file, its columns, and the edits.
    original TEXT,
    content_hash TEXT NOT NULL,
    url TEXT,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sources_by_user ON sources (user_id, created_at, id);

CREATE TABLE chat_sources (
    chat_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    source_id TEXT NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
    attached_at INTEGER NOT NULL,
    PRIMARY KEY (chat_id, source_id)
) STRICT;
CREATE INDEX chat_sources_by_source ON chat_sources (source_id);

CREATE TABLE charts (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The chat and turn that created the chart, which outlives both.
    chat_id TEXT,
    turn_id TEXT,
    version INTEGER NOT NULL,
    -- The version that other users see.
    published_version INTEGER,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    -- The title in lowercase.
    title_key TEXT NOT NULL,
    description TEXT NOT NULL,
    visibility TEXT NOT NULL CHECK (visibility IN ('private', 'unlisted', 'public')),
    -- `hour`, `day` or `week`; null if the chart is only refreshed on request.
    refresh_every TEXT,
    refresh_at INTEGER,
    -- The error of the last scheduled refresh.
    refresh_error TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX charts_by_user ON charts (user_id, updated_at, id);
-- Titles are searched within the index.
CREATE INDEX charts_by_visibility ON charts (visibility, updated_at, id, title_key);
CREATE INDEX charts_by_refresh ON charts (refresh_at) WHERE refresh_at IS NOT NULL;

CREATE TABLE chart_versions (
    chart_id TEXT NOT NULL REFERENCES charts (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    -- The chart as in its block. JSON is kept as text: the specification is downloaded as it was written.
    chart TEXT NOT NULL,
    -- Repeated from `chart` for lists and public pages.
    kind TEXT NOT NULL DEFAULT 'plot',
    title TEXT NOT NULL DEFAULT '',
    description TEXT NOT NULL DEFAULT '',
    reason TEXT NOT NULL DEFAULT 'asked',
    note TEXT,
    annotations TEXT NOT NULL DEFAULT '[]',
    -- The sources of the rows, with the content hashes that they had.
    sources TEXT NOT NULL DEFAULT '[]',
    created_at INTEGER NOT NULL,
    PRIMARY KEY (chart_id, version)
) STRICT;

CREATE TABLE boards (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    -- The title in lowercase.
    title_key TEXT NOT NULL,
    visibility TEXT NOT NULL CHECK (visibility IN ('private', 'unlisted', 'public')),
    -- The chat whose blocks become nodes; a board outlives it.
    chat_id TEXT REFERENCES chats (id) ON DELETE SET NULL,
    -- The page that the board was created from.
    source_url TEXT,
    -- Counts the changes.
    revision INTEGER NOT NULL,
    -- Unknown keys of an imported file.
    foreign_keys TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX boards_by_user ON boards (user_id, updated_at, id);
CREATE INDEX boards_by_visibility ON boards (visibility, updated_at, id, title_key);
CREATE UNIQUE INDEX boards_by_chat ON boards (chat_id);

-- One row per node and edge, so that simultaneous changes of two users don't collide.
CREATE TABLE board_nodes (
    board_id TEXT NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
    -- Ids of nodes and edges are the client's.
    id TEXT NOT NULL,
    -- From the bottom to the top.
    place INTEGER NOT NULL,
    node TEXT NOT NULL,
    foreign_keys TEXT NOT NULL,
    PRIMARY KEY (board_id, id)
) STRICT;

CREATE TABLE board_edges (
    board_id TEXT NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    place INTEGER NOT NULL,
    from_node TEXT NOT NULL,
    to_node TEXT NOT NULL,
    edge TEXT NOT NULL,
    foreign_keys TEXT NOT NULL,
    PRIMARY KEY (board_id, id)
) STRICT;

-- Markdown documents with charts and references.
CREATE TABLE portolans (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    -- The title in lowercase.
    title_key TEXT NOT NULL,
    markdown TEXT NOT NULL,
    -- The first words of the text, for lists.
    excerpt TEXT NOT NULL,
    visibility TEXT NOT NULL CHECK (visibility IN ('private', 'unlisted', 'public')),
    -- Counts the changes: a change names the revision that it is based on.
    revision INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX portolans_by_user ON portolans (user_id, updated_at, id);
CREATE INDEX portolans_by_visibility ON portolans (visibility, updated_at, id, title_key);
