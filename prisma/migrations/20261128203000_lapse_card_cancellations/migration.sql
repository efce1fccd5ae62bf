-- A card charge keeps its status when it is cancelled whole: a cancellation of it that waits for a second person then has
-- nothing left to confirm.
CREATE TRIGGER charges_reversed_approvals AFTER UPDATE OF reversed_at ON charges
  FOR EACH ROW WHEN (OLD.reversed_at IS NULL AND NEW.reversed_at IS NOT NULL) EXECUTE FUNCTION lapse_approvals('charge');
