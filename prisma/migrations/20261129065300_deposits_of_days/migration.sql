-- Reports without a time of day may be second reports of any deposit of that sum on their day; they are few.
CREATE INDEX CONCURRENTLY deposits_day_idx ON deposits (amount, at) WHERE precision = 'DAY';
