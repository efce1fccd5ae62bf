-- An order keeps the type its service had when it was placed: its details and its price are of that type, and so is what a
-- provider is sent.
ALTER TABLE orders ADD COLUMN service_type TEXT NOT NULL DEFAULT 'Default';
-- What a provider's list says of the type, until the service is put on sale.
ALTER TABLE provider_services ADD COLUMN type TEXT NOT NULL DEFAULT 'Default';
ALTER TABLE take_over_items ADD COLUMN type TEXT NOT NULL DEFAULT 'Default';
