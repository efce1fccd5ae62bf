-- What auto orders placed in a period cost, for the reports, read from the index alone.
CREATE INDEX CONCURRENTLY auto_orders_prices_idx ON auto_orders (created_at) INCLUDE (price);
