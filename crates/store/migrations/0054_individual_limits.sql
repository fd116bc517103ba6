-- What two operators have agreed on for one person at T4, in euro (reference defaults C4: "individual"). Where nothing was agreed, the
-- limits of T3 hold, and never less than these. Who is not lifted to T4 any more has no limits of their own either.
ALTER TABLE users
    ADD COLUMN individual_limits jsonb CHECK (jsonb_typeof(individual_limits) = 'object'),
    ADD CONSTRAINT users_individual_limits_at_t4 CHECK (individual_limits IS NULL OR coalesce(raised_to = 4, false));
