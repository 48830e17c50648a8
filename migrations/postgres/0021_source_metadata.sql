-- What a page or a paper says of itself: who wrote it, when, how long it is.
ALTER TABLE sources ADD COLUMN metadata TEXT;
