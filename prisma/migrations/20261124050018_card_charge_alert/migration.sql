-- A charge by card is credited as it is made (docs/decisions/0060), so that it never changes its status.
CREATE TRIGGER charges_card_alert AFTER INSERT ON charges FOR EACH ROW
  WHEN (NEW.status = 1)
  EXECUTE FUNCTION note_credited_charge();
