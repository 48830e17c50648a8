-- Verification emails and text messages on their way out. A row is written in the transaction that
-- issues its code, and sent by whichever server claims it.
CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
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
    -- The end of the code that the message carries.
    expires_at INTEGER NOT NULL,
    settled_at INTEGER,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX outbox_due ON outbox (due_at, id) WHERE status = 'waiting';
CREATE INDEX outbox_by_user ON outbox (user_id);
CREATE INDEX outbox_by_time ON outbox (created_at, id);
