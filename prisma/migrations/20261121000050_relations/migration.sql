-- CreateIndex
CREATE INDEX "categories_platform_id_idx" ON "categories"("platform_id");

-- CreateIndex
CREATE INDEX "services_category_id_idx" ON "services"("category_id");

-- CreateIndex
CREATE INDEX "services_provider_id_idx" ON "services"("provider_id");

-- CreateIndex
CREATE UNIQUE INDEX "members_login_id_key" ON "members"("login_id");

-- CreateIndex
CREATE UNIQUE INDEX "members_email_key" ON "members"("email");

-- CreateIndex
CREATE UNIQUE INDEX "members_phone_key" ON "members"("phone");

-- CreateIndex
CREATE UNIQUE INDEX "members_referral_code_key" ON "members"("referral_code");

-- CreateIndex
CREATE INDEX "members_referred_by_id_idx" ON "members"("referred_by_id");

-- CreateIndex
CREATE INDEX "sessions_member_id_expires_at_idx" ON "sessions"("member_id", "expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_key_hash_key" ON "api_keys"("key_hash");

-- CreateIndex
CREATE INDEX "login_failures_address_at_idx" ON "login_failures"("address", "at");

-- CreateIndex
CREATE INDEX "login_failures_login_id_at_idx" ON "login_failures"("login_id", "at");

-- CreateIndex
CREATE INDEX "verification_codes_channel_target_created_at_idx" ON "verification_codes"("channel", "target", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "point_entries_kind_ref_type_ref_id_seq_key" ON "point_entries"("kind", "ref_type", "ref_id", "seq");

-- CreateIndex
CREATE INDEX "charges_member_id_id_idx" ON "charges"("member_id", "id" DESC);

-- CreateIndex
CREATE INDEX "charges_status_id_idx" ON "charges"("status", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "deposits_external_id_key" ON "deposits"("external_id");

-- CreateIndex
CREATE UNIQUE INDEX "deposits_charge_id_key" ON "deposits"("charge_id");

-- CreateIndex
CREATE INDEX "deposits_status_id_idx" ON "deposits"("status", "id" DESC);

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys" USING BRIN ("created_at");

-- CreateIndex
CREATE INDEX "orders_member_id_id_idx" ON "orders"("member_id", "id" DESC);

-- CreateIndex
CREATE INDEX "orders_status_id_idx" ON "orders"("status", "id" DESC);

-- CreateIndex
CREATE INDEX "auto_orders_member_id_id_idx" ON "auto_orders"("member_id", "id" DESC);

-- CreateIndex
CREATE INDEX "auto_orders_status_next_run_at_idx" ON "auto_orders"("status", "next_run_at");

-- CreateIndex
CREATE INDEX "provider_attempts_order_id_idx" ON "provider_attempts"("order_id");

-- CreateIndex
CREATE UNIQUE INDEX "provider_attempts_provider_id_provider_order_id_key" ON "provider_attempts"("provider_id", "provider_order_id");

-- CreateIndex
CREATE INDEX "audit_entries_subject_type_subject_id_id_idx" ON "audit_entries"("subject_type", "subject_id", "id" DESC);

-- CreateIndex
CREATE INDEX "outbox_messages_status_id_idx" ON "outbox_messages"("status", "id");

-- AddForeignKey
ALTER TABLE "categories" ADD CONSTRAINT "categories_platform_id_fkey" FOREIGN KEY ("platform_id") REFERENCES "platforms"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "services" ADD CONSTRAINT "services_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "services" ADD CONSTRAINT "services_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "providers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_register_where_id_fkey" FOREIGN KEY ("register_where_id") REFERENCES "register_wheres"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_referred_by_id_fkey" FOREIGN KEY ("referred_by_id") REFERENCES "members"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "balances" ADD CONSTRAINT "balances_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "charges" ADD CONSTRAINT "charges_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deposits" ADD CONSTRAINT "deposits_charge_id_fkey" FOREIGN KEY ("charge_id") REFERENCES "charges"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_auto_order_id_fkey" FOREIGN KEY ("auto_order_id") REFERENCES "auto_orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_attempts" ADD CONSTRAINT "provider_attempts_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "providers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

