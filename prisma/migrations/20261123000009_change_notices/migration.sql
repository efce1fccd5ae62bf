-- CreateTable
CREATE TABLE "service_days" (
    "day" DATE NOT NULL,
    "service_id" INTEGER NOT NULL,
    "sold_before" BOOLEAN NOT NULL,
    "sold_after" BOOLEAN NOT NULL,
    "price_before" BIGINT,
    "price_after" BIGINT NOT NULL,
    "kind" TEXT,

    CONSTRAINT "service_days_pkey" PRIMARY KEY ("day","service_id")
);

-- CreateTable
CREATE TABLE "change_followers" (
    "member_id" INTEGER NOT NULL,
    "notified_until" DATE NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "change_followers_pkey" PRIMARY KEY ("member_id")
);

-- CreateIndex
CREATE INDEX "service_days_service_id_day_idx" ON "service_days"("service_id", "day");

-- CreateIndex
CREATE INDEX "change_followers_notified_until_idx" ON "change_followers"("notified_until");

-- AddForeignKey
ALTER TABLE "service_days" ADD CONSTRAINT "service_days_service_id_fkey" FOREIGN KEY ("service_id") REFERENCES "services"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_followers" ADD CONSTRAINT "change_followers_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The kind of a day's net change: null if the service is sold at the price it had when the day began, or wasn't and
-- isn't sold.
CREATE FUNCTION kind_of_day_change(sold_before boolean, sold_after boolean, price_before bigint, price_after bigint)
RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN sold_after AND price_before IS NULL THEN 'NEW'
    WHEN sold_after AND NOT sold_before THEN 'BACK'
    WHEN sold_before AND NOT sold_after THEN 'ENDED'
    WHEN sold_after AND price_after <> price_before THEN 'PRICE'
  END
$$;

-- The lists read only rows with a kind.
CREATE INDEX service_days_listed_idx ON service_days (day DESC, service_id DESC) WHERE kind IS NOT NULL;

CREATE FUNCTION note_day_of_new_services() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO service_days (day, service_id, sold_before, sold_after, price_before, price_after, kind)
  SELECT (now() AT TIME ZONE 'Asia/Seoul')::date, id, false, withdrawn_at IS NULL, NULL, unit_price,
    kind_of_day_change(false, withdrawn_at IS NULL, NULL, unit_price)
  FROM new_rows ORDER BY id;
  RETURN NULL;
END $$;
CREATE TRIGGER services_day_of_new AFTER INSERT ON services REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION note_day_of_new_services();

CREATE FUNCTION note_day_of_changed_services() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO service_days AS d (day, service_id, sold_before, sold_after, price_before, price_after, kind)
  SELECT (now() AT TIME ZONE 'Asia/Seoul')::date, n.id, o.withdrawn_at IS NULL, n.withdrawn_at IS NULL, o.unit_price, n.unit_price,
    kind_of_day_change(o.withdrawn_at IS NULL, n.withdrawn_at IS NULL, o.unit_price, n.unit_price)
  FROM new_rows n JOIN old_rows o ON o.id = n.id
  WHERE n.unit_price <> o.unit_price OR (n.withdrawn_at IS NULL) <> (o.withdrawn_at IS NULL)
  ORDER BY n.id
  ON CONFLICT (day, service_id) DO UPDATE SET sold_after = excluded.sold_after, price_after = excluded.price_after,
    kind = kind_of_day_change(d.sold_before, excluded.sold_after, d.price_before, excluded.price_after);
  RETURN NULL;
END $$;
CREATE TRIGGER services_day_of_change AFTER UPDATE ON services REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION note_day_of_changed_services();

-- The price changes there were before, a row for each service and day.
INSERT INTO service_days (day, service_id, sold_before, sold_after, price_before, price_after, kind)
SELECT day, service_id, true, true, price_from, price_to, kind_of_day_change(true, true, price_from, price_to) FROM (
  SELECT (created_at AT TIME ZONE 'Asia/Seoul')::date AS day, service_id,
    (array_agg(price_from ORDER BY id))[1] AS price_from, (array_agg(price_to ORDER BY id DESC))[1] AS price_to
  FROM price_changes GROUP BY 1, 2
) AS days;
