-- CreateIndex
CREATE INDEX "outbox_messages_channel_id_idx" ON "outbox_messages"("channel", "id" DESC);

-- By hand: staff find a message by how its address or its subject begins, in any case of letters.
CREATE INDEX outbox_messages_to_prefix_idx ON outbox_messages (lower("to") text_pattern_ops);
CREATE INDEX outbox_messages_subject_prefix_idx ON outbox_messages (lower(subject) text_pattern_ops);
