-- AlterTable
ALTER TABLE "tasks" ADD COLUMN     "action" TEXT,
ADD COLUMN     "note" TEXT;

-- CreateIndex
CREATE INDEX "tasks_kind_id_idx" ON "tasks"("kind", "id" DESC);

-- CreateIndex
CREATE INDEX "tasks_ref_id_id_idx" ON "tasks"("ref_id", "id" DESC);

-- Filters of the console that find few rows of many, newest first.
CREATE INDEX tasks_done_idx ON tasks (id DESC) WHERE resolved_at IS NOT NULL;
CREATE INDEX members_restricted_idx ON members (restriction, id DESC) WHERE restriction <> 'NORMAL';
CREATE INDEX members_staff_idx ON members (role, id DESC) WHERE role <> 'MEMBER';
CREATE INDEX auto_orders_held_idx ON auto_orders (id DESC) WHERE status = 0 AND held_at IS NOT NULL;

-- What already waits for a second owner is a task from now on, as any new one.
INSERT INTO tasks (kind, ref_type, ref_id, detail)
SELECT 'ADJUSTMENT', 'adjustment', a.id, jsonb_build_object('delta', a.delta / 100.0, 'reason', a.reason, 'askedBy', m.login_id)
FROM adjustments a JOIN members m ON m.id = a.asked_by WHERE a.status = 'WAITING';
