-- Prices for groups of members and for single members. A change of them is a change of what GET /services lists, so it
-- takes its time from the catalogue's clock (docs/decisions/0048-the-clock-of-the-catalogue.md), and drops the same caches.
CREATE SEQUENCE price_revision_seq;

CREATE TABLE price_groups (
  id SERIAL NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  percent INTEGER NOT NULL DEFAULT 0 CHECK (percent BETWEEN 0 AND 9000),
  revision BIGINT NOT NULL DEFAULT 0,
  changed_at TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX price_groups_name_key ON price_groups (name);

CREATE TABLE member_prices (
  member_id INTEGER NOT NULL PRIMARY KEY REFERENCES members (id) ON DELETE CASCADE ON UPDATE CASCADE,
  group_id INTEGER REFERENCES price_groups (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  revision BIGINT NOT NULL DEFAULT 0,
  changed_at TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX member_prices_group_id_idx ON member_prices (group_id);

CREATE TABLE price_rules (
  id SERIAL NOT NULL PRIMARY KEY,
  group_id INTEGER REFERENCES price_groups (id) ON DELETE CASCADE ON UPDATE CASCADE,
  member_id INTEGER REFERENCES member_prices (member_id) ON DELETE CASCADE ON UPDATE CASCADE,
  category_id INTEGER REFERENCES categories (id) ON DELETE CASCADE ON UPDATE CASCADE,
  service_id INTEGER REFERENCES services (id) ON DELETE CASCADE ON UPDATE CASCADE,
  percent INTEGER CHECK (percent BETWEEN 0 AND 9000),
  unit_price BIGINT CHECK (unit_price > 0),
  below_cost BOOLEAN NOT NULL DEFAULT false,
  reason TEXT NOT NULL DEFAULT '',
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CHECK (num_nonnulls(group_id, member_id) = 1),
  CHECK (num_nonnulls(category_id, service_id) <= 1),
  CHECK (num_nonnulls(percent, unit_price) = 1),
  CHECK (unit_price IS NULL OR service_id IS NOT NULL)
);
CREATE UNIQUE INDEX price_rules_scope_key ON price_rules (group_id, member_id, category_id, service_id) NULLS NOT DISTINCT;
CREATE INDEX price_rules_member_id_idx ON price_rules (member_id);
CREATE INDEX price_rules_category_id_idx ON price_rules (category_id);
CREATE INDEX price_rules_service_id_idx ON price_rules (service_id);

-- The next time of the catalogue's clock; locks it until the transaction commits.
CREATE FUNCTION next_catalog_time() RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz;
BEGIN
  UPDATE cache_versions SET changed_at = greatest(clock_timestamp(), changed_at + interval '1 microsecond')
  WHERE name = 'catalog' RETURNING changed_at INTO moment;
  RETURN moment;
END $$;

-- Revisions never repeat, so that two of them are equal only if nothing changed in between.
CREATE FUNCTION raise_price_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision := nextval('price_revision_seq');
  NEW.changed_at := next_catalog_time();
  RETURN NEW;
END $$;
CREATE TRIGGER price_groups_revision BEFORE INSERT OR UPDATE ON price_groups FOR EACH ROW EXECUTE FUNCTION raise_price_revision();
CREATE TRIGGER member_prices_revision BEFORE INSERT OR UPDATE ON member_prices FOR EACH ROW EXECUTE FUNCTION raise_price_revision();
CREATE TRIGGER price_groups_cache AFTER INSERT OR UPDATE OR DELETE ON price_groups FOR EACH STATEMENT EXECUTE FUNCTION drop_cache('catalog');
CREATE TRIGGER member_prices_cache AFTER INSERT OR UPDATE OR DELETE ON member_prices FOR EACH STATEMENT EXECUTE FUNCTION drop_cache('catalog');

-- A rule belongs to the revision of its group or member.
CREATE FUNCTION touch_prices() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  rule price_rules := coalesce(NEW, OLD);
BEGIN
  UPDATE price_groups SET percent = percent WHERE id = rule.group_id;
  UPDATE member_prices SET group_id = group_id WHERE member_id = rule.member_id;
  RETURN NULL;
END $$;
CREATE TRIGGER price_rules_touch AFTER INSERT OR UPDATE OR DELETE ON price_rules FOR EACH ROW EXECUTE FUNCTION touch_prices();

-- A discount ends at the cost, so where there are discounts a cost is part of what is listed.
CREATE OR REPLACE FUNCTION note_changed_services() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_service_changes(ARRAY(
    SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.text, n.type, n.unit_price, n.min, n.max, n.is_read_only, n.category_id, n.withdrawn_at)
      IS DISTINCT FROM (o.text, o.type, o.unit_price, o.min, o.max, o.is_read_only, o.category_id, o.withdrawn_at)
      OR (n.unit_cost, n.provider_id) IS DISTINCT FROM (o.unit_cost, o.provider_id) AND EXISTS (SELECT FROM member_prices)));
  RETURN NULL;
END $$;
