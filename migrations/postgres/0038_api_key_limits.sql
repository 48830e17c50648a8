-- Keys expire and have a rate limit of their own. Scopes say what a key opens; a key without scopes had all rights.
ALTER TABLE api_keys ADD COLUMN expires_at BIGINT;
ALTER TABLE api_keys ADD COLUMN requests_per_minute BIGINT NOT NULL DEFAULT 60;
UPDATE api_keys SET scopes = '["read","chat","boards"]' WHERE scopes <> '["read"]';
