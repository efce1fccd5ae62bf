-- By hand: staff find an act by words of its reason and by the address it came from.
CREATE INDEX audit_entries_reason_idx ON audit_entries USING gin (to_tsvector('simple', reason)) WITH (fastupdate = on);
CREATE INDEX audit_entries_address_idx ON audit_entries (address, id DESC);
