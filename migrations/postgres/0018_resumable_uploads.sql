-- Uploads that come in pieces, and go on after a break (the TUS protocol).

CREATE TABLE resumable_uploads (
    id TEXT PRIMARY KEY,
    bucket_id TEXT NOT NULL REFERENCES storage_buckets (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    owner_id TEXT,
    is_upsert BOOLEAN NOT NULL,
    -- Whether its object is there; the row stays for clients that ask again.
    is_finished BOOLEAN NOT NULL,
    content_type TEXT NOT NULL,
    cache_control TEXT NOT NULL,
    user_metadata TEXT NOT NULL,
    -- Bytes in all, and of those that are there.
    bytes BIGINT NOT NULL,
    received BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX resumable_uploads_by_expiry ON resumable_uploads (expires_at);

-- The pieces, each an object of the store; they go with their upload, into `doomed_objects`.
CREATE TABLE resumable_parts (
    upload_id TEXT NOT NULL REFERENCES resumable_uploads (id) ON DELETE CASCADE,
    first_byte BIGINT NOT NULL,
    object_path TEXT NOT NULL,
    PRIMARY KEY (upload_id, first_byte)
);
