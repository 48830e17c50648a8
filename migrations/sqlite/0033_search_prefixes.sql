-- Beginnings of words are looked for, and read from an index of their own: without it a short one reads
-- every place of every word that begins so. Places in a text are not asked for.
DROP TRIGGER search_texts_deleted;
DROP TABLE search_words;
DELETE FROM search_texts;
CREATE VIRTUAL TABLE search_words USING fts5 (
    words, content = '', contentless_delete = 1, tokenize = 'ascii', detail = none, prefix = '1 2 3'
);
CREATE TRIGGER search_texts_deleted AFTER DELETE ON search_texts BEGIN
    DELETE FROM search_words WHERE rowid = old.number;
END;

-- The next start reads all texts again.
INSERT OR IGNORE INTO search_backlog (kind, id) SELECT 'chat', id FROM chats;
INSERT OR IGNORE INTO search_backlog (kind, id) SELECT 'chart', id FROM charts;
