-- A list of one status sorted by time or sum sorts all rows of a rare status: with these columns it reads them from the
-- index alone, not from the table.
CREATE INDEX CONCURRENTLY orders_status_id_created_at_price_idx ON orders (status, id DESC, created_at, price);
