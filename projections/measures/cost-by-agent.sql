-- Cost by agent
-- What each agent's answered calls cost, in the currency of the prices; calls of a model without a price are counted apart.
-- Chart: bar agent cost
SELECT agent, model, count(*) AS calls, sum(cost_nanos) / 1e9 AS cost, sum(prices = '') AS without_price
FROM model_calls
WHERE status = 'answered' AND called_at >= :since
GROUP BY agent, model
ORDER BY sum(cost_nanos) DESC, agent, model
