-- The detail of a task about missed deposits names each day with its count and sum, so that a later day doesn't replace
-- an earlier one.
UPDATE tasks SET detail = jsonb_build_object('connection', detail -> 'connection', 'days',
    jsonb_build_object(detail ->> 'day', jsonb_build_object('count', detail -> 'count', 'amount', detail -> 'amount')))
WHERE kind = 'DEPOSIT_MISSED' AND detail ? 'day';
