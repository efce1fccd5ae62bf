-- What members spend is the shop's sales (매출): "spent" read as the shop's own spending beside "cost".
ALTER TABLE daily_reports RENAME COLUMN spent TO sales;
ALTER TABLE daily_service_reports RENAME COLUMN spent TO sales;
ALTER TABLE daily_provider_reports RENAME COLUMN spent TO sales;
ALTER TABLE monthly_service_reports RENAME COLUMN spent TO sales;
