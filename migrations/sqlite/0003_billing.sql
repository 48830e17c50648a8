-- Credits, the ledger and billing. Credits are whole numbers.

-- An account repeats, under its lock, the sums of its ledger entries.
CREATE TABLE accounts (
    user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    tier TEXT NOT NULL,
    -- The tier from the next period on, if it changes.
    next_tier TEXT,
    balance INTEGER NOT NULL,
    held INTEGER NOT NULL,
    -- Credits spent in this period: of all grants, and of the plan's grant.
    spent INTEGER NOT NULL,
    spent_of_plan INTEGER NOT NULL DEFAULT 0,
    -- Credits granted in this period under the soft limit.
    overage INTEGER NOT NULL DEFAULT 0,
    -- The highest usage alert of this period, in percent.
    alerted INTEGER NOT NULL DEFAULT 0,
    -- Numbers of ledger entries and of grants so far.
    entries INTEGER NOT NULL,
    grant_count INTEGER NOT NULL DEFAULT 0,
    -- Periods are months counted from here.
    anchored_at INTEGER NOT NULL,
    period_start INTEGER NOT NULL,
    period_end INTEGER NOT NULL,
    canceled_at INTEGER,
    cancel_at_period_end INTEGER NOT NULL,
    -- The last write, by which other servers find accounts whose open tabs they have to notify.
    changed_at INTEGER NOT NULL DEFAULT 0,
    CHECK (held >= 0),
    CHECK (balance >= held)
) STRICT;
CREATE INDEX accounts_by_change ON accounts (changed_at);
CREATE INDEX accounts_by_balance ON accounts (balance, user_id);
CREATE INDEX accounts_by_spending ON accounts (spent, user_id);

CREATE TABLE ledger_entries (
    user_id TEXT NOT NULL REFERENCES accounts (user_id) ON DELETE CASCADE,
    -- 1, 2, 3 … per account, without gaps.
    number INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('grant', 'charge', 'expiry', 'adjustment')),
    amount INTEGER NOT NULL,
    balance_after INTEGER NOT NULL CHECK (balance_after >= 0),
    turn_id TEXT,
    chat_id TEXT,
    -- The usage that a charge is for.
    model TEXT,
    input_tokens INTEGER,
    output_tokens INTEGER,
    -- Whether the tokens were estimated because the provider reported none.
    estimated INTEGER NOT NULL DEFAULT 0,
    description TEXT NOT NULL,
    idempotency_key TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, number)
) STRICT;
CREATE INDEX ledger_entries_by_turn ON ledger_entries (turn_id);

-- The credits that an account has, by where they come from and when they expire.
CREATE TABLE grants (
    user_id TEXT NOT NULL REFERENCES accounts (user_id) ON DELETE CASCADE,
    -- 1, 2, 3 … per account, without gaps.
    number INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('plan', 'extra', 'overage')),
    -- The lowest is spent first; of equal ones the first to expire.
    priority INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    remaining INTEGER NOT NULL CHECK (remaining >= 0),
    expires_at INTEGER,
    -- Credits taken by expiry, and when: they are returned if the clock was ahead.
    expired INTEGER NOT NULL DEFAULT 0,
    expired_at INTEGER,
    description TEXT NOT NULL,
    granted_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, number),
    CHECK (remaining <= amount)
) STRICT;

-- Credits that a ledger entry moved into grants or out of them.
CREATE TABLE grant_movements (
    user_id TEXT NOT NULL,
    entry_number INTEGER NOT NULL,
    grant_number INTEGER NOT NULL,
    -- Positive into the grant, negative out of it.
    amount INTEGER NOT NULL,
    PRIMARY KEY (user_id, entry_number, grant_number),
    FOREIGN KEY (user_id, entry_number) REFERENCES ledger_entries (user_id, number) ON DELETE CASCADE,
    FOREIGN KEY (user_id, grant_number) REFERENCES grants (user_id, number) ON DELETE CASCADE
) STRICT;
CREATE INDEX grant_movements_by_grant ON grant_movements (user_id, grant_number);

-- Notifications that a user gets once, in all open tabs or in the next one.
CREATE TABLE notifications (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    idempotency_key TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    delivered_at INTEGER
) STRICT;
CREATE INDEX notifications_waiting ON notifications (user_id) WHERE delivered_at IS NULL;

-- Customers of the payment provider, with the last known state of their subscription.
CREATE TABLE billing_customers (
    customer_id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
    -- Reads of the provider's state are numbered when they begin; an older one never replaces a newer one.
    requested INTEGER NOT NULL,
    applied INTEGER NOT NULL,
    -- The subscription that gives the plan, if any.
    subscription_id TEXT,
    -- The provider's word: `active`, `trialing` or `past_due`.
    status TEXT,
    price_id TEXT,
    paid_until INTEGER,
    ends_at INTEGER
) STRICT;

-- Webhook events that have been handled.
CREATE TABLE billing_events (
    id TEXT PRIMARY KEY,
    received_at INTEGER NOT NULL
) STRICT;
CREATE INDEX billing_events_by_time ON billing_events (received_at);
