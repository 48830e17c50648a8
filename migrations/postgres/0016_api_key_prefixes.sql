-- The first letters of a key's secret, by which its owner tells it from others.
ALTER TABLE api_keys ADD COLUMN prefix TEXT NOT NULL DEFAULT '';
