-- Providers that operators have added while the server runs. Their secrets are sealed with the
-- server's own; the nonce is new with each secret.
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
