-- Several api-keys a member, each with a name, scopes, addresses and a daily cap (docs/contract.md#api-keys). The key that a
-- member has until now becomes the first of them.
ALTER TABLE api_keys DROP CONSTRAINT api_keys_pkey;
ALTER TABLE api_keys ADD COLUMN id SERIAL PRIMARY KEY,
  ADD COLUMN name TEXT NOT NULL DEFAULT '',
  ADD COLUMN is_first BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN scopes TEXT[] NOT NULL DEFAULT ARRAY['read', 'order']::TEXT[],
  ADD COLUMN addresses TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN tail TEXT NOT NULL DEFAULT '',
  ADD COLUMN frozen_at TIMESTAMPTZ(3),
  ADD COLUMN last_used_at TIMESTAMPTZ(3),
  ADD COLUMN former_hash BYTEA,
  ADD COLUMN former_until TIMESTAMPTZ(3),
  ALTER COLUMN encrypted DROP NOT NULL;

UPDATE api_keys SET is_first = true;

ALTER TABLE api_keys
  ADD CHECK (scopes <@ '{read,order}' AND cardinality(scopes) > 0),
  ADD CHECK (cardinality(addresses) <= 50),
  ADD CHECK ((former_hash IS NULL) = (former_until IS NULL)),
  -- Only the first key can be shown again; of the others nothing is stored but a hash and the last four characters.
  ADD CHECK (is_first = (encrypted IS NOT NULL));

CREATE UNIQUE INDEX api_keys_first_key ON api_keys (member_id) WHERE is_first;
CREATE UNIQUE INDEX api_keys_former_hash_key ON api_keys (former_hash);
CREATE INDEX api_keys_member_id_idx ON api_keys (member_id);

-- What a key with a cap has ordered on its present day (Asia/Seoul). A row of its own, which orders lock, so that nothing
-- else about a key waits for an order or holds one up.
CREATE TABLE api_key_caps (
  key_id INTEGER PRIMARY KEY REFERENCES api_keys (id) ON DELETE CASCADE ON UPDATE CASCADE,
  daily_cap BIGINT NOT NULL CHECK (daily_cap > 0),
  day DATE NOT NULL,
  spent BIGINT NOT NULL DEFAULT 0 CHECK (spent >= 0)
);
