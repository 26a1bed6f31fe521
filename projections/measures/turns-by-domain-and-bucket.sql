-- Turns by domain and bucket
-- Which domain owned turns last, and on which screen the message was written. Without a bucket, none was computed.
-- Chart: bar domain turns
SELECT t.domain, coalesce(json_extract(e.data, '$.bucket'), '') AS bucket, count(DISTINCT t.vendor || '/' || t.id) AS turns, sum(t.status = 'failed') AS failed
FROM turns t
LEFT JOIN events e ON e.turn_id = t.id AND e.turn_id <> '' AND e.vendor = t.vendor AND e.type = 'turn.bucket-computed'
WHERE t.requested_at >= :since
GROUP BY 1, 2
ORDER BY turns DESC, 1, 2
