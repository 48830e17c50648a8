-- Webhooks: events that users' own endpoints are told of.

CREATE TABLE webhooks (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    description TEXT NOT NULL,
    -- JSON: the types of events that it gets.
    events TEXT NOT NULL,
    -- Sealed with the server's own secret under the secret's id.
    secret_id TEXT NOT NULL,
    sealed_secret TEXT NOT NULL,
    -- After a rotation deliveries are signed with the secret before it too, until then.
    previous_secret_id TEXT,
    sealed_previous_secret TEXT,
    previous_secret_until INTEGER,
    status TEXT NOT NULL CHECK (status IN ('enabled', 'disabled', 'failed')),
    -- The first of the failed attempts since the last successful one.
    failing_since INTEGER,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX webhooks_by_user ON webhooks (user_id, created_at, id);

-- An event on its way to an endpoint, and what came of it. Written with what the event reports.
CREATE TABLE webhook_deliveries (
    id TEXT PRIMARY KEY,
    webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    -- The same for all endpoints, and for every attempt.
    event_id TEXT NOT NULL,
    event TEXT NOT NULL,
    payload TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('queued', 'delivered', 'failed')),
    -- Counts all attempts, and fences those of earlier leases.
    attempts INTEGER NOT NULL,
    -- Failed attempts since it was last queued: the wait before the next depends on them.
    failures INTEGER NOT NULL,
    -- The next attempt; during an attempt the end of its lease, as in `leased_until`.
    due_at INTEGER NOT NULL,
    leased_until INTEGER,
    -- Of the last attempt.
    attempted_at INTEGER,
    duration_millis INTEGER,
    response_status INTEGER,
    response_body TEXT,
    error TEXT,
    settled_at INTEGER,
    created_at INTEGER NOT NULL,
    UNIQUE (webhook_id, event_id)
) STRICT;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at, id) WHERE status = 'queued';
CREATE INDEX webhook_deliveries_leased ON webhook_deliveries (webhook_id, leased_until) WHERE status = 'queued';
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (webhook_id, created_at, id);
-- Settled deliveries are deleted after a while.
CREATE INDEX webhook_deliveries_settled ON webhook_deliveries (settled_at) WHERE settled_at IS NOT NULL;
