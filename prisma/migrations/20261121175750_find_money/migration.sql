-- CreateIndex
CREATE INDEX "charges_pay_amount_id_idx" ON "charges"("pay_amount", "id" DESC);

-- CreateIndex
CREATE INDEX "deposits_amount_id_idx" ON "deposits"("amount", "id" DESC);

-- By hand: what Prisma's schema can't say. Staff find money by how a name begins, and an invoice by its company.
CREATE INDEX charges_name_prefix_idx ON charges (normal_name text_pattern_ops);
CREATE INDEX charges_company_idx ON charges ((fee_value ->> 'company') text_pattern_ops) WHERE fee_type = 1;
CREATE INDEX charges_business_number_idx ON charges ((fee_value ->> 'businessNumber')) WHERE fee_type = 1;
CREATE INDEX deposits_name_prefix_idx ON deposits (normal_name text_pattern_ops);
