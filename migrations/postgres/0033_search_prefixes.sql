-- PostgreSQL matches word beginnings through its own full-text index: only SQLite rebuilds its index here.
SELECT 1;
