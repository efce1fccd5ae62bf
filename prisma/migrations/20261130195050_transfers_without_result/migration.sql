-- Refunds in bulk-transfer files whose result isn't known: the console lists their files, however old they are.
CREATE INDEX CONCURRENTLY transfer_items_open_idx ON transfer_items (file_id) WHERE result IS NULL;
