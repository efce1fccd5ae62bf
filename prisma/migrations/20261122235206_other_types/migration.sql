-- Ids of the services in a previewed list whose type the shop doesn't have. They count as gone, unlike ones that are
-- missing, whose list may be incomplete.
ALTER TABLE service_previews ADD COLUMN other_types TEXT[] NOT NULL DEFAULT '{}';
