-- Which sites are read, and which do not let themselves be read.
CREATE TABLE domain_stats (
    domain TEXT PRIMARY KEY,
    reads BIGINT NOT NULL,
    blocked BIGINT NOT NULL,
    failed BIGINT NOT NULL,
    last_read_at BIGINT NOT NULL
);
CREATE INDEX domain_stats_by_reads ON domain_stats (reads, domain);
