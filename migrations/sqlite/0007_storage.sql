-- Buckets and objects of the storage API. Their bytes are in the object store.

CREATE TABLE storage_buckets (
    id TEXT PRIMARY KEY,
    owner_id TEXT,
    is_public INTEGER NOT NULL,
    -- Maximum bytes of an object; null if only the server's own limit applies.
    file_size_limit INTEGER,
    -- A list of patterns; null if all types are allowed.
    allowed_mime_types TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE storage_objects (
    id TEXT PRIMARY KEY,
    bucket_id TEXT NOT NULL REFERENCES storage_buckets (id),
    name TEXT NOT NULL,
    -- The user who uploaded the object; null for the service.
    owner_id TEXT,
    -- The key in the object store: each change of the bytes has a new one.
    object_path TEXT NOT NULL UNIQUE,
    bytes INTEGER NOT NULL,
    content_type TEXT NOT NULL,
    content_encoding TEXT,
    cache_control TEXT NOT NULL,
    etag TEXT NOT NULL,
    user_metadata TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (bucket_id, name)
) STRICT;
CREATE INDEX storage_objects_by_owner ON storage_objects (owner_id);

-- Pending deletions: keys of the object store that no row refers to, because the row was deleted or the
-- upload is still running. They are deleted at their time.
CREATE TABLE doomed_objects (
    object_path TEXT PRIMARY KEY,
    doomed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX doomed_objects_by_time ON doomed_objects (doomed_at);

-- Resumable uploads (the TUS protocol).
CREATE TABLE resumable_uploads (
    id TEXT PRIMARY KEY,
    bucket_id TEXT NOT NULL REFERENCES storage_buckets (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    owner_id TEXT,
    is_upsert INTEGER NOT NULL,
    -- Whether the object is complete; the row stays for clients that ask again.
    is_finished INTEGER NOT NULL,
    content_type TEXT NOT NULL,
    cache_control TEXT NOT NULL,
    user_metadata TEXT NOT NULL,
    -- Bytes of the object, and those received so far.
    bytes INTEGER NOT NULL,
    received INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX resumable_uploads_by_expiry ON resumable_uploads (expires_at);

-- The received parts, each an object of the store. With their upload they move to `doomed_objects`.
CREATE TABLE resumable_parts (
    upload_id TEXT NOT NULL REFERENCES resumable_uploads (id) ON DELETE CASCADE,
    first_byte INTEGER NOT NULL,
    object_path TEXT NOT NULL,
    PRIMARY KEY (upload_id, first_byte)
) STRICT;

-- Profile pictures, which are public: at most two megabytes, in formats that can't contain scripts.
INSERT INTO storage_buckets (id, is_public, file_size_limit, allowed_mime_types, created_at, updated_at)
    VALUES ('avatars', TRUE, 2097152, '["image/png","image/jpeg","image/gif","image/webp"]', 1795219200000, 1795219200000);
