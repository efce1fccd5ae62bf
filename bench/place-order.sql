-- Places one order in one transaction, with as little work for PostgreSQL as possible; bench/place-order.ts compares
-- POST /order with it.
\set member random(:first, :last)
\set n random(1, 9000000000000000)
WITH debit AS (
  UPDATE balances SET point = point - :price::bigint WHERE member_id = :member::int AND point >= :price::bigint
    AND EXISTS (SELECT FROM services WHERE id = :service::int AND revision = :revision::int)
    AND NOT EXISTS (SELECT FROM idempotency_keys WHERE member_id = :member::int AND call = 'order' AND key = 'b' || :n::bigint)
  RETURNING point
), placed AS (
  INSERT INTO orders (member_id, service_id, unit_price, price, link, clean_link, amount, remains, source)
  SELECT :member::int, :service::int, :unit::bigint, :price::bigint, 'https://www.instagram.com/bench/', 'https://www.instagram.com/bench/', 100, 100, 'API'
  FROM debit RETURNING id
), event AS (
  INSERT INTO order_events (order_id, to_status, actor, remains) SELECT id, 0, 'bench', 100 FROM placed
), entry AS (
  INSERT INTO point_entries (member_id, kind, delta, balance_after, ref_type, ref_id, actor)
  SELECT :member::int, 'ORDER', -(:price::bigint), debit.point, 'order', placed.id, 'bench' FROM debit, placed
), remembered AS (
  INSERT INTO idempotency_keys (member_id, call, key, body_hash, answer)
  SELECT :member::int, 'order', 'b' || :n::bigint, '\x00', jsonb_build_object('orderId', id) FROM placed
)
SELECT id FROM placed;
