-- Second factors. A secret is sealed with one that is not in the database.
CREATE TABLE factors (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    factor_type TEXT NOT NULL,
    friendly_name TEXT,
    status TEXT NOT NULL,
    secret TEXT,
    phone TEXT,
    last_step INTEGER,
    last_challenged_at INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX factors_by_user ON factors (user_id);

CREATE TABLE factor_challenges (
    id TEXT PRIMARY KEY,
    factor_id TEXT NOT NULL REFERENCES factors (id) ON DELETE CASCADE,
    ip TEXT NOT NULL,
    code_hash TEXT,
    attempts INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX factor_challenges_by_factor ON factor_challenges (factor_id);

-- Whom we have sent to another provider, and what for; good once.
CREATE TABLE oauth_states (
    hash TEXT PRIMARY KEY,
    provider TEXT NOT NULL,
    redirect_to TEXT NOT NULL,
    code_challenge TEXT,
    challenge_method TEXT,
    link_user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    nonce TEXT NOT NULL,
    verifier TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX oauth_states_by_user ON oauth_states (link_user_id);
