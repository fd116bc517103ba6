-- Uses older than the longest window count no more; the sweeper forgets them, oldest first.
CREATE INDEX limit_uses_age ON limit_uses (at);
