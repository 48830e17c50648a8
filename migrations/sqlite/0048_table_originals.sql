-- The table before its edits, as JSON: the key of its Parquet file, its columns, and the edits.
ALTER TABLE sources ADD COLUMN original TEXT;
