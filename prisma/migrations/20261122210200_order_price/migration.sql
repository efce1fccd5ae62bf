-- What an order comes to for its member is its price; cost is what a provider asks (services.unit_cost, reports).
ALTER TABLE orders RENAME COLUMN cost TO price;
ALTER TABLE auto_orders RENAME COLUMN cost TO price;
