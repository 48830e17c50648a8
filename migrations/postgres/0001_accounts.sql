-- Users, their sessions and keys, and OAuth clients.
-- In all tables times are milliseconds since 1970, ids UUIDs as text, and JSON text.

CREATE TABLE users (
    id TEXT PRIMARY KEY,
    -- Prefixes are found in byte order, as SQLite does.
    email TEXT COLLATE "C" UNIQUE,
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
    phone_change_sent_at BIGINT,
    -- The address that has confirmed an email change: `current` or `new`.
    email_change_confirmed TEXT,
    reauthentication_sent_at BIGINT,
    invited_at BIGINT,
    last_sign_in_at BIGINT,
    banned_until BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT
);
CREATE INDEX users_by_creation ON users (created_at, id);

-- A user's email address, or their account at another provider.
CREATE TABLE identities (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    provider TEXT NOT NULL,
    -- The provider's own id of the account.
    provider_id TEXT NOT NULL,
    identity_data TEXT NOT NULL,
    last_sign_in_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (provider, provider_id)
);
CREATE INDEX identities_by_user ON identities (user_id);

CREATE TABLE profiles (
    user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    username TEXT,
    -- The username in lowercase.
    username_key TEXT COLLATE "C" UNIQUE,
    full_name TEXT,
    bio TEXT,
    avatar_url TEXT,
    professional_info TEXT,
    is_admin BOOLEAN NOT NULL,
    is_contributor BOOLEAN NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX profiles_of_contributors ON profiles (COALESCE(username_key, ''), user_id) WHERE is_contributor = TRUE;

CREATE TABLE oauth_clients (
    id TEXT PRIMARY KEY,
    -- Null for public clients.
    secret_hash TEXT,
    client_type TEXT NOT NULL,
    authentication TEXT NOT NULL,
    name TEXT NOT NULL,
    uri TEXT NOT NULL,
    logo_uri TEXT NOT NULL,
    redirect_uris TEXT NOT NULL,
    grant_types TEXT NOT NULL,
    -- `manual` if an operator registered the client, `dynamic` if it registered itself.
    registration_type TEXT NOT NULL DEFAULT 'manual',
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX oauth_clients_by_time ON oauth_clients (created_at, id);

-- Open sessions: ending one deletes it together with its refresh tokens.
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    aal TEXT NOT NULL,
    amr TEXT NOT NULL,
    user_agent TEXT,
    ip TEXT,
    -- The client and scope of a session that an OAuth client has.
    oauth_client_id TEXT REFERENCES oauth_clients (id) ON DELETE CASCADE,
    scope TEXT,
    not_after BIGINT,
    refreshed_at BIGINT,
    created_at BIGINT NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_oauth_client ON sessions (oauth_client_id);

-- Hashes of refresh tokens. Used tokens are kept, so that a reused one is recognized.
CREATE TABLE refresh_tokens (
    hash TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    parent_hash TEXT,
    used_at BIGINT,
    created_at BIGINT NOT NULL
);
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);
CREATE INDEX refresh_tokens_by_parent ON refresh_tokens (parent_hash);

CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    -- First characters of the secret, by which its owner recognizes the key.
    prefix TEXT COLLATE "C" NOT NULL DEFAULT '',
    scopes TEXT NOT NULL,
    requests_per_minute BIGINT NOT NULL DEFAULT 60,
    last_used_at BIGINT,
    expires_at BIGINT,
    created_at BIGINT NOT NULL
);
CREATE INDEX api_keys_by_user ON api_keys (user_id);
CREATE INDEX api_keys_by_creation ON api_keys (created_at, id);
CREATE INDEX api_keys_by_use ON api_keys (COALESCE(last_used_at, 0), id);
CREATE INDEX api_keys_by_prefix ON api_keys (prefix);

-- Authorization requests of OAuth clients. Ids and codes are kept as hashes; an exchanged code is kept
-- for a day, so that a reused one is recognized.
CREATE TABLE oauth_authorizations (
    hash TEXT PRIMARY KEY,
    client_id TEXT NOT NULL REFERENCES oauth_clients (id) ON DELETE CASCADE,
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    status TEXT NOT NULL,
    redirect_uri TEXT NOT NULL,
    scope TEXT NOT NULL,
    state TEXT,
    nonce TEXT,
    resource TEXT,
    code_challenge TEXT NOT NULL,
    code_hash TEXT UNIQUE,
    session_id TEXT,
    expires_at BIGINT NOT NULL
);
CREATE INDEX oauth_authorizations_by_client ON oauth_authorizations (client_id);
CREATE INDEX oauth_authorizations_by_user ON oauth_authorizations (user_id);
CREATE INDEX oauth_authorizations_by_end ON oauth_authorizations (expires_at);

-- Scopes that a user has granted to an OAuth client.
CREATE TABLE oauth_grants (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    client_id TEXT NOT NULL REFERENCES oauth_clients (id) ON DELETE CASCADE,
    scopes TEXT NOT NULL,
    granted_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, client_id)
);
CREATE INDEX oauth_grants_by_client ON oauth_grants (client_id);
