-- AlterTable
ALTER TABLE "debts" ADD COLUMN     "notified_at" TIMESTAMPTZ(3);

-- A debt that was paid and is raised again is a new one to its member: he is told of it again, and has 72 hours from then.
CREATE FUNCTION open_debt_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.notified_at := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER debts_open_again BEFORE UPDATE ON debts FOR EACH ROW
  WHEN (OLD.recovered + OLD.waived = OLD.amount AND NEW.recovered + NEW.waived < NEW.amount) EXECUTE FUNCTION open_debt_again();
