-- How many suggestions of a source were right since its last wrong one is asked of the few deposits that staff judged.
CREATE INDEX CONCURRENTLY deposits_suggestions_idx ON deposits (connection, suggestion, matched_at)
  WHERE suggestion IS NOT NULL;
