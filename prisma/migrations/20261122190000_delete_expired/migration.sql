-- Rows that are kept for a time. Web and worker may delete none of them: they call this function of the owner's, which takes
-- no moment from them and deletes only what is older than the period written here. The columns it looks at are among those
-- that web and worker may not change (fixedColumns in scripts/privileges.ts).
CREATE FUNCTION delete_expired(subject text, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  expired text := CASE subject
    WHEN 'account_events' THEN $p$created_at < now() - interval '6 months'$p$
    WHEN 'book_checks' THEN $p$created_at < now() - interval '90 days'$p$
    WHEN 'idempotency_keys' THEN $p$created_at < now() - interval '72 hours'$p$
    WHEN 'outbox_messages' THEN $p$created_at < now() - interval '3 months' AND status <> 'PENDING'$p$
    WHEN 'retained_records' THEN $p$keep_until < now()$p$
    WHEN 'tasks' THEN $p$created_at < now() - interval '3 years' AND resolved_at < now() - interval '3 years'$p$
    -- A code that was used is a record of an identity check; no rule asks for another one after two days.
    WHEN 'verification_codes' THEN
      $p$created_at < now() - interval '6 months' OR used_at IS NULL AND created_at < now() - interval '2 days'$p$
  END;
  deleted integer;
BEGIN
  IF expired IS NULL THEN
    RAISE EXCEPTION 'rows of % are not deleted after a time', coalesce(subject, 'no table') USING ERRCODE = 'invalid_parameter_value';
  END IF;
  EXECUTE format('DELETE FROM public.%1$I WHERE ctid = ANY (ARRAY(SELECT ctid FROM public.%1$I WHERE %2$s LIMIT $1))', subject, expired)
    USING most;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END $$;
REVOKE EXECUTE ON FUNCTION delete_expired(text, integer) FROM PUBLIC;

-- A used code stays used: it could neither be entered again nor pass for one that never was.
CREATE TRIGGER verification_codes_used BEFORE UPDATE OF used_at ON verification_codes FOR EACH ROW
  WHEN (OLD.used_at IS NOT NULL AND NEW.used_at IS DISTINCT FROM OLD.used_at) EXECUTE FUNCTION refuse_change();
