-- Credits: whole numbers; the account repeats under its lock what the entries add up to.

CREATE TABLE accounts (
    user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    tier TEXT NOT NULL,
    balance BIGINT NOT NULL,
    held BIGINT NOT NULL,
    -- This period's credits: what was given and what was spent of it.
    granted BIGINT NOT NULL,
    spent BIGINT NOT NULL,
    entries BIGINT NOT NULL,
    -- Periods are months counted from here.
    anchored_at BIGINT NOT NULL,
    period_start BIGINT NOT NULL,
    period_end BIGINT NOT NULL,
    canceled_at BIGINT,
    cancel_at_period_end BOOLEAN NOT NULL,
    CHECK (held >= 0),
    CHECK (balance >= held)
);

CREATE TABLE ledger_entries (
    user_id TEXT NOT NULL REFERENCES accounts (user_id) ON DELETE CASCADE,
    -- 1, 2, 3 … per account, no gap.
    number BIGINT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('grant', 'charge', 'expiry', 'adjustment')),
    amount BIGINT NOT NULL,
    balance_after BIGINT NOT NULL CHECK (balance_after >= 0),
    turn_id TEXT,
    chat_id TEXT,
    description TEXT NOT NULL,
    idempotency_key TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, number)
);
CREATE INDEX ledger_entries_by_turn ON ledger_entries (turn_id);
