-- Operators of a demo tenant that anybody at this machine may act as. They have no factor; the program offers them only in a sandbox.
ALTER TABLE operators ADD COLUMN is_demo boolean NOT NULL DEFAULT false;
