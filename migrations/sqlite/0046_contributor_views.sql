-- Views of shared items by day (days since 1970). No row tells who viewed.
CREATE TABLE item_views (
    kind TEXT NOT NULL,
    item_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    -- The item's owner.
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    views INTEGER NOT NULL,
    PRIMARY KEY (kind, item_id, day)
) STRICT;
CREATE INDEX item_views_by_user ON item_views (user_id, day, views);

-- Topics that contributors publish their public items to.
CREATE TABLE item_topics (
    kind TEXT NOT NULL,
    item_id TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    topic TEXT NOT NULL,
    -- In lowercase, so that `Climate` and `climate` are one topic.
    topic_key TEXT NOT NULL,
    published_at INTEGER NOT NULL,
    PRIMARY KEY (kind, item_id)
) STRICT;
CREATE INDEX item_topics_by_topic ON item_topics (topic_key, published_at, item_id);
CREATE INDEX item_topics_by_user ON item_topics (user_id);

-- The list of contributors.
CREATE INDEX profiles_of_contributors ON profiles (COALESCE(username_key, ''), user_id) WHERE is_contributor = TRUE;

-- An admin's answer to feedback, sent by email.
ALTER TABLE feedback ADD COLUMN reply TEXT;
ALTER TABLE feedback ADD COLUMN replied_at INTEGER;
CREATE INDEX feedback_by_status ON feedback (status, created_at, id);

-- Visitors without an account get an email, too.
CREATE TABLE all_outbox (
    id TEXT PRIMARY KEY,
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('mail', 'sms')),
    purpose TEXT NOT NULL,
    recipient TEXT NOT NULL,
    -- Subject, text and HTML, sealed with the server's own secret under the id; empty once sent.
    sealed_content TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('waiting', 'sent', 'failed')),
    attempts INTEGER NOT NULL,
    -- The next attempt; while one runs, the end of its lease, as `leased_until` says.
    due_at INTEGER NOT NULL,
    leased_until INTEGER,
    last_error TEXT,
    -- It isn't sent after that: the end of the code that it carries.
    expires_at INTEGER NOT NULL,
    settled_at INTEGER,
    created_at INTEGER NOT NULL
) STRICT;
INSERT INTO all_outbox SELECT id, user_id, kind, purpose, recipient, sealed_content, status, attempts, due_at, leased_until,
    last_error, expires_at, settled_at, created_at FROM outbox;
DROP TABLE outbox;
ALTER TABLE all_outbox RENAME TO outbox;
CREATE INDEX outbox_due ON outbox (due_at, id) WHERE status = 'waiting';
CREATE INDEX outbox_by_user ON outbox (user_id);
CREATE INDEX outbox_by_time ON outbox (created_at, id);
CREATE INDEX outbox_by_status ON outbox (status, created_at, id);
CREATE INDEX outbox_stuck ON outbox (created_at, id) WHERE status <> 'sent' AND last_error IS NOT NULL;
-- Settled messages are deleted after a while.
CREATE INDEX outbox_settled ON outbox (settled_at) WHERE settled_at IS NOT NULL;
