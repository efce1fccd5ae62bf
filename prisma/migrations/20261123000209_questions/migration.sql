-- CreateTable
CREATE TABLE "questions" (
    "id" SERIAL NOT NULL,
    "member_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "order_id" INTEGER,
    "charge_id" INTEGER,
    "member_unread" BOOLEAN NOT NULL DEFAULT false,
    "staff_unread" BOOLEAN NOT NULL DEFAULT true,
    "last_message_id" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "questions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "question_messages" (
    "id" SERIAL NOT NULL,
    "question_id" INTEGER NOT NULL,
    "author" TEXT NOT NULL,
    "author_id" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "question_messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "answer_templates" (
    "id" SERIAL NOT NULL,
    "title" TEXT NOT NULL,
    "answer" TEXT NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "answer_templates_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "questions_member_id_id_idx" ON "questions"("member_id", "id" DESC);

-- CreateIndex
CREATE INDEX "questions_status_id_idx" ON "questions"("status", "id" DESC);

-- CreateIndex
CREATE INDEX "questions_order_id_idx" ON "questions"("order_id");

-- CreateIndex
CREATE INDEX "questions_charge_id_idx" ON "questions"("charge_id");

-- CreateIndex
CREATE INDEX "questions_last_at_idx" ON "questions"("last_at");

-- CreateIndex
CREATE INDEX "question_messages_question_id_id_idx" ON "question_messages"("question_id", "id");

-- CreateIndex
CREATE INDEX "question_messages_author_id_created_at_idx" ON "question_messages"("author_id", "created_at");

-- AddForeignKey
ALTER TABLE "questions" ADD CONSTRAINT "questions_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "questions" ADD CONSTRAINT "questions_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "questions" ADD CONSTRAINT "questions_charge_id_fkey" FOREIGN KEY ("charge_id") REFERENCES "charges"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "question_messages" ADD CONSTRAINT "question_messages_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "questions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE questions
  ADD CHECK (kind IN ('ORDER', 'CHARGE', 'ACCOUNT', 'OTHER')),
  ADD CHECK (status IN ('OPEN', 'ANSWERED', 'CLOSED')),
  ADD CHECK ((kind = 'ORDER') = (order_id IS NOT NULL)),
  ADD CHECK ((kind = 'CHARGE') = (charge_id IS NOT NULL));
ALTER TABLE question_messages ADD CHECK (author IN ('MEMBER', 'STAFF'));

-- Questions of members who left are retained records, too.
ALTER TABLE retained_records DROP CONSTRAINT retained_records_kind_check;
ALTER TABLE retained_records ADD CONSTRAINT retained_records_kind_check
  CHECK (kind IN ('MEMBER', 'CHARGE', 'DEPOSIT', 'REFUND', 'ORDER', 'AUTO_ORDER', 'QUESTION'));
