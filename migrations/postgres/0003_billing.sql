-- Credits, the ledger and billing. Credits are whole numbers.

-- An account repeats, under its lock, the sums of its ledger entries.
CREATE TABLE accounts (
    user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    tier TEXT NOT NULL,
    -- The tier from the next period on, if it changes.
    next_tier TEXT,
    balance BIGINT NOT NULL,
    held BIGINT NOT NULL,
    -- Credits spent in this period: of all grants, and of the plan's grant.
    spent BIGINT NOT NULL,
    spent_of_plan BIGINT NOT NULL DEFAULT 0,
    -- Credits granted in this period under the soft limit.
    overage BIGINT NOT NULL DEFAULT 0,
    -- The highest usage alert of this period, in percent.
    alerted BIGINT NOT NULL DEFAULT 0,
    -- Numbers of ledger entries and of grants so far.
    entries BIGINT NOT NULL,
    grant_count BIGINT NOT NULL DEFAULT 0,
    -- Periods are months counted from here.
    anchored_at BIGINT NOT NULL,
    period_start BIGINT NOT NULL,
    period_end BIGINT NOT NULL,
    canceled_at BIGINT,
    cancel_at_period_end BOOLEAN NOT NULL,
    -- The last write, by which other servers find accounts whose open tabs they have to notify.
    changed_at BIGINT NOT NULL DEFAULT 0,
    CHECK (held >= 0),
    CHECK (balance >= held)
);
CREATE INDEX accounts_by_change ON accounts (changed_at);
CREATE INDEX accounts_by_balance ON accounts (balance, user_id);
CREATE INDEX accounts_by_spending ON accounts (spent, user_id);

CREATE TABLE ledger_entries (
    user_id TEXT NOT NULL REFERENCES accounts (user_id) ON DELETE CASCADE,
    -- 1, 2, 3 … per account, without gaps.
    number BIGINT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('grant', 'charge', 'expiry', 'adjustment')),
    amount BIGINT NOT NULL,
    balance_after BIGINT NOT NULL CHECK (balance_after >= 0),
    turn_id TEXT,
    chat_id TEXT,
    -- The usage that a charge is for.
    model TEXT,
    input_tokens BIGINT,
    output_tokens BIGINT,
    -- Whether the tokens were estimated because the provider reported none.
    estimated BOOLEAN NOT NULL DEFAULT FALSE,
    description TEXT NOT NULL,
    idempotency_key TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, number)
);
CREATE INDEX ledger_entries_by_turn ON ledger_entries (turn_id);

-- The credits that an account has, by where they come from and when they expire.
CREATE TABLE grants (
    user_id TEXT NOT NULL REFERENCES accounts (user_id) ON DELETE CASCADE,
    -- 1, 2, 3 … per account, without gaps.
    number BIGINT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('plan', 'extra', 'overage')),
    -- The lowest is spent first; of equal ones the first to expire.
    priority BIGINT NOT NULL,
    amount BIGINT NOT NULL,
    remaining BIGINT NOT NULL CHECK (remaining >= 0),
    expires_at BIGINT,
    -- Credits taken by expiry, and when: they are returned if the clock was ahead.
    expired BIGINT NOT NULL DEFAULT 0,
    expired_at BIGINT,
    description TEXT NOT NULL,
    granted_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, number),
    CHECK (remaining <= amount)
);

-- Credits that a ledger entry moved into grants or out of them.
CREATE TABLE grant_movements (
    user_id TEXT NOT NULL,
    entry_number BIGINT NOT NULL,
    grant_number BIGINT NOT NULL,
    -- Positive into the grant, negative out of it.
    amount BIGINT NOT NULL,
    PRIMARY KEY (user_id, entry_number, grant_number),
    FOREIGN KEY (user_id, entry_number) REFERENCES ledger_entries (user_id, number) ON DELETE CASCADE,
    FOREIGN KEY (user_id, grant_number) REFERENCES grants (user_id, number) ON DELETE CASCADE
);
CREATE INDEX grant_movements_by_grant ON grant_movements (user_id, grant_number);

-- Notifications that a user gets once, in all open tabs or in the next one.
CREATE TABLE notifications (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    idempotency_key TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    delivered_at BIGINT
);
CREATE INDEX notifications_waiting ON notifications (user_id) WHERE delivered_at IS NULL;

-- Customers of the payment provider, with the last known state of their subscription.
CREATE TABLE billing_customers (
    customer_id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
    -- Reads of the provider's state are numbered when they begin; an older one never replaces a newer one.
    requested BIGINT NOT NULL,
    applied BIGINT NOT NULL,
    -- The subscription that gives the plan, if any.
    subscription_id TEXT,
    -- The provider's word: `active`, `trialing` or `past_due`.
    status TEXT,
    price_id TEXT,
    paid_until BIGINT,
    ends_at BIGINT
);

-- Webhook events that have been handled.
CREATE TABLE billing_events (
    id TEXT PRIMARY KEY,
    received_at BIGINT NOT NULL
);
CREATE INDEX billing_events_by_time ON billing_events (received_at);
