// It looks, and then it acts: whoever dies, or comes, between the effect and the record does it twice.
const { serve, charge, replay } = require("./common");

serve(async (client, tenant, key, body) => {
  const known = await replay(client, tenant, key, body);
  if (known) {
    return known;
  }
  const answer = await charge(client, tenant, body);
  await client.query(
    "INSERT INTO idempotency_keys (tenant, key, body, status, answer) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
    [tenant, key, JSON.stringify(body), answer.status, answer.text]);
  return answer;
});
