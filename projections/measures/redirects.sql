-- Redirects considered and applied
-- How often the redirect guard was weighed on each day, how often it changed the pick, and how often it kept it.
-- Chart: line day considered applied
SELECT substr(time, 1, 10) AS day, count(*) AS considered, sum(applied) AS applied, count(*) - sum(applied) AS kept
FROM decisions
WHERE type = 'turn.redirect-considered' AND time >= :since
GROUP BY day
ORDER BY day
