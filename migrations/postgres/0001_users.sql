-- People and how they prove who they are. Times are milliseconds since 1970, ids UUID text, JSON text.

CREATE TABLE users (
    id TEXT PRIMARY KEY,
    email TEXT UNIQUE,
    phone TEXT UNIQUE,
    encrypted_password TEXT,
    role TEXT NOT NULL,
    app_metadata TEXT NOT NULL,
    user_metadata TEXT NOT NULL,
    is_anonymous BOOLEAN NOT NULL,
    email_confirmed_at BIGINT,
    phone_confirmed_at BIGINT,
    confirmation_sent_at BIGINT,
    recovery_sent_at BIGINT,
    new_email TEXT,
    new_phone TEXT,
    email_change_sent_at BIGINT,
    invited_at BIGINT,
    last_sign_in_at BIGINT,
    banned_until BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX users_by_creation ON users (created_at, id);

-- A way in: the e-mail address itself, or an account at another provider.
CREATE TABLE identities (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    provider TEXT NOT NULL,
    provider_id TEXT NOT NULL,
    identity_data TEXT NOT NULL,
    last_sign_in_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (provider, provider_id)
);
CREATE INDEX identities_by_user ON identities (user_id);

-- A session that has ended is deleted, and its refresh tokens with it.
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    aal TEXT NOT NULL,
    amr TEXT NOT NULL,
    user_agent TEXT,
    ip TEXT,
    not_after BIGINT,
    refreshed_at BIGINT,
    created_at BIGINT NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id);

-- Only hashes; parents stay, so that one shown again is recognised.
CREATE TABLE refresh_tokens (
    hash TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    parent_hash TEXT,
    used_at BIGINT,
    created_at BIGINT NOT NULL
);
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);
CREATE INDEX refresh_tokens_by_parent ON refresh_tokens (parent_hash);

-- Codes and links by mail or SMS: the newest of a kind replaces the ones before.
CREATE TABLE one_time_tokens (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    hash TEXT NOT NULL,
    sent_to TEXT NOT NULL,
    attempts BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (user_id, kind)
);
CREATE INDEX one_time_tokens_by_hash ON one_time_tokens (hash);

CREATE TABLE profiles (
    user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    username TEXT,
    username_key TEXT UNIQUE,
    full_name TEXT,
    bio TEXT,
    avatar_url TEXT,
    professional_info TEXT,
    is_admin BOOLEAN NOT NULL,
    is_contributor BOOLEAN NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    scopes TEXT NOT NULL,
    last_used_at BIGINT,
    created_at BIGINT NOT NULL
);
CREATE INDEX api_keys_by_user ON api_keys (user_id);
