-- A call with an Idempotency-Key may place many simulated orders, so that its answer has a row of its own.
ALTER TABLE sandbox_orders DROP COLUMN call, DROP COLUMN key, DROP COLUMN body_hash,
  -- Posts and last day of a subscription, which API v2 answers.
  ADD COLUMN subscription JSONB;

CREATE TABLE sandbox_answers (
  id SERIAL PRIMARY KEY,
  sandbox_id INTEGER NOT NULL REFERENCES sandboxes (id) ON DELETE CASCADE ON UPDATE CASCADE,
  call TEXT NOT NULL,
  key TEXT NOT NULL,
  body_hash BYTEA NOT NULL,
  answer JSONB NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL
);
CREATE UNIQUE INDEX sandbox_answers_sandbox_id_call_key_key ON sandbox_answers (sandbox_id, call, key);
CREATE INDEX sandbox_answers_created_at_idx ON sandbox_answers (created_at);
