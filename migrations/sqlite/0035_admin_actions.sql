-- Actions of admins, which admins can read. Rows outlive the admin and the subject.
CREATE TABLE admin_actions (
    id TEXT PRIMARY KEY,
    admin_id TEXT REFERENCES users (id) ON DELETE SET NULL,
    -- What was done, such as `user.suspended`.
    action TEXT NOT NULL,
    -- The kind and the id or name of the subject.
    subject_kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    -- JSON: the reason that was given, and values that were set.
    detail TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX admin_actions_by_time ON admin_actions (created_at, id);
CREATE INDEX admin_actions_by_admin ON admin_actions (admin_id);
