-- Revisions of documents: a change names the revision that it was made on.

ALTER TABLE portolans ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
