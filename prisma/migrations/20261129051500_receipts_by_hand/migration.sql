-- AlterTable
ALTER TABLE "receipts" ADD COLUMN     "by_hand_sum" BIGINT;

-- A document whose outcome was open is settled: the receipt's sum is compared with its documents again. So the worker
-- needn't look at it again and again meanwhile.
CREATE FUNCTION note_settled_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE receipts SET sum_revision = sum_revision + 1 WHERE id = NEW.receipt_id;
  RETURN NULL;
END $$;
CREATE TRIGGER receipt_documents_settled AFTER UPDATE OF state ON receipt_documents
  FOR EACH ROW WHEN (OLD.state IN ('WAITING', 'FAILED') AND NEW.state NOT IN ('WAITING', 'DROPPED') AND NEW.state <> OLD.state)
  EXECUTE FUNCTION note_settled_document();
