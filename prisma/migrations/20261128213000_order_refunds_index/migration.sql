-- Refunds of a member's orders by time, to find the staff behind them: few of the ledger rows of a reseller who orders once a second.
CREATE INDEX CONCURRENTLY point_entries_order_refunds_idx ON point_entries (member_id, created_at) WHERE kind = 'ORDER_REFUND';
