-- JSON: the blocks of the replayed answer; null of turns that were compared before answers were kept.
ALTER TABLE replay_results ADD COLUMN answer TEXT;

-- Names that operators give to chats, to choose them by.
CREATE TABLE chat_tags (
    chat_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    PRIMARY KEY (chat_id, tag)
);
CREATE INDEX chat_tags_by_tag ON chat_tags (tag, chat_id);
