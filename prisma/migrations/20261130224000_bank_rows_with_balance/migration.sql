-- The last balance that a bank stated before a day, also of an account of which most rows state none.
CREATE INDEX CONCURRENTLY "bank_rows_stated_balance_idx" ON "bank_rows"("account", "at", "id") WHERE "balance" IS NOT NULL;
