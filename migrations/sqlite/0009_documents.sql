-- What a text that somebody brought is made of: its outline as JSON; NULL for tables.
ALTER TABLE sources ADD COLUMN document TEXT;
