-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "tried_at" TIMESTAMPTZ(3);

-- Orders in the middle of their ways when this runs have been tried.
UPDATE orders o SET tried_at = now()
WHERE status = 0 AND sent_at IS NULL AND EXISTS (SELECT FROM provider_attempts a WHERE a.order_id = o.id);

-- Who claims for a provider finds its orders without passing those that wait for another.
CREATE INDEX orders_untried_idx ON orders (service_id, id) WHERE status = 0 AND sent_at IS NULL AND tried_at IS NULL;
CREATE INDEX orders_tried_idx ON orders (id) WHERE status = 0 AND sent_at IS NULL AND tried_at IS NOT NULL;
