-- What the lists of the admin area read, each from an index.
CREATE INDEX accounts_by_balance ON accounts (balance, user_id);
CREATE INDEX accounts_by_spending ON accounts (spent, user_id);
CREATE INDEX api_keys_by_creation ON api_keys (created_at, id);
CREATE INDEX api_keys_by_use ON api_keys (COALESCE(last_used_at, 0), id);
CREATE INDEX api_keys_by_prefix ON api_keys (prefix);
-- The figures of the overview come from the index alone.
CREATE INDEX turns_by_start ON turns (started_at, finished_at, outcome, model, user_id, input_tokens, output_tokens, charged);
-- Titles are searched within the index.
DROP INDEX charts_by_visibility;
CREATE INDEX charts_by_visibility ON charts (visibility, updated_at, id, title_key);
DROP INDEX portolans_by_visibility;
CREATE INDEX portolans_by_visibility ON portolans (visibility, updated_at, id, title_key);
DROP INDEX boards_by_visibility;
CREATE INDEX boards_by_visibility ON boards (visibility, updated_at, id, title_key);

-- Items that an admin has hidden: private until one shows them again.
CREATE TABLE hidden_items (
    kind TEXT NOT NULL,
    item_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    -- As they were, for when they are shown again.
    visibility TEXT NOT NULL,
    published_version BIGINT,
    hidden_at BIGINT NOT NULL,
    PRIMARY KEY (kind, item_id)
);
CREATE INDEX hidden_items_by_time ON hidden_items (kind, hidden_at, item_id);

-- Reads and boards of a site by day (days since 1970), and its boards in all.
ALTER TABLE domain_stats ADD COLUMN boards BIGINT NOT NULL DEFAULT 0;
CREATE INDEX domain_stats_by_boards ON domain_stats (boards, domain);
CREATE INDEX domain_stats_by_failures ON domain_stats ((blocked + failed), domain);
CREATE TABLE domain_days (
    domain TEXT NOT NULL,
    day BIGINT NOT NULL,
    reads BIGINT NOT NULL,
    blocked BIGINT NOT NULL,
    failed BIGINT NOT NULL,
    boards BIGINT NOT NULL,
    PRIMARY KEY (domain, day)
);
CREATE INDEX domain_days_by_day ON domain_days (day);

-- The order of the discover page, its topics, and when an item is on it.
ALTER TABLE curated ADD COLUMN position BIGINT NOT NULL DEFAULT 0;
ALTER TABLE curated ADD COLUMN topic TEXT;
ALTER TABLE curated ADD COLUMN starts_at BIGINT;
ALTER TABLE curated ADD COLUMN ends_at BIGINT;
UPDATE curated SET position = (SELECT COUNT(*) FROM curated AS newer WHERE (newer.curated_at, newer.item_id) > (curated.curated_at, curated.item_id));
DROP INDEX curated_by_time;
CREATE INDEX curated_by_position ON curated (position, item_id);

-- Beginnings of addresses and names are looked for by byte order, as SQLite does.
ALTER TABLE users ALTER COLUMN email TYPE TEXT COLLATE "C";
ALTER TABLE profiles ALTER COLUMN username_key TYPE TEXT COLLATE "C";
ALTER TABLE api_keys ALTER COLUMN prefix TYPE TEXT COLLATE "C";
ALTER TABLE domain_stats ALTER COLUMN domain TYPE TEXT COLLATE "C";
