-- The type of a service says what an order of it asks for besides link and quantity; that stands in `details`.
ALTER TABLE services ADD COLUMN type TEXT NOT NULL DEFAULT 'Default';
ALTER TABLE services ADD CONSTRAINT services_type_check CHECK (type IN (
  'Default', 'Package', 'Custom Comments', 'Custom Comments Package', 'Mentions', 'Mentions with Hashtags',
  'Mentions Custom List', 'Mentions Hashtag', 'Mentions User Followers', 'Mentions Media Likers', 'Comment Likes',
  'Comment Replies', 'Poll', 'Invites from Groups', 'SEO', 'Web Traffic'));
ALTER TABLE orders ADD COLUMN details JSONB;
