-- CreateTable
CREATE TABLE "day_sums" (
    "day" DATE NOT NULL,
    "orders" INTEGER NOT NULL,
    "auto_orders" INTEGER NOT NULL,
    "charges" INTEGER NOT NULL,
    "members" INTEGER NOT NULL,
    "charged" BIGINT NOT NULL,
    "sales" BIGINT NOT NULL,
    "refunded" BIGINT NOT NULL,
    "other" BIGINT NOT NULL,

    CONSTRAINT "day_sums_pkey" PRIMARY KEY ("day")
);

-- CreateTable
CREATE TABLE "service_day_sums" (
    "day" DATE NOT NULL,
    "service_id" INTEGER NOT NULL,
    "provider_id" INTEGER NOT NULL,
    "orders" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "delivered" BIGINT NOT NULL,
    "sales" BIGINT NOT NULL,
    "refunded" BIGINT NOT NULL,
    "unit_cost" BIGINT,

    CONSTRAINT "service_day_sums_pkey" PRIMARY KEY ("day","service_id","provider_id")
);

-- CreateTable
CREATE TABLE "order_sum_changes" (
    "id" BIGSERIAL NOT NULL,
    "day" DATE NOT NULL,
    "service_id" INTEGER NOT NULL,
    "provider_id" INTEGER NOT NULL,
    "orders" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "delivered" BIGINT NOT NULL,
    "sales" BIGINT NOT NULL,
    "refunded" BIGINT NOT NULL,

    CONSTRAINT "order_sum_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "provider_day_sums" (
    "day" DATE NOT NULL,
    "provider_id" INTEGER NOT NULL,
    "orders" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "sales" BIGINT NOT NULL,
    "refunded" BIGINT NOT NULL,
    "cost" BIGINT NOT NULL,
    "unknown" BIGINT NOT NULL,

    CONSTRAINT "provider_day_sums_pkey" PRIMARY KEY ("day","provider_id")
);

-- CreateTable
CREATE TABLE "service_month_sums" (
    "month" DATE NOT NULL,
    "service_id" INTEGER NOT NULL,
    "orders" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "sales" BIGINT NOT NULL,
    "refunded" BIGINT NOT NULL,
    "cost" BIGINT NOT NULL,
    "unknown" BIGINT NOT NULL,

    CONSTRAINT "service_month_sums_pkey" PRIMARY KEY ("month","service_id")
);

-- Rows come and go by the thousand, and each report reads all of them.
ALTER TABLE order_sum_changes SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- What counts as delivered of an order: nothing of a cancelled one, of an open one all that was ordered.
CREATE FUNCTION delivered_amount(status smallint, amount integer, remains integer) RETURNS integer
LANGUAGE sql IMMUTABLE AS $$ SELECT CASE status WHEN 5 THEN 0 WHEN 3 THEN amount - remains ELSE amount END $$;

-- The functions below write as the owner: an order's change must not fail for want of a right to the sums.
CREATE FUNCTION note_order_sum() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  delivered_before integer := NEW.amount;
  refunded_before bigint := 0;
  delivered_now integer := public.delivered_amount(NEW.status, NEW.amount, NEW.remains);
BEGIN
  IF TG_OP = 'UPDATE' THEN
    delivered_before := public.delivered_amount(OLD.status, OLD.amount, OLD.remains);
    refunded_before := OLD.refunded;
  END IF;
  IF delivered_now <> delivered_before OR NEW.refunded <> refunded_before THEN
    INSERT INTO public.order_sum_changes (day, service_id, provider_id, orders, amount, delivered, sales, refunded)
    VALUES ((NEW.created_at AT TIME ZONE 'Asia/Seoul')::date, NEW.service_id,
      coalesce((SELECT provider_id FROM public.provider_attempts WHERE order_id = NEW.id AND outcome IN ('SENT', 'UNKNOWN')), 0),
      0, 0, delivered_now - delivered_before, 0, NEW.refunded - refunded_before);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER orders_sum_placed AFTER INSERT ON orders FOR EACH ROW
  WHEN (NEW.status IN (3, 5) OR NEW.refunded <> 0) EXECUTE FUNCTION note_order_sum();
CREATE TRIGGER orders_sum_changed AFTER UPDATE OF status, remains, refunded ON orders FOR EACH ROW
  WHEN (OLD.status IN (3, 5) OR NEW.status IN (3, 5) OR OLD.refunded <> NEW.refunded) EXECUTE FUNCTION note_order_sum();

-- An order counts for the provider that has, or may have, accepted it (provider_attempts_order_key: at most one), else for
-- none (0). The order's lock lets its own changes, which count for the provider at that moment, come before or after this one.
CREATE FUNCTION note_attempt_sum() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  placed public.orders%ROWTYPE;
  moved integer := CASE WHEN NEW.outcome IN ('SENT', 'UNKNOWN') THEN 1 ELSE -1 END;
BEGIN
  SELECT * INTO placed FROM public.orders WHERE id = NEW.order_id FOR NO KEY UPDATE;
  INSERT INTO public.order_sum_changes (day, service_id, provider_id, orders, amount, delivered, sales, refunded)
  SELECT (placed.created_at AT TIME ZONE 'Asia/Seoul')::date, placed.service_id, provider_id, sign, sign * placed.amount,
    sign * public.delivered_amount(placed.status, placed.amount, placed.remains), sign * placed.price, sign * placed.refunded
  FROM (VALUES (NEW.provider_id, moved), (0, -moved)) AS lines (provider_id, sign) WHERE placed.id IS NOT NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER provider_attempts_sum_added AFTER INSERT ON provider_attempts FOR EACH ROW
  WHEN (NEW.outcome IN ('SENT', 'UNKNOWN')) EXECUTE FUNCTION note_attempt_sum();
CREATE TRIGGER provider_attempts_sum_changed AFTER UPDATE OF outcome ON provider_attempts FOR EACH ROW
  WHEN (coalesce(OLD.outcome IN ('SENT', 'UNKNOWN'), false) <> coalesce(NEW.outcome IN ('SENT', 'UNKNOWN'), false))
  EXECUTE FUNCTION note_attempt_sum();
