-- AlterTable
ALTER TABLE "outbox_messages" ADD COLUMN     "claimed_at" TIMESTAMPTZ(3),
ADD COLUMN     "expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "fault" TEXT,
ADD COLUMN     "next_try_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

ALTER TABLE outbox_messages
  ADD CHECK (channel IN ('EMAIL', 'SMS')),
  ADD CHECK (status IN ('PENDING', 'SENDING', 'SENT', 'FAILED', 'EXPIRED')),
  ADD CHECK ((status = 'SENT') = (sent_at IS NOT NULL));
CREATE INDEX outbox_messages_open_idx ON outbox_messages (next_try_at) WHERE status IN ('PENDING', 'SENDING');
-- Of what was queued before, nobody can tell which carries a code or a link: all of it counts as such, and is past.
UPDATE outbox_messages SET expires_at = created_at WHERE status = 'PENDING';
