-- Views of shared items by day (days since 1970). No row tells who viewed.
CREATE TABLE item_views (
    kind TEXT NOT NULL,
    item_id TEXT NOT NULL,
    day BIGINT NOT NULL,
    -- The item's owner.
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    views BIGINT NOT NULL,
    PRIMARY KEY (kind, item_id, day)
);
CREATE INDEX item_views_by_user ON item_views (user_id, day, views);

-- Topics that contributors publish their public items to.
CREATE TABLE item_topics (
    kind TEXT NOT NULL,
    item_id TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    topic TEXT NOT NULL,
    -- In lowercase, so that `Climate` and `climate` are one topic.
    topic_key TEXT NOT NULL,
    published_at BIGINT NOT NULL,
    PRIMARY KEY (kind, item_id)
);
CREATE INDEX item_topics_by_topic ON item_topics (topic_key, published_at, item_id);
CREATE INDEX item_topics_by_user ON item_topics (user_id);

-- The list of contributors.
CREATE INDEX profiles_of_contributors ON profiles (COALESCE(username_key, ''), user_id) WHERE is_contributor = TRUE;

-- An admin's answer to feedback, sent by email.
ALTER TABLE feedback ADD COLUMN reply TEXT;
ALTER TABLE feedback ADD COLUMN replied_at BIGINT;
CREATE INDEX feedback_by_status ON feedback (status, created_at, id);

-- Visitors without an account get an email, too.
ALTER TABLE outbox ALTER COLUMN user_id DROP NOT NULL;
CREATE INDEX outbox_by_status ON outbox (status, created_at, id);
CREATE INDEX outbox_stuck ON outbox (created_at, id) WHERE status <> 'sent' AND last_error IS NOT NULL;
-- Settled messages are deleted after a while.
CREATE INDEX outbox_settled ON outbox (settled_at) WHERE settled_at IS NOT NULL;
