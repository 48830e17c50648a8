-- Boards: what lies on a canvas, element by element, so that two people's changes do not meet.

CREATE TABLE boards (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    title_key TEXT NOT NULL,
    visibility TEXT NOT NULL CHECK (visibility IN ('private', 'unlisted', 'public')),
    -- The chat whose blocks become nodes; a board outlives it.
    chat_id TEXT REFERENCES chats (id) ON DELETE SET NULL,
    -- The page that it was made from.
    source_url TEXT,
    -- Counts the changes.
    revision INTEGER NOT NULL,
    -- Keys of an imported file that are not ours, as JSON.
    foreign_keys TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX boards_by_user ON boards (user_id, updated_at, id);
CREATE INDEX boards_by_visibility ON boards (visibility, updated_at, id);
CREATE UNIQUE INDEX boards_by_chat ON boards (chat_id);

CREATE TABLE board_nodes (
    board_id TEXT NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
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
