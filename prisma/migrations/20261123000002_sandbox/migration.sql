-- Test keys and the simulated orders that they place (docs/contract.md#sandbox). Nothing here refers to an order, a service or
-- the ledger, and nothing there refers to it.
ALTER TABLE api_keys ADD COLUMN is_test BOOLEAN NOT NULL DEFAULT false;

-- A test key, which moves no money, can always be shown again, as the first key can. It is never the first key.
ALTER TABLE api_keys DROP CONSTRAINT api_keys_check1,
  ADD CHECK ((is_first OR is_test) = (encrypted IS NOT NULL)),
  ADD CHECK (NOT (is_first AND is_test));

-- Far above the numbers of real orders, so that neither is taken for the other, with the nine digits that ids in paths have
-- at most.
CREATE SEQUENCE sandbox_order_id_seq AS integer MINVALUE 500000000 MAXVALUE 999999999 CYCLE;

CREATE TABLE sandboxes (
  id SERIAL PRIMARY KEY,
  member_id INTEGER UNIQUE REFERENCES members (id) ON DELETE CASCADE ON UPDATE CASCADE,
  visitor BYTEA UNIQUE,
  counted_after INTEGER NOT NULL DEFAULT 0,
  asked INTEGER NOT NULL DEFAULT 0,
  used_at TIMESTAMPTZ(3) NOT NULL,
  CHECK (num_nonnulls(member_id, visitor) = 1)
);
CREATE INDEX sandboxes_used_at_idx ON sandboxes (used_at);

CREATE TABLE sandbox_orders (
  id INTEGER PRIMARY KEY,
  sandbox_id INTEGER NOT NULL REFERENCES sandboxes (id) ON DELETE CASCADE ON UPDATE CASCADE,
  amount INTEGER NOT NULL CHECK (amount > 0),
  runs INTEGER NOT NULL CHECK (runs > 0),
  price BIGINT NOT NULL CHECK (price >= 0),
  outcome TEXT NOT NULL CHECK (outcome IN ('COMPLETED', 'PARTIAL', 'CANCELED', 'UNKNOWN')),
  created_at TIMESTAMPTZ(3) NOT NULL,
  canceled_at TIMESTAMPTZ(3),
  cancel_refund BIGINT NOT NULL DEFAULT 0,
  ends_at TIMESTAMPTZ(3),
  end_refund BIGINT NOT NULL DEFAULT 0,
  call TEXT NOT NULL,
  key TEXT,
  body_hash BYTEA,
  CHECK (cancel_refund >= 0 AND end_refund >= 0 AND cancel_refund + end_refund <= price)
);
CREATE UNIQUE INDEX sandbox_orders_sandbox_id_call_key_key ON sandbox_orders (sandbox_id, call, key);
CREATE INDEX sandbox_orders_sandbox_id_id_idx ON sandbox_orders (sandbox_id, id);
CREATE INDEX sandbox_orders_created_at_idx ON sandbox_orders (created_at);
