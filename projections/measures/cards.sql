-- Cards: outcome and time to answer
-- What came of the questions that turns put to people, and after how many seconds. Seconds are those of the server's clock, and never below nothing; an open card has none.
-- Chart: bar outcome cards
SELECT status AS outcome, count(*) AS cards, round(avg(seconds), 3) AS mean_seconds, round(min(seconds), 3) AS shortest, round(max(seconds), 3) AS longest
FROM (
	SELECT status, CASE settled_at WHEN '' THEN NULL ELSE max(0, unixepoch(settled_at, 'subsec') - unixepoch(raised_at, 'subsec')) END AS seconds
	FROM interrupts
	WHERE raised_at >= :since
)
GROUP BY status
ORDER BY cards DESC, status
