-- When each service last changed in what GET /services lists of it. The clock of these times is the row of the catalogue
-- in cache_versions: each change takes the next time under that row's lock, which it holds until it commits. So times
-- rise in the order of commits, and who has read the clock has seen all changes up to that time.
ALTER TABLE cache_versions ADD COLUMN changed_at TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP;
CREATE TABLE service_changes (
  service_id INTEGER NOT NULL PRIMARY KEY REFERENCES services (id) ON DELETE CASCADE ON UPDATE CASCADE,
  changed_at TIMESTAMPTZ(6) NOT NULL
);
INSERT INTO service_changes (service_id, changed_at) SELECT id, (SELECT changed_at FROM cache_versions WHERE name = 'catalog') FROM services;

CREATE FUNCTION note_service_changes(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz;
BEGIN
  IF cardinality(ids) = 0 THEN RETURN; END IF;
  UPDATE cache_versions SET changed_at = greatest(clock_timestamp(), changed_at + interval '1 microsecond')
  WHERE name = 'catalog' RETURNING changed_at INTO moment;
  INSERT INTO service_changes (service_id, changed_at) SELECT unnest(ids), moment
  ON CONFLICT (service_id) DO UPDATE SET changed_at = excluded.changed_at;
END $$;

CREATE FUNCTION note_new_services() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_service_changes(ARRAY(SELECT id FROM new_rows));
  RETURN NULL;
END $$;
CREATE TRIGGER services_noted_new AFTER INSERT ON services REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION note_new_services();

-- What the list shows, and what decides whether a service is in it.
CREATE FUNCTION note_changed_services() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_service_changes(ARRAY(
    SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.text, n.type, n.unit_price, n.min, n.max, n.is_read_only, n.category_id, n.withdrawn_at)
      IS DISTINCT FROM (o.text, o.type, o.unit_price, o.min, o.max, o.is_read_only, o.category_id, o.withdrawn_at)));
  RETURN NULL;
END $$;
CREATE TRIGGER services_noted AFTER UPDATE ON services REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION note_changed_services();

-- A category that moves to another platform, and a platform that is shown or hidden, change which services are listed.
CREATE FUNCTION note_moved_categories() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_service_changes(ARRAY(
    SELECT s.id FROM services s JOIN new_rows n ON n.id = s.category_id JOIN old_rows o ON o.id = n.id
    WHERE n.platform_id <> o.platform_id));
  RETURN NULL;
END $$;
CREATE TRIGGER categories_noted AFTER UPDATE ON categories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION note_moved_categories();

CREATE FUNCTION note_shown_platforms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_service_changes(ARRAY(
    SELECT s.id FROM services s JOIN categories c ON c.id = s.category_id JOIN new_rows n ON n.id = c.platform_id
      JOIN old_rows o ON o.id = n.id
    WHERE n.visible <> o.visible));
  RETURN NULL;
END $$;
CREATE TRIGGER platforms_noted AFTER UPDATE ON platforms REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION note_shown_platforms();
