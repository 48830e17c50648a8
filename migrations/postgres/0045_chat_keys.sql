-- Idempotency keys of requests that create chats: a repeated request finds the chat of the first one.
CREATE TABLE chat_keys (
    user_id TEXT NOT NULL,
    key TEXT NOT NULL,
    -- SHA-256 of the request's body.
    body_hash TEXT NOT NULL,
    -- Checked at the commit, because the key is claimed before the chat is created.
    chat_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
    PRIMARY KEY (user_id, key)
);
CREATE INDEX chat_keys_by_chat ON chat_keys (chat_id);
