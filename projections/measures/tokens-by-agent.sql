-- Tokens by agent
-- What each agent's calls of models read and wrote. A call without an answer counts as a call, and has no tokens.
-- Chart: bar agent input_tokens output_tokens
SELECT agent, model, count(*) AS calls, sum(status = 'failed') AS failed, sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens
FROM model_calls
WHERE called_at >= :since
GROUP BY agent, model
ORDER BY sum(input_tokens) + sum(output_tokens) DESC, agent, model
