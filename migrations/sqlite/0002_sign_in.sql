-- Codes, links, second factors, passkeys and the providers that users sign in with.

-- Codes and links by email or SMS: the newest of a kind replaces earlier ones.
CREATE TABLE one_time_tokens (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    hash TEXT NOT NULL,
    -- The link of the same email has a secret of its own; with a challenge it returns a code, not a session.
    link_hash TEXT,
    code_challenge TEXT,
    challenge_method TEXT,
    sent_to TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (user_id, kind)
) STRICT;
CREATE INDEX one_time_tokens_by_hash ON one_time_tokens (hash);
CREATE INDEX one_time_tokens_by_link ON one_time_tokens (link_hash);

-- Authorization codes of the PKCE flow, each valid once.
CREATE TABLE auth_codes (
    hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    method TEXT NOT NULL,
    code_challenge TEXT NOT NULL,
    challenge_method TEXT NOT NULL,
    provider_tokens TEXT,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX auth_codes_by_user ON auth_codes (user_id);

-- Signed messages (Web3) that have been used to sign in, so that none is replayed.
CREATE TABLE used_messages (
    hash TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL
) STRICT;

-- Sign-ins that are at another provider, each valid once.
CREATE TABLE oauth_states (
    hash TEXT PRIMARY KEY,
    provider TEXT NOT NULL,
    redirect_to TEXT NOT NULL,
    code_challenge TEXT,
    challenge_method TEXT,
    -- The user who links the identity; null for a sign-in.
    link_user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    nonce TEXT NOT NULL,
    verifier TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX oauth_states_by_user ON oauth_states (link_user_id);

-- Providers that operators add at run time. Their secrets are sealed with the server's own secret;
-- each secret has a new nonce.
CREATE TABLE custom_providers (
    id TEXT PRIMARY KEY,
    identifier TEXT NOT NULL UNIQUE,
    provider_type TEXT NOT NULL,
    sealed_secret TEXT NOT NULL,
    secret_nonce TEXT NOT NULL,
    settings TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

-- Second factors. Secrets are sealed with the server's own secret, which is not in the database.
CREATE TABLE factors (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    factor_type TEXT NOT NULL,
    friendly_name TEXT,
    status TEXT NOT NULL,
    secret TEXT,
    phone TEXT,
    -- The public key of a WebAuthn factor.
    credential TEXT,
    -- The last time step of a TOTP code that was accepted.
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
    ceremony TEXT,
    attempts INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX factor_challenges_by_factor ON factor_challenges (factor_id);

-- Passkeys: only public keys are stored.
CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The authenticator's own id of the credential.
    credential_id TEXT NOT NULL UNIQUE,
    credential TEXT NOT NULL,
    friendly_name TEXT,
    last_used_at INTEGER,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- Pending WebAuthn ceremonies: a registration has a user, a sign-in has none.
CREATE TABLE passkey_challenges (
    id TEXT PRIMARY KEY,
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    ceremony TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX passkey_challenges_by_user ON passkey_challenges (user_id);
CREATE INDEX passkey_challenges_by_time ON passkey_challenges (expires_at);

-- Recovery codes: one set per user, each code valid once.
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

-- The audit log of accounts, without secrets. Entries outlive their actors.
CREATE TABLE auth_audit (
    id TEXT PRIMARY KEY,
    actor_id TEXT,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    traits TEXT NOT NULL,
    ip TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX auth_audit_by_time ON auth_audit (created_at, id);

-- Queued emails and text messages. A row is written in the transaction that issues its code, and sent
-- by the server that claims it.
CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    -- Null for visitors without an account.
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('mail', 'sms')),
    purpose TEXT NOT NULL,
    recipient TEXT NOT NULL,
    -- Subject, text and HTML, sealed with the server's own secret under the id; empty once sent.
    sealed_content TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('waiting', 'sent', 'failed')),
    attempts INTEGER NOT NULL,
    -- The next attempt; during an attempt the end of its lease, as in `leased_until`.
    due_at INTEGER NOT NULL,
    leased_until INTEGER,
    last_error TEXT,
    -- When the message's code expires: it isn't sent after that.
    expires_at INTEGER NOT NULL,
    settled_at INTEGER,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX outbox_due ON outbox (due_at, id) WHERE status = 'waiting';
CREATE INDEX outbox_by_user ON outbox (user_id);
CREATE INDEX outbox_by_time ON outbox (created_at, id);
CREATE INDEX outbox_by_status ON outbox (status, created_at, id);
CREATE INDEX outbox_stuck ON outbox (created_at, id) WHERE status <> 'sent' AND last_error IS NOT NULL;
-- Settled messages are deleted after a while.
CREATE INDEX outbox_settled ON outbox (settled_at) WHERE settled_at IS NOT NULL;
