-- AlterTable
ALTER TABLE "categories" ADD COLUMN     "removed_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "platforms" ADD COLUMN     "removed_at" TIMESTAMPTZ(3);

-- By hand. A category is removed by a mark, because withdrawn services and the histories that name them keep referring
-- to it. What a foreign key would refuse for a deleted row, these triggers refuse for a removed one, with its error code.
ALTER TABLE platforms ADD CHECK (removed_at IS NULL OR NOT visible);

CREATE FUNCTION refuse_removed_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.withdrawn_at IS NOT NULL THEN RETURN NEW; END IF;
  -- The lock makes a concurrent removal wait, and then find this service.
  PERFORM FROM categories WHERE id = NEW.category_id AND removed_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'category % does not exist', NEW.category_id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER services_category BEFORE INSERT OR UPDATE OF category_id, withdrawn_at ON services
  FOR EACH ROW EXECUTE FUNCTION refuse_removed_category();

CREATE FUNCTION refuse_removed_platform() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.removed_at IS NOT NULL THEN RETURN NEW; END IF;
  PERFORM FROM platforms WHERE id = NEW.platform_id AND removed_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'platform % does not exist', NEW.platform_id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER categories_platform BEFORE INSERT OR UPDATE OF platform_id, removed_at ON categories
  FOR EACH ROW EXECUTE FUNCTION refuse_removed_platform();

CREATE FUNCTION refuse_category_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM services WHERE category_id = NEW.id AND withdrawn_at IS NULL) THEN
    RAISE EXCEPTION 'category % has services', NEW.id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER categories_removal BEFORE UPDATE OF removed_at ON categories
  FOR EACH ROW WHEN (NEW.removed_at IS NOT NULL) EXECUTE FUNCTION refuse_category_removal();

CREATE FUNCTION refuse_platform_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM categories WHERE platform_id = NEW.id AND removed_at IS NULL) THEN
    RAISE EXCEPTION 'platform % has categories', NEW.id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER platforms_removal BEFORE UPDATE OF removed_at ON platforms
  FOR EACH ROW WHEN (NEW.removed_at IS NOT NULL) EXECUTE FUNCTION refuse_platform_removal();
