-- What was taken back of each promotion's grants is summed for the console's list; of most grants nothing is.
CREATE INDEX CONCURRENTLY promotion_grants_taken_back_idx ON promotion_grants (promotion_id) INCLUDE (taken_back) WHERE taken_back > 0;
