-- Batch replays that admins have started. A run's files are in the data folder of the server that it runs on.
CREATE TABLE replay_runs (
    id TEXT PRIMARY KEY,
    started_by TEXT REFERENCES users (id) ON DELETE SET NULL,
    -- The server that runs it.
    node TEXT NOT NULL,
    -- JSON: which chats are asked again.
    selection TEXT NOT NULL,
    model TEXT,
    -- The run that the answers are compared with; without one, the originals.
    baseline_id TEXT REFERENCES replay_runs (id) ON DELETE SET NULL,
    status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'completed', 'cancelled', 'failed', 'interrupted')),
    -- Counts the claims; a server whose claim is not the latest writes nothing.
    attempt BIGINT NOT NULL,
    chats BIGINT NOT NULL,
    turns BIGINT NOT NULL,
    done BIGINT NOT NULL,
    differing BIGINT NOT NULL,
    refused BIGINT NOT NULL,
    credits BIGINT NOT NULL,
    error TEXT,
    created_at BIGINT NOT NULL,
    started_at BIGINT,
    -- When its server last said that it runs.
    seen_at BIGINT NOT NULL,
    finished_at BIGINT
);
CREATE INDEX replay_runs_by_time ON replay_runs (created_at, id);
CREATE INDEX replay_runs_by_status ON replay_runs (status, created_at, id);
CREATE INDEX replay_runs_by_admin ON replay_runs (started_by);
CREATE INDEX replay_runs_by_baseline ON replay_runs (baseline_id);

-- Turns that were asked again. The answers themselves are not kept.
CREATE TABLE replay_results (
    run_id TEXT NOT NULL REFERENCES replay_runs (id) ON DELETE CASCADE,
    turn_id TEXT NOT NULL,
    chat_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    question TEXT NOT NULL,
    -- Why the turn was not begun.
    refusal TEXT,
    missing_sources BIGINT NOT NULL,
    -- A hash of outcome, block types and charts, and that of the original where it is known.
    fingerprint TEXT NOT NULL,
    original_fingerprint TEXT,
    -- JSON: what the turn is compared by; of the replayed turn null where it was not begun.
    original TEXT NOT NULL,
    replayed TEXT,
    compared_at BIGINT NOT NULL,
    PRIMARY KEY (run_id, turn_id)
);
CREATE INDEX replay_results_by_time ON replay_results (run_id, compared_at, turn_id);
CREATE INDEX replay_results_by_chat ON replay_results (chat_id);
