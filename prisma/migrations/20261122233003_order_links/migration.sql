-- Staff find an order by its link. A hash, because a link may be longer than a row of an index; an order's link never
-- changes but for its erasure.
CREATE INDEX orders_link_idx ON orders (hashtextextended(coalesce(clean_link, link), 0), id DESC);
