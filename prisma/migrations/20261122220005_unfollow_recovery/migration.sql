-- Points given back for followers that dropped and can't be refilled, once an order (docs/contract.md#unfollow-recoveries).
ALTER TABLE "orders" ADD COLUMN     "recovered" BIGINT NOT NULL DEFAULT 0;

-- Whatever comes back of an order, by refunds or by its recovery, is never more than its price.
ALTER TABLE orders ADD CONSTRAINT orders_recovered_check CHECK (recovered >= 0 AND refunded + recovered <= price);
