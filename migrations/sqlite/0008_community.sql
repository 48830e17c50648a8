-- Bookmarks, the discover page, contributors, feedback, and the admin area.
-- `kind` and `item_id` name an item of one of several tables, so they have no foreign key.

CREATE TABLE saved (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    item_id TEXT NOT NULL,
    saved_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, kind, item_id)
) STRICT;
-- Counts the users who have bookmarked an item.
CREATE INDEX saved_by_item ON saved (kind, item_id);

-- Items that admins feature on the discover page.
CREATE TABLE curated (
    kind TEXT NOT NULL,
    item_id TEXT NOT NULL,
    curated_at INTEGER NOT NULL,
    position INTEGER NOT NULL DEFAULT 0,
    topic TEXT,
    -- The item is shown from and until then.
    starts_at INTEGER,
    ends_at INTEGER,
    PRIMARY KEY (kind, item_id)
) STRICT;
CREATE INDEX curated_by_position ON curated (position, item_id);

-- Items that an admin has hidden: private until an admin shows them again.
CREATE TABLE hidden_items (
    kind TEXT NOT NULL,
    item_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    -- Restored when the item is shown again.
    visibility TEXT NOT NULL,
    published_version INTEGER,
    hidden_at INTEGER NOT NULL,
    PRIMARY KEY (kind, item_id)
) STRICT;
CREATE INDEX hidden_items_by_time ON hidden_items (kind, hidden_at, item_id);

-- Views of shared items by day (days since 1970). No row tells who viewed.
CREATE TABLE item_views (
    kind TEXT NOT NULL,
    item_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    -- The item's owner.
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    views INTEGER NOT NULL,
    PRIMARY KEY (kind, item_id, day)
) STRICT;
CREATE INDEX item_views_by_user ON item_views (user_id, day, views);

-- Topics that contributors publish their public items to.
CREATE TABLE item_topics (
    kind TEXT NOT NULL,
    item_id TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    topic TEXT NOT NULL,
    -- In lowercase, so that `Climate` and `climate` are one topic.
    topic_key TEXT NOT NULL,
    published_at INTEGER NOT NULL,
    PRIMARY KEY (kind, item_id)
) STRICT;
CREATE INDEX item_topics_by_topic ON item_topics (topic_key, published_at, item_id);
CREATE INDEX item_topics_by_user ON item_topics (user_id);

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

CREATE TABLE feedback (
    id TEXT PRIMARY KEY,
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    metadata TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'seen', 'done')),
    -- The next attempt to forward it; null if there is nothing to forward.
    forward_at INTEGER,
    forward_attempts INTEGER NOT NULL DEFAULT 0,
    forwarded_at INTEGER,
    -- An admin's answer, sent by email.
    reply TEXT,
    replied_at INTEGER,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX feedback_by_user ON feedback (user_id, created_at);
CREATE INDEX feedback_by_creation ON feedback (created_at, id);
CREATE INDEX feedback_by_status ON feedback (status, created_at, id);
CREATE INDEX feedback_to_forward ON feedback (forward_at) WHERE forward_at IS NOT NULL;

-- Views of chats by admins.
CREATE TABLE chat_views (
    id TEXT PRIMARY KEY,
    chat_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    admin_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    reason TEXT NOT NULL,
    -- Hours since 1970: one entry per hour, admin, chat and reason.
    hour INTEGER NOT NULL,
    viewed_at INTEGER NOT NULL,
    UNIQUE (chat_id, admin_id, reason, hour)
) STRICT;
CREATE INDEX chat_views_by_chat ON chat_views (chat_id, viewed_at);

-- The audit log of admins. Entries outlive the admin and the subject.
CREATE TABLE admin_actions (
    id TEXT PRIMARY KEY,
    admin_id TEXT REFERENCES users (id) ON DELETE SET NULL,
    -- Such as `user.suspended`.
    action TEXT NOT NULL,
    -- The kind of the subject, and its id or name.
    subject_kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    -- The reason that was given, and the values that were set.
    detail TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX admin_actions_by_time ON admin_actions (created_at, id);
CREATE INDEX admin_actions_by_admin ON admin_actions (admin_id);

-- Websites: how many of their pages were read, refused or failed, and how many boards came from them.
CREATE TABLE domain_stats (
    domain TEXT PRIMARY KEY,
    reads INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    boards INTEGER NOT NULL DEFAULT 0,
    last_read_at INTEGER NOT NULL
) STRICT;
CREATE INDEX domain_stats_by_reads ON domain_stats (reads, domain);
CREATE INDEX domain_stats_by_boards ON domain_stats (boards, domain);
CREATE INDEX domain_stats_by_failures ON domain_stats (blocked + failed, domain);

-- The same by day (days since 1970).
CREATE TABLE domain_days (
    domain TEXT NOT NULL,
    day INTEGER NOT NULL,
    reads INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    boards INTEGER NOT NULL,
    PRIMARY KEY (domain, day)
) STRICT;
CREATE INDEX domain_days_by_day ON domain_days (day);
