-- AlterTable
ALTER TABLE "receipts" ADD COLUMN     "member_id" INTEGER;

-- CreateIndex
CREATE INDEX "receipts_member_id_id_idx" ON "receipts"("member_id", "id" DESC);

-- CreateIndex
CREATE INDEX "charges_pay_amount_id_idx" ON "charges"("pay_amount", "id" DESC);

-- CreateIndex
CREATE INDEX "deposits_amount_id_idx" ON "deposits"("amount", "id" DESC);

-- By hand: what Prisma's schema can't say. Staff find money by how a name begins, and an invoice by its company.
CREATE INDEX charges_name_prefix_idx ON charges (normal_name text_pattern_ops);
CREATE INDEX charges_company_idx ON charges ((fee_value ->> 'company') text_pattern_ops) WHERE fee_type = 1;
CREATE INDEX charges_business_number_idx ON charges ((fee_value ->> 'businessNumber')) WHERE fee_type = 1;
CREATE INDEX deposits_name_prefix_idx ON deposits (normal_name text_pattern_ops);

CREATE OR REPLACE FUNCTION file_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO receipts (charge_id, member_id, fee_type) VALUES (NEW.id, NEW.member_id, NEW.fee_type)
    ON CONFLICT (charge_id) DO NOTHING;
  RETURN NULL;
END $$;
UPDATE receipts r SET member_id = c.member_id FROM charges c WHERE c.id = r.charge_id;
