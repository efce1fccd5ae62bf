-- The outbox's list of messages that went by AlimTalk, and of those that went or will go as text messages.
CREATE INDEX outbox_messages_alimtalk_idx ON outbox_messages (id DESC) WHERE sent_as = 'ALIMTALK';
CREATE INDEX outbox_messages_texts_idx ON outbox_messages (id DESC) WHERE channel = 'SMS' AND sent_as IS DISTINCT FROM 'ALIMTALK';
