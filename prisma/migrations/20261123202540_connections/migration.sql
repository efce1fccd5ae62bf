-- The shop's connections to outside services: at most one a kind. Secrets are encrypted; hints has their last characters.
CREATE TABLE connections (
  id SERIAL NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL,
  settings JSONB NOT NULL,
  secrets BYTEA NOT NULL,
  hints JSONB NOT NULL,
  base_url TEXT,
  -- True if it calls the real service: at its own address, and not a test environment.
  is_real BOOLEAN NOT NULL,
  checked_at TIMESTAMPTZ(3),
  verified_at TIMESTAMPTZ(3),
  error TEXT,
  failures INTEGER NOT NULL DEFAULT 0,
  failing_since TIMESTAMPTZ(3),
  -- When and by whom deposits of this source were allowed to credit by themselves; NULL: they only suggest.
  credits_since TIMESTAMPTZ(3),
  credits_by INTEGER,
  -- Since when the connection has its present address and settings; matches before that don't count for it.
  connected_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CHECK ((credits_since IS NULL) = (credits_by IS NULL)),
  CHECK ((error IS NULL) = (failing_since IS NULL))
);
CREATE UNIQUE INDEX connections_kind_key ON connections (kind);
ALTER TABLE connections ADD CHECK (kind IN ('payaction', 'popbill', 'barobill', 'benta', 'solapi', 'portone'));

-- Deposits that a connected service reported.
ALTER TABLE deposits DROP CONSTRAINT deposits_source_check;
ALTER TABLE deposits
  ADD COLUMN connection TEXT,
  ADD COLUMN is_proved BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN suggestion TEXT,
  ADD CONSTRAINT deposits_source_check CHECK (source IN ('HOOK', 'IMPORT', 'CONNECTION')),
  ADD CONSTRAINT deposits_connection_check CHECK ((source = 'CONNECTION') = (connection IS NOT NULL)),
  ADD CONSTRAINT deposits_suggestion_check 
    CHECK (suggestion IS NULL OR (suggestion IN ('RIGHT', 'WRONG') AND connection IS NOT NULL));
CREATE INDEX deposits_connection_idx ON deposits (connection, id DESC) WHERE connection IS NOT NULL;

-- Charges registered ahead with a service that looks for their deposits.
CREATE TABLE source_registrations (
  id SERIAL NOT NULL PRIMARY KEY,
  connection TEXT NOT NULL,
  charge_id INTEGER NOT NULL REFERENCES charges (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- Unguessable name of the charge at the service; only the shop and the service know it.
  order_number TEXT NOT NULL,
  -- The service's own id of it, if it gives one.
  remote_id TEXT,
  state TEXT NOT NULL DEFAULT 'WAITING',
  attempts INTEGER NOT NULL DEFAULT 0,
  next_try_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  error TEXT,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  registered_at TIMESTAMPTZ(3),
  CHECK (state IN ('WAITING', 'REGISTERED', 'WITHDRAWING', 'ENDED', 'FAILED'))
);
CREATE UNIQUE INDEX source_registrations_order_number_key ON source_registrations (order_number);
CREATE UNIQUE INDEX source_registrations_charge_id_connection_key ON source_registrations (charge_id, connection);
CREATE INDEX source_registrations_connection_remote_id_idx ON source_registrations (connection, remote_id);
CREATE INDEX source_registrations_state_next_try_at_idx ON source_registrations (state, next_try_at);

-- Webhooks of the services, each stored once before it is answered; a worker then asks the service back.
CREATE TABLE source_reports (
  id SERIAL NOT NULL PRIMARY KEY,
  connection TEXT NOT NULL,
  -- What the service calls the deposit that it reports.
  remote_id TEXT NOT NULL,
  -- What the webhook said, without anything secret; the adapter reads it when it asks back.
  content JSONB NOT NULL,
  state TEXT NOT NULL DEFAULT 'WAITING',
  attempts INTEGER NOT NULL DEFAULT 0,
  next_try_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  error TEXT,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CHECK (state IN ('WAITING', 'TAKEN', 'DENIED', 'GIVEN_UP'))
);
CREATE UNIQUE INDEX source_reports_connection_remote_id_key ON source_reports (connection, remote_id);
CREATE INDEX source_reports_state_next_try_at_idx ON source_reports (state, next_try_at);

-- Where the polling of a service stands.
CREATE TABLE source_polls (
  connection TEXT NOT NULL PRIMARY KEY,
  cursor JSONB,
  -- connected_at of the connection that the cursor belongs to; another account starts anew.
  connected_at TIMESTAMPTZ(3) NOT NULL,
  next_poll_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  polled_at TIMESTAMPTZ(3)
);

-- New keys and addresses of a connection may have to wait, as those of a provider do.
ALTER TABLE pending_changes DROP CONSTRAINT pending_changes_kind_check;
ALTER TABLE pending_changes ADD CONSTRAINT pending_changes_kind_check
  CHECK (kind IN ('SETTING', 'ROLE', 'PROVIDER', 'CONNECTION'));
