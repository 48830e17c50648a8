-- The charges of all accounts in the order of time, for the operator's metering.
CREATE INDEX ledger_entries_charged ON ledger_entries (created_at, user_id, number)
    WHERE kind IN ('charge', 'adjustment') AND turn_id IS NOT NULL;
