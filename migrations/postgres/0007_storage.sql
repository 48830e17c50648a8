-- Buckets and objects of the storage API. Their bytes are in the object store.

CREATE TABLE storage_buckets (
    id TEXT PRIMARY KEY,
    owner_id TEXT,
    is_public BOOLEAN NOT NULL,
    -- Maximum bytes of an object; null if only the server's own limit applies.
    file_size_limit BIGINT,
    -- A list of patterns; null if all types are allowed.
    allowed_mime_types TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);

CREATE TABLE storage_objects (
    id TEXT PRIMARY KEY,
    bucket_id TEXT NOT NULL REFERENCES storage_buckets (id),
    -- Compared byte by byte, so that a prefix is a range.
    name TEXT COLLATE "C" NOT NULL,
    -- The user who uploaded the object; null for the service.
    owner_id TEXT,
    -- The key in the object store: each change of the bytes has a new one.
    object_path TEXT NOT NULL UNIQUE,
    bytes BIGINT NOT NULL,
    content_type TEXT NOT NULL,
    content_encoding TEXT,
    cache_control TEXT NOT NULL,
    etag TEXT NOT NULL,
    user_metadata TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (bucket_id, name)
);
CREATE INDEX storage_objects_by_owner ON storage_objects (owner_id);

-- Pending deletions: keys of the object store that no row refers to, because the row was deleted or the
-- upload is still running. They are deleted at their time.
CREATE TABLE doomed_objects (
    object_path TEXT PRIMARY KEY,
    doomed_at BIGINT NOT NULL
);
CREATE INDEX doomed_objects_by_time ON doomed_objects (doomed_at);

-- Resumable uploads (the TUS protocol).
CREATE TABLE resumable_uploads (
    id TEXT PRIMARY KEY,
    bucket_id TEXT NOT NULL REFERENCES storage_buckets (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    owner_id TEXT,
    is_upsert BOOLEAN NOT NULL,
    -- Whether the object is complete; the row stays for clients that ask again.
    is_finished BOOLEAN NOT NULL,
    content_type TEXT NOT NULL,
    cache_control TEXT NOT NULL,
    user_metadata TEXT NOT NULL,
    -- Bytes of the object, and those received so far.
    bytes BIGINT NOT NULL,
    received BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX resumable_uploads_by_expiry ON resumable_uploads (expires_at);

-- The received parts, each an object of the store. With their upload they move to `doomed_objects`.
CREATE TABLE resumable_parts (
    upload_id TEXT NOT NULL REFERENCES resumable_uploads (id) ON DELETE CASCADE,
    first_byte BIGINT NOT NULL,
    object_path TEXT NOT NULL,
    PRIMARY KEY (upload_id, first_byte)
);

-- Profile pictures, which are public: at most two megabytes, in formats that can't contain scripts.
INSERT INTO storage_buckets (id, is_public, file_size_limit, allowed_mime_types, created_at, updated_at)
    VALUES ('avatars', TRUE, 2097152, '["image/png","image/jpeg","image/gif","image/webp"]', 1795219200000, 1795219200000);
