-- The server that needs this chat and can't reach its owner, which hands the chat over at its next renewal.
ALTER TABLE leases ADD COLUMN wanted_by TEXT;
