-- Words that mean something in a table, as JSON: generated from its data, taught and edited by its owner.
ALTER TABLE sources ADD COLUMN words TEXT;
