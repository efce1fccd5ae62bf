-- CreateIndex
CREATE INDEX "refund_requests_point_id_idx" ON "refund_requests"("point", "id" DESC);

-- By hand: staff find a refund by how its account holder's name begins, in any case of letters, without blanks and brackets.
CREATE INDEX refund_requests_name_prefix_idx ON refund_requests (translate(lower(name), ' ()[]', '') text_pattern_ops);

-- By hand: whose login ids begin so, without a look at each of them.
DROP INDEX members_login_id_prefix_idx;
CREATE INDEX members_login_id_prefix_idx ON members (login_id text_pattern_ops) INCLUDE (id);
