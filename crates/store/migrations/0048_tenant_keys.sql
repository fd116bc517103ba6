-- The key that a tenant's own site names it by where its host does not. It is publishable (it stands in pages), so it is kept as it
-- is. Global like tenants, and nothing that requests (agio_tenant) see.
ALTER TABLE tenants
    ADD COLUMN public_key text UNIQUE CHECK (public_key ~ '^pk_(live|test)_[0-9A-Za-z]{32}$');
