-- CreateTable
CREATE TABLE "question_pictures" (
    "id" SERIAL NOT NULL,
    "uploader_id" INTEGER NOT NULL,
    "message_id" INTEGER,
    "name" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "question_pictures_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "question_pictures_message_id_idx" ON "question_pictures"("message_id");

-- CreateIndex
CREATE INDEX "question_pictures_uploader_id_created_at_idx" ON "question_pictures"("uploader_id", "created_at");

-- AddForeignKey
ALTER TABLE "question_pictures" ADD CONSTRAINT "question_pictures_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "question_messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A picture's bytes don't shrink by compression: without it a read needs no work.
ALTER TABLE question_pictures ALTER COLUMN bytes SET STORAGE EXTERNAL;
ALTER TABLE question_pictures
  ADD CHECK (content_type IN ('image/png', 'image/jpeg', 'image/webp')),
  ADD CHECK (size = octet_length(bytes));
