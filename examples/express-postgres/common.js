// What both services share: Express, a pool of connections, the charge itself, and a kept answer.
const express = require("express");
const { Pool } = require("pg");

const pool = new Pool({ connectionString: process.env.DATABASE_URL });
pool.on("error", () => {});  // an idle connection that is lost is no reason to end

exports.charge = async (client, tenant, body) => {
  const made = await client.query(
    "INSERT INTO charges (tenant, reference, amount) VALUES ($1, $2, $3) RETURNING id",
    [tenant, body.reference, body.amount]);
  return { status: 201, text: JSON.stringify({ id: made.rows[0].id }) };
};

exports.replay = async (client, tenant, key, body) => {
  const kept = await client.query(
    "SELECT body, status, answer FROM idempotency_keys WHERE tenant = $1 AND key = $2", [tenant, key]);
  if (kept.rowCount === 0) {
    return null;
  }
  if (kept.rows[0].body !== JSON.stringify(body)) {
    return { status: 422, text: JSON.stringify({ error: "another request has this key" }) };
  }
  return { status: kept.rows[0].status, text: kept.rows[0].answer };
};

exports.serve = (pay) => {
  const app = express();
  app.use(express.json());
  app.post("/v1/charges", async (request, response) => {
    let client = null;
    try {
      client = await pool.connect();
      client.on("error", () => {});  // without this a reset ends the whole process
      const answer = await pay(client, request.get("X-Tenant"), request.get("Idempotency-Key"), request.body);
      client.release();
      response.status(answer.status).type("application/json").send(answer.text);
    } catch (failure) {
      client?.release(failure);  // with what it has begun, it is of no use to the next one
      response.status(503).json({ error: "try again" });
    }
  });
  app.listen(Number(process.env.PORT), "127.0.0.1");
};
