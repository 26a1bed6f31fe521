-- Hops per turn
-- How many turns that ended spent how many hand-backs. Three is the most a turn may spend.
-- Chart: bar hops turns
SELECT hops, count(*) AS turns, sum(stop_reason = 'hops_exhausted') AS exhausted
FROM turns
WHERE ended_seq > 0 AND requested_at >= :since
GROUP BY hops
ORDER BY hops
