-- The phrase that a person chose for our mails, so that one without it is known not to be ours: sealed, as what else they say of
-- themselves. 40 characters at most.
ALTER TABLE users ADD COLUMN mail_phrase bytea CHECK (length(mail_phrase) BETWEEN 36 AND 193);
