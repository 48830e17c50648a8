-- Feedback on its way out, and who of the admins looked into which chat.

ALTER TABLE feedback ADD COLUMN status TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'seen', 'done'));
-- When it is to be forwarded next; null where nothing is to be done any more.
ALTER TABLE feedback ADD COLUMN forward_at BIGINT;
ALTER TABLE feedback ADD COLUMN forward_attempts BIGINT NOT NULL DEFAULT 0;
ALTER TABLE feedback ADD COLUMN forwarded_at BIGINT;
CREATE INDEX feedback_to_forward ON feedback (forward_at) WHERE forward_at IS NOT NULL;

CREATE TABLE chat_views (
    id TEXT PRIMARY KEY,
    chat_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    admin_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    reason TEXT NOT NULL,
    -- Hours since 1970: one entry an hour for the same admin, chat and reason.
    hour BIGINT NOT NULL,
    viewed_at BIGINT NOT NULL,
    UNIQUE (chat_id, admin_id, reason, hour)
);
CREATE INDEX chat_views_by_chat ON chat_views (chat_id, viewed_at);
