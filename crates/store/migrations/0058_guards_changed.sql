-- When what guards a person's account was last taken away, made less or replaced by its owner: a second factor, what it guards, their
-- telephone. Payouts are held for a while, as after a change of email or the end of lost factors, which stand beside it.
ALTER TABLE users ADD COLUMN guards_changed_at timestamptz;
