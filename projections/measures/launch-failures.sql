-- Launches that failed
-- Delegated turns that were refused, and those whose agent could not be had when they were to run, by the reason.
-- Chart: bar code launches
SELECT code, count(*) AS launches, sum(stage = 'launch') AS refused_at_launch, sum(stage = 'start') AS failed_at_start
FROM (
	SELECT code, 'launch' AS stage, time AS at FROM refusals WHERE tool = 'task'
	UNION ALL
	SELECT code, 'start', settled_at FROM handles WHERE status = 'error' AND reason = 'refused'
)
WHERE at >= :since
GROUP BY code
ORDER BY launches DESC, code
