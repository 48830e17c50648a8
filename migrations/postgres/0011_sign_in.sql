-- Everything between a person who says who they are and the session that they get.

ALTER TABLE users ADD COLUMN phone_change_sent_at BIGINT;
ALTER TABLE users ADD COLUMN reauthentication_sent_at BIGINT;
-- Which of the two addresses has confirmed a change already: current or new.
ALTER TABLE users ADD COLUMN email_change_confirmed TEXT;
ALTER TABLE users ADD COLUMN deleted_at BIGINT;

-- A link of the same mail has a secret of its own; with a challenge it gives a code, not a session.
ALTER TABLE one_time_tokens ADD COLUMN link_hash TEXT;
ALTER TABLE one_time_tokens ADD COLUMN code_challenge TEXT;
ALTER TABLE one_time_tokens ADD COLUMN challenge_method TEXT;
CREATE INDEX one_time_tokens_by_link ON one_time_tokens (link_hash);

-- What a browser brings back to the program that asked for a session; good once.
CREATE TABLE auth_codes (
    hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    method TEXT NOT NULL,
    code_challenge TEXT NOT NULL,
    challenge_method TEXT NOT NULL,
    provider_tokens TEXT,
    expires_at BIGINT NOT NULL
);
CREATE INDEX auth_codes_by_user ON auth_codes (user_id);

-- Signed messages that have signed somebody in: none does so twice.
CREATE TABLE used_messages (
    hash TEXT PRIMARY KEY,
    expires_at BIGINT NOT NULL
);

-- Who did what to accounts; never with a secret.
CREATE TABLE auth_audit (
    id TEXT PRIMARY KEY,
    actor_id TEXT,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    traits TEXT NOT NULL,
    ip TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX auth_audit_by_time ON auth_audit (created_at, id);
