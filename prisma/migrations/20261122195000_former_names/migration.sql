-- What stands in place of a depositor's name once its member has left: equal for equal names, so that one transfer is
-- not taken for two and nobody takes over a name that paid for somebody who left. Names that are erased stay erased.
CREATE FUNCTION former_name(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN name = '' OR name LIKE 'former:%' THEN name
    ELSE 'former:' || left(encode(sha256(convert_to(name, 'UTF8')), 'hex'), 32) END
$$;
