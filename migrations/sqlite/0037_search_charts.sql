-- Texts of charts get a word of their own, so that a search of charts reads no chat. The next start indexes them again.
DELETE FROM search_texts WHERE chart_id IS NOT NULL;
INSERT OR IGNORE INTO search_backlog (kind, id) SELECT 'chart', id FROM charts;
