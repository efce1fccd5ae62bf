-- AlterTable
ALTER TABLE "assets" ADD COLUMN     "height" INTEGER NOT NULL,
ADD COLUMN     "width" INTEGER NOT NULL;

-- CreateTable
CREATE TABLE "guides" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "desktop" TEXT NOT NULL DEFAULT '',
    "mobile" TEXT NOT NULL DEFAULT '',
    "text" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "guides_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "terms_versions" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "since" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "terms_versions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "terms_versions_kind_since_key" ON "terms_versions"("kind", "since");

-- What Prisma's schema can't say.
ALTER TABLE "assets" ADD CHECK (width > 0 AND height > 0);
ALTER TABLE "guides" ADD CHECK (id = 1);
ALTER TABLE "terms_versions" ADD CHECK (kind IN ('service', 'privacy')), ADD CHECK (since ~ '^\d{4}-\d{2}-\d{2}$');
CREATE TRIGGER guides_cache AFTER INSERT OR UPDATE OR DELETE ON guides FOR EACH STATEMENT EXECUTE FUNCTION drop_cache('content');
CREATE TRIGGER terms_versions_cache AFTER INSERT OR UPDATE OR DELETE ON terms_versions FOR EACH STATEMENT EXECUTE FUNCTION drop_cache('content');
