-- The tier that two operators have lifted somebody to, whatever they have done by themselves (reference defaults C4: T3 with the answer
-- where the money comes from, T4 after everything was looked into). Nothing for most people.
ALTER TABLE users
    ADD COLUMN raised_to smallint CHECK (raised_to BETWEEN 3 AND 4);
