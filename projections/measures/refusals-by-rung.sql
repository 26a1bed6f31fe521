-- Refusals by rung
-- Which check of a gate refused writes and commands, how often, and in how many turns. A refused command has no ladder: its rung is what was asked for.
-- Chart: bar rung refusals
SELECT r.code, coalesce(g.name, 'command: ' || r.tool) AS rung, count(*) AS refusals, count(DISTINCT nullif(r.turn_id, '')) AS turns
FROM refusals r
LEFT JOIN rungs g ON g.turn_id = r.turn_id AND g.seq = r.seq AND g.idx = r.idx AND g.held = 0
WHERE r.time >= :since
GROUP BY 1, 2
ORDER BY refusals DESC, 1, 2
