-- The orders and filters of the admin lists, each read from an index.
-- Texts that are sorted or found by their beginning are in byte order, as on SQLite.
ALTER TABLE admin_actions ALTER COLUMN action TYPE TEXT COLLATE "C", ALTER COLUMN subject TYPE TEXT COLLATE "C";
ALTER TABLE api_keys ALTER COLUMN name TYPE TEXT COLLATE "C";
ALTER TABLE charts ALTER COLUMN title_key TYPE TEXT COLLATE "C";
ALTER TABLE portolans ALTER COLUMN title_key TYPE TEXT COLLATE "C";
ALTER TABLE boards ALTER COLUMN title_key TYPE TEXT COLLATE "C";
ALTER TABLE outbox ALTER COLUMN recipient TYPE TEXT COLLATE "C";
CREATE INDEX admin_actions_by_action ON admin_actions (action, created_at, id);
CREATE INDEX admin_actions_by_action_id ON admin_actions (action, id);
DROP INDEX admin_actions_by_admin;
CREATE INDEX admin_actions_by_admin ON admin_actions (admin_id, created_at, id);
CREATE INDEX admin_actions_by_subject ON admin_actions (subject, created_at, id);
CREATE INDEX users_by_email ON users (COALESCE(email, ''), id);
CREATE INDEX api_keys_by_name ON api_keys (LOWER(name), id);
CREATE INDEX charts_by_title ON charts (visibility, title_key, id);
CREATE INDEX portolans_by_title ON portolans (visibility, title_key, id);
CREATE INDEX boards_by_title ON boards (visibility, title_key, id);
CREATE INDEX chats_by_creation ON chats (created_at, id);
CREATE INDEX domain_stats_by_time ON domain_stats (last_read_at, domain);
CREATE INDEX outbox_by_recipient ON outbox (LOWER(recipient), id);
CREATE INDEX outbox_by_status_recipient ON outbox (status, LOWER(recipient), id);
CREATE INDEX outbox_stuck_by_recipient ON outbox (LOWER(recipient), id) WHERE status <> 'sent' AND last_error IS NOT NULL;

-- Credits that the turn's tokens cost at the prices of its time, charged or not. Null for turns that were metered
-- before costs were recorded.
ALTER TABLE turns ADD COLUMN cost BIGINT;
DROP INDEX turns_by_start;
CREATE INDEX turns_by_start ON turns (started_at, finished_at, outcome, model, user_id, input_tokens, output_tokens, charged, cost);
