-- Web and worker connect as a role that owns nothing. What it may do with each table is listed in scripts/privileges.ts
-- and granted after every migration (docs/decisions/0035-the-shop-runs-as-a-role-that-owns-nothing.md).

-- An order's history only ever grows, as the ledger and the audit trail do.
CREATE TRIGGER order_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON order_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Links are written by the owner's trigger alone: nobody who may write an audit row can write a link of his own.
ALTER FUNCTION chain_audit() SECURITY DEFINER;
ALTER FUNCTION chain_audit() SET search_path = pg_catalog, public, pg_temp;
