-- Authenticators: as a way to sign in, and as second factors. Only public keys are kept.

CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The authenticator's own name of it.
    credential_id TEXT NOT NULL UNIQUE,
    credential TEXT NOT NULL,
    friendly_name TEXT,
    last_used_at INTEGER,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- What was asked of an authenticator: of the person where one is to be added, of anybody at a sign-in.
CREATE TABLE passkey_challenges (
    id TEXT PRIMARY KEY,
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    ceremony TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX passkey_challenges_by_user ON passkey_challenges (user_id);
CREATE INDEX passkey_challenges_by_time ON passkey_challenges (expires_at);

ALTER TABLE factors ADD COLUMN credential TEXT;
ALTER TABLE factor_challenges ADD COLUMN ceremony TEXT;

-- Codes for whoever has lost their second factor: one set a person, each code good once.
CREATE TABLE recovery_code_sets (
    factor_id TEXT PRIMARY KEY REFERENCES factors (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
    failures INTEGER NOT NULL,
    locked_until INTEGER
) STRICT;

CREATE TABLE recovery_codes (
    factor_id TEXT NOT NULL REFERENCES recovery_code_sets (factor_id) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    used_at INTEGER,
    PRIMARY KEY (factor_id, hash)
) STRICT;
