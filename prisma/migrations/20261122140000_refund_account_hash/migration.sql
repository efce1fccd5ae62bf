-- AlterTable
ALTER TABLE "refund_requests" ADD COLUMN     "account_hash" BYTEA;

-- Account numbers are encrypted, each with a nonce of its own, so equal ones can't be found by comparing what is stored.
-- The HMAC of the plain digits can: only the application knows its key, so rows from before this column are filled in by a
-- job. Erased together with the account.
ALTER TABLE refund_requests ADD CHECK (account_hash IS NULL OR octet_length(account_hash) = 32);
CREATE INDEX refund_requests_account_hash_idx ON refund_requests (account_hash) WHERE account_hash IS NOT NULL;
CREATE INDEX refund_requests_unhashed_idx ON refund_requests (id) WHERE account_hash IS NULL AND account <> '';
