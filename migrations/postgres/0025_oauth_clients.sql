-- Programs that operators have registered. Of their secrets only hashes are kept.
CREATE TABLE oauth_clients (
    id TEXT PRIMARY KEY,
    secret_hash TEXT,
    client_type TEXT NOT NULL,
    authentication TEXT NOT NULL,
    name TEXT NOT NULL,
    uri TEXT NOT NULL,
    logo_uri TEXT NOT NULL,
    redirect_uris TEXT NOT NULL,
    grant_types TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX oauth_clients_by_time ON oauth_clients (created_at, id);
