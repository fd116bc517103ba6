-- When a demo tenant was removed. Its history stays, because the books are append-only; no host and no key leads to it any more.
ALTER TABLE tenants
    ADD COLUMN retired_at timestamptz;
