-- Share of additive and full edits
-- Turns that wrote steps: additive where all they did was to add steps, full where they changed, moved or removed any. Share is of all turns that wrote.
-- Chart: bar edit turns
SELECT edit, count(*) AS turns, sum(events) AS step_events, round(100.0 * count(*) / sum(count(*)) OVER (), 1) AS share_percent
FROM (
	SELECT h.turn_id, CASE WHEN sum(h.type <> 'task.step-added') = 0 THEN 'additive' ELSE 'full' END AS edit, count(*) AS events
	FROM step_history h
	JOIN turns t ON t.vendor = h.vendor AND t.id = h.turn_id
	WHERE h.origin = 'turn' AND t.requested_at >= :since
	GROUP BY h.vendor, h.turn_id
)
GROUP BY edit
ORDER BY edit
