-- People and how they prove who they are. Times are milliseconds since 1970, ids UUID text, JSON text.

CREATE TABLE users (
    id TEXT PRIMARY KEY,
    email TEXT UNIQUE,
    phone TEXT UNIQUE,
    encrypted_password TEXT,
    role TEXT NOT NULL,
    app_metadata TEXT NOT NULL,
    user_metadata TEXT NOT NULL,
    is_anonymous INTEGER NOT NULL,
    email_confirmed_at INTEGER,
    phone_confirmed_at INTEGER,
    confirmation_sent_at INTEGER,
    recovery_sent_at INTEGER,
    new_email TEXT,
    new_phone TEXT,
    email_change_sent_at INTEGER,
    invited_at INTEGER,
    last_sign_in_at INTEGER,
    banned_until INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX users_by_creation ON users (created_at, id);

-- A way in: the e-mail address itself, or an account at another provider.
CREATE TABLE identities (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    provider TEXT NOT NULL,
    provider_id TEXT NOT NULL,
    identity_data TEXT NOT NULL,
    last_sign_in_at INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (provider, provider_id)
) STRICT;
CREATE INDEX identities_by_user ON identities (user_id);

-- A session that has ended is deleted, and its refresh tokens with it.
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    aal TEXT NOT NULL,
    amr TEXT NOT NULL,
    user_agent TEXT,
    ip TEXT,
    not_after INTEGER,
    refreshed_at INTEGER,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id);

-- Only hashes; parents stay, so that one shown again is recognised.
CREATE TABLE refresh_tokens (
    hash TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    parent_hash TEXT,
    used_at INTEGER,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);
CREATE INDEX refresh_tokens_by_parent ON refresh_tokens (parent_hash);

-- Codes and links by mail or SMS: the newest of a kind replaces the ones before.
CREATE TABLE one_time_tokens (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    hash TEXT NOT NULL,
    sent_to TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (user_id, kind)
) STRICT;
CREATE INDEX one_time_tokens_by_hash ON one_time_tokens (hash);

CREATE TABLE profiles (
    user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    username TEXT,
    username_key TEXT UNIQUE,
    full_name TEXT,
    bio TEXT,
    avatar_url TEXT,
    professional_info TEXT,
    is_admin INTEGER NOT NULL,
    is_contributor INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    scopes TEXT NOT NULL,
    last_used_at INTEGER,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX api_keys_by_user ON api_keys (user_id);
