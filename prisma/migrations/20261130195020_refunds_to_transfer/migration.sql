-- Paid cash refunds whose money isn't sent yet: a filter, a count and a deadline of the console.
CREATE INDEX CONCURRENTLY refund_requests_transfer_idx ON refund_requests (id DESC) WHERE transfer IN ('READY', 'IN_FILE', 'FAILED');
