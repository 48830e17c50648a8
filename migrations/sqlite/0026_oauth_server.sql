-- People who let programs sign them in: this server as an OAuth 2.1 authorization server.

-- Whether an operator registered it (manual), or it did so by itself (dynamic).
ALTER TABLE oauth_clients ADD COLUMN registration_type TEXT NOT NULL DEFAULT 'manual';

-- A program's own session in somebody's name, and what it may know of them.
ALTER TABLE sessions ADD COLUMN oauth_client_id TEXT REFERENCES oauth_clients (id) ON DELETE CASCADE;
ALTER TABLE sessions ADD COLUMN scope TEXT;
CREATE INDEX sessions_by_oauth_client ON sessions (oauth_client_id);

-- One request of a program, from the question to the session. Of ids and codes only hashes are
-- kept; one that was exchanged stays for a day, so that a code shown again is recognised.
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
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX oauth_authorizations_by_client ON oauth_authorizations (client_id);
CREATE INDEX oauth_authorizations_by_user ON oauth_authorizations (user_id);
CREATE INDEX oauth_authorizations_by_end ON oauth_authorizations (expires_at);

-- What somebody has allowed a program.
CREATE TABLE oauth_grants (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    client_id TEXT NOT NULL REFERENCES oauth_clients (id) ON DELETE CASCADE,
    scopes TEXT NOT NULL,
    granted_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, client_id)
) STRICT;
CREATE INDEX oauth_grants_by_client ON oauth_grants (client_id);
