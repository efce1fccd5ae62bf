-- AlterTable
ALTER TABLE "orders" ADD COLUMN "bulk_order_id" INTEGER;

-- Orders that one call placed together, paid by one debit: they have its number, which the ledger row of that debit names.
CREATE SEQUENCE bulk_order_id_seq AS int;
ALTER TABLE orders ADD CHECK (bulk_order_id IS NULL OR auto_order_id IS NULL);
CREATE INDEX orders_bulk_order_id_idx ON orders (bulk_order_id) WHERE bulk_order_id IS NOT NULL;

-- Adds up prices in their sequence and leaves out each one that would take the sum above `most`, as orders placed one after
-- the other would. It compares with what is left, because a sum could exceed the type.
CREATE FUNCTION add_within(total bigint, price bigint, most bigint) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE WHEN price <= most - total THEN total + price ELSE total END;
END $$;
CREATE AGGREGATE sum_within (price bigint, most bigint) (SFUNC = add_within, STYPE = bigint, INITCOND = '0');
