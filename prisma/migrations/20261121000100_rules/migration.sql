-- What Prisma's schema can't say: checks that carry the rules, triggers that keep the books, partial indexes.

CREATE SEQUENCE shop_order_id_seq AS integer START 10001;

-- people
ALTER TABLE members
  ADD CHECK (role IN ('MEMBER', 'SUPPORT', 'MANAGER', 'OWNER')),
  ADD CHECK (restriction IN ('NORMAL', 'WARNED', 'SUSPENDED', 'BANNED')),
  ADD CHECK (login_id = lower(login_id));
-- A deleted member's row stays for its login id, which is taken for ever, and for the payment records that point at it;
-- whatever tells who he was or lets him in is gone at once (decisions 5).
ALTER TABLE members ADD CONSTRAINT members_deleted_check CHECK (
  deleted_at IS NULL
  OR (email IS NULL AND phone IS NULL AND password_hash IS NULL AND referral_code IS NULL AND role = 'MEMBER')
);
ALTER TABLE verification_codes ADD CHECK (channel IN ('EMAIL', 'PHONE'));

-- money (decisions 2)
ALTER TABLE balances ADD CHECK (point >= 0), SET (fillfactor = 70);
ALTER TABLE point_entries
  ADD CHECK (balance_after >= 0),
  ADD CHECK (kind IN ('CHARGE', 'ORDER', 'ORDER_REFUND', 'AUTO_ORDER', 'AUTO_ORDER_REFUND', 'REFERRAL_REWARD', 'ADJUSTMENT',
    'CHARGE_REVERSAL', 'CASH_REFUND', 'UNFOLLOW_RECOVERY', 'FORFEIT'));
ALTER TABLE charges
  ADD CHECK (status IN (0, 1, 2)),
  ADD CHECK (fee_type IN (0, 1, 2)),
  ADD CHECK (point > 0 AND pay_amount >= point),
  ADD CHECK ((status = 0) = (response_at IS NULL));
CREATE INDEX charges_open_idx ON charges (pay_amount, normal_name) WHERE status = 0;
CREATE INDEX charges_expiry_idx ON charges (expires_at) WHERE status = 0;
ALTER TABLE deposits ADD CHECK (status IN ('WAITING', 'MATCHED', 'SPLIT', 'RETURNED')), ADD CHECK (amount > 0);
CREATE INDEX deposits_waiting_idx ON deposits (amount, normal_name) WHERE status = 'WAITING';

-- catalogue
ALTER TABLE services ADD CHECK (unit_price >= 0), ADD CHECK (min >= 1 AND max >= min);

-- orders (decisions 3)
ALTER TABLE orders
  ALTER COLUMN id SET DEFAULT nextval('shop_order_id_seq'),
  ADD CHECK (status BETWEEN 0 AND 5),
  ADD CHECK (amount >= 1),
  ADD CHECK (remains BETWEEN 0 AND amount),
  ADD CHECK (refunded BETWEEN 0 AND cost),
  ADD CHECK (source IN ('WEB', 'API', 'AUTO')),
  ADD CHECK ((auto_order_id IS NULL) = (run_no IS NULL));
CREATE UNIQUE INDEX orders_auto_order_id_run_no_key ON orders (auto_order_id, run_no) WHERE auto_order_id IS NOT NULL;
ALTER TABLE auto_orders
  ALTER COLUMN id SET DEFAULT nextval('shop_order_id_seq'),
  ADD CHECK (status BETWEEN 0 AND 3),
  ADD CHECK (runs >= 2 AND interval_minutes >= 60),
  ADD CHECK (completed BETWEEN 0 AND runs),
  ADD CHECK (refunded BETWEEN 0 AND cost);

-- one open task a cause
CREATE UNIQUE INDEX tasks_open_key ON tasks (kind, ref_type, ref_id) WHERE resolved_at IS NULL;
CREATE INDEX tasks_open_idx ON tasks (id DESC) WHERE resolved_at IS NULL;

-- The ledger and the audit trail only ever grow.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER point_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON point_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A service's revision rises with every change of it.
CREATE FUNCTION raise_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision := OLD.revision + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER services_revision BEFORE UPDATE ON services FOR EACH ROW EXECUTE FUNCTION raise_revision();

-- Caches: the version row for certainty, NOTIFY for speed (decisions 7).
INSERT INTO cache_versions (name) VALUES ('settings'), ('catalog'), ('content');
CREATE FUNCTION drop_cache() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE cache_versions SET version = version + 1 WHERE name = TG_ARGV[0];
  PERFORM pg_notify('cache', TG_ARGV[0]);
  RETURN NULL;
END $$;
CREATE TRIGGER settings_cache AFTER INSERT OR UPDATE OR DELETE ON settings FOR EACH STATEMENT EXECUTE FUNCTION drop_cache('settings');
CREATE TRIGGER platforms_cache AFTER INSERT OR UPDATE OR DELETE ON platforms FOR EACH STATEMENT EXECUTE FUNCTION drop_cache('catalog');
CREATE TRIGGER categories_cache AFTER INSERT OR UPDATE OR DELETE ON categories FOR EACH STATEMENT EXECUTE FUNCTION drop_cache('catalog');
CREATE TRIGGER services_cache AFTER INSERT OR UPDATE OR DELETE ON services FOR EACH STATEMENT EXECUTE FUNCTION drop_cache('catalog');
CREATE TRIGGER notices_cache AFTER INSERT OR UPDATE OR DELETE ON notices FOR EACH STATEMENT EXECUTE FUNCTION drop_cache('content');
CREATE TRIGGER qnas_cache AFTER INSERT OR UPDATE OR DELETE ON qnas FOR EACH STATEMENT EXECUTE FUNCTION drop_cache('content');
CREATE TRIGGER register_wheres_cache AFTER INSERT OR UPDATE OR DELETE ON register_wheres FOR EACH STATEMENT EXECUTE FUNCTION drop_cache('content');
CREATE TRIGGER popups_cache AFTER INSERT OR UPDATE OR DELETE ON popups FOR EACH STATEMENT EXECUTE FUNCTION drop_cache('content');
