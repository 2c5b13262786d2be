// Claim and effect are one transaction: either both are there, or neither is.
const { serve, charge, replay } = require("./common");

serve(async (client, tenant, key, body) => {
  await client.query("BEGIN");
  const claim = await client.query(
    "INSERT INTO idempotency_keys (tenant, key, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [tenant, key, JSON.stringify(body)]);
  if (claim.rowCount === 0) {
    await client.query("ROLLBACK");
    return replay(client, tenant, key, body);
  }
  const answer = await charge(client, tenant, body);
  await client.query(
    "UPDATE idempotency_keys SET status = $3, answer = $4 WHERE tenant = $1 AND key = $2",
    [tenant, key, answer.status, answer.text]);
  await client.query("COMMIT");
  return answer;
});
