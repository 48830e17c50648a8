-- Applications to become a contributor, which admins decide.
CREATE TABLE contributor_applications (
    user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    reason TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'accepted', 'declined')),
    applied_at INTEGER NOT NULL,
    decided_at INTEGER
) STRICT;
CREATE INDEX contributor_applications_by_status ON contributor_applications (status, applied_at, user_id);

-- Public items that contributors propose for a topic of the discover page.
CREATE TABLE proposals (
    kind TEXT NOT NULL,
    item_id TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    topic TEXT,
    status TEXT NOT NULL CHECK (status IN ('pending', 'accepted', 'declined')),
    proposed_at INTEGER NOT NULL,
    decided_at INTEGER,
    PRIMARY KEY (kind, item_id)
) STRICT;
CREATE INDEX proposals_by_status ON proposals (status, proposed_at, item_id);
CREATE INDEX proposals_by_user ON proposals (user_id);

-- How many users have bookmarked an item.
CREATE INDEX saved_by_item ON saved (kind, item_id);
