-- Buckets and their objects, as the storage contract has them. Their bytes are in the object store.

CREATE TABLE storage_buckets (
    id TEXT PRIMARY KEY,
    owner_id TEXT,
    is_public INTEGER NOT NULL,
    -- Bytes of one object; NULL where only the server's own limit counts.
    file_size_limit INTEGER,
    -- JSON, a list of patterns; NULL where every type is taken.
    allowed_mime_types TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE storage_objects (
    id TEXT PRIMARY KEY,
    bucket_id TEXT NOT NULL REFERENCES storage_buckets (id),
    name TEXT NOT NULL,
    -- Who brought it; NULL where the service did.
    owner_id TEXT,
    -- Where its bytes are; another one with every change of them.
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

-- Objects of the store that nothing refers to: of what was deleted, and of what is just being
-- written. They go when their time has come.
CREATE TABLE doomed_objects (
    object_path TEXT PRIMARY KEY,
    doomed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX doomed_objects_by_time ON doomed_objects (doomed_at);

-- Pictures of people, for everybody to see: two megabytes, and no format that could hold a script.
INSERT INTO storage_buckets (id, is_public, file_size_limit, allowed_mime_types, created_at, updated_at)
    VALUES ('avatars', TRUE, 2097152, '["image/png","image/jpeg","image/gif","image/webp"]', 1795219200000, 1795219200000);
