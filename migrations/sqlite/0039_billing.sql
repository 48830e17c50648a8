-- Customers of the payment provider, and what it last said of their subscription.
CREATE TABLE billing_customers (
    customer_id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
    -- Readings of the provider's state are numbered when they begin; an older one never replaces a newer one.
    requested INTEGER NOT NULL,
    applied INTEGER NOT NULL,
    -- The subscription that gives the plan; none where there is none.
    subscription_id TEXT,
    -- As the provider names it: `active`, `trialing` or `past_due`.
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
