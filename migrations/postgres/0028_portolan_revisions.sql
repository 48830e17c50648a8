-- Revisions of documents: a change names the revision that it was made on.

ALTER TABLE portolans ADD COLUMN revision BIGINT NOT NULL DEFAULT 1;
