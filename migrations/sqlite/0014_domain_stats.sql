-- Which sites are read, and which do not let themselves be read.
CREATE TABLE domain_stats (
    domain TEXT PRIMARY KEY,
    reads INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    last_read_at INTEGER NOT NULL
) STRICT;
CREATE INDEX domain_stats_by_reads ON domain_stats (reads, domain);
