-- Portolans: documents of Markdown with charts and references in them.

CREATE TABLE portolans (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    title_key TEXT NOT NULL,
    markdown TEXT NOT NULL,
    -- The beginning of its words, for lists.
    excerpt TEXT NOT NULL,
    visibility TEXT NOT NULL CHECK (visibility IN ('private', 'unlisted', 'public')),
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX portolans_by_user ON portolans (user_id, updated_at, id);
CREATE INDEX portolans_by_visibility ON portolans (visibility, updated_at, id);
