-- Who made a chart's version and why, which version others see, and when a chart is refreshed.

ALTER TABLE charts ADD COLUMN published_version INTEGER;
-- 'hour', 'day', 'week'; NULL: only when somebody asks.
ALTER TABLE charts ADD COLUMN refresh_every TEXT;
ALTER TABLE charts ADD COLUMN refresh_at INTEGER;
-- Why the last refresh by schedule failed.
ALTER TABLE charts ADD COLUMN refresh_error TEXT;
CREATE INDEX charts_by_refresh ON charts (refresh_at) WHERE refresh_at IS NOT NULL;

-- As in `chart`, for lists and for what others find.
ALTER TABLE chart_versions ADD COLUMN kind TEXT NOT NULL DEFAULT 'plot';
ALTER TABLE chart_versions ADD COLUMN title TEXT NOT NULL DEFAULT '';
ALTER TABLE chart_versions ADD COLUMN description TEXT NOT NULL DEFAULT '';
ALTER TABLE chart_versions ADD COLUMN reason TEXT NOT NULL DEFAULT 'asked';
ALTER TABLE chart_versions ADD COLUMN note TEXT;
ALTER TABLE chart_versions ADD COLUMN annotations TEXT NOT NULL DEFAULT '[]';
-- The sources that the rows came from, with the hashes that they had then.
ALTER TABLE chart_versions ADD COLUMN sources TEXT NOT NULL DEFAULT '[]';

UPDATE chart_versions SET kind = json_extract(chart, '$.kind'), title = json_extract(chart, '$.title'), description = json_extract(chart, '$.description');
UPDATE charts SET published_version = version WHERE visibility <> 'private';

-- What admins show to everybody.
CREATE TABLE curated (
    kind TEXT NOT NULL,
    item_id TEXT NOT NULL,
    curated_at INTEGER NOT NULL,
    PRIMARY KEY (kind, item_id)
) STRICT;
CREATE INDEX curated_by_time ON curated (curated_at, item_id);
