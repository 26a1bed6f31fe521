-- Drops by reason
-- Step events that the origin view did not take, by reason, and what became of them since: still waiting, applied later, or refused for good.
-- Chart: bar reason drops
SELECT reason, count(*) AS drops, sum(status = 'waiting') AS waiting, sum(status = 'applied') AS applied, sum(status = 'refused') AS refused
FROM drops
WHERE time >= :since
GROUP BY reason
ORDER BY drops DESC, reason
