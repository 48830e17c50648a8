-- Credits: whole numbers; the account repeats under its lock what the entries add up to.

CREATE TABLE accounts (
    user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    tier TEXT NOT NULL,
    balance INTEGER NOT NULL,
    held INTEGER NOT NULL,
    -- This period's credits: what was given and what was spent of it.
    granted INTEGER NOT NULL,
    spent INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    -- Periods are months counted from here.
    anchored_at INTEGER NOT NULL,
    period_start INTEGER NOT NULL,
    period_end INTEGER NOT NULL,
    canceled_at INTEGER,
    cancel_at_period_end INTEGER NOT NULL,
    CHECK (held >= 0),
    CHECK (balance >= held)
) STRICT;

CREATE TABLE ledger_entries (
    user_id TEXT NOT NULL REFERENCES accounts (user_id) ON DELETE CASCADE,
    -- 1, 2, 3 … per account, no gap.
    number INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('grant', 'charge', 'expiry', 'adjustment')),
    amount INTEGER NOT NULL,
    balance_after INTEGER NOT NULL CHECK (balance_after >= 0),
    turn_id TEXT,
    chat_id TEXT,
    description TEXT NOT NULL,
    idempotency_key TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, number)
) STRICT;
CREATE INDEX ledger_entries_by_turn ON ledger_entries (turn_id);
