-- What expiry took of a grant, and when: a clock that was ahead takes nothing for good.
ALTER TABLE grants ADD COLUMN expired BIGINT NOT NULL DEFAULT 0;
ALTER TABLE grants ADD COLUMN expired_at BIGINT;
