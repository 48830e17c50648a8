-- Grants: where an account's credits are, and what each entry of the ledger moved into or out of them.

ALTER TABLE accounts DROP COLUMN granted;
-- The tier from the next period on, where it is another one.
ALTER TABLE accounts ADD COLUMN next_tier TEXT;
-- Of this period's own credits; `spent` is of all.
ALTER TABLE accounts ADD COLUMN spent_of_plan BIGINT NOT NULL DEFAULT 0;
-- Given in this period under the soft limit.
ALTER TABLE accounts ADD COLUMN overage BIGINT NOT NULL DEFAULT 0;
-- The highest alert of this period, in percent.
ALTER TABLE accounts ADD COLUMN alerted BIGINT NOT NULL DEFAULT 0;
-- How many grants there ever were.
ALTER TABLE accounts ADD COLUMN grant_count BIGINT NOT NULL DEFAULT 0;
-- When it was last written, so that every server can tell the account's open tabs.
ALTER TABLE accounts ADD COLUMN changed_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX accounts_by_change ON accounts (changed_at);

CREATE TABLE grants (
    user_id TEXT NOT NULL REFERENCES accounts (user_id) ON DELETE CASCADE,
    -- 1, 2, 3 … per account, no gap.
    number BIGINT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('plan', 'extra', 'overage')),
    -- The lower one is used first; of equal ones that which expires first.
    priority BIGINT NOT NULL,
    amount BIGINT NOT NULL,
    remaining BIGINT NOT NULL CHECK (remaining >= 0),
    expires_at BIGINT,
    description TEXT NOT NULL,
    granted_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, number),
    CHECK (remaining <= amount)
);

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

-- What an entry's credits were for.
ALTER TABLE ledger_entries ADD COLUMN model TEXT;
ALTER TABLE ledger_entries ADD COLUMN input_tokens BIGINT;
ALTER TABLE ledger_entries ADD COLUMN output_tokens BIGINT;
-- Whether the tokens were counted here, because the provider reported none.
ALTER TABLE ledger_entries ADD COLUMN estimated BOOLEAN NOT NULL DEFAULT FALSE;

-- Accounts from before have one grant, which all their entries went through.
UPDATE accounts SET grant_count = 1, spent_of_plan = spent;
INSERT INTO grants (user_id, number, kind, priority, amount, remaining, expires_at, description, granted_at)
    SELECT user_id, 1, 'plan', 100, balance + spent, balance, period_end, 'Credits of this period', period_start FROM accounts;
INSERT INTO grant_movements (user_id, entry_number, grant_number, amount)
    SELECT user_id, number, 1, amount FROM ledger_entries;

-- What a person is told once, in every tab that is open then, or in the next one.
CREATE TABLE notifications (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    -- The same thing is never told twice.
    idempotency_key TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    delivered_at BIGINT
);
CREATE INDEX notifications_waiting ON notifications (user_id) WHERE delivered_at IS NULL;
