-- AlterTable
ALTER TABLE "providers" ADD COLUMN     "tested_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "provider_price_lists" ALTER COLUMN "exchange_rate" DROP NOT NULL,
ALTER COLUMN "exchange_rate" DROP DEFAULT;

-- By hand. Who answered with a balance has shown that address and key work.
UPDATE providers SET tested_at = now() WHERE balance IS NOT NULL;
-- One won for one of a foreign currency was the default, which nobody had given.
UPDATE provider_price_lists l SET exchange_rate = NULL
FROM providers p WHERE p.id = l.provider_id AND p.currency <> 'KRW' AND l.exchange_rate = 100000;
