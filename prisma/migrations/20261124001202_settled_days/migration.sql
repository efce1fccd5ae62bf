-- What was credited and paid back on a day, for the comparison of a day's deposits.
CREATE INDEX "charges_response_at_idx" ON "charges"("response_at");
CREATE INDEX "refund_requests_response_at_idx" ON "refund_requests"("response_at");
