-- Time per hop
-- How long a domain had a turn, from its dispatch to the next one or to the turn's end, in seconds. Waiting for an answer is part of it; a hop under way is left out.
-- Chart: bar domain mean_seconds
SELECT hop, domain, count(*) AS dispatches, round(avg(seconds), 3) AS mean_seconds, round(max(seconds), 3) AS longest
FROM (
	SELECT json_extract(data, '$.hop') AS hop, json_extract(data, '$.domain') AS domain, type,
		max(0, unixepoch(lead(time) OVER turn, 'subsec') - unixepoch(time, 'subsec')) AS seconds
	FROM events
	WHERE type IN ('turn.domain-dispatched', 'turn.ended') AND time >= :since
	WINDOW turn AS (PARTITION BY vendor, turn_id ORDER BY seq, idx)
)
WHERE type = 'turn.domain-dispatched' AND seconds IS NOT NULL
GROUP BY hop, domain
ORDER BY hop, domain
