-- Places 100 orders with one debit in one transaction, with as little work for PostgreSQL as possible;
-- bench/bulk-orders.ts compares POST /orders with it.
\set member random(:first, :last)
\set n random(1, 9000000000000000)
WITH debit AS (
  UPDATE balances SET point = point - 100 * :price::bigint WHERE member_id = :member::int AND point >= 100 * :price::bigint
    AND EXISTS (SELECT FROM services WHERE id = :service::int AND revision = :revision::int)
    AND NOT EXISTS (SELECT FROM idempotency_keys WHERE member_id = :member::int AND call = 'orders' AND key = 'b' || :n::bigint)
  RETURNING point
), bulk AS (
  SELECT nextval('bulk_order_id_seq')::int AS id FROM debit
), placed AS (
  INSERT INTO orders (member_id, service_id, unit_price, price, link, clean_link, amount, remains, source, bulk_order_id)
  SELECT :member::int, :service::int, :unit::bigint, :price::bigint, 'https://www.instagram.com/bench/', 'https://www.instagram.com/bench/', 100, 100, 'API',
    bulk.id
  FROM bulk, generate_series(1, 100) RETURNING id
), event AS (
  INSERT INTO order_events (order_id, to_status, actor, remains) SELECT id, 0, 'bench', 100 FROM placed
), entry AS (
  INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, actor)
  SELECT :member::int, 'BULK_ORDER', -100 * :price::bigint, debit.point, 'bulk-order', bulk.id, 'bench' FROM debit, bulk
), remembered AS (
  INSERT INTO idempotency_keys (member_id, call, key, body_hash, answer)
  SELECT :member::int, 'orders', 'b' || :n::bigint, '\x00', jsonb_build_object('orders', (SELECT jsonb_agg(id) FROM placed)) FROM bulk
)
SELECT count(*) FROM placed;
